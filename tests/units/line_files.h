/* SPDX-License-Identifier: Apache-2.0
 *
 * line_files.h - files of the tests of cache lines. Include it after cmocka.h. */
#ifndef WF_TESTS_LINE_FILES_H
#define WF_TESTS_LINE_FILES_H

#include <stdio.h>
#include <string.h>

#include "../../base/file.h"
#include "../../base/random.h"
#include "../../base/text.h"
#include "../../cmodel/warpfold.h"
#include "own_folder.h"

/* Lines of every kind: zero, small numbers, one word, pointers, random; and a rest. */
static inline char *mixed_file(const char *name, size_t lines, size_t rest)
{
    size_t n = lines * 64 + rest;
    uint32_t *words = zalloc(n + 4);
    rng r = {9};

    for (size_t i = 0; i < n / 4; i++)
        switch (i / 16 % 5) {
        case 0: words[i] = 0; break;
        case 1: words[i] = (uint32_t)(i % 7); break;
        case 2: words[i] = 0x1234567; break;
        case 3: words[i] = 0x80010000 + (uint32_t)(rng_next(&r) % 200); break;
        default: words[i] = (uint32_t)rng_next(&r);
        }
    memcpy((char *)words + n - rest, "0123456789012345678901234567890123456789", rest < 40 ? rest : 40);
    return put_file(name, words, n);
}

static inline bool is_line_codec(const wf_unit *unit)
{
    return unit->codec && unit->line;
}

static inline void expect_same_files(const char *a, const char *b)
{
    size_t na, nb;
    char *x = file_read(a, &na), *y = file_read(b, &nb);

    assert_non_null(x);
    assert_non_null(y);
    assert_int_equal(na, nb);
    assert_memory_equal(x, y, na);
}

#endif
