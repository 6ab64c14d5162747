/* SPDX-License-Identifier: Apache-2.0
 *
 * wcrf_read.c - reads of wcrf: the three stages of each cluster. */
#include "wcrf.h"

static wcrf_source *source_of(wcrf_state *s, int port)
{
    return &s->collector[port / WCRF_SOURCES].source[port % WCRF_SOURCES];
}

/* Who reads: a source of a collector, or the move. */
static const file_place *place_of(wcrf_state *s, int port)
{
    return port == s->g.move_port ? &s->move.place : &source_of(s, port)->place;
}

/* Who is chosen, by its port: the move, else the lowest source of the oldest instruction; -1: none asks. */
static int oldest_of(const wcrf_state *s, const uint64_t *request)
{
    int oldest = -1, move = s->g.move_port;
    if (request[move / 64] >> move % 64 & 1)
        return move;
    for (int port = arbiter_first(request, WCRF_READ_WORDS, 0); port >= 0; port = arbiter_first(request, WCRF_READ_WORDS, port + 1))
        if (oldest < 0 || s->collector[port / WCRF_SOURCES].number < s->collector[oldest / WCRF_SOURCES].number)
            oldest = port;
    return oldest;
}

/* Choose. The stage bank has moved on already if it does in this cycle. */
void wcrf_choose_read(wcrf_state *s)
{
    for (int c = 0; c < s->g.clusters; c++) {
        wcrf_bank_stage *bank = &s->bank[c];
        int port = bank->full ? -1 : oldest_of(s, s->request[c]);
        if (port < 0)
            continue;
        bool move = port == s->g.move_port;
        *bank = (wcrf_bank_stage){true, port, *place_of(s, port), move ? WCRF_NONE : source_of(s, port)->before};
        s->request[c][port / 64] &= ~((uint64_t)1 << port % 64);
    }
}

/* Sources that wait become requests: those whose write is stored, and those whose write can be read from its slot. */
void wcrf_ask(wcrf_state *s, const wcrf_cycle *y)
{
    for (int port = arbiter_first(s->waiting, WCRF_READ_WORDS, 0); port >= 0; port = arbiter_first(s->waiting, WCRF_READ_WORDS, port + 1)) {
        const wcrf_source *source = source_of(s, port);
        if (source->before != WCRF_NONE && !(y->shows >> source->before & 1))
            continue;
        s->waiting[port / 64] &= ~((uint64_t)1 << port % 64);
        s->request[source->place.cluster][port / 64] |= (uint64_t)1 << port % 64;
    }
}

/* From the banks. */
static void read_banks(wcrf_state *s, const file_place *place, wcrf_data_stage *data)
{
    data->forwarded = false;
    data->indicator = s->indicator[place->at];
    if (data->indicator == WCRF_INVALID)
        return;
    int tag = data->indicator - WCRF_RAW, banks = s->g.units[tag];
    data->code.tag[0] = (uint32_t)tag;
    set_low_ones(data->code.units, banks, WF_UNIT_WORDS);
    memcpy(data->code.payload, wcrf_words(s, place), (size_t)(banks * s->g.bank_words) * sizeof(uint32_t));
    s->count[WCRF_BANK_READS] += (uint32_t)banks;
    if (data->port == s->g.move_port)
        s->move_reads += (uint32_t)banks;
}

/* From a slot: of a full write the values, and the code from the cycle on after the one in which it is ready. */
static void read_slot(wcrf_state *s, const wcrf_slot *slot, wcrf_data_stage *data)
{
    bool coded = !slot->full || (s->now > slot->from && slot->state != WCRF_WAITS_ENCODER);
    data->forwarded = true;
    data->indicator = WCRF_RAW;
    if (coded) {
        data->code = slot->code;
        data->indicator += (int)slot->code.tag[0];
    } else {
        data->code.tag[0] = 0;
        memcpy(data->code.payload, slot->values, (size_t)s->g.lanes * sizeof *slot->values);
    }
    s->count[WCRF_FORWARDS]++;
    s->slot_reads += (uint64_t)s->g.units[data->code.tag[0]];
}

/* The value of the code at this stage is at its collector, or in the move unit, from a cycle on. */
static void bring(wcrf_state *s, const wcrf_data_stage *data, uint64_t from)
{
    uint32_t *value;
    if (data->port == s->g.move_port) {
        s->move.missing = false;
        s->move.from = from;
        value = s->move.value;
    } else {
        wcrf_collector *collector = &s->collector[data->port / WCRF_SOURCES];
        collector->missing--;
        if (collector->from < from)
            collector->from = from;
        value = collector->value[data->port % WCRF_SOURCES];
    }
    if (data->indicator > WCRF_RAW)
        wf_decode(wf_unit_warpbdi.codec, &s->g.codec, &data->code, value);
    else if (data->indicator == WCRF_RAW)
        memcpy(value, data->code.payload, (size_t)s->g.lanes * sizeof *value);
    else
        memset(value, 0, (size_t)s->g.lanes * sizeof *value);
}

/* Bank. The stage data has moved on already if it does in this cycle. */
void wcrf_bank(wcrf_state *s, const wcrf_cycle *y)
{
    for (int c = 0; c < s->g.clusters; c++) {
        wcrf_bank_stage *bank = &s->bank[c];
        wcrf_data_stage *data = &s->data[c];
        if (!bank->full || data->full || y->read_waits[c])
            continue;
        bank->full = false;
        data->full = true;
        data->port = bank->port;
        if (bank->before == WCRF_NONE)
            read_banks(s, &bank->place, data);
        else
            read_slot(s, &s->slot[bank->before], data);
        if (s->g.fixed) /* when its value comes does not depend on what comes later; the move unit keeps it */
            bring(s, data, s->now + (uint64_t)s->g.dec_latency + (data->port == s->g.move_port ? 2 : 1));
    }
}

/* The value is there in the next cycle; of a compressed code dec-latency cycles later, and also of another one while an older value of the
 * cluster comes. */
static void arrive(wcrf_state *s, int cluster, const wcrf_data_stage *data)
{
    bool past = data->indicator <= WCRF_RAW && !(s->coming[cluster] & 1);
    int latency = past ? 0 : s->g.dec_latency;
    s->coming[cluster] |= (uint32_t)1 << latency;
    bring(s, data, s->now + (uint64_t)latency + 1);
}

/* Data. The decoders are taken in every cycle. */
void wcrf_data(wcrf_state *s, wcrf_cycle *y)
{
    uint64_t compressed = 0;
    for (int c = 0; c < s->g.clusters; c++)
        if (s->data[c].full && s->data[c].indicator > WCRF_RAW)
            compressed |= (uint64_t)1 << c;
    uint64_t decoded = s->g.decoders == s->g.clusters ? compressed : arbiter_serve(&s->decode, compressed, s->g.decoders);
    for (int c = 0; c < s->g.clusters; c++) {
        wcrf_data_stage *data = &s->data[c];
        if (data->full && data->indicator != WCRF_INVALID && !data->forwarded)
            y->shown[c] = s->g.units[data->indicator - WCRF_RAW];
        if (data->full && !((compressed & ~decoded) >> c & 1)) {
            if (!s->g.fixed)
                arrive(s, c, data);
            data->full = false;
            if (data->indicator > WCRF_RAW) {
                s->count[WCRF_DECODES]++;
                (data->port == s->g.move_port ? s->move_decodes : s->decodes)[data->indicator - WCRF_RAW]++;
            }
        }
        s->coming[c] >>= 1;
    }
}
