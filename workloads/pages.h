/* SPDX-License-Identifier: Apache-2.0 */
/* pages.h - what pvc and pvr have: addresses of pages, and Mars' bitonic sort. */
#ifndef PAGES_H
#define PAGES_H

#include "workload.h"

enum { PAGE_THREADS = 256, PAGE_WORDS = 256, PAGE_WORD = 9, PAGE_LONGEST = 160 };

/* What the map emits, and the sort moves. No two records of a sort have the same value. */
typedef struct {
    unsigned key, value;
} record;

typedef struct {
    record *records;
    unsigned part;        /* records that are sorted together, a power of two */
    unsigned run, stride; /* of the network: which records go up, and how far what is compared lies apart */
} sorting;

static inline int record_less(record x, record y)
{
    return predicate((x.key < y.key) | ((x.key == y.key) & (x.value < y.value)));
}

KERNEL(sort_exchange)
{
    const sorting *a = arguments;
    unsigned i = block * threads + thread, other = i ^ a->stride;
    if (other > i) {
        record x = a->records[i], y = a->records[other];
        int up = predicate((i & a->run & (a->part - 1)) == 0);
        if (record_less(y, x) == up) {
            a->records[i] = y;
            a->records[other] = x;
        }
    }
}

/* Sorts each part of `count` records up, by keys and then by values; `count` is a multiple of PAGE_THREADS and of `part`. */
static void sort_parts(record *records, unsigned count, unsigned part)
{
    sorting a = {records, part, 2, 1};
    for (; a.run <= part; a.run *= 2)
        for (a.stride = a.run / 2; a.stride > 0; a.stride /= 2)
            launch(sort_exchange, &a, count / PAGE_THREADS, PAGE_THREADS, 0);
}

/* The largest power of two that is at most `bound` and divides `count` */
static unsigned part_of(unsigned count, unsigned bound)
{
    unsigned part = 1;
    while (2 * part <= bound && count % (2 * part) == 0)
        part *= 2;
    return part;
}

/* Words of one to four syllables, of which names and paths are made */
static void make_page_words(char words[PAGE_WORDS][PAGE_WORD])
{
    static const char consonants[] = "bcdfghklmnprstvw", vowels[] = "aeiou";
    for (unsigned w = 0; w < PAGE_WORDS; w++) {
        unsigned syllables = 1 + random_below(4);
        for (unsigned s = 0; s < syllables; s++) {
            words[w][2 * s] = consonants[random_below(16)];
            words[w][2 * s + 1] = vowels[random_below(5)];
        }
    }
}

static char *put_text(char *to, const char *text)
{
    while (*text != '\0')
        *to++ = *text++;
    return to;
}

static char *put_number(char *to, unsigned value)
{
    char digits[12], *d = digits + 11;
    *d = '\0';
    do {
        *--d = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    return put_text(to, d);
}

static char *put_digits(char *to, unsigned count)
{
    for (; count > 0; count--)
        *to++ = "0123456789abcdef"[random_below(16)];
    return to;
}

/* An address, shorter than PAGE_LONGEST: one of 16 hosts, two to five words of a path, mostly a query, and perhaps a session. Returns its end. */
static char *put_page(char *to, const char words[PAGE_WORDS][PAGE_WORD], bool session)
{
    unsigned host = random_below(16);
    to = put_text(to, "http://www.");
    to = put_text(to, words[host]);
    to = put_text(to, words[16 + host]);
    to = put_text(to, ".com");
    for (unsigned parts = 2 + random_below(4); parts > 0; parts--) {
        *to++ = '/';
        to = put_text(to, words[random_below(PAGE_WORDS)]);
    }
    to = put_text(to, ".html");
    if (random_below(4) != 0) {
        to = put_text(to, "?id=");
        to = put_number(to, random_below(1000000));
        to = put_text(to, "&ref=");
        to = put_text(to, words[random_below(PAGE_WORDS)]);
        if (session)
            to = put_digits(put_text(to, "&session="), 32);
    }
    return to;
}

#endif
