/* SPDX-License-Identifier: Apache-2.0 */
#include "blif.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"

static void append(blif_names *l, char *name)
{
    if ((l->count & (l->count - 1)) == 0)
        l->data = grow(l->data, (l->count ? 2 * l->count : 1) * sizeof *l->data);
    l->data[l->count++] = name;
}

/* A node whose fanins are the last of the list. */
static blif_node *add_node(blif *b, const char *name, size_t fanin_count)
{
    if ((b->count & (b->count - 1)) == 0)
        b->nodes = grow(b->nodes, (size_t)(b->count ? 2 * b->count : 1) * sizeof *b->nodes);
    blif_node *v = &b->nodes[b->count];
    *v = (blif_node){.name = name, .fanins = b->nets.count - fanin_count, .fanin_count = (int)fanin_count, .same = b->count};
    b->count++;
    return v;
}

size_t blif_row(const blif_node *v)
{
    return v->fanin_count ? (size_t)v->fanin_count + 3 : 2;
}

static void add_row(blif *b, const char *line)
{
    blif_node *v = &b->nodes[b->count - 1];
    if (b->count == 1 || strlen(line) + 1 != blif_row(v) || !ends_with(line, "1"))
        die("internal: a row of a BLIF file does not fit its node, or is not of the ones: %s", line);
    v->rows = grow(v->rows, (size_t)(v->row_count + 1) * blif_row(v));
    strcpy(v->rows + (size_t)v->row_count++ * blif_row(v), line);
}

static void read_line(blif *b, char *line)
{
    if (*line == '0' || *line == '1' || *line == '-') {
        add_row(b, line);
        return;
    }
    char *save = NULL, *kind = strtok_r(line, " ", &save), *word;
    if (kind == NULL || *kind == '#' || strcmp(kind, ".end") == 0)
        return;
    bool names = strcmp(kind, ".names") == 0;
    blif_names *to = names ? &b->nets : strcmp(kind, ".inputs") == 0 ? &b->inputs : strcmp(kind, ".outputs") == 0 ? &b->outputs : NULL;
    size_t before = b->nets.count;
    if (strcmp(kind, ".model") == 0)
        b->model = strtok_r(NULL, " ", &save);
    else if (to == NULL)
        die("internal: a BLIF file of logic has a line %s", kind);
    while (to && (word = strtok_r(NULL, " ", &save)) != NULL)
        append(to, word);
    if (!names)
        return;
    if (b->nets.count == before)
        die("internal: a node of a BLIF file has no name");
    word = b->nets.data[--b->nets.count]; /* the last word is the node's own name */
    add_node(b, word, b->nets.count - before)->rows = zalloc(1);
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(blif_node *const *)a)->name, (*(blif_node *const *)b)->name);
}

/* The node that drives a net; as ABC does it, the constant 0 for a net that nothing drives. */
static int find(const blif *b, blif_node *const *sorted, const char *name)
{
    blif_node key = {.name = name}, *at = &key, *const *found = bsearch(&at, sorted, (size_t)b->count, sizeof(blif_node *), by_name);
    return found ? (int)(*found - b->nodes) : 0;
}

/* "a[2]" before "a[10]": by name, then by the number between the brackets. */
static int by_bit(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    size_t n = strcspn(x, "["), m = strcspn(y, "[");
    int order = strncmp(x, y, n < m ? n : m);
    if (order || n != m)
        return order ? order : (n > m) - (n < m);
    long i = x[n] ? strtol(x + n + 1, NULL, 10) : -1, k = y[m] ? strtol(y + m + 1, NULL, 10) : -1;
    return i != k ? (i > k) - (i < k) : strcmp(x, y);
}

static void sort_names(blif_names *l)
{
    if (l->count > 0)
        qsort(l->data, l->count, sizeof *l->data, by_bit);
}

/* Finds the nodes of all nets. */
static void connect(blif *b)
{
    blif_node **sorted = grow(NULL, (size_t)(b->count + 1) * sizeof *sorted);
    for (int i = 0; i < b->count; i++)
        sorted[i] = &b->nodes[i];
    qsort(sorted, (size_t)b->count, sizeof *sorted, by_name);
    b->fanins = grow(NULL, (b->nets.count + 1) * sizeof *b->fanins);
    for (size_t i = 0; i < b->nets.count; i++)
        b->fanins[i] = find(b, sorted, b->nets.data[i]);
    b->drivers = grow(NULL, (b->outputs.count + 1) * sizeof *b->drivers);
    for (size_t i = 0; i < b->outputs.count; i++)
        b->drivers[i] = find(b, sorted, b->outputs.data[i]);
    arena_free(sorted);
}

void blif_read(blif *b, const char *source, bool sorted_ports)
{
    *b = (blif){.text = format_new("%s", source)};
    add_node(b, "", 0)->rows = zalloc(1);
    for (char *line = b->text, *end; *line; line = end) {
        /* A backslash at the end of a line continues it. */
        for (end = line + strcspn(line, "\n"); *end && end > line && end[-1] == '\\'; end += strcspn(end, "\n"))
            end[-1] = end[0] = ' ';
        if (*end)
            *end++ = '\0';
        read_line(b, line);
    }
    if (sorted_ports) {
        sort_names(&b->inputs);
        sort_names(&b->outputs);
    }
    for (size_t i = 0; i < b->inputs.count; i++)
        add_node(b, b->inputs.data[i], 0);
    connect(b);
}

void blif_free(blif *b)
{
    for (int i = 0; i < b->count; i++)
        arena_free(b->nodes[i].rows);
    arena_free(b->nodes);
    arena_free(b->inputs.data);
    arena_free(b->outputs.data);
    arena_free(b->nets.data);
    arena_free(b->fanins);
    arena_free(b->drivers);
    arena_free(b->text);
    *b = (blif){0};
}
