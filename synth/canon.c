/* SPDX-License-Identifier: Apache-2.0
 *
 * canon.c - writes the logic of a BLIF text in a canonical form. ABC's result depends on the order of nodes and of their fanins. Yosys
 * orders them by names, which contain the lines of the RTL. Here the order depends on the ports and on the structure alone.
 *
 *     .names b a $and$x.v:7$1             .names a b $n1             fanins in order, the columns of the cover with them
 *     10 1                                01 1
 *     .names $and$x.v:7$1 y               .names $n1 y               every net that is not a port has a number
 *     1 1                                 1 1
 *
 * The hash of an input comes from its place, that of a node from its cover and the hashes of its fanins. Nodes of equal hash are the
 * same function and become one. Nodes are written depth first from the outputs; what no output depends on is left out. */
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/random.h"
#include "blif.h"

/* The node that stands for node `id`. Of a buffer that is what it passes on; it may have an equal node that stands for both. */
static blif_node *standing(const blif *b, int id)
{
    blif_node *v = &b->nodes[id];
    while (v->same != v - b->nodes)
        v = &b->nodes[v->same];
    return v;
}

static blif_node *fanin(const blif *b, const blif_node *v, int i)
{
    return standing(b, b->fanins[v->fanins + (size_t)i]);
}

static void swap_fanins(blif *b, blif_node *v, int i, int k)
{
    int *ids = b->fanins + v->fanins, id = ids[i];
    ids[i] = ids[k];
    ids[k] = id;
    for (char *row = v->rows, *end = row + (size_t)v->row_count * blif_row(v); row < end; row += blif_row(v)) {
        char c = row[i];
        row[i] = row[k];
        row[k] = c;
    }
}

/* Fanin i is the same net as the one before it: they get one column. A row that wants the net to be 0 and 1 goes. */
static void join_fanins(blif *b, blif_node *v, int i)
{
    size_t size = blif_row(v), rows = (size_t)v->row_count;
    int *ids = b->fanins + v->fanins;
    memmove(ids + i, ids + i + 1, (size_t)(v->fanin_count - i - 1) * sizeof *ids);
    v->fanin_count--;
    v->row_count = 0;
    for (size_t r = 0; r < rows; r++) {
        char *row = v->rows + r * size;
        if (row[i - 1] == '-')
            row[i - 1] = row[i];
        else if (row[i] != '-' && row[i] != row[i - 1])
            continue;
        memmove(row + i, row + i + 1, size - (size_t)i - 1);
        memmove(v->rows + (size_t)v->row_count++ * (size - 1), row, size - 1);
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Puts rows in order, each once. */
static void sort_rows(blif_node *v)
{
    size_t size = blif_row(v), rows = (size_t)v->row_count;
    qsort(v->rows, rows, size, by_text);
    v->row_count = 0;
    for (size_t r = 0; r < rows; r++)
        if (r == 0 || strcmp(v->rows + r * size, v->rows + (size_t)(v->row_count - 1) * size) != 0)
            memmove(v->rows + (size_t)v->row_count++ * size, v->rows + r * size, size);
}

/* Puts a node and all that it depends on in order, fanins first, and hashes them. */
static void hash_node(blif *b, int id)
{
    blif_node *v = &b->nodes[id];
    if (v->state == OPEN)
        die("internal: a loop through %s in a BLIF file", v->name);
    if (v->state == HASHED || v->rows == NULL)
        return;
    v->state = OPEN;
    for (int i = 0; i < v->fanin_count; i++)
        hash_node(b, b->fanins[v->fanins + (size_t)i]);
    v->state = HASHED;
    for (int i = 1; i < v->fanin_count; i++)
        for (int k = i; k > 0 && fanin(b, v, k)->hash < fanin(b, v, k - 1)->hash; k--)
            swap_fanins(b, v, k, k - 1);
    for (int i = v->fanin_count - 1; i > 0; i--)
        if (fanin(b, v, i)->hash == fanin(b, v, i - 1)->hash)
            join_fanins(b, v, i);
    sort_rows(v);
    if (v->row_count == 0)
        v->fanin_count = 0; /* x ^ x: 0, whatever x is. ABC takes no inputs of a constant */
    if (v->fanin_count == 1 && v->row_count == 1 && strcmp(v->rows, "1 1") == 0) {
        v->same = (int)(fanin(b, v, 0) - b->nodes);
        return;
    }
    v->hash = 1;
    for (size_t i = 0; i < (size_t)v->row_count * blif_row(v); i++)
        v->hash = rng_mix(v->hash ^ (unsigned char)v->rows[i]);
    for (int i = 0; i < v->fanin_count; i++)
        v->hash = rng_mix(v->hash ^ fanin(b, v, i)->hash);
}

static int by_hash(const void *a, const void *b)
{
    const blif_node *x = *(blif_node *const *)a, *y = *(blif_node *const *)b;
    return x->hash != y->hash ? (x->hash > y->hash) - (x->hash < y->hash) : (x > y) - (x < y);
}

/* Do two nodes have the same cover of nets of the same hash? */
static bool alike(const blif *b, const blif_node *v, const blif_node *w)
{
    bool same = v->rows && w->rows && v->fanin_count == w->fanin_count && v->row_count == w->row_count &&
                memcmp(v->rows, w->rows, (size_t)v->row_count * blif_row(v)) == 0;
    for (int i = 0; same && i < v->fanin_count; i++)
        same = fanin(b, v, i)->hash == fanin(b, w, i)->hash;
    return same;
}

/* Lets one node stand for all of its hash. Two functions with one hash would be found here: their covers differ, or nodes below. */
static void merge(blif *b)
{
    blif_node **sorted = grow(NULL, (size_t)(b->count + 1) * sizeof *sorted);
    size_t count = 0;
    for (int i = 0; i < b->count; i++)
        if ((b->nodes[i].state == HASHED || b->nodes[i].rows == NULL) && b->nodes[i].same == i)
            sorted[count++] = &b->nodes[i];
    qsort(sorted, count, sizeof *sorted, by_hash);
    for (size_t i = 1; i < count; i++)
        if (sorted[i]->hash == sorted[i - 1]->hash) {
            if (!alike(b, sorted[i], sorted[i - 1]))
                die("internal: two functions of a BLIF file have one hash");
            sorted[i]->same = sorted[i - 1]->same;
        }
    arena_free(sorted);
}

static void put_net(const blif_node *v, text *out)
{
    if (v->rows)
        text_printf(out, " $n%d", v->number);
    else
        text_printf(out, " %s", v->name);
}

static void write_node(const blif *b, blif_node *v, int *written, text *out)
{
    if (v->rows == NULL || v->number > 0)
        return;
    for (int i = 0; i < v->fanin_count; i++)
        write_node(b, fanin(b, v, i), written, out);
    v->number = ++*written;
    text_puts(out, ".names");
    for (int i = 0; i < v->fanin_count; i++)
        put_net(fanin(b, v, i), out);
    put_net(v, out);
    text_puts(out, "\n");
    for (int r = 0; r < v->row_count; r++)
        text_printf(out, "%s\n", v->rows + (size_t)r * blif_row(v));
}

static void write_names(const char *kind, const blif_names *l, text *out)
{
    text_puts(out, kind);
    for (size_t i = 0; i < l->count; i++)
        text_printf(out, " %s", l->data[i]);
    text_puts(out, "\n");
}

void blif_canon(const char *source, bool sorted_ports, text *out)
{
    blif b;
    blif_read(&b, source, sorted_ports);
    size_t inputs = (size_t)b.count - b.inputs.count;
    for (size_t i = 0; i < b.inputs.count; i++)
        b.nodes[inputs + i].hash = rng_mix(i + 2);
    for (size_t i = 0; i < b.outputs.count; i++)
        hash_node(&b, b.drivers[i]);
    merge(&b);
    text_printf(out, ".model %s\n", b.model);
    write_names(".inputs", &b.inputs, out);
    write_names(".outputs", &b.outputs, out);
    int written = 0;
    for (size_t i = 0; i < b.outputs.count; i++) {
        blif_node *v = standing(&b, b.drivers[i]);
        write_node(&b, v, &written, out);
        text_puts(out, ".names");
        put_net(v, out);
        text_printf(out, " %s\n1 1\n", b.outputs.data[i]);
    }
    text_puts(out, ".end\n");
    blif_free(&b);
}
