/* SPDX-License-Identifier: Apache-2.0
 *
 * proof_pins.c - the same pins for both sides of an equivalence check: flip-flops of the netlist get the names that the RTL has, and those that
 * it is made without are not compared. */
#include "proof_pins.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    char **data;
    size_t count;
} names;

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool has(const names *l, const char *name)
{
    return l->count > 0 && bsearch(&name, l->data, l->count, sizeof *l->data, by_text) != NULL;
}

/* The line ".inputs ..." or ".outputs ..." of a BLIF text; Yosys writes one of each. Its length is in *len. */
static const char *line_of(const char *blif, const char *kind, size_t *len)
{
    char *head = format_new("\n%s", kind);
    const char *at = strstr(blif, head);
    at = at ? at + 1 : blif + strlen(blif);
    *len = strcspn(at, "\n");
    return at;
}

static names inputs_of(const char *blif)
{
    names l = {0};
    size_t len;
    const char *line = line_of(blif, ".inputs", &len);
    char *words = format_new("%.*s", (int)len, line), *save = NULL;
    for (char *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        l.data = grow_one(l.data, l.count, sizeof *l.data);
        l.data[l.count++] = word;
    }
    if (l.count > 0)
        qsort(l.data, l.count, sizeof *l.data, by_text);
    return l;
}

static bool is_flop(const char *input)
{
    return ends_with(input, "_ff.Q") || ends_with(input, "_ff1.Q");
}

/* The outputs of flip-flops (proof.ys names them) that are inputs of one network and not of the other. Stay in order. */
static names missing(const names *of, const names *other)
{
    names l = {0};
    for (size_t i = 0; i < of->count; i++)
        if (is_flop(of->data[i]) && !has(other, of->data[i])) {
            l.data = grow_one(l.data, l.count, sizeof *l.data);
            l.data[l.count++] = of->data[i];
        }
    return l;
}

/* Is this output a pin of one of these flip-flops? */
static bool is_pin(const names *flops, const char *output)
{
    const char *dot = strrchr(output, '.');
    return dot && has(flops, format_new("%.*s.Q", (int)(dot - output), output));
}

/* The RTL without the pins of these flip-flops among its outputs. */
static void drop_pins(const char *rtl, const names *flops, text *t)
{
    size_t len;
    const char *line = line_of(rtl, ".outputs", &len);
    char *words = format_new("%.*s", (int)len, line), *save = NULL;
    text_add(t, rtl, (size_t)(line - rtl));
    text_puts(t, strtok_r(words, " ", &save));
    for (char *word = strtok_r(NULL, " ", &save); word; word = strtok_r(NULL, " ", &save))
        if (!is_pin(flops, word))
            text_printf(t, " %s", word);
    text_puts(t, line + len);
}

/* The netlist with what these flip-flops store as inputs that nothing reads. */
static void add_inputs(const char *netlist, const names *flops, text *t)
{
    size_t len;
    const char *line = line_of(netlist, ".inputs", &len);
    text_add(t, netlist, (size_t)(line + len - netlist));
    for (size_t i = 0; i < flops->count; i++)
        text_printf(t, " %s", flops->data[i]);
    text_puts(t, line + len);
}

/* ---- flip-flops with another name ---- */

/* Are they the same but for the numbers of instances, as in gen_port[0].row_q_ff and gen_port[1].row_q_ff? A bit has a number too, and no dot behind it. */
static bool are_copies(const char *a, const char *b)
{
    while (*a && *b) {
        size_t m = strspn(a, "0123456789"), n = strspn(b, "0123456789");
        bool instance = m > 0 && n > 0 && starts_with(a + m, "].") && starts_with(b + n, "].");
        if (!instance && *a != *b)
            return false;
        a += instance ? m : 1;
        b += instance ? n : 1;
    }
    return *a == *b;
}

typedef struct {
    char *from, *to; /* without the pin */
} renaming;

typedef struct {
    renaming *data;
    size_t count;
} renamings;

static char *without_pin(const char *name)
{
    return format_new("%.*s", (int)(strrchr(name, '.') - name), name);
}

/* Each flip-flop that the netlist alone has takes the name of a copy that the RTL alone has. */
static renamings find_copies(names *rtl, const names *netlist)
{
    renamings r = {0};
    for (size_t i = 0; i < netlist->count; i++)
        for (size_t k = 0; k < rtl->count; k++)
            if (rtl->data[k] && are_copies(netlist->data[i], rtl->data[k])) {
                r.data = grow_one(r.data, r.count, sizeof *r.data);
                r.data[r.count++] = (renaming){without_pin(netlist->data[i]), without_pin(rtl->data[k])};
                rtl->data[k] = NULL;
                break;
            }
    return r;
}

static const renaming *renaming_of(const renamings *r, const char *word, size_t len)
{
    while (len > 0 && word[len - 1] != '.')
        len--;
    for (size_t i = 0; len > 0 && i < r->count; i++)
        if (strlen(r->data[i].from) == len - 1 && strncmp(r->data[i].from, word, len - 1) == 0)
            return &r->data[i];
    return NULL;
}

/* The netlist with these names, word by word. */
static void rename_flops(const char *netlist, const renamings *r, text *t)
{
    for (const char *at = netlist; *at;) {
        size_t space = strspn(at, " \n"), len = strcspn(at + space, " \n");
        const renaming *new = renaming_of(r, at + space, len);
        text_add(t, at, space);
        at += space;
        if (new)
            text_printf(t, "%s%.*s", new->to, (int)(len - strlen(new->from)), at + strlen(new->from));
        else
            text_add(t, at, len);
        at += len;
    }
}

/* ---- both ---- */

bool proof_pins(const char *rtl, const char *netlist, text *new_rtl, text *new_netlist)
{
    const names all = inputs_of(rtl), there = inputs_of(netlist);
    names rtl_alone = missing(&all, &there), netlist_alone = missing(&there, &all);
    const renamings copies = find_copies(&rtl_alone, &netlist_alone);
    names flops = {0};
    for (size_t i = 0; i < rtl_alone.count; i++)
        if (rtl_alone.data[i]) {
            flops.data = grow_one(flops.data, flops.count, sizeof *flops.data);
            flops.data[flops.count++] = rtl_alone.data[i];
        }
    if (flops.count == 0 && copies.count == 0)
        return false;
    text named = {0};
    rename_flops(netlist, &copies, &named);
    drop_pins(rtl, &flops, new_rtl);
    add_inputs(named.data, &flops, new_netlist);
    return true;
}
