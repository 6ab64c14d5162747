/* SPDX-License-Identifier: Apache-2.0
 *
 * wcrf_banks.c - what wcrf does besides reads and writes: moves, release, and the banks' power. */
#include "wcrf.h"

void wcrf_indicate(wcrf_state *s, const file_place *p, int indicator)
{
    uint8_t *now = &s->indicator[p->at];
    s->holding[p->cluster][*now]--;
    s->holding[p->cluster][indicator]++;
    *now = (uint8_t)indicator;
}

/* Moves: the one that ends, or the one that starts. Its read is a request of its cluster from the next cycle on. */
void wcrf_moves(wcrf_state *s, const wcrf_cycle *y)
{
    wcrf_move *move = &s->move;
    if (y->move_ends) {
        move->under_way = false;
        if (move->slot >= 0)
            s->slot[move->slot].state = WCRF_READY;
        for (uint32_t left = s->held; left; left &= left - 1)
            s->slot[__builtin_ctz(left)].moved = false;
    }
    if (y->move_starts) {
        int port = s->g.move_port;
        move->under_way = move->missing = true;
        move->slot = y->move_slot;
        move->place = y->move_place;
        if (move->slot >= 0)
            s->slot[move->slot].state = WCRF_WAITS_MOVE;
        s->request[move->place.cluster][port / 64] |= (uint64_t)1 << port % 64;
        s->count[WCRF_MOVES]++;
    }
}

void wcrf_release(wcrf_state *s, const wcrf_cycle *y)
{
    const uint32_t *in = wcrf_release_in(s, y);
    if (s->release.under_way) {
        int row = file_release_row(&s->release, s->g.rows);
        for (int c = 0; c < s->g.clusters; c++) {
            file_place p = {c, row, c * s->g.rows + row};
            wcrf_indicate(s, &p, WCRF_INVALID);
        }
    } else if (in[WCRF_VALID] & 1) {
        file_release_begin(&s->release, wcrf_place_of(&s->g, in[WCRF_RELEASE_WARP], 0).row, s->g.warp_rows);
    }
}

/* ---- Banks ---- */

/* The banks of a cluster in which a valid register has a code: the lowest so many. */
static int in_use(const wcrf_state *s, int cluster)
{
    int most = 0;
    for (int tag = 0; tag < WCRF_TAGS; tag++)
        if (s->holding[cluster][WCRF_RAW + tag] > 0 && s->g.units[tag] > most)
            most = s->g.units[tag];
    return most;
}

bool wcrf_banks_rest(const wcrf_state *s)
{
    for (int c = 0; c < s->g.clusters && s->g.gate; c++)
        if (s->banks_waking[c] > 0 || s->banks_on[c] > in_use(s, c))
            return false;
    return true;
}

static bool is_quiet(const wcrf_state *s, int cluster)
{
    for (uint32_t left = s->held; left; left &= left - 1)
        if (s->slot[__builtin_ctz(left)].place.cluster == cluster)
            return false;
    return !s->move.under_way || s->move.place.cluster != cluster;
}

static void set(uint32_t *banks, int at, int *count)
{
    banks[at / 32] |= (uint32_t)1 << at % 32;
    ++*count;
}

static void clear(uint32_t *banks, int at, int *count)
{
    banks[at / 32] &= ~((uint32_t)1 << at % 32);
    --*count;
}

/* Banks. Slots, moves and indicators are those of the start of the cycle where it matters: in a cluster without slot, move and write nothing
 * is stored in this cycle, and the release comes later in it. */
void wcrf_banks(wcrf_state *s, const wcrf_cycle *y)
{
    for (int c = 0; c < s->g.clusters && s->g.gate; c++) {
        int first = c * s->g.banks, used = in_use(s, c);
        used = y->shown[c] > used ? y->shown[c] : used;
        if (s->banks_on[c] > used && !y->writes[c] && is_quiet(s, c))
            for (int b = used; b < s->g.banks; b++)
                if (get_bit(s->on, first + b)) {
                    clear(s->on, first + b, &s->banks_on[c]);
                    s->off_since[first + b] = s->now + 1;
                }
        for (int b = 0; b < s->g.banks && s->banks_waking[c] > 0; b++)
            if (get_bit(s->waking, first + b) && --s->wake_left[first + b] == 0) {
                clear(s->waking, first + b, &s->banks_waking[c]);
                set(s->on, first + b, &s->banks_on[c]);
            }
        for (int b = 0; b < y->wakes[c]; b++)
            if (!get_bit(s->on, first + b) && !get_bit(s->waking, first + b)) {
                set(s->waking, first + b, &s->banks_waking[c]);
                s->wake_left[first + b] = (uint8_t)s->g.wake;
                s->off[first + b] += s->now + 1 - s->off_since[first + b];
                s->count[WCRF_WAKES]++;
            }
    }
}
