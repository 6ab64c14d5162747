/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold.h - the golden models of value-compression hardware for GPUs.
 *
 * Reading convention. A bit vector is an array of uint32_t: bit i is (v[i / 32] >> (i % 32)) & 1, byte j is bits
 * 8j+7..8j, and bits above the vector's width are 0. Lane 0 is the least significant word of a block, bit i of a
 * mask is lane i. All functions are pure: no I/O, no allocation, no state; they may run in any number of threads.
 *
 * A *room* is one codec. It is one constant wf_codec, found by name or by number; units.def lists the rooms.
 */
#ifndef WARPFOLD_H
#define WARPFOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WF_VERSION "0.1.0"
#define WF_NO_PATTERN (~0u) /* a count of patterns: the configuration does not have this one */

enum {
    WF_MIN_LANES = 4,
    WF_MAX_LANES = 128,
    WF_MAX_WORDS = 256,     /* the widest block or payload: 128 lanes of 64 bits */
    WF_MASK_WORDS = 4,      /* 128 lanes */
    WF_TAG_WORDS = 72,      /* the widest sideband: base and stride of 16 vectors of 64-bit words */
    WF_MAX_UNITS = 512,     /* storage units of a block */
    WF_UNIT_WORDS = 16,     /* WF_MAX_UNITS bits */
    WF_WEN_WORDS = 32,      /* write enables, down to one a byte */
    WF_MAX_PARAMS = 8,
    WF_MAX_CLASSES = 16,
    WF_MAX_PATTERNS = 16,
    WF_BURST_BYTES = 32,    /* what DRAM moves at once */
    WF_MAX_STAGES = 5,
    WF_MAX_PORTS = 16,      /* of a block */
    WF_MAX_ARRAYS = 4       /* of a block, different ones */
};

/* What a call can return. */
typedef enum {
    WF_OK = 0,
    WF_ERR_CONFIG = 1,  /* the configuration is not one of this room */
    WF_ERR_TAG = 2,     /* decode: the tag names no code of this configuration */
    WF_ERR_PAYLOAD = 3  /* decode: payload and tag contradict each other */
} wf_status;

typedef enum { WF_PARAM_INT, WF_PARAM_CHOICE, WF_PARAM_SET } wf_param_kind;

/* One parameter of a room. `values` lists what is accepted, separated by '|'. INT: decimal numbers, or the range
 * "2..32", the value is the number. CHOICE: names, the value is the index. SET: names, any non-empty subset separated by ',' on input, the value
 * has bit i for name i. */
typedef struct {
    const char *name;
    const char *help;
    wf_param_kind kind;
    const char *values;
    int initial;
    const char *macro;  /* the Verilog macro that carries it, without the backtick */
} wf_param;

/* A configuration: the warp width, or the line's words of 32 bits (8, 16, 32) where the room or block works on cache lines,
 * and one value a parameter, in the order of the room's table. */
typedef struct {
    int lanes;
    int param[WF_MAX_PARAMS];
} wf_config;

/* The geometry of a configuration, in bits. */
typedef struct {
    int block_bits;
    int mask_bits;      /* 0: no active mask */
    int tag_bits;
    int code_bits;      /* the tag's lowest bits that are all 0 where the block is stored raw */
    int raw_bit;        /* a bit of the tag that says raw whatever those are; 0: there is none */
    int payload_bits;   /* as stored when raw */
    int units;          /* storage units: banks, byte arrays, bursts */
    int unit_bits[WF_MAX_UNITS];
    int wen_bits;       /* write enables, payload_bits / wen_bits bits each */
    int interval_enc;   /* cycles between two inputs; more than 1: the unit iterates, its latency is interval + ranks */
    int interval_dec;
} wf_sizes;

/* What an encoder is given. */
typedef struct {
    const uint32_t *block;  /* block_bits */
    const uint32_t *mask;   /* mask_bits; NULL where mask_bits is 0 */
    bool raw_only;          /* store uncompressed whatever the value */
} wf_input;

/* What an encoder returns and a decoder is given (tag, payload, units). Bits of the payload that lie in a unit which
 * `units` does not name are unspecified after encode and ignored by decode; so are words of the tag above tag_bits. */
typedef struct {
    uint32_t tag[WF_TAG_WORDS];
    uint32_t units[WF_UNIT_WORDS];
    uint32_t wen[WF_WEN_WORDS];
    uint32_t payload[WF_MAX_WORDS];
} wf_code;

typedef struct wf_codec wf_codec;

/* encode, decode and measure of a codec in a faster form (NAME_fast.c), which returns the same. NULL: there is none of that one. */
typedef struct {
    wf_status (*encode)(const wf_config *config, const wf_input *in, wf_code *code);
    wf_status (*decode)(const wf_config *config, const wf_code *code, uint32_t *block);
    int (*measure)(const wf_config *config, const wf_input *in);
} wf_fast;

struct wf_codec {
    const char *name;       /* the room, as on the command line */
    const char *title;
    const char *source;     /* paper and section */
    const char *unit_name;  /* "bank", ... */
    const wf_param *params; /* ends with a NULL name */
    int encs, decs;         /* array sizes that the source proposes */
    bool line;              /* the block is a cache line, not a warp register: no lanes, no mask */
    bool divergent;         /* a divergent write gets a code too; else it is raw */
    const char *const *blocks;  /* blocks that the Verilog instantiates, ends with NULL; NULL: none */

    /* Geometry of a configuration. WF_ERR_CONFIG: *why says what is wrong and what would be accepted. */
    wf_status (*sizes)(const wf_config *config, wf_sizes *sizes, const char **why);
    /* One block to its code. The configuration must be a valid one; always WF_OK. */
    wf_status (*encode)(const wf_config *config, const wf_input *in, wf_code *code);
    /* A code to its block. Any bits are accepted: on WF_ERR_TAG and WF_ERR_PAYLOAD the block is what the RTL
     * outputs then. Never reads or writes out of bounds. */
    wf_status (*decode)(const wf_config *config, const wf_code *code, uint32_t *block);
    /* Stored size of a code in bits without padding, tag not included. */
    int (*size)(const wf_config *config, const wf_code *code);
    /* The class of a code, 0..classes-1: what statistics count. Class 0 is raw. */
    int (*classify)(const wf_config *config, const wf_code *code);
    const char *const *class_names; /* ends with NULL */

    /* Line codecs only; NULL in the others. */
    /* The bits that encode would store, tag not included, without storing them: size() of its code. */
    int (*measure)(const wf_config *config, const wf_input *in);
    /* Where decode's error is: the first bit of the payload of the field that cannot be; the payload's width where it is not
     * in the payload but the tag or the units; -1: decode returns WF_OK. */
    int (*fault)(const wf_config *config, const wf_code *code);
    /* How often a code has each pattern (of words, or of segments), count[i] for pattern_names[i], WF_NO_PATTERN for one that
     * the configuration does not have; NULL: the classes tell all. */
    void (*patterns)(const wf_config *config, const wf_code *code, unsigned count[WF_MAX_PATTERNS]);
    const char *const *pattern_names;   /* ends with NULL */
    const char *const *members; /* rooms that the Verilog instantiates, ends with NULL; NULL: none */
    const wf_fast *fast;        /* NULL: the functions above are fast enough */
};

/* Ports of a block that is no codec, inputs first, in the order of the module's. clk_i, rst_ni, valid_i and valid_o are
 * not listed: every block has them as every unit does. */
typedef struct {
    const char *name;   /* "mask_i" */
    int bits;
} wf_port;

typedef struct {
    int inputs, outputs;
    wf_port port[WF_MAX_PORTS];
} wf_ports;

/* A memory in a block: so many of so many words of so many bits. */
typedef struct {
    const char *name;   /* what it holds */
    int count, words, bits;
} wf_array;

/* A block that is no codec: a function of bits, and of state where it has `step`. */
typedef struct {
    const char *name, *title, *source;
    const wf_param *params; /* as a room's */
    bool line;              /* about cache lines: as in wf_codec */
    /* Ports of a configuration. WF_ERR_CONFIG: *why says what is wrong and what would be accepted. */
    wf_status (*ports)(const wf_config *config, wf_ports *ports, const char **why);
    /* Outputs from inputs, each the ports one after another, every port from a word of its own. Any bits are accepted. */
    void (*eval)(const wf_config *config, const uint32_t *in, uint32_t *out);
    /* Instead of eval in a block with state, which needs a clock: words of state (all 0 after reset), and what valid inputs
     * do to it. Outputs appear `stages` cycles later. */
    int (*state_words)(const wf_config *config);
    void (*step)(const wf_config *config, uint32_t *state, const uint32_t *in, uint32_t *out);
    /* How many kinds of memory it has; NULL: none. Where there are some, BLOCK_slice.v is all the rest, and what is synthesised. */
    int (*arrays)(const wf_config *config, wf_array arrays[WF_MAX_ARRAYS]);
} wf_block;

size_t wf_codec_count(void);
const wf_codec *wf_codec_at(size_t index);
const wf_codec *wf_find_codec(const char *name); /* NULL: no such room */
size_t wf_block_count(void);
const wf_block *wf_block_at(size_t index);
const wf_block *wf_find_block(const char *name); /* NULL: no such block */

/* The codec's functions of these names, in their fast form where there is one. */
wf_status wf_encode(const wf_codec *codec, const wf_config *config, const wf_input *in, wf_code *code);
wf_status wf_decode(const wf_codec *codec, const wf_config *config, const wf_code *code, uint32_t *block);
int wf_measure(const wf_codec *codec, const wf_config *config, const wf_input *in);

/* The configuration with every parameter at its default: of a room's or a block's table. */
wf_config wf_default_config(const wf_param *params, int lanes);
/* True if n is a warp width: a power of two from WF_MIN_LANES to WF_MAX_LANES. */
bool wf_is_lanes(int n);
/* True if n is the bytes of a cache line: 32, 64 or 128. */
bool wf_is_line(int n);

/* Number of a code's units (bits set in `units`), and the bits of storage that they are. */
int wf_units_used(const wf_sizes *sizes, const wf_code *code);
int wf_unit_bits_used(const wf_sizes *sizes, const wf_code *code);

/* The active mask is full, or empty. */
bool wf_mask_full(const uint32_t *mask, int lanes);
bool wf_mask_empty(const uint32_t *mask, int lanes);

/* The block with this tag is stored compressed: code_bits not all 0, raw_bit not set. */
bool wf_tag_compressed(const wf_sizes *sizes, const uint32_t *tag);
/* The dummy move (Warped-Compression, section 5.2; the special move of G-Scalar, section 3.3): a divergent write to a
 * register that is stored compressed must be preceded by a move that decompresses it. True if the write with this
 * active mask to a register with this tag needs it: the mask is neither empty nor full and the register is compressed. */
bool wf_move_needed(const wf_sizes *sizes, const uint32_t *mask, const uint32_t *tag);

/* Wiring of the block crossbar that its cell area does not see: the sum, over the bits of one register, of |place in
 * lane order - place in byte-plane order|, in bit pitches; 0 for the plain one. *longest (may be NULL): the most that one
 * bit moves. Bits side by side at a pitch of P um, in a crossbar of N ports that reorders once a port: N * P * sum um of wire
 * more than the plain one at the least, and P * *longest um more on the longest path. */
double wf_crossbar_displacement(const wf_config *config, int *longest);

/* <base, delta> pairs of Table 1 of Warped-Compression, in its order. */
enum { WF_BDI_PAIRS = 9 };
typedef struct {
    int base, delta;    /* bytes */
    bool explored;      /* one of the seven of Figure 5 */
} wf_bdi_pair;
extern const wf_bdi_pair wf_bdi_pairs[WF_BDI_PAIRS];

/* Length in bytes of a block of `bytes` bytes under a pair: equation (1) of section 4. */
int wf_bdi_length(const wf_bdi_pair *pair, int bytes);
/* Which pairs a block fits: bit i for wf_bdi_pairs[i]. `bytes` is a multiple of 8. */
unsigned wf_bdi_fits(const uint32_t *block, int bytes);
/* The pair of Figure 5's seven that compresses a block best (fewest bytes, the first of equals), or -1. */
int wf_bdi_best(const uint32_t *block, int bytes);

/* Classes of vectors: Affine Vector Cache, section 2.3. Only active lanes count. AFFINE: the restricted form
 * (beta + i) * 2^sigma, sigma 0 to 6, not uniform; OTHER: affine by the definition d_i = b + i * s modulo 2^32, but with
 * another stride (negative, not a power of two, above 64) or a base that is no multiple of it. */
typedef enum {
    WF_VECTOR_GENERIC, WF_VECTOR_ZERO, WF_VECTOR_UNIFORM, WF_VECTOR_AFFINE, WF_VECTOR_OTHER, WF_VECTOR_CLASSES
} wf_vector_class;
/* The class of `lanes` (1..128) words of 32 bits under a mask, lane 0 at bit 0, at least one active. */
wf_vector_class wf_vector_class_of(const uint32_t *value, const uint32_t *mask, int lanes);

#ifdef __cplusplus
}
#endif

#endif
