/* SPDX-License-Identifier: Apache-2.0 */
#include "stats_instructions.h"

#include <math.h>
#include <stdio.h>

/* A share, or a dash if it is not a number. */
static void print_percent(int width, double percent)
{
    if (isfinite(percent))
        printf(" %*.1f%%", width - 1, percent);
    else
        printf(" %*s", width, "-");
}

static void print_row(const char *name, const trace_counts *counts)
{
    const instruction_counts *c = &counts->instructions;
    double reads = trace_reads_per_write(counts);

    printf("%-20.20s %9.0f %9.0f", name, c->all, c->unknown);
    print_percent(8, instruction_share_of(c, SHARE_NONDIVERGENT));
    print_percent(8, instruction_share_of(c, SHARE_DIVERGENT));
    print_percent(8, instruction_share_of(c, SHARE_MOVES));
    print_percent(8, instruction_compressed_share(c, 0));
    print_percent(8, instruction_compressed_share(c, 1));
    if (isfinite(reads))
        printf(" %8.2f\n", reads);
    else
        printf(" %8s\n", "-");
}

static void print_masks(const stats_file *files, int count)
{
    trace_counts all = {0};

    printf("%-20s %9s %9s %8s %8s %8s %8s %8s %8s\n", "", "", "mask un-", "full", "diver-", "dummy", "compr.,", "compr.,", "reads");
    printf("%-20s %9s %9s %8s %8s %8s %8s %8s %8s\n", "instructions", "all", "known", "mask", "gent", "moves", "full", "diverg.", "/write");
    for (int i = 0; i < count; i++)
        if (files[i].counts.instructions.all > 0) {
            print_row(files[i].name, &files[i].counts);
            trace_counts_add(&all, &files[i].counts);
        }
    if (all.files > 1)
        print_row("all", &all);
}

static void print_accesses(const design *d, const instruction_counts *c)
{
    printf("\naccesses by code: %.0f reads, %.0f writes; of unknown value or mask %.0f; instructions of unknown sources %.0f\n", c->reads,
           c->writes, c->unclassed, c->unread);
    if (c->reads + c->writes == 0)
        return;
    printf("                 ");
    for (int i = 0; d->codec->class_names[i] != NULL; i++)
        printf("  %s %.1f%%", d->codec->class_names[i], instruction_access_share(c, i));
    printf("\n");
}

static void print_forms(const instruction_counts *c)
{
    static const char *const titles[SCALAR_FORMS] = {"full mask, whole warp", "full mask, groups", "divergent"};

    printf("%-24s %11s %8s %8s\n", "", "arithmetic", "special", "memory");
    for (int form = 0; form < SCALAR_FORMS; form++) {
        if (form == SCALAR_GROUP && c->grouped == 0)
            continue;
        printf("%-24s", titles[form]);
        for (int kind = 0; kind < INSTRUCTION_SCALAR_KINDS; kind++) {
            printf("%s", kind == INSTRUCTION_ARITHMETIC ? "   " : "");
            print_percent(8, 100 * c->scalar[form][kind] / c->judged);
        }
        printf("\n");
    }
}

static void print_step(const char *title, double percent)
{
    printf("  %s", title);
    print_percent(5, percent);
}

static void print_scalars(const instruction_counts *c, const char *source)
{
    printf("\non one lane (%s), of %.0f instructions; of %.0f it is unknown\n", source, c->judged, c->unjudged);
    if (c->judged == 0)
        return;
    print_forms(c);
    printf("step by step     ");
    print_step("ALU", instruction_share_of(c, SHARE_ALU));
    print_step("all", instruction_share_of(c, SHARE_ALL));
    if (c->grouped > 0)
        print_step("half", instruction_share_of(c, SHARE_HALF));
    print_step("with divergent", instruction_share_of(c, SHARE_TOTAL));
    if (c->supposed > 0)
        print_step("if stored full", instruction_share_of(c, SHARE_IF_FULL));
    printf("\ndivergent        ");
    print_step("divergent scalars of the divergent", instruction_share_of(c, SHARE_DIVERGENT_SCALARS));
    printf("\n");
    if (c->grouped == 0)
        return;
    printf("groups           ");
    print_step("groups alone", instruction_share_of(c, SHARE_GROUP));
    printf("\n");
}

/* Says which files are not in this part. */
static void print_others(const stats_file *files, int count)
{
    const char *before = "\nnot in this part, as they have no instructions: ";

    for (int i = 0; i < count; i++)
        if (files[i].counts.instructions.all == 0) {
            printf("%s%s", before, files[i].name);
            before = ", ";
        }
    if (before[0] == ',')
        printf("\n");
}

void print_instructions(const design *d, const stats_file *files, int count, const trace_counts *total)
{
    const instruction_counts *c = &total->instructions;

    if (c->all == 0) {
        printf("\nno instructions in %s: no shares of instructions, no accesses by reading instruction, no scalar instructions\n",
               count > 1 ? "these traces" : "this trace");
        return;
    }
    printf("\n");
    print_masks(files, count);
    print_accesses(d, c);
    if (d->codec->scalar)
        print_scalars(c, d->codec->scalar_source);
    else
        printf("\non one lane: unknown, since the tags of this codec do not tell scalars under a mask\n");
    print_others(files, count);
}
