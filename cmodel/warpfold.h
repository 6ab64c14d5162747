/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold.h - the golden models of value-compression hardware for GPUs.
 *
 * Reading convention. A bit vector is an array of uint32_t: bit i is (v[i / 32] >> (i % 32)) & 1, byte j is bits
 * 8j+7..8j, and bits above the vector's width are 0. Lane 0 is the least significant word of a block, bit i of a
 * mask is lane i. All functions are pure: no I/O, no allocation, no state; they may run in any number of threads.
 *
 * A *unit* is any module that has a model here: a codec (an encoder and a decoder), a block, a system. It is one constant
 * wf_unit, found by name or by number; units.def lists them.
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
    WF_MAX_WORDS = 256, /* the widest block or payload: 128 lanes of 64 bits */
    WF_MASK_WORDS = 4,  /* 128 lanes */
    WF_TAG_WORDS = 72,  /* the widest sideband: base and stride of 16 vectors of 64-bit words */
    WF_MAX_UNITS = 512, /* storage units of a block */
    WF_UNIT_WORDS = 16, /* WF_MAX_UNITS bits */
    WF_WEN_WORDS = 32,  /* write enables, down to one a byte */
    WF_MAX_PARAMS = 64, /* of a unit and all units in it */
    WF_MAX_CLASSES = 16,
    WF_MAX_PATTERNS = 16,
    WF_BURST_BYTES = 32, /* what DRAM moves at once */
    WF_MAX_STAGES = 5,
    WF_MAX_STREAMS = 8,
    WF_MAX_FIELDS = 12, /* of a stream */
    WF_MAX_MEMORIES = 4 /* of a unit, different ones */
};

/* What a call can return. */
typedef enum {
    WF_OK = 0,
    WF_ERR_CONFIG = 1, /* the configuration is not one of this unit */
    WF_ERR_TAG = 2,    /* decode: the tag names no code of this configuration */
    WF_ERR_PAYLOAD = 3 /* decode: payload and tag contradict each other */
} wf_status;

typedef enum { WF_PARAM_INT, WF_PARAM_CHOICE, WF_PARAM_SET } wf_param_kind;

/* One parameter of a unit. `values` lists what is accepted, separated by '|'. INT: decimal numbers, or the range
 * "2..32"; the value is the number. CHOICE: names; the value is the index. SET: names, any non-empty subset separated by ',' on
 * input; the value has bit i for name i. */
typedef struct {
    const char *name;
    const char *help;
    wf_param_kind kind;
    const char *values;
    int initial;
    const char *macro; /* the Verilog macro that carries it, without the backtick */
} wf_param;

/* A configuration: the warp width, or the bytes of the cache line where the unit works on lines (the other is 0), and one value a
 * parameter, in the order of the unit's table. The values of its children follow, child after child, in the same form. */
typedef struct {
    int lanes;
    int line_bytes;
    int param[WF_MAX_PARAMS];
} wf_config;

/* The geometry of a configuration, in bits. */
typedef struct {
    int block_bits;
    int mask_bits; /* 0: no active mask */
    int tag_bits;
    int code_bits;    /* the tag's lowest bits that are all 0 where the block is stored raw */
    int raw_bit;      /* a bit of the tag that says raw whatever those are; 0: there is none */
    int payload_bits; /* as stored when raw */
    int units;        /* storage units: banks, byte arrays, bursts */
    int unit_bits[WF_MAX_UNITS];
    int wen_bits;     /* write enables, payload_bits / wen_bits bits each */
    int interval_enc; /* cycles between two inputs; more than 1: the unit iterates, its latency is interval + ranks */
    int interval_dec;
} wf_sizes;

/* What an encoder is given. */
typedef struct {
    const uint32_t *block; /* block_bits */
    const uint32_t *mask;  /* mask_bits; NULL where mask_bits is 0 */
    bool raw_only;         /* store uncompressed whatever the value */
} wf_input;

/* What an encoder returns and a decoder is given (tag, payload, units). Bits of the payload that lie in a unit which
 * `units` does not name are unspecified after encode and ignored by decode; so are words of the tag above tag_bits. */
typedef struct {
    uint32_t tag[WF_TAG_WORDS];
    uint32_t units[WF_UNIT_WORDS];
    uint32_t wen[WF_WEN_WORDS];
    uint32_t payload[WF_MAX_WORDS];
} wf_code;

/* encode, decode and measure of a codec in a faster form (NAME_fast.c), which returns the same. NULL: there is none of that one. */
typedef struct {
    wf_status (*encode)(const wf_config *config, const wf_input *in, wf_code *code);
    wf_status (*decode)(const wf_config *config, const wf_code *code, uint32_t *block);
    int (*measure)(const wf_config *config, const wf_input *in);
} wf_fast;

/* What makes a unit a codec: an encoder and a decoder of blocks. */
typedef struct {
    const char *unit_name; /* of storage: "bank", ... */
    int encs, decs;        /* array sizes that the source proposes */
    bool divergent;        /* a divergent write gets a code too; else it is raw */

    /* Geometry of a configuration. WF_ERR_CONFIG: *why says what is wrong and what would be accepted; why may be NULL. */
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
    const char *const *pattern_names; /* ends with NULL */
    /* The three steps of the encoder's data path and the two of the decoder's, for drawings: name, what it does, and so on. NULL: as
     * codecs of registers, or of lines, mostly have them. */
    const char *const *enc_steps, *const *dec_steps;
    const wf_fast *fast; /* NULL: the functions above are fast enough */
} wf_codec;

/* A field of a stream: ports NAME_i of an input, NAME_o of an output. */
typedef struct {
    const char *name;
    int bits;
} wf_field;

/* A stream of transactions. Ports, behind the prefix "NAME_" where the stream has a name: valid; ready, the other way, if it has
 * one; the fields. A transaction moves in a cycle in which valid, and ready where there is one, are 1. */
typedef struct {
    const char *name; /* "": its ports have no prefix */
    bool output, ready;
    int count;
    wf_field field[WF_MAX_FIELDS];
} wf_stream;

typedef struct {
    int count;
    wf_stream stream[WF_MAX_STREAMS]; /* inputs first */
} wf_streams;

/* Records. What a unit is shown in a cycle is one array of words of 32 bits: stream after stream, for an input a word with
 * valid in bit 0 and its fields, each from a word of its own on; for an output with ready a word with ready in bit 0. What it
 * shows is the counterpart: for an input with ready a word with it in bit 0; for an output a word with valid in bit 0 and its
 * fields. Bits above a field's width are 0. */

/* A model in steps of a cycle. What it shows depends on its state alone. */
typedef struct {
    size_t (*state_size)(const wf_config *config); /* bytes */
    void (*reset)(const wf_config *config, void *state);
    /* What every stream shows in this cycle, and which bits of it count: of an output's fields none unless it is valid. */
    void (*outputs)(const wf_config *config, const void *state, uint32_t *out, uint32_t *care);
    /* The clock's edge, with what came in. */
    void (*clock)(const wf_config *config, void *state, const uint32_t *in);
} wf_stepped;

/* Memories in a unit: `count` memories of `words` words of `bits` bits. */
typedef struct {
    const char *name; /* what it holds */
    int count, words, bits;
} wf_memory;

/* A unit in a unit. */
typedef struct {
    const char *name; /* instance */
    const char *unit;
    const char *bound; /* parameters of it that the whole sets, separated by '|': no user sets them */
    /* Sets those, and what else the whole decides, in the child's configuration; its lanes or line are the whole's already. */
    void (*bind)(const wf_config *whole, wf_config *own);
} wf_child;

/* Wiring that a unit's cell area does not see, in bit pitches: how far the bits of one register move on their way through one port, from
 * lane order to byte planes or back, with the bits in a row at one pitch. Bits side by side at a pitch of P um: P * all um of wire more
 * than without the reordering at the least, and P * longest um more on the longest path. */
typedef struct {
    double one, all; /* the sum over the bits of a register: through one port, through all ports */
    int longest;     /* the most that one bit moves */
} wf_wiring;

/* A unit. Its model is that of a codec; or pure: `eval`; or in steps: `stepped`. */
typedef struct {
    const char *name; /* as on the command line */
    const char *title;
    const char *source;       /* paper and section */
    bool line;                /* of cache lines: line_bytes and no mask; else of warp registers: lanes */
    const wf_param *params;   /* ends with a NULL name */
    const wf_child *children; /* ends with a NULL name; NULL: none */
    const wf_codec *codec;    /* NULL: it is no codec */

    /* Streams of a configuration of a unit that is no codec. WF_ERR_CONFIG: as wf_codec.sizes. */
    wf_status (*streams)(const wf_config *config, wf_streams *streams, const char **why);
    /* Pure: the fields of its one output from those of its one input, each record without the word of valid. Any bits are accepted. */
    void (*eval)(const wf_config *config, const uint32_t *in, uint32_t *out);
    const wf_stepped *stepped;
    /* How many kinds of memory it has; NULL: none. Where there are some, NAME_slice.v is all the rest, and what is synthesised. */
    int (*memories)(const wf_config *config, wf_memory memories[WF_MAX_MEMORIES]);
    /* What a field is made of, for people: the name of each of its parts, "lane", and their bits. NULL, or returns NULL: of bits. A part
     * of more than 64 bits is one of lanes: a slice has its share of it. */
    const char *(*items)(const wf_config *config, const char *field, int *bits);
    void (*wiring)(const wf_config *config, wf_wiring *wiring); /* NULL: none to speak of */
} wf_unit;

size_t wf_unit_count(void);
const wf_unit *wf_unit_at(size_t index);
const wf_unit *wf_find_unit(const char *name); /* NULL: no such unit */

/* The codec's functions of these names, in their fast form where there is one. */
wf_status wf_encode(const wf_codec *codec, const wf_config *config, const wf_input *in, wf_code *code);
wf_status wf_decode(const wf_codec *codec, const wf_config *config, const wf_code *code, uint32_t *block);
int wf_measure(const wf_codec *codec, const wf_config *config, const wf_input *in);

/* The configuration of these lanes, or of a line of these bytes, with every parameter at its default, the children's too. */
wf_config wf_default_config(const wf_unit *unit, int width);
/* The configuration of a unit's k-th child within the whole's. */
wf_config wf_child_config(const wf_unit *unit, const wf_config *whole, int k);
/* Place in `param` of the first parameter of the k-th child. */
int wf_child_params(const wf_unit *unit, int k);
/* What `sizes` and `streams` return: WF_OK where there is no reason; else *why, if why is not NULL, becomes the reason. */
wf_status wf_verdict(const char *reason, const char **why);
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

/* <base, delta> pairs of Table 1 of Warped-Compression, in its order. */
enum { WF_BDI_PAIRS = 9 };
typedef struct {
    int base, delta; /* bytes */
    bool explored;   /* one of the seven of Figure 5 */
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
typedef enum { WF_VECTOR_GENERIC, WF_VECTOR_ZERO, WF_VECTOR_UNIFORM, WF_VECTOR_AFFINE, WF_VECTOR_OTHER, WF_VECTOR_CLASSES } wf_vector_class;
/* The class of `lanes` (1..128) words of 32 bits under a mask, lane 0 at bit 0, at least one active. */
wf_vector_class wf_vector_class_of(const uint32_t *value, const uint32_t *mask, int lanes);
/* The encoding unit of section 5.2 finds the stride of a vector of class AFFINE: two lanes 2i and 2i + 1 are active. */
bool wf_vector_is_found(const uint32_t *mask, int lanes);

#ifdef __cplusplus
}
#endif

#endif
