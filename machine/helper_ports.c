/* SPDX-License-Identifier: Apache-2.0
 *
 * helper_ports.c - the streams are found by their names, filled in before a cycle, and all are clocked together. */
#include "helper_ports.h"

#include <string.h>

#include "../base/arena.h"
#include "../base/msg.h"
#include "../sim/fields.h"

static const char *const streams[] = {"store", "map",  "spare",  "trigger", "issued", "resume",  "retire",
                                      "kill",  "busy", "deploy", "idle",    "done",   "dropped", "held"};

/* ---- designs ---- */

bool helper_is(const design *d)
{
    if (!wf_is_kind(d->unit, WF_CONTROLLER))
        return false;
    for (size_t k = 0; k < sizeof streams / sizeof streams[0]; k++)
        if (unit_stream(d, streams[k]) == NULL)
            return false;
    return true;
}

void helper_design(design *d, const char *folder)
{
    if (folder) {
        design_load(d, folder);
        if (!helper_is(d))
            die_usage("%s is a design of %s, which does not run helper warps", folder, d->unit->name);
        return;
    }
    for (size_t i = 0; i < wf_unit_count(); i++)
        if (wf_is_kind(wf_unit_at(i), WF_CONTROLLER)) {
            design_init_named(d, wf_unit_at(i)->name, "time");
            design_check(d);
            if (helper_is(d))
                return;
        }
    die_usage("this program has no unit that runs helper warps");
}

design helper_formed(const design *d, const char *words)
{
    design own = *d;
    if (words == NULL)
        return own;
    design_set_all(&own, words, "--with");
    design_check(&own);
    return own;
}

static int bits(const design *d, const char *stream, const char *field)
{
    return field_bits(unit_stream(d, stream), field);
}

void helper_check(const design *d, const char *machine, int warps, int lanes, int slots, int code, int routines, int jobs)
{
    const char *name = d->unit->name;
    if (bits(d, "held", "warps") < warps)
        die_usage("%s is of %d warps; %s has %d", name, bits(d, "held", "warps"), machine, warps);
    if (bits(d, "trigger", "mask") != lanes)
        die_usage("%s is of warps of %d lanes; %s has %d", name, bits(d, "trigger", "mask"), machine, lanes);
    if (1 << bits(d, "busy", "used") <= slots)
        die_usage("%s counts fewer issue slots than the %d of %s", name, slots, machine);
    if (1 << bits(d, "store", "address") < code)
        die_usage("the routines have %d instructions; the store of %s holds %d", code, name, 1 << bits(d, "store", "address"));
    if (1 << bits(d, "store", "routine") < routines || 1 << bits(d, "map", "cause") < routines)
        die_usage("there are %d routines; %s has fewer, or fewer events", routines, name);
    if (bits(d, "store", "instruction") < 32)
        die_usage("instructions have 32 bits; the store of %s has %d", name, bits(d, "store", "instruction"));
    if (bits(d, "trigger", "data") < 31 && 1 << bits(d, "trigger", "data") < jobs)
        die_usage("%s has %d bits of data with a trigger; expected are %d jobs at once", name, bits(d, "trigger", "data"), jobs);
}

/* ---- the whole ---- */

static void find_outputs(helper_ports *p, int k, const stream_port *s)
{
    p->at.out[k].count = stream_port_field(s, "count");
    p->at.out[k].address = stream_port_field(s, "address");
    p->at.out[k].instance = stream_port_field(s, "entry");
    p->at.out[k].last = stream_port_field(s, "last");
    p->at.out[k].branch = stream_port_field(s, "branch");
    p->at.out[k].data = stream_port_field(s, "data");
}

static void find_fields(helper_ports *p)
{
    const struct {
        int *to;
        const stream_port *of;
        const char *field;
    } fields[] = {
        {&p->at.s_routine, &p->store, "routine"},
        {&p->at.s_address, &p->store, "address"},
        {&p->at.s_first, &p->store, "first"},
        {&p->at.s_last, &p->store, "last"},
        {&p->at.s_branch, &p->store, "branch"},
        {&p->at.s_instruction, &p->store, "instruction"},
        {&p->at.m_event, &p->map, "cause"},
        {&p->at.m_routine, &p->map, "routine"},
        {&p->at.m_high, &p->map, "high"},
        {&p->at.m_registers, &p->map, "registers"},
        {&p->at.r_registers, &p->spare, "registers"},
        {&p->at.t_event, &p->trigger, "cause"},
        {&p->at.t_warp, &p->trigger, "warp"},
        {&p->at.t_mask, &p->trigger, "mask"},
        {&p->at.t_data, &p->trigger, "data"},
        {&p->at.i_instances, &p->issued, "instances"},
        {&p->at.b_instance, &p->resume, "entry"},
        {&p->at.b_address, &p->resume, "address"},
        {&p->at.e_instances, &p->retire, "instances"},
        {&p->at.k_warp, &p->kill, "warp"},
        {&p->at.u_used, &p->busy, "used"},
        {&p->at.h_warps, &p->held, "warps"},
        {&p->at.x_event, &p->dropped, "cause"},
        {&p->at.x_warp, &p->dropped, "warp"},
        {&p->at.x_reason, &p->dropped, "reason"},
        {&p->at.x_data, &p->dropped, "data"},
        {&p->at.n_data, &p->done, "data"},
        {&p->at.n_cut, &p->done, "cut"},
    };
    for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++)
        *fields[k].to = stream_port_field(fields[k].of, fields[k].field);
    p->at.f_warp = p->flush.valid < 0 ? -1 : stream_port_field(&p->flush, "warp");
    find_outputs(p, 0, &p->deploy);
    find_outputs(p, 1, &p->idle);
}

static void look(helper_ports *p)
{
    p->d->unit->stepped->outputs(&p->d->config, p->state, p->out, p->care);
}

void helper_open(helper_ports *p, const design *d)
{
    const bench_layout layout = bench_layout_of(d, BENCH_UNIT);
    *p = (helper_ports){.d = d, .instances = bits(d, "retire", "instances")};
    stream_port *const ports[] = {&p->store, &p->map,  &p->spare,  &p->trigger, &p->issued, &p->resume,  &p->retire,
                                  &p->kill,  &p->busy, &p->deploy, &p->idle,    &p->done,   &p->dropped, &p->held};
    for (size_t k = 0; k < sizeof streams / sizeof streams[0]; k++)
        *ports[k] = stream_port_of(&layout.module[0], streams[k]);
    p->flush = stream_port_of(&layout.module[0], "flush");
    find_fields(p);
    p->in = zalloc((size_t)layout.in_words * sizeof *p->in);
    p->out = zalloc((size_t)layout.out_words * sizeof *p->out);
    p->care = zalloc((size_t)layout.out_words * sizeof *p->care);
    p->state = zalloc(d->unit->stepped->state_size(&d->config));
    d->unit->stepped->reset(&d->config, p->state);
    p->in[p->deploy.ready] = 1;
    look(p);
}

void helper_close(helper_ports *p)
{
    arena_free(p->state);
    arena_free(p->in);
    arena_free(p->out);
    arena_free(p->care);
}

/* ---- before a kernel ---- */

void helper_load(helper_ports *p, int routine, int address, bool first, bool last, bool branch, uint32_t instruction)
{
    while (!(p->out[p->store.ready] & 1))
        helper_clock(p);
    p->in[p->store.valid] = 1;
    p->in[p->at.s_routine] = (uint32_t)routine;
    p->in[p->at.s_address] = (uint32_t)address;
    p->in[p->at.s_first] = first;
    p->in[p->at.s_last] = last;
    p->in[p->at.s_branch] = branch;
    p->in[p->at.s_instruction] = instruction;
    helper_clock(p);
}

void helper_map(helper_ports *p, int event, int routine, bool high, int registers)
{
    p->in[p->map.valid] = 1;
    p->in[p->at.m_event] = (uint32_t)event;
    p->in[p->at.m_routine] = (uint32_t)routine;
    p->in[p->at.m_high] = high;
    p->in[p->at.m_registers] = (uint32_t)registers;
    helper_clock(p);
}

void helper_spare(helper_ports *p, int registers)
{
    p->in[p->spare.valid] = 1;
    p->in[p->at.r_registers] = (uint32_t)registers;
    helper_clock(p);
}

/* ---- a cycle ---- */

static bool offers(const helper_ports *p, const stream_port *s)
{
    return p->out[s->valid] & 1;
}

bool helper_takes(const helper_ports *p)
{
    return p->out[p->trigger.ready] & 1;
}

static bool word_of(const helper_ports *p, const stream_port *s, int k, helper_word *w)
{
    if (!offers(p, s))
        return false;
    *w = (helper_word){.address = (int)p->out[p->at.out[k].address],
                       .count = k == 0 ? (int)p->out[p->at.out[k].count] : 1,
                       .instance = (int)p->out[p->at.out[k].instance],
                       .job = (int)p->out[p->at.out[k].data],
                       .last = p->out[p->at.out[k].last] & 1,
                       .branch = p->out[p->at.out[k].branch] & 1};
    return true;
}

bool helper_deploys(const helper_ports *p, helper_word *w)
{
    return word_of(p, &p->deploy, 0, w);
}

bool helper_offers(const helper_ports *p, helper_word *w)
{
    return word_of(p, &p->idle, 1, w);
}

int helper_done(const helper_ports *p, bool *cut)
{
    *cut = p->out[p->at.n_cut] & 1;
    return offers(p, &p->done) ? (int)p->out[p->at.n_data] : -1;
}

int helper_dropped(const helper_ports *p, int *reason)
{
    *reason = (int)p->out[p->at.x_reason];
    return offers(p, &p->dropped) ? (int)p->out[p->at.x_data] : -1;
}

int helper_flushed(const helper_ports *p)
{
    return p->flush.valid >= 0 && offers(p, &p->flush) ? (int)p->out[p->at.f_warp] : -1;
}

bool helper_takes_kill(const helper_ports *p)
{
    return p->out[p->kill.ready] & 1;
}

void helper_trigger(helper_ports *p, int event, int warp, uint32_t mask, int job)
{
    p->in[p->trigger.valid] = 1;
    p->in[p->at.t_event] = (uint32_t)event;
    p->in[p->at.t_warp] = (uint32_t)warp;
    p->in[p->at.t_mask] = mask;
    p->in[p->at.t_data] = (uint32_t)job;
}

void helper_take_offer(helper_ports *p)
{
    p->in[p->idle.ready] = 1;
}

void helper_issued(helper_ports *p, int instance)
{
    p->in[p->issued.valid] = 1;
    p->in[p->at.i_instances + instance / 32] |= 1u << instance % 32;
}

void helper_resume(helper_ports *p, int instance, int address)
{
    p->in[p->resume.valid] = 1;
    p->in[p->at.b_instance] = (uint32_t)instance;
    p->in[p->at.b_address] = (uint32_t)address;
}

void helper_retire(helper_ports *p, int instance)
{
    p->in[p->retire.valid] = 1;
    p->in[p->at.e_instances + instance / 32] |= 1u << instance % 32;
}

void helper_kill(helper_ports *p, int warp)
{
    p->in[p->kill.valid] = 1;
    p->in[p->at.k_warp] = (uint32_t)warp;
}

void helper_busy(helper_ports *p, int slots)
{
    p->in[p->busy.valid] = slots > 0;
    p->in[p->at.u_used] = (uint32_t)slots;
}

static void give_nothing(helper_ports *p)
{
    const stream_port *const inputs[] = {&p->store,  &p->map,    &p->spare, &p->trigger, &p->issued,
                                         &p->resume, &p->retire, &p->kill,  &p->busy};
    for (size_t k = 0; k < sizeof inputs / sizeof inputs[0]; k++)
        p->in[inputs[k]->valid] = 0;
    p->in[p->idle.ready] = 0;
    for (int k = 0; k < (p->instances + 31) / 32; k++)
        p->in[p->at.i_instances + k] = p->in[p->at.e_instances + k] = 0;
}

void helper_clock(helper_ports *p)
{
    p->d->unit->stepped->clock(&p->d->config, p->state, p->in);
    give_nothing(p);
    look(p);
}

bool helper_rest(helper_ports *p, uint64_t cycles)
{
    const wf_stepped *stepped = p->d->unit->stepped;
    return stepped->rest && stepped->rest(&p->d->config, p->state, cycles);
}
