/* SPDX-License-Identifier: Apache-2.0 */
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

/* The outputs of flip-flops (proof.ys names them) that are inputs of the RTL alone. Stay in order. */
static names missing(const names *rtl, const names *netlist)
{
    names l = {0};
    for (size_t i = 0; i < rtl->count; i++)
        if ((ends_with(rtl->data[i], "_ff.Q") || ends_with(rtl->data[i], "_ff1.Q")) && !has(netlist, rtl->data[i])) {
            l.data = grow_one(l.data, l.count, sizeof *l.data);
            l.data[l.count++] = rtl->data[i];
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

bool proof_pins(const char *rtl, const char *netlist, text *new_rtl, text *new_netlist)
{
    const names all = inputs_of(rtl), there = inputs_of(netlist), flops = missing(&all, &there);
    if (flops.count == 0)
        return false;
    drop_pins(rtl, &flops, new_rtl);
    size_t len;
    const char *line = line_of(netlist, ".inputs", &len);
    text_add(new_netlist, netlist, (size_t)(line + len - netlist));
    for (size_t i = 0; i < flops.count; i++)
        text_printf(new_netlist, " %s", flops.data[i]);
    text_puts(new_netlist, line + len);
    return true;
}
