/* SPDX-License-Identifier: Apache-2.0
 *
 * latency "NAME=VALUE ..." ... - in the model of each register file, in which cycle the operands of an instruction come that reads a register, if
 * a write of it is accepted in cycle 0 and the instruction some cycles behind it: a row for each set of parameters that it has. And how many cycles after
 * its acceptance those of an instruction come that waits for nothing.
 *
 * A full write of values that are compressed, or stay raw; a write of half the lanes of a register that holds such values. Nothing else is
 * under way, and the banks are on. */
#include <stdio.h>
#include <string.h>

#include "../../base/random.h"
#include "../../machine/file_ports.h"

enum { BEHIND = 8, SETTLED = 400, MOST = 1000, WARP = 0, REGISTER = 0, OTHER = 1 };

typedef enum { COMPRESSED, RAW, PARTIAL, KINDS } kind;
static const char *const kinds[KINDS] = {"full, compressed", "full, raw", "half the lanes"};

static void put_values(const file_ports *p, kind what, rng *r, uint32_t *values)
{
    uint32_t base = rng_word(r);
    for (int i = 0; i < p->lanes; i++)
        values[i] = what == RAW ? rng_word(r) : base + (uint32_t)i;
}

static void give_write(file_ports *p, int reg, kind what, bool whole, rng *r)
{
    uint32_t values[WF_MAX_LANES], mask[WF_MASK_WORDS] = {0};
    for (int i = 0; i < (whole ? p->lanes : p->lanes / 2); i++)
        mask[i / 32] |= 1u << i % 32;
    put_values(p, what, r, values);
    ports_write(p, 0, &(file_write_in){.warp = WARP, .reg = reg, .mask = mask, .values = values, .last = true});
    ports_clock(p);
}

static void settle(file_ports *p)
{
    for (int i = 0; i < SETTLED; i++)
        ports_clock(p);
}

/* An instruction that reads the register is accepted in this cycle; the cycle of its operands, counted from 0 at `start`. */
static unsigned reads(file_ports *p, uint64_t start)
{
    uint32_t mask[WF_MASK_WORDS] = {1};
    file_instruction in = {.warp = WARP, .source = {REGISTER}, .used = 1, .dest = -1, .mask = mask};
    ports_issue(p, 0, &in);
    for (int i = 0; i < MOST && !ports_operands_valid(p, 0); i++)
        ports_clock(p);
    return (unsigned)(p->cycle - start);
}

/* behind 0: there is no write but those that are stored. A raw register of the same cluster keeps all banks on. */
static unsigned measure(const design *d, kind what, unsigned behind)
{
    file_ports p;
    rng r = {1};
    file_ports_open(&p, d, NULL);
    give_write(&p, REGISTER, what, true, &r);
    give_write(&p, REGISTER + p.shape.clusters < p.shape.registers ? REGISTER + p.shape.clusters : OTHER, RAW, true, &r);
    settle(&p);
    uint64_t start = p.cycle;
    if (behind > 0)
        give_write(&p, REGISTER, what, what != PARTIAL, &r);
    while (p.cycle < start + behind)
        ports_clock(&p);
    unsigned cycle = reads(&p, start);
    file_ports_close(&p);
    return cycle;
}

static void row(const wf_unit *unit, const char *parameters)
{
    design d;
    design_init_named(&d, unit->name, "latency");
    design_set_all(&d, parameters, "latency");
    design_check(&d);
    for (int what = 0; what < KINDS; what++) {
        printf("%-34s %-18s", what ? "" : *parameters ? parameters : "as it is", kinds[what]);
        for (unsigned behind = 1; behind <= BEHIND; behind++)
            printf(" %4u", measure(&d, (kind)what, behind));
        printf(" %10u\n", measure(&d, (kind)what, 0));
    }
}

int main(int argc, char **argv)
{
    for (size_t u = 0; u < wf_unit_count(); u++)
        if (wf_is_kind(wf_unit_at(u), WF_REGISTER_FILE)) {
            printf("%s\noperands in cycle ..., after a write in cycle 0 and an instruction so many cycles behind it\n%-53s",
                   wf_unit_at(u)->title, "");
            for (int behind = 1; behind <= BEHIND; behind++)
                printf(" %4d", behind);
            printf("   no write\n");
            for (int i = 1; i < argc; i++)
                if (unit_has_all(wf_unit_at(u), argv[i]))
                    row(wf_unit_at(u), argv[i]);
        }
    return 0;
}
