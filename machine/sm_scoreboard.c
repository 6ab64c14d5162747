/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_scoreboard.c - counts of the writes and the readers of each register. */
#include "sm_scoreboard.h"

#include "../base/arena.h"
#include "../base/msg.h"

void scoreboard_open(scoreboard *s, int warps, int registers)
{
    size_t count = (size_t)warps * ((size_t)registers + 1); /* and the predicate, behind its registers */
    *s = (scoreboard){.registers = registers, .writes = zalloc(count), .readers = zalloc(count)};
}

void scoreboard_close(scoreboard *s)
{
    arena_free(s->writes);
    arena_free(s->readers);
}

static int at(const scoreboard *s, int warp, int reg)
{
    return warp * (s->registers + 1) + reg;
}

static int predicate_at(const scoreboard *s, int warp)
{
    return at(s, warp, s->registers);
}

static bool reads_predicate(const feed_instruction *i)
{
    return i->op == TRACE_CONTROL;
}

static bool writes_predicate(const feed_instruction *i)
{
    return i->destinations == 0 && (i->op == TRACE_ALU || i->op == TRACE_FPU);
}

bool scoreboard_may_issue(const scoreboard *s, int warp, const feed_instruction *i)
{
    if ((reads_predicate(i) || writes_predicate(i)) && s->writes[predicate_at(s, warp)])
        return false;
    for (int k = 0; k < i->sources; k++)
        if (s->writes[at(s, warp, i->source[k])])
            return false;
    for (int k = 0; k < i->destinations; k++)
        if (s->writes[at(s, warp, i->destination[k])])
            return false;
    return true;
}

void scoreboard_issue(scoreboard *s, int warp, const feed_instruction *i)
{
    for (int k = 0; k < i->sources; k++)
        s->readers[at(s, warp, i->source[k])]++;
    for (int k = 0; k < i->destinations; k++)
        s->writes[at(s, warp, i->destination[k])]++;
    s->writes[predicate_at(s, warp)] += writes_predicate(i);
}

void scoreboard_read(scoreboard *s, int warp, const feed_instruction *i)
{
    for (int k = 0; k < i->sources; k++)
        s->readers[at(s, warp, i->source[k])]--;
}

bool scoreboard_may_write(const scoreboard *s, int warp, int reg)
{
    return s->readers[at(s, warp, reg)] == 0;
}

void scoreboard_free(scoreboard *s, int warp, int reg)
{
    s->writes[at(s, warp, reg)]--;
}

void scoreboard_compared(scoreboard *s, int warp, const feed_instruction *i)
{
    s->writes[predicate_at(s, warp)] -= writes_predicate(i);
}

void scoreboard_written(scoreboard *s, int warp, const feed_instruction *i)
{
    for (int k = 0; k < i->destinations; k++)
        scoreboard_free(s, warp, i->destination[k]);
    scoreboard_compared(s, warp, i);
}
