/* SPDX-License-Identifier: Apache-2.0
 *
 * throughput "NAME=VALUE ..." ... - what each register file moves in a cycle, in its model: a row for each set of parameters that it has.
 * throughput --list - the units that are register files.
 * throughput --verilog DIR ... - a row for each design, whose Verilog runs beside the model and must show the same in every cycle; fewer cycles.
 *
 *     reads   instructions of three sources, as fast as they are taken: operands a cycle
 *     writes  full writes at every port: writes a cycle
 *     both    instructions of two sources and a write each: instructions a cycle
 *
 * even: registers of all clusters in turn, so that none waits for another; random: any register. Values stay raw, or are compressed. */
#include <stdio.h>
#include <string.h>

#include "../../base/clock.h"
#include "../../base/folder.h"
#include "../../base/random.h"
#include "../../machine/file_ports.h"

enum { WARM_UP = 200, CYCLES = 20000, VERILOG_CYCLES = 2000, QUEUE = 16 };

typedef enum { READS, WRITES, BOTH } kind;

typedef struct {
    file_ports p;
    kind kind;
    bool even, compressed;
    rng r;
    unsigned next_source, next_dest;
    int queue; /* results that wait for a write port */
    double operands, writes, instructions;
    uint32_t mask[WF_MASK_WORDS];
} bench;

/* A register of any warp; of all clusters in turn, if the traffic is even. The file spreads the registers of a warp over the clusters. */
static void choose(bench *b, unsigned *next, int *warp, int *reg)
{
    const wf_file_shape *s = &b->p.shape;
    *warp = (int)rng_below(&b->r, (uint32_t)s->warps);
    *reg = (int)rng_below(&b->r, (uint32_t)s->registers);
    if (!b->even)
        return;
    int cluster = (int)((*next)++ % (unsigned)s->clusters);
    *reg -= *reg % s->clusters;
    *reg += (cluster + s->clusters - *warp % s->clusters) % s->clusters;
}

static void put_values(bench *b, uint32_t *values)
{
    uint32_t base = rng_word(&b->r);
    for (int i = 0; i < b->p.lanes; i++)
        values[i] = b->compressed ? base + (uint32_t)i : rng_word(&b->r);
}

static void give_write(bench *b, int k, int warp, int reg)
{
    uint32_t values[WF_MAX_LANES];
    put_values(b, values);
    ports_write(&b->p, k, &(file_write_in){.warp = warp, .reg = reg, .mask = b->mask, .values = values, .last = true});
}

/* Every register of every warp gets a value. */
static void fill(bench *b)
{
    const wf_file_shape *s = &b->p.shape;
    for (int at = 0; at < s->warps * s->registers; ports_clock(&b->p))
        for (int k = 0; k < s->writes && at < s->warps * s->registers; k++)
            if (ports_write_ready(&b->p, k)) {
                give_write(b, k, at / s->registers, at % s->registers);
                at++;
            }
    for (int i = 0; i < WARM_UP; i++)
        ports_clock(&b->p);
}

/* The sources are of one warp: an instruction's registers are. */
static void issue(bench *b, int k)
{
    int sources = b->kind == READS ? WF_FILE_SOURCES : 2;
    file_instruction in = {.dest = -1, .mask = b->mask, .used = (1u << sources) - 1};
    unsigned from = b->next_source;
    for (int s = 0; s < sources; s++) {
        int warp;
        choose(b, &b->next_source, s == 0 ? &in.warp : &warp, &in.source[s]);
        if (b->even && s > 0) /* the cluster of this turn, in the first one's warp */
            in.source[s] = (in.source[s] - in.source[s] % b->p.shape.clusters) +
                           (int)((from + (unsigned)s + (unsigned)(b->p.shape.clusters - in.warp % b->p.shape.clusters)) %
                                 (unsigned)b->p.shape.clusters);
    }
    ports_issue(&b->p, k, &in);
    b->queue += b->kind == BOTH;
}

static void cycle(bench *b)
{
    const wf_file_shape *s = &b->p.shape;
    for (int k = 0; k < s->issues; k++)
        if (ports_operands_valid(&b->p, k)) {
            b->operands += b->kind == READS ? WF_FILE_SOURCES : 2;
            b->instructions++;
        }
    for (int k = 0; k < s->issues && b->kind != WRITES; k++)
        if (ports_issue_ready(&b->p, k) && b->queue < QUEUE)
            issue(b, k);
    for (int k = 0; k < s->writes && b->kind != READS; k++)
        if (ports_write_ready(&b->p, k) && (b->kind == WRITES || b->queue > 0)) {
            int warp, reg;
            choose(b, &b->next_dest, &warp, &reg);
            give_write(b, k, warp, reg);
            b->queue -= b->kind == BOTH;
            b->writes++;
        }
    ports_clock(&b->p);
}

static double cycles; /* of all measurements */

static double measure(const design *d, kind what, bool even, bool compressed, verilog *beside)
{
    bench b = {.kind = what, .even = even, .compressed = compressed, .r = {1}};
    const int count = beside ? VERILOG_CYCLES : CYCLES;
    file_ports_open(&b.p, d, beside);
    for (int i = 0; i < b.p.lanes; i++)
        b.mask[i / 32] |= 1u << i % 32;
    fill(&b);
    for (int i = 0; i < WARM_UP; i++)
        cycle(&b);
    b.operands = b.writes = b.instructions = 0;
    for (int i = 0; i < count; i++)
        cycle(&b);
    cycles += (double)b.p.cycle;
    file_ports_close(&b.p);
    return (what == READS ? b.operands : what == WRITES ? b.writes : b.instructions) / count;
}

static void row(const design *d, const char *title, verilog *beside)
{
    printf("%-36s", title);
    for (int k = READS; k <= BOTH; k++)
        for (int even = 1; even >= 0; even--)
            for (int compressed = 0; compressed <= 1; compressed++)
                printf(" %7.2f", measure(d, (kind)k, even, compressed, beside));
    printf("\n");
}

static void model_row(const wf_unit *unit, const char *parameters)
{
    design d;
    design_init_named(&d, unit->name, "throughput");
    design_set_all(&d, parameters, "throughput");
    design_check(&d);
    row(&d, *parameters ? parameters : "as it is", NULL);
}

static void verilog_row(const char *dir)
{
    design d;
    design_load(&d, dir);
    verilog *v = verilog_open(&d, dir, false);
    row(&d, path_base(dir), v);
    verilog_close(v);
}

static void head(const char *title)
{
    printf("%s\n%-36s %-31s %-31s %s\n", title, "", " operands a cycle, reads alone", " writes a cycle, alone",
           " instructions a cycle, both");
    printf("%-36s", "");
    for (int i = 0; i < 3; i++)
        printf(" %-15s %-15s", " even", " random");
    printf("\n%-36s", "");
    for (int i = 0; i < 6; i++)
        printf(" %7s %7s", "raw", "compr.");
    printf("\n");
}

static void models(int count, char **parameters)
{
    double start = clock_processor_seconds();
    for (size_t u = 0; u < wf_unit_count(); u++)
        if (wf_is_kind(wf_unit_at(u), WF_REGISTER_FILE)) {
            head(wf_unit_at(u)->title);
            for (int i = 0; i < count; i++)
                if (unit_has_all(wf_unit_at(u), parameters[i]))
                    model_row(wf_unit_at(u), parameters[i]);
        }
    printf("the model: %.1f million cycles a second of processor time\n", cycles / 1e6 / (clock_processor_seconds() - start));
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t u = 0; u < wf_unit_count(); u++)
            if (wf_is_kind(wf_unit_at(u), WF_REGISTER_FILE))
                printf("%s\n", wf_unit_at(u)->name);
    } else if (argc > 2 && strcmp(argv[1], "--verilog") == 0) {
        head("Verilog and model, the same in every cycle");
        for (int i = 2; i < argc; i++)
            verilog_row(argv[i]);
    } else {
        models(argc - 1, argv + 1);
    }
    return 0;
}
