/* SPDX-License-Identifier: Apache-2.0 */
/* pvc - counts the views of pages in a log: a thread a line finds the page and hashes it, a sort brings equal pages together, and the first of each counts
   them. After Mars' PageViewCount. */
#include "pages.h"
#include "workload.h"

enum { THREADS = PAGE_THREADS, LONGEST = PAGE_LONGEST + 180, BASIS = (int)2166136261u, PRIME = 16777619 };

typedef struct {
    const char *log; /* lines of a page, an address and a cookie, with tabs between */
    const unsigned *offset;
    record *records; /* key: the page's hash; value: the line's offset */
    unsigned *views; /* at the first record of each page */
    unsigned part;
} counting;

/* Fowler's, Noll's and Vo's */
static inline unsigned mix(unsigned hash, char c)
{
    return (hash ^ (unsigned char)c) * PRIME;
}

KERNEL(map)
{
    const counting *a = arguments;
    unsigned line = block * threads + thread, hash = (unsigned)BASIS;
    for (const char *c = a->log + a->offset[line]; *c != '\t'; c++)
        hash = mix(hash, *c);
    a->records[line] = (record){hash, a->offset[line]};
}

KERNEL(count)
{
    const counting *a = arguments;
    unsigned first = block * threads + thread, key = a->records[first].key, last = first | (a->part - 1);
    if ((first & (a->part - 1)) == 0 || a->records[first - 1].key != key) {
        unsigned next = first + 1;
        while (next <= last && a->records[next].key == key)
            next++;
        a->views[first] = next - first;
    }
}

/* Pages, no two of the same hash: each ends with a tab, and has room of PAGE_LONGEST. */
static char *make_pages(unsigned pages)
{
    static char words[PAGE_WORDS][PAGE_WORD];
    char *text = allocate(pages, PAGE_LONGEST);
    unsigned slots = 4 * pages, *taken = allocate(slots, sizeof *taken);
    make_page_words(words);
    for (unsigned p = 0; p < pages;) {
        char *start = text + p * PAGE_LONGEST;
        unsigned hash = (unsigned)BASIS, slot;
        *put_page(start, (const char(*)[PAGE_WORD])words, false) = '\t';
        for (const char *c = start; *c != '\t'; c++)
            hash = mix(hash, *c);
        for (slot = hash % slots; taken[slot] != 0 && taken[slot] != hash; slot = (slot + 1) % slots) {
        }
        if (taken[slot] == 0) {
            taken[slot] = hash;
            p++;
        }
    }
    return text;
}

/* Lines; the n-th page is viewed with a chance in proportion to 1/n. `offset` has one more at the end, `page` tells the page of each line. */
static void make_log(char *log, unsigned *offset, unsigned *page, unsigned lines, unsigned pages)
{
    const char *text = make_pages(pages);
    unsigned *sums = allocate(pages, sizeof *sums);
    zipf_chances(sums, pages, 100000000);
    char *to = log;
    for (unsigned l = 0; l < lines; l++) {
        page[l] = zipf_draw(sums, pages);
        for (const char *c = text + page[l] * PAGE_LONGEST; *c != '\t';)
            *to++ = *c++;
        for (int i = 0; i < 4; i++) {
            *to++ = i == 0 ? '\t' : '.';
            to = put_number(to, 1 + random_below(254));
        }
        to = put_digits(put_text(to, "\tsid="), 32);
        to = put_number(put_text(to, "; uid="), random_below(10000000));
        to = put_digits(put_text(to, "; track="), 96);
        *to++ = '\0';
        offset[l + 1] = (unsigned)(to - log);
    }
}

static unsigned line_at(const unsigned *offset, unsigned lines, unsigned at)
{
    unsigned low = 0, high = lines - 1;
    while (low < high) {
        unsigned middle = (low + high + 1) / 2;
        if (offset[middle] <= at)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* The views of each page of a part as the kernel tells them: of a page that has several, the first ones */
static void told_views(const counting *a, const unsigned *page, unsigned lines, unsigned first, unsigned *views)
{
    for (unsigned i = first; i < first + a->part; i++)
        if (a->views[i] != 0) {
            unsigned p = page[line_at(a->offset, lines, a->records[i].value)];
            if (views[p] == 0)
                views[p] = a->views[i];
        }
}

int main(int argc, char **argv)
{
    unsigned lines = 512, part = 1 << 20;
    const option options[] = {
        {"size", &lines, THREADS, 1 << 20, THREADS, "lines"},
        {"part", &part, 2, 1 << 20, 1, "lines that are counted together, at most; they are a power of two that divides all"},
        {0}};
    begin("pvc", argc, argv, options);
    part = part_of(lines, part);
    unsigned pages = lines / 4 < 4096 ? lines / 4 : 4096;
    char *log = allocate(lines, LONGEST);
    unsigned *offset = allocate(lines + 1, sizeof *offset), *page = allocate(lines, sizeof *page);
    make_log(log, offset, page, lines, pages);
    counting a = {log, offset, allocate(lines, sizeof(record)), allocate(lines, sizeof(unsigned)), part};
    launch(map, &a, lines / THREADS, THREADS, 0);
    sort_parts(a.records, lines, part);
    launch(count, &a, lines / THREADS, THREADS, 0);
    unsigned *got = allocate(pages, sizeof *got), *expected = allocate(pages, sizeof *expected);
    bool right = true;
    for (unsigned first = 0; first < lines && right; first += part) {
        for (unsigned p = 0; p < pages; p++)
            got[p] = expected[p] = 0;
        for (unsigned l = first; l < first + part; l++)
            expected[page[l]]++;
        told_views(&a, page, lines, first, got);
        right = same_words("views", got, expected, pages);
    }
    return verdict(right, lines);
}
