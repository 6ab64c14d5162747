/* SPDX-License-Identifier: Apache-2.0
 *
 * exec_memory.c - loads, stores and atomics. Where all lanes of the group access global, or shared, or private memory, one loop does; where
 * their spaces differ, or one access is not allowed, lane by lane. */
#include "exec.h"

#include <string.h>

/* Are the accesses of all lanes of the group aligned and in a space of `size` bytes from `base` on? */
static bool all_in(const simt_warp *w, const simt_result *r, uint32_t base, uint32_t size, unsigned bytes)
{
    const int n = w->lanes;
    uint32_t bad = 0, last = size - bytes, align = bytes - 1;

    if (size < bytes)
        return false;
    for (int i = 0; i < n; i++) {
        uint32_t offset = r->address[i] - base, out = offset > last ? ~0u : 0;
        bad |= (out | (offset & align)) & w->active[i];
    }
    return bad == 0;
}

/* The place of an access in a span or in private memory, without a check. */
static inline uint8_t *span_at(const simt_span *s, uint32_t address)
{
    return s->data + (address - s->base);
}

static inline uint8_t *private_at(const simt_private *p, int lane, uint32_t address)
{
    uint32_t offset = address - SIMT_PRIVATE_BASE;

    return (uint8_t *)(p->words + (size_t)(offset / 4) * (size_t)p->stride + lane) + offset % 4;
}

static inline uint32_t get(const uint8_t *at, unsigned bytes)
{
    uint32_t value;
    uint16_t half;

    if (bytes == 1)
        return *at;
    if (bytes == 2) {
        memcpy(&half, at, sizeof half);
        return half;
    }
    memcpy(&value, at, sizeof value);
    return value;
}

static inline void put(uint8_t *at, uint32_t value, unsigned bytes)
{
    uint16_t half = (uint16_t)value;

    if (bytes == 1)
        *at = (uint8_t)value;
    else if (bytes == 2)
        memcpy(at, &half, sizeof half);
    else
        memcpy(at, &value, sizeof value);
}

/* `bytes` is a constant in each call, so that the loops have no choice in them. Lanes outside the group read the first bytes of the space. */
#define EACH_SIZE(call)          \
    do {                         \
        if (bytes == 4) {        \
            enum { size = 4 };   \
            call;                \
        } else if (bytes == 2) { \
            enum { size = 2 };   \
            call;                \
        } else {                 \
            enum { size = 1 };   \
            call;                \
        }                        \
    } while (0)

static inline void load_span(const simt_warp *w, simt_result *r, const simt_span *s, unsigned bytes)
{
    const int n = w->lanes;

    for (int i = 0; i < n; i++)
        r->loaded[i] = get(s->data + ((r->address[i] - s->base) & w->active[i]), bytes);
}

static inline void load_private(const simt_warp *w, simt_result *r, unsigned bytes)
{
    const int n = w->lanes;

    for (int i = 0; i < n; i++) {
        uint32_t on = w->active[i];
        r->loaded[i] = get(private_at(&w->view.own, i, (r->address[i] & on) | (SIMT_PRIVATE_BASE & ~on)), bytes);
    }
}

static inline void store_span(const simt_warp *w, const simt_result *r, const simt_span *s, unsigned bytes)
{
    const int n = w->lanes;

    for (int i = 0; i < n; i++)
        if (w->active[i])
            put(span_at(s, r->address[i]), r->stored[i], bytes);
}

static inline void store_private(const simt_warp *w, const simt_result *r, unsigned bytes)
{
    const int n = w->lanes;

    for (int i = 0; i < n; i++)
        if (w->active[i])
            put(private_at(&w->view.own, i, r->address[i]), r->stored[i], bytes);
}

/* Private memory is known to be 0 below `low`. */
static void lower(simt_warp *w, const simt_result *r)
{
    const int n = w->lanes;
    uint32_t low = w->view.own.low;

    for (int i = 0; i < n; i++) {
        uint32_t word = w->active[i] ? (r->address[i] - SIMT_PRIVATE_BASE) / 4 : low;
        low = word < low ? word : low;
    }
    w->view.own.low = low;
}

static bool refuse(simt_core *c, const simt_op *op, const simt_warp *w, int lane, uint32_t address)
{
    bool store = op->op == TRACE_STORES, load = op->op == TRACE_LOADS;

    return simt_fault(c, lane, "%s of %u byte%s at %08x %s",
                      store  ? "a store"
                      : load ? "a load"
                             : simt_name(op),
                      op->bytes, op->bytes == 1 ? "" : "s", address, simt_memory_wrong(&w->view, address, op->bytes));
}

/* Finds the places of all accesses, lane by lane, before any of them is made. */
static bool find_places(simt_core *c, const simt_op *op, simt_warp *w, uint8_t **place)
{
    const int n = w->lanes;
    simt_result *r = &c->result;

    r->mixed = false;
    for (int i = 0; i < n; i++) {
        if (!w->active[i])
            continue;
        place[i] = simt_memory_at(&w->view, i, r->address[i], op->bytes, &r->lane_space[i]);
        if (place[i] == NULL)
            return refuse(c, op, w, i, r->address[i]);
        r->mixed |= r->lane_space[i] != r->lane_space[w->first];
    }
    r->space = r->lane_space[w->first];
    return true;
}

static uint64_t key_of(const simt_result *r, const simt_warp *w, int lane)
{
    return simt_word_key(r->mixed ? r->lane_space[lane] : r->space, r->address[lane], w->block, w->owner + (uint32_t)lane);
}

static void break_reservations(simt_core *c, const simt_warp *w)
{
    const int n = w->lanes;

    for (int i = 0; i < n && c->reservations.count > 0; i++)
        if (w->active[i])
            simt_reservations_break(&c->reservations, key_of(&c->result, w, i));
}

static bool load(simt_core *c, const simt_op *op, simt_warp *w)
{
    const int n = w->lanes;
    simt_result *r = &c->result;
    const unsigned bytes = op->bytes;
    uint8_t *place[SIMT_LANES];

    if (all_in(w, r, w->view.global.base, w->view.global.size, bytes)) {
        r->space = TRACE_GLOBAL;
        EACH_SIZE(load_span(w, r, &w->view.global, size));
    } else if (all_in(w, r, SIMT_PRIVATE_BASE, w->view.own.size, bytes)) {
        r->space = TRACE_LOCAL;
        EACH_SIZE(load_private(w, r, size));
    } else if (all_in(w, r, w->view.shared.base, w->view.shared.size, bytes)) {
        r->space = TRACE_SHARED;
        EACH_SIZE(load_span(w, r, &w->view.shared, size));
    } else if (find_places(c, op, w, place)) {
        for (int i = 0; i < n; i++)
            if (w->active[i])
                r->loaded[i] = get(place[i], bytes);
    } else {
        return false;
    }
    return true;
}

static bool store(simt_core *c, const simt_op *op, simt_warp *w)
{
    const int n = w->lanes;
    simt_result *r = &c->result;
    const unsigned bytes = op->bytes;
    uint8_t *place[SIMT_LANES];

    if (all_in(w, r, w->view.global.base, w->view.global.size, bytes)) {
        r->space = TRACE_GLOBAL;
        EACH_SIZE(store_span(w, r, &w->view.global, size));
    } else if (all_in(w, r, SIMT_PRIVATE_BASE, w->view.own.size, bytes)) {
        r->space = TRACE_LOCAL;
        lower(w, r);
        EACH_SIZE(store_private(w, r, size));
    } else if (all_in(w, r, w->view.shared.base, w->view.shared.size, bytes)) {
        r->space = TRACE_SHARED;
        EACH_SIZE(store_span(w, r, &w->view.shared, size));
    } else if (find_places(c, op, w, place)) {
        for (int i = 0; i < n; i++)
            if (w->active[i])
                put(place[i], r->stored[i], bytes);
    } else {
        return false;
    }
    break_reservations(c, w);
    return true;
}

static void extend(const simt_op *op, const simt_warp *w, simt_result *r)
{
    const int n = w->lanes;

    if (op->code == SIMT_LB)
        for (int i = 0; i < n; i++)
            r->out[i] = (uint32_t)(int8_t)r->loaded[i];
    else if (op->code == SIMT_LH)
        for (int i = 0; i < n; i++)
            r->out[i] = (uint32_t)(int16_t)r->loaded[i];
    else
        memcpy(r->out, r->loaded, (size_t)n * sizeof *r->out);
}

bool simt_exec_memory(simt_core *c, const simt_op *op, simt_warp *w)
{
    const int n = w->lanes;
    simt_result *r = &c->result;
    const uint32_t *s = w->registers + op->rs1 * w->lanes, *t = w->registers + op->rs2 * w->lanes;

    r->mixed = false;
    for (int i = 0; i < n; i++)
        r->address[i] = s[i] + op->imm;
    if (op->op == TRACE_LOADS) {
        if (!load(c, op, w))
            return false;
        extend(op, w, r);
        r->loads = true;
        return true;
    }
    uint32_t keep = op->bytes == 4 ? ~0u : (1u << (8 * op->bytes)) - 1;
    for (int i = 0; i < n; i++)
        r->stored[i] = t[i] & keep;
    memcpy(r->storing, w->mask, sizeof r->storing);
    r->stores = store(c, op, w);
    return r->stores;
}

static uint32_t combine(simt_code code, uint32_t old, uint32_t value)
{
    switch (code) {
    case SIMT_AMOADD: return old + value;
    case SIMT_AMOXOR: return old ^ value;
    case SIMT_AMOAND: return old & value;
    case SIMT_AMOOR: return old | value;
    case SIMT_AMOMIN: return (int32_t)old < (int32_t)value ? old : value;
    case SIMT_AMOMAX: return (int32_t)old > (int32_t)value ? old : value;
    case SIMT_AMOMINU: return old < value ? old : value;
    case SIMT_AMOMAXU: return old > value ? old : value;
    default: return value; /* amoswap, sc */
    }
}

/* One lane: false if it is an sc.w that fails. */
static bool atomic_lane(simt_core *c, const simt_op *op, const simt_warp *w, int i, uint8_t *place)
{
    simt_result *r = &c->result;
    uint64_t key = key_of(r, w, i);
    uint32_t owner = w->owner + (uint32_t)i;

    r->loaded[i] = r->out[i] = get(place, 4);
    if (op->code == SIMT_LR) {
        simt_reserve(&c->reservations, key, owner);
        return false;
    }
    if (op->code == SIMT_SC) {
        r->out[i] = !simt_reservation_take(&c->reservations, key, owner);
        if (r->out[i] != 0)
            return false;
    }
    r->stored[i] = combine((simt_code)op->code, r->loaded[i], w->registers[op->rs2 * w->lanes + i]);
    put(place, r->stored[i], 4);
    if (c->reservations.count > 0)
        simt_reservations_break(&c->reservations, key);
    return true;
}

bool simt_exec_atomic(simt_core *c, const simt_op *op, simt_warp *w)
{
    const int n = w->lanes;
    simt_result *r = &c->result;
    uint8_t *place[SIMT_LANES];

    memcpy(r->address, w->registers + op->rs1 * w->lanes, (size_t)w->lanes * sizeof *r->address);
    if (!find_places(c, op, w, place))
        return false;
    memset(r->storing, 0, sizeof r->storing);
    for (int i = 0; i < n; i++)
        if (w->active[i] && atomic_lane(c, op, w, i, place[i]))
            r->storing[i / 32] |= 1u << (i % 32);
    r->loads = op->code != SIMT_SC;
    r->stores = op->code != SIMT_LR;
    return true;
}
