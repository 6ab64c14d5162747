/* SPDX-License-Identifier: Apache-2.0 */
/* btree - finds keys, and counts keys in ranges, in a B+ tree: a block a query, a thread a key of the node. After Rodinia's b+tree. */
#include "workload.h"

enum { ORDER = 64 }; /* keys of a node; of an inner node each leads to a child */

typedef struct {
    int key[ORDER]; /* ascending; an inner node's are the least keys below its children; LAST where there is none */
    int child[ORDER];
    int keys;
} node;

enum { LAST = 0x7fffffff };

typedef struct {
    const node *nodes; /* leaves first, in the order of their keys; child: the record's value */
    int root, height;
    const int *low, *high; /* queries */
    int *found, *count;
} tree;

/* Thread i looks whether the key lies from key i on and below key i + 1; the one that says yes tells all where to go. */
KERNEL(find)
{
    const tree *a = arguments;
    int *at = shared, key = a->low[block], i = (int)thread;
    if (i == 0)
        *at = a->root;
    barrier();
    for (int level = 1; level < a->height; level++) {
        const node *n = a->nodes + *at;
        bool mine = n->key[i] <= key && (i == ORDER - 1 || n->key[i + 1] > key);
        barrier();
        if (mine)
            *at = n->child[i];
        barrier();
    }
    const node *leaf = a->nodes + *at;
    if (leaf->key[i] == key)
        a->found[block] = leaf->child[i];
}

/* The same for both ends of a range at once, then the number of keys from the lower to the upper one: leaves stand side by side */
KERNEL(find_range)
{
    const tree *a = arguments;
    int *at = shared, low = a->low[block], high = a->high[block], i = (int)thread;
    if (i < 2)
        at[i] = a->root;
    if (i == 2)
        at[2] = 0;
    barrier();
    for (int level = 1; level < a->height; level++) {
        const node *n = a->nodes + at[0], *m = a->nodes + at[1];
        bool lower = n->key[i] <= low && (i == ORDER - 1 || n->key[i + 1] > low);
        bool upper = m->key[i] <= high && (i == ORDER - 1 || m->key[i + 1] > high);
        barrier();
        if (lower)
            at[0] = n->child[i];
        if (upper)
            at[1] = m->child[i];
        barrier();
    }
    int mine = 0;
    for (int leaf = at[0]; leaf <= at[1]; leaf++) {
        int key = a->nodes[leaf].key[i];
        if (key >= low && key <= high && key != LAST)
            mine++;
    }
    if (mine != 0)
        __atomic_fetch_add(&at[2], mine, __ATOMIC_RELAXED);
    barrier();
    if (i == 0)
        a->count[block] = at[2];
}

/* Builds the tree of ascending keys; leaves are filled to three quarters. Returns its root, the last node. */
static int build(node *nodes, const int *key, const int *value, int records, int *height)
{
    const int fill = ORDER * 3 / 4;
    int made = 0, level = 0;
    for (int r = 0; r < records; made++)
        for (int i = 0; i < ORDER; i++) {
            bool some = i < fill && r < records;
            nodes[made].key[i] = some ? key[r] : LAST;
            nodes[made].child[i] = some ? value[r++] : 0;
        }
    for (*height = 1; made - level > 1; ++*height)
        for (int end = made; level < end; made++)
            for (int i = 0; i < ORDER; i++) {
                bool some = i < fill && level < end;
                nodes[made].key[i] = some ? nodes[level].key[0] : LAST;
                nodes[made].child[i] = some ? level++ : 0;
            }
    return made - 1;
}

int main(int argc, char **argv)
{
    unsigned queries = 48, records = 6000;
    const option options[] = {{"size", &queries, 1, 1 << 20, 1, "queries"}, {"records", &records, 1, 1 << 20, 1, "records"}, {0}};
    begin("btree", argc, argv, options);
    int *key = allocate(records, sizeof *key), *value = allocate(records, sizeof *value);
    for (unsigned r = 0; r < records; r++) {
        key[r] = (r == 0 ? 0 : key[r - 1]) + 1 + (int)random_below(5);
        value[r] = (int)random_below(1000000);
    }
    int *result[6]; /* low, high, found, count, and the last two as expected */
    for (int i = 0; i < 6; i++)
        result[i] = allocate(queries, sizeof(int));
    for (unsigned q = 0; q < queries; q++) {
        unsigned r = random_below(records);
        result[0][q] = key[r] + (random_below(4) == 0); /* a quarter may be missing */
        result[1][q] = result[0][q] + (int)random_below(400);
        result[2][q] = result[4][q] = -1;
        for (unsigned i = 0; i < records; i++) {
            if (key[i] == result[0][q])
                result[4][q] = value[i];
            result[5][q] += key[i] >= result[0][q] && key[i] <= result[1][q];
        }
    }
    node *nodes = allocate(records / 24 + 4, sizeof *nodes);
    int height, root_node = build(nodes, key, value, (int)records, &height);
    tree a = {nodes, root_node, height, result[0], result[1], result[2], result[3]};
    launch(find, &a, queries, ORDER, sizeof(int));
    launch(find_range, &a, queries, ORDER, 3 * sizeof(int));
    return verdict(same_words("found", a.found, result[4], queries) && same_words("count", a.count, result[5], queries), 2 * queries);
}
