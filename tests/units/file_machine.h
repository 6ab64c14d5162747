/* SPDX-License-Identifier: Apache-2.0
 *
 * file_machine.h - a register file for C tests: writes, instructions and releases go in, and what it tells is looked at by name. Of a stream with several
 * ports, k is the port; -1: it has one. Include it after cmocka.h. */
#ifndef WF_TESTS_FILE_MACHINE_H
#define WF_TESTS_FILE_MACHINE_H

#include <stdio.h>

#include "machine.h"

typedef struct {
    machine m;
    int lanes, issues, writes, clusters;
    bool fixed; /* operands have no ready */
    unsigned cycle;
} file;

static inline const char *port_name(const char *name, int k)
{
    static char whole[16];
    snprintf(whole, sizeof whole, k < 0 ? "%s" : "%s%d", name, k);
    return whole;
}

/* Execution takes the operands of port k. */
static inline uint32_t *takes(const file *f, int k)
{
    return machine_ready(&f->m, port_name("operands", k));
}

/* How many streams of this name and a number there are. */
static inline int file_streams(const machine *m, const char *name)
{
    int count = 0;
    for (int i = 0; i < m->s.count; i++)
        count += strncmp(m->s.stream[i].name, name, strlen(name)) == 0;
    return count;
}

static inline file file_new(const wf_unit *unit, wf_config c)
{
    file f = {.m = machine_new(unit, c), .lanes = c.lanes};
    f.issues = file_streams(&f.m, "issue"), f.writes = file_streams(&f.m, "write"), f.clusters = file_streams(&f.m, "stored");
    f.fixed = !f.m.s.stream[machine_stream(&f.m, "operands0")].ready;
    for (int k = 0; k < f.issues && !f.fixed; k++)
        *takes(&f, k) = 1;
    return f;
}

static inline void file_free(file *f)
{
    machine_free(&f->m);
}

static inline bool ready(const file *f, const char *name, int k)
{
    return *machine_ready(&f->m, port_name(name, k));
}

static inline uint32_t *field(const file *f, const char *name, int k, const char *field_name)
{
    return machine_field(&f->m, port_name(name, k), field_name);
}

static inline uint32_t state_of(const file *f, const char *field_name)
{
    return *field(f, "state", -1, field_name);
}

/* A count of all cycles so far: what `state` tells of them TOLD cycles later, whatever comes then. TOLD is the test's. */
static inline uint32_t count_of(const file *f, const char *name)
{
    file next = {.m = machine_new(f->m.unit, f->m.c)};
    memcpy(next.m.state, f->m.state, f->m.unit->stepped->state_size(&f->m.c));
    for (int n = 0; n < TOLD; n++)
        f->m.unit->stepped->clock(&f->m.c, next.m.state, f->m.in);
    f->m.unit->stepped->outputs(&f->m.c, next.m.state, next.m.out, next.m.care);
    uint32_t count = state_of(&next, name);
    file_free(&next);
    return count;
}

static inline bool valid(const file *f, const char *name, int k)
{
    return *machine_valid(&f->m, port_name(name, k));
}

static inline uint32_t *valid_in(const file *f, const char *name, int k)
{
    return machine_valid(&f->m, port_name(name, k));
}

/* The next cycle. What came in stays. */
static inline void step(file *f)
{
    machine_step(&f->m);
    f->cycle++;
}

static inline void put_write(file *f, int port, uint32_t warp, uint32_t reg, uint32_t mask, const uint32_t *values, uint32_t user)
{
    *valid_in(f, "write", port) = 1;
    *field(f, "write", port, "warp") = warp;
    *field(f, "write", port, "dest") = reg;
    *field(f, "write", port, "mask") = mask;
    *field(f, "write", port, "user") = user;
    memcpy(field(f, "write", port, "values"), values, (size_t)f->lanes * sizeof *values);
}

static inline void put_issue(file *f, int port, uint32_t warp, uint32_t used, const uint32_t source[3], int dest, uint32_t mask,
                             uint32_t user)
{
    *valid_in(f, "issue", port) = 1;
    *field(f, "issue", port, "warp") = warp;
    *field(f, "issue", port, "source0") = source[0];
    *field(f, "issue", port, "source1") = source[1];
    *field(f, "issue", port, "source2") = source[2];
    *field(f, "issue", port, "used") = used;
    *field(f, "issue", port, "dest") = dest < 0 ? 0 : (uint32_t)dest;
    *field(f, "issue", port, "writes") = dest >= 0;
    *field(f, "issue", port, "mask") = mask;
    *field(f, "issue", port, "user") = user;
}

static inline void put_release(file *f, uint32_t warp)
{
    *valid_in(f, "release", -1) = 1;
    *field(f, "release", -1, "warp") = warp;
}

/* A cycle in which all that came in is taken, and then nothing comes in. */
static inline void step_taken(file *f)
{
    for (int k = 0; k < f->issues; k++)
        assert_true(!*valid_in(f, "issue", k) || ready(f, "issue", k));
    for (int p = 0; p < f->writes; p++)
        assert_true(!*valid_in(f, "write", p) || ready(f, "write", p));
    assert_true(!*valid_in(f, "release", -1) || ready(f, "release", -1));
    step(f);
    for (int k = 0; k < f->issues; k++)
        *valid_in(f, "issue", k) = 0;
    for (int p = 0; p < f->writes; p++)
        *valid_in(f, "write", p) = 0;
    *valid_in(f, "release", -1) = 0;
}

static inline void step_to(file *f, unsigned cycle)
{
    while (f->cycle < cycle)
        step(f);
}

/* Until the write is told, or the operands are offered; the cycle. */
static inline unsigned until_stored(file *f, int cluster, uint32_t user)
{
    for (int n = 0; n < 1000 && !(valid(f, "stored", cluster) && *field(f, "stored", cluster, "user") == user); n++)
        step(f);
    assert_true(valid(f, "stored", cluster));
    return f->cycle;
}

static inline unsigned until_offered(file *f, int port, uint32_t user)
{
    for (int n = 0; n < 1000 && !(valid(f, "operands", port) && *field(f, "operands", port, "user") == user); n++)
        step(f);
    assert_true(valid(f, "operands", port));
    return f->cycle;
}

static inline void value_is(const file *f, int port, const char *name, const uint32_t *values)
{
    assert_memory_equal(field(f, "operands", port, name), values, (size_t)f->lanes * sizeof *values);
}

#endif
