/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_flight.h"

#include "../base/random.h"
#include "../base/text.h"

flight *flight_new(void)
{
    flight *f = zalloc(sizeof *f);

    for (int i = 0; i < FLIGHT_HEADS; i++)
        f->head[i] = -1;
    return f;
}

static int *head_of(flight *f, uint64_t uuid)
{
    return &f->head[rng_mix(uuid) % FLIGHT_HEADS];
}

flight_instruction *flight_find(flight *f, uint64_t uuid)
{
    for (int i = *head_of(f, uuid); i >= 0; i = f->next[i])
        if (f->ring[i].uuid == uuid)
            return &f->ring[i];
    return NULL;
}

/* Takes a place of the ring out of the list that it is in. */
static void leave(flight *f, int at)
{
    int *link = head_of(f, f->ring[at].uuid);

    while (*link != at)
        link = &f->next[*link];
    *link = f->next[at];
}

void flight_keep(flight *f, const flight_instruction *i)
{
    flight_instruction *known = flight_find(f, i->uuid);

    if (known != NULL) {
        *known = *i;
        return;
    }
    int at = (int)(f->count % FLIGHT_SIZE), *head = head_of(f, i->uuid);
    if (f->count >= FLIGHT_SIZE)
        leave(f, at);
    f->ring[at] = *i;
    f->next[at] = *head;
    *head = at;
    f->count++;
}
