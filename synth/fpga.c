/* SPDX-License-Identifier: Apache-2.0 */
#include "fpga.h"

#include <stdio.h>
#include <string.h>

#include "../base/msg.h"

typedef enum { LUT, FLOP, RAM, RESOURCES } resource;

/* A cell of a family: of which resource it is, and how many. A name that ends in '*' stands for all that begin so. */
typedef struct {
    const char *cell;
    resource kind;
    double count;
} fpga_cell;

/* A carry cell of ECP5 takes the place of two LUTs, and a memory of 16 x 4 bits that of six. RAMB18E1 is half a block RAM. LUTs of Xilinx
 * are counted before pairs of small ones share one; a memory of 32 or 64 words takes the LUTs of its ports. */
static const fpga_cell ecp5[] = {
    {"LUT4", LUT, 1}, {"CCU2C", LUT, 2}, {"TRELLIS_DPR16X4", LUT, 6}, {"TRELLIS_FF", FLOP, 1}, {"DP16KD", RAM, 1}, {NULL, LUT, 0},
};
static const fpga_cell xilinx[] = {
    {"LUT*", LUT, 1},     {"INV", LUT, 1},       {"RAM32M", LUT, 4},     {"RAM64M", LUT, 4},     {"RAM32X1D", LUT, 2},
    {"RAM64X1D", LUT, 2}, {"RAM128X1D", LUT, 4}, {"SRL*", LUT, 1},       {"FDCE", FLOP, 1},      {"FDRE", FLOP, 1},
    {"FDPE", FLOP, 1},    {"FDSE", FLOP, 1},     {"RAMB36E1", RAM, 1.0}, {"RAMB18E1", RAM, 0.5}, {NULL, LUT, 0},
};

static const struct {
    const char *name, *synth; /* as in the keys; the command of Yosys */
    const fpga_cell *cells;
} families[] = {
    {"ecp5", "synth_ecp5", ecp5},
    {"xilinx", "synth_xilinx -flatten -noiopad -noclkbuf", xilinx},
};

static const fpga_cell *find_cell(const fpga_cell *cells, const char *name)
{
    for (; cells->cell; cells++) {
        size_t n = strcspn(cells->cell, "*");
        if (strncmp(name, cells->cell, n) == 0 && (cells->cell[n] == '*' || name[n] == '\0'))
            return cells;
    }
    return NULL;
}

/* Adds the cells of a report of Yosys' stat: lines "NAME NUMBER". */
static void count_cells(const char *report, const fpga_cell *cells, double count[RESOURCES])
{
    char name[64];
    double number;
    for (const char *line = report; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const fpga_cell *cell = sscanf(line, " %63[A-Z0-9_] %lf", name, &number) == 2 ? find_cell(cells, name) : NULL;
        if (cell)
            count[cell->kind] += cell->count * number;
    }
}

void fpga_unit(const synth_unit *u, metrics *m)
{
    const synth_job *job = u->job;
    char *top = format_new("%s_%s", job->d->name, u->name);
    for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
        char *stat = format_new("%s.%s.stat", u->name, families[f].name), *script = format_new("%s.%s.ys", u->name, families[f].name),
             *log = format_new("%s.%s.log", u->name, families[f].name), *files = format_new("%s %s", u->files, u->box_files);
        double count[RESOURCES] = {0};
        script_write(job, "synth/fpga.ys", script, "FILES", files, "SYNTH", families[f].synth, "TOP", top, "OUT", stat, NULL);
        yosys_run(job, script, log);
        char *report = work_read(job, stat);
        if (report == NULL)
            die("yosys has written no %s (log: syn/%s)", stat, log);
        count_cells(report, families[f].cells, count);
        metrics_set(m, count[LUT], KEY_UNIT_FPGA_LUTS, u->name, families[f].name);
        metrics_set(m, count[FLOP], KEY_UNIT_FPGA_FLOPS, u->name, families[f].name);
        metrics_set(m, count[RAM], KEY_UNIT_FPGA_RAMS, u->name, families[f].name);
    }
}
