/* SPDX-License-Identifier: Apache-2.0
 *
 * simt_routines.h - runs routines/driver.c on lines, and knows its rows: the routines, and the golden model of each. */
#ifndef WF_TESTS_SIMT_ROUTINES_H
#define WF_TESTS_SIMT_ROUTINES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../gen/design.h"
#include "../../simt/machine.h"

enum { WORDS = 32, LINE = 128, SLOT = 256, BATCH = 2048, AT = 1 << 20, MEMORY = 4 << 20, MOST_ROWS = 300, DESCRIPTION = 1 << 16 };

/* ---- The machine ---- */

typedef struct {
    const char *path;
    simt_program program;
} driver;

/* Runs the program to its end, with `bytes` bytes at AT; these are then as it has left them. */
static simt_totals run(driver *p, int argc, const char *const *argv, void *data, size_t bytes)
{
    simt_config config = {.lanes = 32,
                          .resident = 8,
                          .stack = 1024,
                          .memory = MEMORY,
                          .limit = 1ull << 32,
                          .most_blocks = 1 << 24,
                          .most_bytes = 1u << 31,
                          .argc = argc,
                          .argv = argv};
    simt_machine machine;
    char *wrong = simt_machine_make(&machine, &p->program, &config);
    uint8_t *place = wrong == NULL ? machine.view.global.data + (AT - machine.view.global.base) : NULL;

    if (wrong == NULL) {
        memcpy(place, data, bytes);
        if (!simt_machine_run(&machine) || machine.totals.status != 0)
            wrong = machine.wrong ? machine.wrong : "the program failed";
    }
    if (wrong != NULL) {
        fprintf(stderr, "%s: %s\n", p->path, wrong);
        exit(1);
    }
    memcpy(data, place, bytes);
    simt_totals totals = machine.totals;
    simt_machine_free(&machine);
    return totals;
}

/* What lines were and what became of them. */
typedef struct {
    uint32_t from[BATCH][WORDS];
    uint8_t to[BATCH][SLOT];
    uint32_t bytes[BATCH];
} memory;

/* Runs row `routine` of the table on so many lines of *m. */
static simt_totals run_routine(driver *p, int routine, bool decompress, memory *m, unsigned lines)
{
    static uint8_t data[sizeof *m]; /* without gaps between the parts */
    char which[16], count[16], at[16];
    const char *argv[] = {"routines", "--routine", which, "--lines", count, "--at", at, "--decompress", decompress ? "1" : "0"};
    uint8_t *to = data + lines * LINE, *bytes = to + lines * SLOT;

    snprintf(which, sizeof which, "%d", routine);
    snprintf(count, sizeof count, "%u", lines);
    snprintf(at, sizeof at, "%d", AT);
    memcpy(data, m->from, lines * LINE);
    memcpy(to, m->to, lines * SLOT);
    simt_totals totals = run(p, sizeof argv / sizeof *argv, argv, data, lines * (LINE + SLOT + sizeof *m->bytes));
    memcpy(m->from, data, lines * LINE);
    memcpy(m->to, to, lines * SLOT);
    memcpy(m->bytes, bytes, lines * sizeof *m->bytes);
    return totals;
}

/* ---- The routines and their golden models ---- */

typedef struct {
    const char *name, *unit, *options, *routine[2]; /* routine: that compresses, that decompresses */
    design d;
    bool failed;
    unsigned long long lines, fitted, bursts;
} row;

static row rows[MOST_ROWS];
static int row_count;

/* Asks the program which rows it has: five lines a row. */
static void read_rows(driver *p)
{
    static char told[DESCRIPTION];
    char at[16];
    const char *argv[] = {"routines", "--describe", "1", "--at", at};
    char *item[5], *rest = told;

    snprintf(at, sizeof at, "%d", AT);
    run(p, sizeof argv / sizeof *argv, argv, told, sizeof told - 1);
    while (*rest != '\0' && row_count < MOST_ROWS) {
        for (int i = 0; i < 5; i++)
            item[i] = strsep(&rest, "\n");
        row *r = &rows[row_count++];
        *r = (row){.name = item[0], .unit = item[1], .options = item[2], .routine = {item[3], item[4]}};
        design_init_named(&r->d, r->unit, r->name);
        design_need_codec(&r->d, r->name);
        design_set_all(&r->d, r->options, r->name);
        design_check(&r->d);
    }
}

/* A line's code; returns its bytes, 0 of a raw line. */
static uint32_t encode(const row *r, const uint32_t *line, wf_code *code)
{
    wf_input in = {.block = line};

    wf_encode(r->d.codec, &r->d.config, &in, code);
    return code->tag[0] & 1 ? (uint32_t)(wf_measure(r->d.codec, &r->d.config, &in) + 7) / 8 : 0;
}

#endif
