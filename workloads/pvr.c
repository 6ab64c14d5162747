/* SPDX-License-Identifier: Apache-2.0 */
/* pvr - ranks pages by their views: a thread a line reads the number behind the page, a sort orders them, and each tells whether it begins a group of the
   same number. After Mars' PageViewRank. */
#include "pages.h"
#include "workload.h"

enum { THREADS = PAGE_THREADS, LONGEST = PAGE_LONGEST + 12 };

typedef struct {
    const char *text; /* lines of a page and its views, with a tab between */
    const unsigned *offset;
    record *records; /* key: the views; value: the line's offset */
    unsigned *group; /* 1 where a group begins */
    unsigned part;
} ranking;

/* From the line's end */
KERNEL(map)
{
    const ranking *a = arguments;
    unsigned line = block * threads + thread, views = 0, unit = 1;
    for (const char *c = a->text + a->offset[line + 1] - 2; *c != '\t'; c--) {
        views += (unsigned)(*c - '0') * unit;
        unit *= 10;
    }
    a->records[line] = (record){views, a->offset[line]};
}

KERNEL(group)
{
    const ranking *a = arguments;
    unsigned i = block * threads + thread, before = i == 0 ? 0 : i - 1;
    a->group[i] = (unsigned)predicate(((i & (a->part - 1)) == 0) | (a->records[before].key != a->records[i].key));
}

/* The page of the n-th most views has about 1/n of them. `offset` has one more at the end. */
static void make_text(char *text, unsigned *offset, unsigned *views, unsigned lines)
{
    static char words[PAGE_WORDS][PAGE_WORD];
    char *to = text;
    make_page_words(words);
    for (unsigned l = 0; l < lines; l++) {
        views[l] = 4 * lines / (1 + random_below(lines));
        to = put_page(to, (const char(*)[PAGE_WORD])words, true);
        *to++ = '\t';
        to = put_number(to, views[l]);
        *to++ = '\0';
        offset[l + 1] = (unsigned)(to - text);
    }
}

/* Merges ever longer runs of lines: of the same views the first stays first. */
static void reference(const unsigned *views, const unsigned *offset, unsigned lines, unsigned part, record *records)
{
    record *merged = allocate(lines, sizeof *merged);
    for (unsigned l = 0; l < lines; l++)
        records[l] = (record){views[l], offset[l]};
    for (unsigned run = 1; run < part; run *= 2) {
        for (unsigned start = 0; start < lines; start += 2 * run)
            for (unsigned i = start, x = start, y = start + run; i < start + 2 * run; i++) {
                bool second = x == start + run || (y < start + 2 * run && records[y].key < records[x].key);
                merged[i] = records[second ? y++ : x++];
            }
        for (unsigned l = 0; l < lines; l++)
            records[l] = merged[l];
    }
}

int main(int argc, char **argv)
{
    unsigned lines = 1024, part = 1 << 20;
    const option options[] = {
        {"size", &lines, THREADS, 1 << 20, THREADS, "lines"},
        {"part", &part, 2, 1 << 20, 1, "lines that are ranked together, at most; they are a power of two that divides all"},
        {0}};
    begin("pvr", argc, argv, options);
    part = part_of(lines, part);
    char *text = allocate(lines, LONGEST);
    unsigned *offset = allocate(lines + 1, sizeof *offset), *views = allocate(lines, sizeof *views);
    make_text(text, offset, views, lines);
    ranking a = {text, offset, allocate(lines, sizeof(record)), allocate(lines, sizeof(unsigned)), part};
    launch(map, &a, lines / THREADS, THREADS, 0);
    sort_parts(a.records, lines, part);
    launch(group, &a, lines / THREADS, THREADS, 0);
    record *expected = allocate(lines, sizeof *expected);
    unsigned *groups = allocate(lines, sizeof *groups);
    reference(views, offset, lines, part, expected);
    for (unsigned l = 0; l < lines; l++)
        groups[l] = l % part == 0 || expected[l].key != expected[l - 1].key;
    return verdict(same_words("records", a.records, expected, 2 * lines) && same_words("group", a.group, groups, lines), lines);
}
