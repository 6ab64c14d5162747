/* SPDX-License-Identifier: Apache-2.0
 *
 * crossbar - switches warp registers between banks and ports; puts bytes into planes on the way in and back on the way out.
 * Source: Liu et al., "G-Scalar", HPCA 2017, section 3.2, Figures 3 and 4.
 *
 * Output port j is input port from[j]. It is 0 if en[j] is 0 or if there is no such input. On the way through, byte p of
 * lane i moves
 *
 *     order     direction   from byte         to byte
 *     plain     either      4 * i + p         4 * i + p
 *     reorder   write       4 * i + p         p * lanes + i
 *     reorder   read        p * lanes + i     4 * i + p
 *
 * With enables, an input tells which of its arrays carry bytes. Array a is the bytes a * U .. a * U + U - 1 of the register as the banks hold it,
 * with U = min(16, lanes). Bytes of other arrays leave as 0.
 */
#include "bits.h"
#include "streams.h"
#include "warpfold.h"

enum { PORTS, DIRECTION, ORDER, SLICE, ENABLES };
enum { WRITE, READ };
enum { PLAIN, REORDER };
enum { BYTES = 4, ARRAY = 16 /* bytes of an array, or the lanes */ };

static const wf_param params[] = {
    [PORTS] = {"ports", "banks, and as many ports", WF_PARAM_INT, "2..32", 16, "WF_PORTS"},
    [DIRECTION] = {"direction", "write: to the banks, read: from them", WF_PARAM_CHOICE, "write|read", WRITE, "WF_READ"},
    [ORDER] = {"order", "reorder: byte planes in the banks, plain: lanes", WF_PARAM_CHOICE, "plain|reorder", REORDER, "WF_REORDER"},
    [SLICE] = {"slice", "lanes that are synthesised", WF_PARAM_INT, "1|2|4|8", 2, "WF_SLICE"},
    [ENABLES] = {"enables", "an enable a bank's array: only its bytes are switched", WF_PARAM_CHOICE, "off|on", 0, "WF_ENABLES"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static int array_bytes(int lanes)
{
    return lanes < ARRAY ? lanes : ARRAY;
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    int n = c->param[PORTS];
    if (c->param[SLICE] > c->lanes)
        return wf_verdict("slice must not have more lanes than the register", why);
    int data = n * 32 * c->lanes;
    wf_stream in = {.count = 2, .field = {{"en", n}, {"from", n * bits_for(n)}}};
    if (c->param[ENABLES])
        in.field[in.count++] = (wf_field){"arrays", n * BYTES * c->lanes / array_bytes(c->lanes)};
    in.field[in.count++] = (wf_field){"data", data};
    *s = pure_streams(in, (wf_stream){.count = 1, .field = {{"data", data}}});
    return WF_OK;
}

/* Four lanes at a time: they give four bytes of each plane, one word. */
static void to_planes(const uint32_t *lane, int lanes, uint32_t *plane)
{
    for (int p = 0; p < BYTES; p++)
        for (int i = 0; i < lanes; i += 4)
            plane[(p * lanes + i) / 4] = get_byte(lane, 4 * i + p) | get_byte(lane, 4 * i + 4 + p) << 8 |
                                         get_byte(lane, 4 * i + 8 + p) << 16 | get_byte(lane, 4 * i + 12 + p) << 24;
}

static void to_lanes(const uint32_t *plane, int lanes, uint32_t *lane)
{
    for (int i = 0; i < lanes; i++)
        lane[i] = get_byte(plane, i) | get_byte(plane, lanes + i) << 8 | get_byte(plane, 2 * lanes + i) << 16 |
                  get_byte(plane, 3 * lanes + i) << 24;
}

/* Clears the arrays of a register as the banks hold it that do not carry bytes: those whose bits from `first` on are 0. */
static void clear_arrays(uint32_t *held, int lanes, const uint32_t *arrays, int first)
{
    int words = array_bytes(lanes) / 4;
    for (int a = 0; a * words < lanes; a++)
        if (!get_bit(arrays, first + a))
            memset(held + a * words, 0, (size_t)words * sizeof *held);
}

static void eval(const wf_config *c, const uint32_t *in, uint32_t *out)
{
    int n = c->param[PORTS], bits = bits_for(n), lanes = c->lanes, arrays_of_one = BYTES * lanes / array_bytes(lanes);
    const uint32_t *en = in, *from = en + words_for(n), *arrays = from + words_for(n * bits);
    const uint32_t *data = arrays + (c->param[ENABLES] ? words_for(n * arrays_of_one) : 0);
    for (int j = 0; j < n; j++) {
        int input = 0;
        for (int b = 0; b < bits; b++)
            input |= get_bit(from, j * bits + b) << b;
        uint32_t *to = out + j * lanes, held[WF_MAX_LANES];
        if (!get_bit(en, j) || input >= n) {
            memset(to, 0, (size_t)lanes * sizeof *to);
            continue;
        }
        bool reorder = c->param[ORDER] == REORDER;
        if (reorder && c->param[DIRECTION] == WRITE)
            to_planes(data + input * lanes, lanes, held);
        else
            memcpy(held, data + input * lanes, (size_t)lanes * sizeof *held);
        if (c->param[ENABLES])
            clear_arrays(held, lanes, arrays, input * arrays_of_one);
        if (reorder && c->param[DIRECTION] == READ)
            to_lanes(held, lanes, to);
        else
            memcpy(to, held, (size_t)lanes * sizeof *to);
    }
}

static const char *items(const wf_config *c, const char *field, int *bits)
{
    bool data = strcmp(field, "data") == 0, arrays = strcmp(field, "arrays") == 0;
    *bits = data ? 32 * c->lanes : arrays ? BYTES : 1; /* a slice has at most 8 lanes: an array a plane */
    return data || arrays || strcmp(field, "en") == 0 ? "port" : NULL;
}

static void wiring(const wf_config *c, wf_wiring *w)
{
    *w = (wf_wiring){
        .way = c->param[ORDER] == REORDER
                   ? "Way from a bit's place in lane order to its place in byte planes"
                   : "Plain order: every bit leaves at the place where it came in, so that nothing is added to the unit's own wires.",
        .assumed = "An estimate of the reordering alone: the bits of a register lie side by side at one pitch, each goes straight "
                   "to its new place, across the others, in one direction, without detours, layers or vias; a port reorders "
                   "once. The wires between the ports are in neither order's figure. Cells are the same "
                   "in both orders: compare with warpfold report DIR_plain DIR_reorder.",
        .says = "The paper says that the reordering incurs practically no penalty for performance, power or space "
                "(section 3.2). Of the cells that is so. What the wires cost is a matter of the floor plan: this figure is "
                "that of a row of bits kept in order on both sides.",
    };
    for (int i = 0; i < c->lanes && c->param[ORDER] == REORDER; i++)
        for (int p = 0; p < BYTES; p++) {
            int distance = 8 * (BYTES * i + p - (p * c->lanes + i));
            if (distance < 0)
                distance = -distance;
            w->one += 8.0 * distance; /* all eight bits of the byte move the same distance */
            w->longest = distance > w->longest ? distance : w->longest;
        }
    w->all = w->one * c->param[PORTS];
}

const wf_unit wf_unit_crossbar = {
    .name = "crossbar",
    .title = "byte-reordering crossbar between banks and ports",
    .source = "G-Scalar (HPCA 2017), section 3.2, Figures 3 and 4",
    .params = params,
    .streams = streams,
    .eval = eval,
    .items = items,
    .wiring = wiring,
};
