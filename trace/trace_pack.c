/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_pack.c - packs a record into bytes and back: head, numbers, masks, registers, values. Each part has its packing and its
 * unpacking side by side; fast ways of unpacking come last and give what the plain ones give. */
#include "trace_pack.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../cmodel/bits.h"
#include "trace_impl.h"

/* Head byte: bits 1..0 kind; 2 same cta and warp as before; 3 full mask; 6..4 class or space; 7 end mark. */
enum { SAME_WARP = 1 << 2, FULL_MASK = 1 << 3, SUB_SHIFT = 4, END = 0x80 };
/* In files with instructions two bytes. Bits 2..0 kind; 3 same cta and warp; 4 full mask; 5 linked, or of an instruction: its mask is not
 * known; 6 of an instruction: its results are in the trace; 7 end mark, which is one byte. Then class or space. A launch or a copy has the first
 * byte alone, and no bit in it but the kind. */
enum {
    WIDE_KIND = 7,
    WIDE_SAME_WARP = 1 << 3,
    WIDE_FULL_MASK = 1 << 4,
    WIDE_LINKED = 1 << 5,
    WIDE_NO_MASK = 1 << 5,
    WIDE_WRITTEN = 1 << 6
};
enum { UNKNOWN_COUNT = 0xff };
/* The classes and kinds that a file of a version holds. */
static const unsigned classes_of[] = {0, TRACE_OTHER + 1, TRACE_CONTROL + 1, TRACE_CLASSES};
static const unsigned kinds_of[] = {0, TRACE_STORE + 1, TRACE_INSTRUCTION + 1, TRACE_KINDS};
/* Operation and type of an instruction in one byte. */
enum { TYPE_SHIFT = 4, DEAD_LANES = 0x40 };
/* How n numbers are packed: all equal; in equal steps; each as a difference; as 32-bit words, low byte first. */
enum { EQUAL, STEPS, DIFFERENCES, WORDS, PACKINGS };
enum { MAX_STRING = 1 << 20 };

void put_byte(packer *p, unsigned byte)
{
    p->data[p->len++] = (unsigned char)byte;
}

void put_varint(packer *p, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        put_byte(p, (unsigned)(value & 0x7f) | 0x80);
    put_byte(p, (unsigned)value);
}

void put_string(packer *p, const char *s)
{
    size_t n = strlen(s);

    if (n > PACK_MAX_TEXT)
        die("a text of %zu bytes in a head that takes %d", n, PACK_MAX_TEXT);
    put_varint(p, n);
    memcpy(p->data + p->len, s, n);
    p->len += n;
}

void pack_check_texts(const char *path, const char *source, const char *licence)
{
    const char *what = strlen(source) > PACK_MAX_TEXT ? "source" : strlen(licence) > PACK_MAX_TEXT ? "licence" : NULL;

    if (what != NULL)
        die_usage("%s: a %s of %zu bytes; accepted are up to %d", path, what, strlen(*what == 's' ? source : licence), PACK_MAX_TEXT);
}

static uint64_t zigzag(int64_t value)
{
    return (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
}

unsigned unpack_byte(input *in, unsigned limit, const char *what)
{
    unsigned byte = input_byte(in);

    if (byte >= limit)
        input_bad(in, "corrupt: %s %u, accepted is below %u", what, byte, limit);
    return byte;
}

void pack_file_head(unsigned char head[PACK_HEAD_BYTES], const char *magic, int version, int lanes)
{
    memcpy(head, magic, PACK_MAGIC_BYTES);
    head[8] = (unsigned char)version;
    head[9] = (unsigned char)(version >> 8);
    head[10] = (unsigned char)lanes;
    head[11] = (unsigned char)(lanes >> 8);
}

/* "versions 1 and 3" of a list that 0 ends. */
static char *accepted_versions(const int *versions)
{
    text t = {0};

    text_printf(&t, versions[1] == 0 ? "is version %d" : "are versions %d", versions[0]);
    for (int i = 1; versions[i] != 0; i++)
        text_printf(&t, "%s%d", versions[i + 1] != 0 ? ", " : " and ", versions[i]);
    return t.data;
}

int unpack_file_head(input *in, const char *magic, const int *versions, const char *kind, int *lanes)
{
    unsigned char head[PACK_HEAD_BYTES];
    bool known = false;

    input_bytes(in, head, sizeof head);
    if (memcmp(head, magic, 4) != 0)
        input_bad(in, "is no %s of this program", kind);
    if (memcmp(head, magic, PACK_MAGIC_BYTES) != 0)
        input_bad(in, "corrupt: the first bytes of this %s were altered (copied in text mode?)", kind);
    int found = head[8] | head[9] << 8;
    *lanes = head[10] | head[11] << 8;
    for (int i = 0; versions[i] != 0; i++)
        known |= versions[i] == found;
    if (!known)
        input_bad(in, "%s of version %d; accepted %s", kind, found, accepted_versions(versions));
    if (*lanes == 0 || *lanes > TRACE_MAX_LANES)
        input_bad(in, "corrupt: a %s of %d lanes; accepted are up to %d", kind, *lanes, TRACE_MAX_LANES);
    return found;
}

void unpack_stream_head(input *in, int lanes)
{
    input_begin_zstd(in);
    uint64_t again = input_varint(in);
    if (again != (uint64_t)lanes)
        input_bad(in, "corrupt: the head says %d lanes, the data %llu", lanes, (unsigned long long)again);
}

char *unpack_string(input *in)
{
    uint64_t n = input_varint(in);

    if (n > MAX_STRING)
        input_bad(in, "corrupt: a text of more than 1 MiB");
    char *s = zalloc((size_t)n + 1);
    input_bytes(in, s, (size_t)n);
    return s;
}

static unsigned sub_of(const trace_record *r)
{
    return trace_is_memory(r) ? (unsigned)r->space : (unsigned)r->op;
}

static void put_wide_head(packer *p, const trace_record *r, bool same, bool full)
{
    if (!trace_is_warp(r)) {
        put_byte(p, (unsigned)r->kind);
        return;
    }
    bool is_instruction = r->kind == TRACE_INSTRUCTION, flag = is_instruction ? !r->mask_known : r->linked;

    put_byte(p, (unsigned)r->kind | (same ? WIDE_SAME_WARP : 0u) | (full ? WIDE_FULL_MASK : 0u) | (flag ? WIDE_LINKED : 0u) |
                    (is_instruction && r->written ? WIDE_WRITTEN : 0u));
    put_byte(p, sub_of(r));
}

static void put_narrow_head(packer *p, const trace_record *r, bool same, bool full)
{
    put_byte(p, (unsigned)r->kind | (same ? SAME_WARP : 0u) | (full ? FULL_MASK : 0u) | sub_of(r) << SUB_SHIFT);
}

void pack_head(packer *p, pack_context *c, const trace_record *r)
{
    if ((unsigned)r->kind >= kinds_of[c->version] || (r->linked && c->version < TRACE_EXECUTION) ||
        (!trace_is_memory(r) && trace_is_warp(r) && sub_of(r) >= classes_of[c->version]))
        die("a record of kind %s and class %u in a file of version %d, which has none", trace_kind_names[r->kind], sub_of(r), c->version);
    bool same = c->any && r->cta == c->cta && r->warp == c->warp, full = trace_full(r);
    uint64_t *pc = &c->pc[r->warp % PACK_CONTEXTS];

    if (c->version >= TRACE_EXECUTION)
        put_wide_head(p, r, same, full);
    else
        put_narrow_head(p, r, same, full);
    c->records++;
    if (!trace_is_warp(r))
        return;
    if (!same) {
        put_varint(p, r->cta);
        put_varint(p, r->warp);
    }
    put_varint(p, zigzag((int64_t)(r->pc - *pc)));
    for (int i = 0; i < r->lanes && !full; i += 8)
        put_byte(p, r->mask[i / 32] >> (i % 32) & 0xff);
    c->any = true;
    c->cta = r->cta;
    c->warp = r->warp;
    *pc = r->pc;
}

void pack_end(packer *p, const pack_context *c)
{
    put_byte(p, END);
    put_varint(p, c->records);
}

static void unpack_mask(input *in, trace_record *r, bool full)
{
    uint32_t all[TRACE_MASK_WORDS];
    unsigned char bytes[4 * TRACE_MASK_WORDS];

    mask_fill(all, r->lanes);
    if (full) {
        memcpy(r->mask, all, sizeof all);
        return;
    }
    size_t n = (size_t)(r->lanes + 7) / 8;
    input_bytes(in, bytes, n);
    memset(r->mask, 0, sizeof r->mask);
    for (size_t i = 0; i < n; i++)
        r->mask[i / 4] |= (uint32_t)bytes[i] << (8 * (i % 4));
    for (int i = 0; i < TRACE_MASK_WORDS; i++)
        if (r->mask[i] & ~all[i])
            input_bad(in, "corrupt: a mask with bits above the last lane");
}

static void unpack_end(input *in, const pack_context *c)
{
    uint64_t count = input_varint(in);

    if (count != c->records)
        input_bad(in, "corrupt: %llu records, the end mark says %llu", (unsigned long long)c->records, (unsigned long long)count);
    if (!input_at_end(in))
        input_bad(in, "corrupt: data after the end mark");
}

/* Which of the parts of a head follow. */
typedef struct {
    bool end, same_warp, full_mask;
} head_parts;

static void unpack_sub(trace_record *r, unsigned sub)
{
    bool is_memory = trace_is_memory(r);

    r->op = !is_memory ? (trace_class)sub : r->kind == TRACE_LOAD ? TRACE_LOADS : TRACE_OTHER;
    r->space = is_memory ? (trace_space)sub : TRACE_ELSEWHERE;
}

static head_parts unpack_narrow_head(input *in, trace_record *r)
{
    unsigned head = unpack_byte(in, END + 1, "record head");

    if (head == END)
        return (head_parts){.end = true};
    r->kind = (trace_kind)(head & 3);
    r->linked = false;
    unsigned sub = head >> SUB_SHIFT & 7;
    if (sub >= (trace_is_memory(r) ? (unsigned)TRACE_SPACES : classes_of[TRACE_VALUES]))
        input_bad(in, "corrupt: class or memory space %u", sub);
    unpack_sub(r, sub);
    return (head_parts){.same_warp = head & SAME_WARP, .full_mask = head & FULL_MASK};
}

static head_parts unpack_wide_head(input *in, trace_version version, trace_record *r)
{
    unsigned head = unpack_byte(in, END + 1, "record head");

    if (head == END)
        return (head_parts){.end = true};
    if ((head & WIDE_KIND) >= kinds_of[version])
        input_bad(in, "corrupt: a record of kind %u", head & WIDE_KIND);
    r->kind = (trace_kind)(head & WIDE_KIND);
    bool is_instruction = r->kind == TRACE_INSTRUCTION;
    if (!trace_is_warp(r)) {
        if (head != (unsigned)r->kind)
            input_bad(in, "corrupt: a record head of 0x%x", head);
        return (head_parts){.end = false};
    }
    if (is_instruction ? (head & WIDE_NO_MASK) && !(head & WIDE_FULL_MASK) : (head & WIDE_WRITTEN) != 0)
        input_bad(in, "corrupt: a record head of 0x%x", head);
    r->linked = !is_instruction && (head & WIDE_LINKED);
    r->mask_known = !(head & WIDE_NO_MASK);
    r->written = head & WIDE_WRITTEN;
    unpack_sub(r, unpack_byte(in, trace_is_memory(r) ? TRACE_SPACES : classes_of[version], "class or memory space"));
    return (head_parts){.same_warp = head & WIDE_SAME_WARP, .full_mask = head & WIDE_FULL_MASK};
}

bool unpack_head(input *in, pack_context *c, int lanes, trace_record *r)
{
    input_place(in, "record", c->records + 1);
    head_parts parts = c->version >= TRACE_EXECUTION ? unpack_wide_head(in, c->version, r) : unpack_narrow_head(in, r);

    if (parts.end) {
        input_place(in, NULL, 0);
        unpack_end(in, c);
        return false;
    }
    r->lanes = lanes;
    c->records++;
    if (!trace_is_warp(r))
        return true;
    if (!parts.same_warp) {
        c->cta = input_varint(in);
        uint64_t warp = input_varint(in);
        if (warp > UINT32_MAX)
            input_bad(in, "corrupt: warp %llu", (unsigned long long)warp);
        c->warp = (uint32_t)warp;
    }
    r->cta = c->cta;
    r->warp = c->warp;
    uint64_t *pc = &c->pc[c->warp % PACK_CONTEXTS];
    *pc += (uint64_t)input_zigzag(in);
    r->pc = *pc;
    unpack_mask(in, r, parts.full_mask);
    return true;
}

void pack_register(packer *p, const trace_record *r)
{
    put_byte(p, (unsigned)r->file);
    put_byte(p, (unsigned)r->reg);
}

static trace_register unpack_number(input *in)
{
    static const unsigned limits[TRACE_FILES] = {32, 32, 255};

    trace_file file = (trace_file)unpack_byte(in, TRACE_FILES, "register file");
    return (trace_register){file, (int)unpack_byte(in, limits[file], "register")};
}

void unpack_register(input *in, trace_record *r)
{
    trace_register reg = unpack_number(in);

    r->file = reg.file;
    r->reg = reg.reg;
    r->words = 1;
}

static void pack_operands(packer *p, const trace_register *list, int count)
{
    put_byte(p, count < 0 ? UNKNOWN_COUNT : (unsigned)count);
    for (int i = 0; i < count; i++) {
        put_byte(p, (unsigned)list[i].file);
        put_byte(p, (unsigned)list[i].reg);
    }
}

void pack_instruction(packer *p, const pack_context *c, const trace_record *r)
{
    if (c->version >= TRACE_TIMING)
        put_byte(p, (unsigned)r->operation | (unsigned)r->type << TYPE_SHIFT | (r->dead ? DEAD_LANES : 0));
    pack_operands(p, r->source, r->sources);
    pack_operands(p, r->destination, r->destinations);
}

static int unpack_operands(input *in, trace_register *list, int max)
{
    unsigned count = unpack_byte(in, UNKNOWN_COUNT + 1, "number of operands");

    if (count == UNKNOWN_COUNT)
        return -1;
    if (count > (unsigned)max)
        input_bad(in, "corrupt: %u operands; accepted are up to %d", count, max);
    for (unsigned i = 0; i < count; i++) {
        list[i] = unpack_number(in);
        if (list[i].file == TRACE_X && list[i].reg == 0)
            input_bad(in, "corrupt: x0 as an operand, which is none");
    }
    return (int)count;
}

static void unpack_operation(input *in, trace_record *r)
{
    unsigned byte = unpack_byte(in, DEAD_LANES + (TRACE_TYPES << TYPE_SHIFT), "operation and type");

    r->operation = (trace_operation)(byte & ((1u << TYPE_SHIFT) - 1));
    r->type = (trace_type)(byte >> TYPE_SHIFT & (TRACE_TYPES - 1));
    r->dead = byte & DEAD_LANES;
    if (r->operation >= TRACE_OPERATIONS)
        input_bad(in, "corrupt: operation %u, accepted is below %d", (unsigned)r->operation, TRACE_OPERATIONS);
}

void unpack_instruction(input *in, const pack_context *c, trace_record *r)
{
    if (c->version >= TRACE_TIMING)
        unpack_operation(in, r);
    r->sources = unpack_operands(in, r->source, TRACE_MAX_SOURCES);
    r->destinations = unpack_operands(in, r->destination, TRACE_MAX_DESTINATIONS);
    r->words = 0;
    const char *what = trace_bad_destinations(r);
    if (what != NULL)
        input_bad(in, "corrupt: %s", what);
}

void pack_host(packer *p, const trace_record *r)
{
    const trace_launch *l = &r->launched;

    if (r->kind == TRACE_COPY) {
        put_varint(p, r->addr[0]);
        put_varint(p, r->bytes);
        return;
    }
    put_string(p, l->kernel);
    for (int i = 0; i < 6; i++)
        put_varint(p, i < 3 ? l->grid[i] : l->block[i - 3]);
    put_varint(p, l->static_shared);
    put_varint(p, l->dynamic_shared);
    put_varint(p, (uint64_t)l->registers);
    put_varint(p, (uint64_t)l->reserved_registers);
}

static uint32_t unpack_count(input *in, uint64_t max, const char *what)
{
    uint64_t value = input_varint(in);

    if (value > max)
        input_bad(in, "corrupt: %s of %llu; accepted are up to %llu", what, (unsigned long long)value, (unsigned long long)max);
    return (uint32_t)value;
}

static void unpack_launch(input *in, trace_launch *l)
{
    for (int i = 0; i < 6; i++)
        *(i < 3 ? &l->grid[i] : &l->block[i - 3]) = unpack_count(in, UINT32_MAX, "a launch");
    l->static_shared = unpack_count(in, UINT32_MAX, "shared memory");
    l->dynamic_shared = unpack_count(in, UINT32_MAX, "shared memory");
    l->registers = (int)unpack_count(in, TRACE_MAX_REGISTERS, "registers");
    l->reserved_registers = (int)unpack_count(in, TRACE_MAX_REGISTERS, "registers");
}

void unpack_host(input *in, trace_record *r, char **kernel)
{
    const char *what;

    record_of_host(r, r->kind, r->lanes);
    if (r->kind == TRACE_LAUNCH) {
        arena_free(*kernel);
        r->launched.kernel = *kernel = unpack_string(in);
        unpack_launch(in, &r->launched);
        what = trace_bad_launch(&r->launched);
    } else {
        r->addr[0] = input_varint(in);
        r->bytes = input_varint(in);
        what = trace_bad_copy(r);
    }
    if (what != NULL)
        input_bad(in, "corrupt: %s", what);
}

static int varint_bytes(uint64_t value)
{
    int n = 1;

    while (value >>= 7)
        n++;
    return n;
}

/* The difference modulo 2^bits that is nearest to 0, as zigzag. */
static uint64_t difference(uint64_t to, uint64_t from, int bits)
{
    return zigzag(bits == 32 ? (int32_t)(uint32_t)(to - from) : (int64_t)(to - from));
}

void pack_numbers(packer *p, const uint64_t *values, int n, int bits)
{
    uint64_t differences[TRACE_MAX_LANES], unsteady = 0;

    if (n == 0)
        return;
    for (int i = 1; i < n; i++)
        differences[i] = difference(values[i], values[i - 1], bits);
    uint64_t step = n > 1 ? differences[1] : 0;
    for (int i = 1; i < n; i++)
        unsteady |= differences[i] ^ step;
    int packing = unsteady == 0 ? (step == 0 ? EQUAL : STEPS) : DIFFERENCES;
    if (packing == DIFFERENCES && bits == 32) {
        int bytes = varint_bytes(values[0]);
        for (int i = 1; i < n; i++)
            bytes += varint_bytes(differences[i]);
        packing = bytes >= 4 * n ? WORDS : DIFFERENCES;
    }
    put_byte(p, (unsigned)packing);
    if (packing != WORDS)
        put_varint(p, values[0]);
    if (packing == STEPS)
        put_varint(p, step);
    for (int i = 1; i < n && packing == DIFFERENCES; i++)
        put_varint(p, differences[i]);
    for (int i = 0; i < n && packing == WORDS; i++)
        for (int byte = 0; byte < 4; byte++)
            put_byte(p, (unsigned)(values[i] >> (8 * byte)) & 0xff);
}

/* How many bytes the varints of n words take beyond one each. */
static inline int longer_bytes(const uint32_t *words, int n)
{
    int more = 0;

    for (int i = 0; i < n; i++)
        more += (words[i] >= 1u << 7) + (words[i] >= 1u << 14) + (words[i] >= 1u << 21) + (words[i] >= 1u << 28);
    return more;
}

void pack_words(packer *p, const uint32_t *words, int n)
{
    uint32_t differences[TRACE_MAX_LANES], unsteady = 0;

    if (n == 0)
        return;
    differences[0] = words[0];
    for (int i = 1; i < n; i++) {
        uint32_t d = words[i] - words[i - 1];
        differences[i] = d << 1 ^ (0 - (d >> 31)); /* zigzag */
    }
    uint32_t step = n > 1 ? differences[1] : 0;
    for (int i = 1; i < n; i++)
        unsteady |= differences[i] ^ step;
    if (unsteady != 0 && n + longer_bytes(differences, n) >= 4 * n) {
        put_byte(p, WORDS);
        bytes_of_words(p->data + p->len, words, n);
        p->len += 4 * (size_t)n;
        return;
    }
    put_byte(p, unsteady != 0 ? DIFFERENCES : step != 0 ? STEPS : EQUAL);
    put_varint(p, words[0]);
    if (step != 0 && unsteady == 0)
        put_varint(p, step);
    for (int i = 1; i < n && unsteady != 0; i++)
        put_varint(p, differences[i]);
}

void unpack_numbers_plain(input *in, uint64_t *values, int n, int bits)
{
    const uint64_t limit = bits == 32 ? UINT32_MAX : UINT64_MAX;
    unsigned char word[4];

    if (n == 0)
        return;
    unsigned packing = unpack_byte(in, bits == 32 ? PACKINGS : WORDS, "packing");
    if (packing == WORDS) {
        for (int i = 0; i < n; i++) {
            input_bytes(in, word, sizeof word);
            values[i] = word[0] | (uint32_t)word[1] << 8 | (uint32_t)word[2] << 16 | (uint32_t)word[3] << 24;
        }
        return;
    }
    values[0] = input_varint(in);
    if (values[0] > limit)
        input_bad(in, "corrupt: a value of more than %d bits", bits);
    uint64_t step = packing == STEPS ? (uint64_t)input_zigzag(in) : 0;
    for (int i = 1; i < n; i++) {
        if (packing == DIFFERENCES)
            step = (uint64_t)input_zigzag(in);
        values[i] = (values[i - 1] + step) & limit;
    }
}

/* Takes the number at `at`, if it has at most SHORT bytes. */
enum { SHORT = 9 };
static inline bool short_varint(const unsigned char **at, uint64_t *value)
{
    uint64_t sum = 0;

    for (int shift = 0; shift < 7 * SHORT; shift += 7) {
        unsigned byte = *(*at)++;
        sum |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *value = sum;
            return true;
        }
    }
    return false;
}

static inline uint64_t unzigzag(uint64_t u)
{
    return u >> 1 ^ (0 - (u & 1));
}

static bool differences_ahead(const unsigned char **at, uint64_t *values, int n, uint64_t limit)
{
    uint64_t sum = values[0], difference;

    for (int i = 1; i < n; i++) {
        if (!short_varint(at, &difference))
            return false;
        values[i] = sum = (sum + unzigzag(difference)) & limit;
    }
    return true;
}

/* unpack_numbers_plain of bytes that are in memory. It is false, and nothing is read, where they might be too few, a number is longer than
 * SHORT, or the plain form would refuse them. */
static bool unpack_ahead(input *in, uint64_t *values, int n, int bits)
{
    const uint64_t limit = bits == 32 ? UINT32_MAX : UINT64_MAX;
    size_t len;
    const unsigned char *start = input_ahead(in, &len);
    uint64_t step = 0;

    if (len < 1 + ((size_t)n + 1) * SHORT) /* the most that is read below: STEPS of one number have two */
        return false;
    const unsigned char *at = start + 1;
    unsigned packing = *start;
    if (packing >= (bits == 32 ? PACKINGS : WORDS))
        return false;
    if (packing == WORDS) {
        for (int i = 0; i < n; i++, at += 4)
            values[i] = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    } else {
        if (!short_varint(&at, values) || values[0] > limit || (packing == STEPS && !short_varint(&at, &step)))
            return false;
        if (packing == DIFFERENCES && !differences_ahead(&at, values, n, limit))
            return false;
        uint64_t value = values[0];
        for (int i = 1; i < n && packing == EQUAL; i++)
            values[i] = value;
        step = unzigzag(step);
        for (int i = 1; i < n && packing == STEPS; i++)
            values[i] = value = (value + step) & limit;
    }
    input_skip(in, (size_t)(at - start));
    return true;
}

void unpack_numbers(input *in, uint64_t *values, int n, int bits)
{
    if (n > 0 && !unpack_ahead(in, values, n, bits))
        unpack_numbers_plain(in, values, n, bits);
}

/* Differences of one byte, as most are: from word i on, as many times four as there are. Returns the first word that is not among them. */
static int short_differences(const unsigned char **at, uint32_t *words, int i, int n)
{
    uint32_t value = words[i - 1], four;

    for (; n - i >= 4; i += 4, *at += 4) {
        memcpy(&four, *at, sizeof four);
        if (four & 0x80808080)
            break;
        for (int k = 0; k < 4; k++)
            words[i + k] = value += (uint32_t)unzigzag((*at)[k]);
    }
    return i;
}

static bool word_differences(const unsigned char **at, uint32_t *words, int n)
{
    uint64_t difference;

    for (int i = 1; (i = short_differences(at, words, i, n)) < n; i++) {
        if (!short_varint(at, &difference))
            return false;
        words[i] = words[i - 1] + (uint32_t)unzigzag(difference);
    }
    return true;
}

/* The same of words of 32 bits, which need no wider ones between. */
static bool unpack_words_ahead(input *in, uint32_t *words, int n)
{
    size_t len;
    const unsigned char *start = input_ahead(in, &len), *at = start + 1;
    uint64_t first, step = 0;

    if (len < 1 + ((size_t)n + 1) * SHORT || *start >= PACKINGS)
        return false;
    unsigned packing = *start;
    if (packing == WORDS) {
        words_of_bytes(words, at, n);
        input_skip(in, 1 + 4 * (size_t)n);
        return true;
    }
    if (!short_varint(&at, &first) || first > UINT32_MAX || (packing == STEPS && !short_varint(&at, &step)))
        return false;
    uint32_t value = (uint32_t)first, by = (uint32_t)unzigzag(step);
    words[0] = value;
    if (packing == DIFFERENCES && !word_differences(&at, words, n))
        return false;
    for (int i = 1; i < n && packing == EQUAL; i++)
        words[i] = value;
    for (int i = 1; i < n && packing == STEPS; i++)
        words[i] = value += by;
    input_skip(in, (size_t)(at - start));
    return true;
}

void unpack_words(input *in, uint32_t *words, int n)
{
    uint64_t values[TRACE_MAX_LANES];

    if (n == 0 || unpack_words_ahead(in, words, n))
        return;
    unpack_numbers_plain(in, values, n, 32);
    for (int i = 0; i < n; i++)
        words[i] = (uint32_t)values[i];
}

static int active_lanes(const trace_record *r, int *active)
{
    int n = 0;

    for (int from = 0; from < r->lanes; from += 32)
        for (uint32_t left = r->mask[from / 32]; left != 0; left &= left - 1)
            active[n++] = from + __builtin_ctz(left);
    return n;
}

void pack_memory(packer *p, const trace_record *r)
{
    uint64_t addresses[TRACE_MAX_LANES];
    uint32_t words[TRACE_MAX_LANES];
    int active[TRACE_MAX_LANES], n = active_lanes(r, active);

    put_byte(p, (unsigned)r->size - 1);
    put_byte(p, (unsigned)r->words);
    for (int i = 0; i < n; i++)
        addresses[i] = r->addr[active[i]];
    pack_numbers(p, addresses, n, 64);
    for (int word = 0; word < r->words; word++) {
        for (int i = 0; i < n; i++)
            words[i] = r->value[active[i] * r->words + word];
        pack_words(p, words, n);
    }
}

void unpack_memory(input *in, trace_record *r)
{
    int active[TRACE_MAX_LANES];

    r->size = (int)unpack_byte(in, 4 * TRACE_MAX_WORDS, "access size") + 1;
    r->words = (int)unpack_byte(in, TRACE_MAX_WORDS + 1, "data words");
    if (r->words <= 1 && trace_full(r)) { /* the lanes' numbers are in their places */
        unpack_numbers(in, r->addr, r->lanes, 64);
        unpack_words(in, r->value, r->words * r->lanes);
        return;
    }
    uint64_t values[TRACE_MAX_LANES] = {0};
    uint32_t words[TRACE_MAX_LANES] = {0};
    int n = active_lanes(r, active);
    memset(r->addr, 0, (size_t)r->lanes * sizeof r->addr[0]);
    memset(r->value, 0, (size_t)(r->lanes * r->words) * sizeof r->value[0]);
    unpack_numbers(in, values, n, 64);
    for (int i = 0; i < n; i++)
        r->addr[active[i]] = values[i];
    for (int word = 0; word < r->words; word++) {
        unpack_words(in, words, n);
        for (int i = 0; i < n; i++)
            r->value[active[i] * r->words + word] = words[i];
    }
}
