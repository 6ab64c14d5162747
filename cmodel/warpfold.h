/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold.h - the golden models of value-compression hardware for GPUs.
 *
 * Reading convention. A bit vector is an array of uint32_t: bit i is (v[i / 32] >> (i % 32)) & 1, byte j is bits
 * 8j+7..8j, and bits above the vector's width are 0. Lane 0 is the least significant word of a block, bit i of a
 * mask is lane i. All functions are pure: no I/O, no allocation, no global state, but for wf_codec_open, which allocates. Any number of threads may call them at once, on the same
 * constants and configurations. Only what the caller provides is written: `code`, `block`, `out`, and the `state` of a stepped model, which
 * one thread at a time may use.
 *
 * A bit vector that a function takes or returns has the width that wf_sizes tells, in whole words: `block` block_bits, `mask` mask_bits,
 * and so on.
 *
 * A *unit* is any module that has a model here: a codec (an encoder and a decoder), a block, a system. It is one constant
 * wf_unit, found by name or by number; units.def lists them.
 *
 * Configurations. A program calls the functions wf_..., which stand at the end. They refuse a configuration that the unit does not have, such as one
 * of 3 lanes: they return what each of them says, mostly WF_ERR_CONFIG, and write nothing else. wf_config_error tells what is wrong with it. The
 * functions in wf_unit, wf_codec and other descriptors are what a unit consists of: the functions wf_... call them, and so may who asks
 * wf_config_error before.
 *
 * docs/library.md has a program that uses it.
 */
#ifndef WARPFOLD_H
#define WARPFOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WF_VERSION "0.3.0"
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
    WF_MAX_PARAMS = 96, /* of a unit and all units in it */
    WF_MAX_LIST = 7,    /* places of a LIST: 28 bits of an int */
    WF_MAX_NAMES = 15,  /* that a LIST may take from: 4 bits a place, and 0 is none */
    WF_MAX_CLASSES = 16,
    WF_MAX_PATTERNS = 16,
    WF_BURST_BYTES = 32, /* what DRAM moves at once */
    WF_MAX_STAGES = 5,
    WF_MAX_CUTS = 16, /* bits of a mask of cuts */
    WF_MAX_STREAMS = 32,
    WF_MAX_FIELDS = 16, /* of a stream */
    WF_MAX_FIELD_BITS = 1 << 20,
    WF_MAX_TAG_FIELDS = 8,
    WF_MAX_MEMORIES = 8, /* of a unit, different ones */
    WF_WHY = 512,        /* characters of a reason */
    WF_DERIVED = INT32_MIN
};

/* What a call returns. */
typedef enum {
    WF_OK = 0,
    WF_ERR_CONFIG = 1,  /* the unit does not have this configuration */
    WF_ERR_TAG = 2,     /* decode: no encoder of this configuration writes this tag */
    WF_ERR_PAYLOAD = 3, /* decode: no encoder writes this payload or these units with this tag */
    WF_ERR_BUFFER = 4   /* of many blocks: a buffer is missing, is not aligned, or overlaps one that is written */
} wf_status;

typedef enum { WF_PARAM_INT, WF_PARAM_CHOICE, WF_PARAM_SET, WF_PARAM_LIST } wf_param_kind;

/* One parameter of a unit. `values` lists what is accepted, separated by '|'.
 *     INT      decimal numbers, or a range such as "2..32"; the value is the number
 *     CHOICE   names; the value is the index of one
 *     SET      names; a user gives any non-empty subset, separated by ','; bit i of the value is name i
 *     LIST     names, at most WF_MAX_NAMES; a user gives one to WF_MAX_LIST different ones, separated by ','. The value has 4 bits for each
 *              place, the first lowest: 1 + the index of the name; 0 behind the last (wf_listed)
 * The default of an INT or a CHOICE may follow from the configuration: `initial` is then WF_DERIVED, wf_unit.derived tells it, and `help` says
 * what it follows. */
typedef struct {
    const char *name;
    const char *help;
    wf_param_kind kind;
    const char *values;
    int initial;       /* the default */
    const char *macro; /* the Verilog macro of its value, without the backtick */
} wf_param;

/* A configuration. It has those of lanes and line_bytes that the unit takes (wf_unit.line, wf_unit.warps); another one is 0. param has a value for each
 * parameter, in the order of the unit's table. The values of its children follow, child after child, in the same form. */
typedef struct {
    int lanes;      /* of the warp: a power of two from 4 to 128 */
    int line_bytes; /* of the cache line: 32, 64 or 128 */
    int param[WF_MAX_PARAMS];
} wf_config;

/* The geometry of a codec's configuration, in bits. */
typedef struct {
    int block_bits;
    int mask_bits; /* 0: no active mask */
    int tag_bits;
    int code_bits;    /* the lowest code_bits bits of the tag are all 0 if the block is stored raw */
    int raw_bit;      /* the block is also raw if this bit of the tag is 1, whatever the others are; 0: there is no such bit */
    int payload_bits; /* of the payload; a raw block fills it */
    int head_bits; /* of a compressed payload these, from bit 0 on, are the encoding, which then is not in the tag; 0: it is in the tag */
    int units;     /* storage units that hold the payload: banks, byte arrays, bursts */
    int unit_bits[WF_MAX_UNITS];
    int wen_bits;     /* write enables; each covers payload_bits / wen_bits bits */
    int interval_enc; /* cycles between two inputs of the encoder. More than 1: it iterates, and its latency is interval + ranks.
                         Always 1 if the codec says neither enc_iterates nor enc_forms_iterate, unless it consists of codecs */
    int interval_dec; /* the same of the decoder */
} wf_sizes;

/* The input of an encoder. */
typedef struct {
    const uint32_t *block; /* block_bits */
    const uint32_t *mask;  /* mask_bits, the active lanes; NULL if mask_bits is 0 */
    bool raw_only;         /* store the block raw, whatever its value */
    bool no_payload; /* the payload may stay as it was: it is for callers that read of the code no more than tag, units, write enables,
                              and what size and classify tell; all of these are the same */
} wf_input;

/* The output of an encoder. The input of a decoder is tag, units and payload. If bit u of `units` is 0, the payload bits in unit u are
 * unspecified after encode, and decode ignores them. The same holds for words of the tag above tag_bits. */
typedef struct {
    uint32_t tag[WF_TAG_WORDS];     /* tag_bits */
    uint32_t units[WF_UNIT_WORDS];  /* bit u: the code occupies storage unit u */
    uint32_t wen[WF_WEN_WORDS];     /* wen_bits */
    uint32_t payload[WF_MAX_WORDS]; /* payload_bits */
} wf_code;

/* May an instruction run on one lane? */
typedef struct {
    bool full;      /* on one lane for the warp; its mask is full */
    bool divergent; /* on one lane for its active lanes; its mask is not full */
    uint32_t group; /* bit g: on one lane for the lanes of group g; its mask is full */
    int groups;     /* of a register */
} wf_scalar;

/* The code of a line, its parts apart: a codec that has another's code in its own need not move the payload. */
typedef struct {
    const uint32_t *tag;     /* tag_bits */
    const uint32_t *payload; /* payload_bits */
    uint32_t units;          /* bit u: the code occupies burst u */
} wf_line_code;

/* Functions of a codec in a faster form (NAME_fast.c) with the same results. NULL: that function has no faster form. Others than those of a
 * descriptor these refuse, as the functions wf_... of their names do. */
typedef struct {
    /* Does the unit have this configuration? What wf_config_error says, without reading tables. */
    bool (*takes)(const wf_config *config);
    wf_status (*encode)(const wf_config *config, const wf_input *in, wf_code *code);
    wf_status (*decode)(const wf_config *config, const wf_code *code, uint32_t *block);
    int (*measure)(const wf_config *config, const wf_input *in);
    bool (*merge)(const wf_config *config, const uint32_t *mask, const uint32_t *stored, const uint32_t *written, wf_code *after);
    void (*scalar)(const wf_config *config, const uint32_t *mask, int sources, const uint32_t *const *tags, wf_scalar *scalar);
    int (*size)(const wf_config *config, const wf_code *code);
    int (*classify)(const wf_config *config, const wf_code *code);
    /* Line codecs only */
    wf_status (*decode_line)(const wf_config *config, const wf_line_code *code, uint32_t *block); /* decode */
    /* tag_bits and code_bits of wf_sizes with the encoding beside the line; line_bytes / 2 more bits of tag if parameter `wide`, counted from 1
     * on, is 1. For callers with no time for `sizes`, which fills in kilobytes. 0: only `sizes` tells. */
    int tag_bits, code_bits, wide;
    /* How many parameters the unit has, and which of them, counted from 1 on, are `save` and `tag`; 0: it does not have that one. For callers
     * with no time to look for them. */
    int params, save, tag;
    /* Forms for many blocks in a processor's vectors, the best first; ends with NULL. NULL: there are none (cmodel/form.h). */
    const struct wf_form *const *forms;
} wf_fast;

/* What the values of a tag's field are. CLASSES and DOWN are for the first field, BITS for the second of two behind a CLASSES. */
typedef enum {
    WF_TAG_ANY,
    WF_TAG_CLASSES, /* its values are the classes: value i is class i of class_names, unless wf_codec.tag_class tells another */
    WF_TAG_DOWN,    /* the ones of each part are its highest bits, in every code of an encoder */
    WF_TAG_BITS     /* a class uses some of the bits, each by itself; of a tag with a 1 in another bit, decode returns WF_ERR_TAG */
} wf_tag_values;

/* A field of a tag: `count` parts of `bits` bits, part 0 lowest. */
typedef struct {
    const char *name;
    const char *help; /* what it says */
    int bits, count;
    const char *of; /* what has one part each: "group", ...; NULL if count is 1 */
    wf_tag_values values;
} wf_tag_field;

/* Ways to store a block that the codec's source compares, beside those of its codes: statistics count the blocks that each could store. */
enum { WF_MAX_WAYS = 12 };
typedef struct {
    const char *what, *fits_title, *best_title; /* heads of the rows of a table: the ways, and the shares of blocks */
    const char *const *names;                   /* of the ways; ends with NULL */
    unsigned ranked;                            /* bit i: way i is one of those of which the best is asked */
    /* Bit i: the block can be stored in way i. */
    unsigned (*fits)(const wf_config *config, const uint32_t *block);
    /* The ranked way that takes the fewest bytes of those that fit; -1: none of them does. */
    int (*best)(const wf_config *config, unsigned fits);
} wf_survey;

/* What makes a unit a codec: an encoder and a decoder of blocks. */
typedef struct {
    const char *unit_name; /* of storage: "bank", ... */
    int encs, decs;        /* encoders and decoders of the array that the source proposes */
    int enc_ranks;         /* register ranks of the encoder by default: the source's, where it tells them */
    int dec_ranks;         /* the same of the decoder */
    bool divergent;        /* a divergent write gets a code too; else it is stored raw */
    /* The encoder, or the decoder, iterates in some configuration. It then has ready in every one: always 1 where the interval is 1. A codec of
     * codecs does not say it: it has ready where its members make it iterate. */
    bool enc_iterates, dec_iterates;
    /* Instead of enc_iterates: the encoder has ready in the configurations in which it iterates, and in no other one. So a form that iterates leaves the
     * ports of the others as they are. */
    bool enc_forms_iterate;

    /* The geometry of a configuration without wf_params_error. WF_ERR_CONFIG: it breaks a rule between parameters; *why says which, and what
     * would be accepted; why may be NULL. */
    wf_status (*sizes)(const wf_config *config, wf_sizes *sizes, const char **why);
    /* Encodes one block. Always WF_OK. */
    wf_status (*encode)(const wf_config *config, const wf_input *in, wf_code *code);
    /* Decodes one code into `block` (block_bits). Any bits are accepted. On WF_ERR_TAG and WF_ERR_PAYLOAD the block is what the RTL
     * outputs for them. Never reads or writes out of bounds. */
    wf_status (*decode)(const wf_config *config, const wf_code *code, uint32_t *block);
    /* What a register of tag `stored` holds after a write with this mask, to which encode gave the tag `written`, if the lanes that are not
     * written stay as they are: fills tag and units of `after`. The units take what wen says, as with any write. Returns true if that cannot
     * be, so that a dummy move must go first; `after` is then of the write to the raw register. Any bits are accepted. NULL: every
     * divergent write needs a raw register (wf_move_needed). */
    bool (*merge)(const wf_config *config, const uint32_t *mask, const uint32_t *stored, const uint32_t *written, wf_code *after);
    /* The size of a code in bits, without padding and without the tag. */
    int (*size)(const wf_config *config, const wf_code *code);
    /* The class under which statistics count a code: an index into class_names. Class 0 is raw. */
    int (*classify)(const wf_config *config, const wf_code *code);
    const char *const *class_names; /* ends with NULL */

    /* For data sheets; NULL in a codec that has nothing to add. */
    const char *const *class_help; /* what a block of each class is, in the order of class_names */
    /* Fills in the fields of the tag, from bit 0 on, and returns how many; together they have tag_bits bits. NULL: the tag is one
     * field; if it has one bit, that is the class. */
    int (*tag_fields)(const wf_config *config, wf_tag_field fields[WF_MAX_TAG_FIELDS]);
    /* The class of a value of the tag's first field, if that has CLASSES; -1: no class. NULL: value i is class i. */
    int (*tag_class)(const wf_config *config, int value);
    /* How a compressed payload is read, behind its head, in which the place of a value depends on the values before it. NULL, or returns
     * NULL: tag and head alone tell the places, so calls of decode show them. */
    const char *(*packing)(const wf_config *config);

    /* Whether an instruction under this mask may run on one lane, from the tags of its source registers as this codec stores them. Its result
     * must depend on these alone. NULL: the tags do not tell, or no source says how. */
    void (*scalar)(const wf_config *config, const uint32_t *mask, int sources, const uint32_t *const *tags, wf_scalar *scalar);
    const char *scalar_source; /* paper and section that say how */

    /* Line codecs only; NULL or 0 in the others. */
    /* Of a codec that chooses among its children how it does: "the code of the fewest bytes; ties go to the first of the list". NULL: it does
     * not choose. */
    const char *(*choice)(const wf_config *config);
    /* "NAME=VALUE NAME=VALUE": with these parameters its codes take the fewest bytes. They are the default where bytes count and bursts do not.
     * NULL: the defaults do. */
    const char *by_bytes;
    /* The delay of the decoder of a line of 64 bytes without ranks, its parameters the defaults where they allow that, in ps: nangate45_typ,
     * `warpfold synth --module dec --effort 0`. Codecs that choose among others take of two equal codes that of the faster decoder. 0: it
     * is not measured, and comes after those that are. */
    int dec_delay;
    bool sized; /* as a child the encoder can have size_o, the bytes of the code (wf_child.sized) */
    /* size() of the code that encode would return, in bits, without making the code. */
    int (*measure)(const wf_config *config, const wf_input *in);
    /* The place of decode's error: the lowest bit of the payload's first invalid field; payload_bits if the error is in the tag or the
     * units; -1 if decode returns WF_OK. */
    int (*fault)(const wf_config *config, const wf_code *code);
    /* How often a code uses each pattern (of words or of segments): count[i] for pattern_names[i], WF_NO_PATTERN for a pattern that
     * the configuration does not have. NULL: the codec has no patterns. */
    void (*patterns)(const wf_config *config, const wf_code *code, unsigned count[WF_MAX_PATTERNS]);
    const char *const *pattern_names; /* ends with NULL */
    /* For drawings: the three steps of the encoder's data path and the two of the decoder's. Each step has two entries, its name and what
     * it does. NULL: the usual steps of codecs of registers or of lines. */
    const char *const *enc_steps, *const *dec_steps;
    const wf_fast *fast;     /* NULL: the functions above are fast enough */
    const wf_survey *survey; /* NULL: the source compares no others */
} wf_codec;

/* A field of a stream: port NAME_i of an input, NAME_o of an output. */
typedef struct {
    const char *name;
    int bits;
} wf_field;

/* A stream of transactions. Its ports are valid; ready, in the other direction, if it has one; and the fields. If the stream has a name,
 * they begin with "NAME_". A transaction moves in a cycle in which valid is 1 and ready, if there is one, is 1. */
typedef struct {
    const char *name; /* "": its ports have no prefix. "issue0", "issue1": streams that only a number tells apart have the same fields */
    bool output, ready;
    int count;
    wf_field field[WF_MAX_FIELDS];
    int counts; /* of an output of a stepped unit: the last so many fields count from reset on, 32 bits each, modulo 2^32. Its Verilog begins them at
                   the macro WF_COUNT_RESET, which is 0 unless a simulation or a proof starts them near their carries */
} wf_stream;

typedef struct {
    int count;
    wf_stream stream[WF_MAX_STREAMS]; /* inputs first */
} wf_streams;

/* Records. A record is an array of 32-bit words, stream after stream. The record of what goes into a unit in a cycle has, for each input, a
 * word with valid in bit 0 and then the fields, each beginning in a word of its own; for each output with ready, a word with ready in
 * bit 0. The record of what comes out is the counterpart: for each input with ready, a word with ready in bit 0; for each output, a word
 * with valid in bit 0 and then the fields. Bits above a field's width are 0. */

/* A model that advances cycle by cycle. Its outputs depend on its state alone. */
typedef struct {
    size_t (*state_size)(const wf_config *config);       /* bytes */
    void (*reset)(const wf_config *config, void *state); /* `state` has state_size bytes, aligned as by malloc */
    /* The record of what comes out in this cycle, and which of its bits count: an output's fields count only if it is valid. */
    void (*outputs)(const wf_config *config, const void *state, uint32_t *out, uint32_t *care);
    /* The clock edge, with the record of what went in. */
    void (*clock)(const wf_config *config, void *state, const uint32_t *in);
    /* So many clock edges at once, none of which anything goes in before: true if no edge changes more than the number of cycles that have passed. Else false, and
     * nothing has changed. NULL: the unit does not tell. */
    bool (*rest)(const wf_config *config, void *state, uint64_t cycles);
} wf_stepped;

/* ---- Systems: what a unit is to those that drive it and count what it takes (docs/architecture.md, "Systems") ---- */

/* What a unit does for its neighbours. Each kind requires streams (wf_kind_streams). */
typedef enum { WF_REGISTER_FILE, WF_CACHE, WF_DATAPATH, WF_CONTROLLER, WF_KINDS } wf_kind;
extern const char *const wf_kind_names[WF_KINDS]; /* "register file", ... */

/* A stream that a kind requires. A unit may have more streams, and more fields in these. */
typedef struct {
    const char *name; /* NULL: any stream of this direction that has the fields */
    bool output, ready;
    bool optional; /* a unit may leave out the ready */
    bool many;     /* one or more, numbered from 0: "issue0", "issue1", ... */
    const char *field[WF_MAX_FIELDS];
} wf_kind_stream;
const wf_kind_stream *wf_kind_streams(wf_kind kind, int *count);

/* The energy that one of an activity takes. An access of a bank has its wires in it. An encoder's and a decoder's is that of the class of
 * the code that the encoder gives or the decoder gets. */
typedef enum {
    WF_ENERGY_UNTOLD, /* a unit must tell it */
    WF_ENERGY_NONE,
    WF_ENERGY_BANK_READ,
    WF_ENERGY_BANK_WRITE,
    WF_ENERGY_TAG,   /* an access to the tag of a register or of a set */
    WF_ENERGY_WIRES, /* the bits of a bank on their way, without the bank */
    WF_ENERGY_ENCODE,
    WF_ENERGY_DECODE,
    WF_ENERGY_BANK_OFF, /* a cycle of a bank that is switched off: it does not leak */
    WF_ENERGIES
} wf_energy;
extern const char *const wf_energy_names[WF_ENERGIES]; /* "bank read", ...; "" of none */

/* Something that a unit does, and counts. No two of a unit count the same thing, so their energies add up. It has one count; of encodes and
 * of decodes one by class of the code; of banks that are off one by bank (wf_activity_counts). */
typedef struct {
    const char *name;
    const char *help; /* what it counts */
    wf_energy energy;
    /* Its energy is shown under this name, with that of the unit's other activities of the part; NULL: as that of banks, encoders, ... */
    const char *part;
    bool shown; /* replay shows the count, and its share of the instructions */
} wf_activity;

enum {
    WF_MAX_ACTIVITIES = 24,
    WF_MAX_ACTIVITY_PARTS = 2, /* different ones of a unit */
    WF_FILE_SOURCES = 3,       /* of an instruction that is issued to a register file */
    WF_FILE_PORTS = 16,        /* of each kind of numbered stream, at most */
    WF_FILE_WARPS = 64,
    WF_FILE_BANKS = 1024 /* of all clusters */
};

/* The streams of a register file and their fields, as wf_kind_streams has them. */
enum {
    WF_FILE_ISSUE,    /* an instruction: its operands are read */
    WF_FILE_WRITE,    /* lanes of a register */
    WF_FILE_RELEASE,  /* the warp's registers are free */
    WF_FILE_OPERANDS, /* those of an issue with this user */
    WF_FILE_STORED,   /* the write with this user is stored; without ready */
    WF_FILE_STREAMS
};
enum {
    WF_ISSUE_WARP,
    WF_ISSUE_SOURCE,
    WF_ISSUE_USED = WF_ISSUE_SOURCE + WF_FILE_SOURCES, /* bit s: source s is read */
    WF_ISSUE_DEST,
    WF_ISSUE_WRITES, /* it has a destination */
    WF_ISSUE_MASK,
    WF_ISSUE_USER
};
enum { WF_WRITE_WARP, WF_WRITE_DEST, WF_WRITE_MASK, WF_WRITE_VALUES, WF_WRITE_USER };
enum { WF_RELEASE_WARP };
enum { WF_OPERANDS_VALUE /* 0 if not used */, WF_OPERANDS_MASK = WF_OPERANDS_VALUE + WF_FILE_SOURCES, WF_OPERANDS_USER };
enum { WF_STORED_USER };

/* What drives a register file must know of it. Bank b of cluster c is bank c banks + b of all. */
typedef struct {
    int warps, registers;       /* registers of a warp */
    int issues, writes, stores; /* streams issue and operands; write; stored */
    int clusters, banks;        /* banks of a cluster */
    int rows, bank_bits;        /* rows of a bank, and their width */
    int user_bits;
    int encoders, decoders; /* 0: it does not compress */
    bool orders_reads;      /* a read waits for the writes of its register that were accepted before its instruction */
    bool forwards;          /* and may have the value of the last of them before `stored` tells it */
} wf_file_shape;

typedef struct {
    wf_kind kind;
    const wf_activity *activities; /* ends with a NULL name; NULL: none */
    /* The counts of activity number `activity` since reset. */
    void (*count)(const wf_config *config, const void *state, int activity, uint64_t *counts);
    const char *codec;    /* the unit whose published energies count; NULL: its own */
    const char *baseline; /* parameters that make it the plain one: "NAME=VALUE NAME=VALUE"; NULL: it is the plain one */
    const char *gated;    /* that make it switch off what holds nothing; NULL: it cannot */
    /* A register file; NULL in the others. */
    void (*shape)(const wf_config *config, wf_file_shape *shape);
    /* Gives a warp so many registers, and the file as many warps as its rows then hold. NULL: its size is fixed. */
    void (*fit)(wf_config *config, int registers);
    /* What registers can be, such as "compressed": how many are, of how many that hold a value. NULL: nothing is said of them. */
    const char *share;
    void (*count_share)(const wf_config *config, const void *state, uint32_t *those, uint32_t *valid);
} wf_system;

/* Memories in a unit: `count` memories of words x bits, the cell wf_ram. */
typedef struct {
    const char *name; /* what it holds */
    int count, words, bits;
    int part;  /* bits that a write enable covers */
    int ports; /* 1: one to read or to write; 2: one to read and one to write */
    /* Where the unit switches memories off in this configuration; NULL: it does not. Names begin below the module that a user instantiates: "/" is
     * between instances, "." behind a generate block, as elaborated netlists have them. */
    const char *path; /* of each instance; # and # are the quotient and the rest of its number by `each` */
    int each;
    const char *power; /* bit i of this net: 1 while memory i has power */
    const char *on;    /* bit i: it can be read and written; 0 whenever `power` is 0 */
} wf_memory;

/* A cache of the bursts that lines of DRAM take, as a memory controller uses it that fetches at once what is missing. `state` is that of the
 * unit's stepped model. */
typedef struct {
    /* The default cache for lines of this size, with addresses as wide as those of traces. */
    wf_config (*of_traces)(int line_bytes);
    /* Reads line number `line`, modulo 2 to the power of the address bits, or writes it with `bursts`, 1 to 4. True on a hit. Adds dirty blocks that
     * leave to *write_backs. */
    bool (*access)(const wf_config *config, void *state, uint64_t line, bool is_write, int bursts, unsigned long long *write_backs);
    /* Fills it with other blocks, so that every dirty one leaves; adds them to *write_backs. */
    void (*flush)(const wf_config *config, void *state, unsigned long long *write_backs);
} wf_metadata;

/* A child: a unit in a unit. */
typedef struct {
    const char *name; /* of the instance */
    const struct wf_unit *unit;
    const char *bound; /* its parameters that the parent sets and a user cannot, separated by '|' */
    /* Sets these, and anything else that the parent decides, in the child's configuration `own`. Width and line are set already. */
    void (*bind)(const wf_config *whole, wf_config *own);
    bool (*used)(const wf_config *whole); /* does this configuration have the child? NULL: every one does */
    /* Does the parent's Verilog take the size of a code, in bytes, from the child's encoder? It then has the output size_o. NULL: it does not. */
    bool (*sized)(const wf_config *whole);
} wf_child;

/* A part of a module's Verilog: a template of its own beside that of the module, which instantiates it. A configuration has it always, or
 * where parameters have certain values: {WF_IF(STORE, DELTA), WF_IF(BASE, FIRST)}. It may be listed several times, each time with conditions that
 * exclude the others. */
enum { WF_MAX_CONDITIONS = 2 };
/* clang-format off */
#define WF_ALWAYS {{0, 0}}
#define WF_IF(param, value) {(param) + 1, (value)}
/* clang-format on */
typedef struct {
    const char *module; /* "enc" or "dec"; NULL: of a block, or of both modules of a codec */
    const char *name;   /* template UNIT_enc_PART.v, macro WF_ENC_PART; without a module UNIT_PART.v, WF_UNIT_PART */
    struct {
        int number, value;     /* wf_config.param[number - 1] is `value`; number 0: no condition */
    } when[WF_MAX_CONDITIONS]; /* all must hold */
} wf_part;

/* The cuts of an encoder or decoder: the places in its data path where register ranks may stand, in the order of the data. Cut k is bit k
 * of a mask. */
typedef struct {
    const char *names;                    /* "operands|verdict|out" */
    uint16_t of_ranks[WF_MAX_STAGES + 1]; /* which are on with 0, 1, 2, .. ranks, if they are not named */
    uint16_t needed;                      /* these must be on */
    /* For drawings: where each cut is among the steps of the data path (enc_steps, dec_steps). 2 s: before step s; 2 s + 1: inside it. 0 is
     * at the inputs; of n steps, 2 n is at the outputs. */
    uint8_t place[WF_MAX_CUTS];
} wf_cuts;

/* Wiring that the cell area of a unit does not show, in bit pitches: how far the bits of a register move inside it, if they are in one row at one
 * pitch. With a pitch of P um that adds at least P * all um of wire, and P * longest um to the longest path. */
typedef struct {
    double one, all;            /* the sum over the bits of a register: in one port, in all ports */
    int longest;                /* the longest distance that a bit moves */
    const char *way;            /* what moves where: head of a table; of a configuration without a way the line that says so */
    const char *assumed, *says; /* notes: how it is estimated; what the source says of it. NULL: nothing */
} wf_wiring;

/* A unit. It has one kind of model: that of a codec; or pure, `eval`; or stepped, `stepped`. */
typedef struct wf_unit {
    const char *name; /* as on the command line */
    const char *title;
    const char *source;       /* paper and section */
    bool line;                /* works on cache lines: it takes line_bytes. A codec of lines has no mask */
    bool warps;               /* works on warp registers, too: it takes lanes. A unit without `line` takes them in any case */
    const wf_param *params;   /* ends with a NULL name */
    const wf_child *children; /* ends with a NULL name; NULL: none */
    const wf_part *parts;     /* ends with a NULL name; NULL: each module is one template */
    const wf_codec *codec;    /* NULL: it is not a codec */
    /* The default of a parameter of the table whose `initial` is WF_DERIVED, in a configuration of this width in which the parameters before
     * it, and all whose default is a number, have accepted values. NULL: no default is derived. */
    int (*derived)(const wf_config *config, int param);
    /* Sets other defaults of parameters of children, which a user may override. `param` has those of the unit and behind them those of its children
     * (wf_child_params). NULL: they have their own. */
    void (*defaults)(int *param);
    /* The cuts of the encoder or the decoder in a configuration. NULL: the ranks have only a number. */
    const wf_cuts *(*cuts)(const wf_config *config, bool encoder);

    /* Of a unit that is no codec: the register ranks of the codecs in it, which are then elastic and have ready, as those of the wrappers. NULL: its codecs
     * have none, and no ready. */
    int (*codec_ranks)(const wf_config *config, bool encoder);

    /* The streams of a configuration, for a unit that is not a codec. WF_ERR_CONFIG: as wf_codec.sizes. */
    wf_status (*streams)(const wf_config *config, wf_streams *streams, const char **why);
    /* Pure model: the fields of the one output from those of the one input. Both are records without the word of valid. Any bits are
     * accepted. */
    void (*eval)(const wf_config *config, const uint32_t *in, uint32_t *out);
    const wf_stepped *stepped;
    const wf_system *system;     /* NULL: it is none. A system is stepped */
    const wf_metadata *metadata; /* NULL: it is no cache of burst counts */
    /* Fills in the memories and returns how many kinds there are; NULL: none. A unit with memories is synthesised without them, as
     * NAME_slice.v. */
    int (*memories)(const wf_config *config, wf_memory memories[WF_MAX_MEMORIES]);
    /* For messages: the name of the parts of a field, such as "lane", and the bits of a part. NULL, or returns NULL: single bits. A part
     * of more than 64 bits is divided among the lanes, and a slice has its share of it. */
    const char *(*items)(const wf_config *config, const char *field, int *bits);
    void (*wiring)(const wf_config *config, wf_wiring *wiring); /* NULL: the cell area shows all */
    /* The CHOICEs that make its form, also those of a child ("CHILD.PARAMETER"), separated by '|': sources differ on them. Where ratios stand
     * side by side, their values are a part of its name, "UNIT VALUE (CHILD VALUE)", and all values of each are shown. Words before one stand
     * before its value: "by PARAMETER". NULL: none. */
    const char *beside;
    const char *modelled; /* parameters, separated by '|', of which the Verilog has the default alone; NULL: none */
} wf_unit;

/* The units of units.def, in its order. */
size_t wf_unit_count(void);
const wf_unit *wf_unit_at(size_t index);       /* index < wf_unit_count() */
const wf_unit *wf_find_unit(const char *name); /* NULL: no such unit */
bool wf_is_line_codec(size_t index);           /* it is registered as WF_LINE_CODEC: it can be a member of codecs that choose among such */

/* Functions of a codec, in their fast form if there is one. The results are the same.
 *
 *     wf_encode    WF_OK; WF_ERR_CONFIG
 *     wf_decode    WF_OK; WF_ERR_CONFIG; WF_ERR_TAG and WF_ERR_PAYLOAD with a block (wf_codec.decode)
 *     wf_measure   bits; -1: the codec does not have this configuration, or no measure, as codecs of registers
 *     wf_size      bits; -1: the codec does not have this configuration
 *     wf_classify  a class; -1: the same
 *     wf_merge     as wf_codec.merge; true, and `after` as it was: the same, or the codec has no merge
 *     wf_judge     fills in *scalar; with 0 groups and nothing on one lane: the same, or the codec has no scalar
 *
 * So do they for a codec that is NULL, as that of a unit which is none, and wf_encode for a register without a mask. A unit that is NULL, as wf_find_unit
 * may give it, has the configuration of all 0, which none takes. No other pointer may be NULL, but where it is said.
 *
 * A codec that chooses among others judges all of its own parameters, and those of the others where it asks them for this line. */
wf_status wf_encode(const wf_codec *codec, const wf_config *config, const wf_input *in, wf_code *code);
wf_status wf_decode(const wf_codec *codec, const wf_config *config, const wf_code *code, uint32_t *block);
int wf_measure(const wf_codec *codec, const wf_config *config, const wf_input *in);
bool wf_merge(const wf_codec *codec, const wf_config *config, const uint32_t *mask, const uint32_t *stored, const uint32_t *written,
              wf_code *after);
int wf_size(const wf_codec *codec, const wf_config *config, const wf_code *code);
int wf_classify(const wf_codec *codec, const wf_config *config, const wf_code *code);
void wf_judge(const wf_codec *codec, const wf_config *config, const uint32_t *mask, int sources, const uint32_t *const *tags,
              wf_scalar *scalar);

/* ---- Many blocks: a configuration is checked and prepared once, and a call has an array of blocks ----
 *
 * A prepared codec never changes, so any number of threads may use it at once. It has one configuration: that of wf_codec_open, which the calls
 * do not take again. Its memory is the only one that this library allocates. wf_codec_close frees it; no thread may use it then.
 *
 * It runs in the widest vectors that the processor and the unit have. The environment variable WF_CPU, which wf_codec_open reads, allows no more than
 * those that it names: "plain", "avx2" or "avx512" (x86-64), "neon" (aarch64). The results are the same in any form. */
typedef struct wf_prepared wf_prepared;

/* NULL: `why` (WF_WHY characters, or NULL) says what is wrong: the unit is NULL or no codec, it does not have the configuration, WF_CPU is none of the
 * words above or names what this processor does not have, or there is no memory. */
wf_prepared *wf_codec_open(const wf_unit *unit, const wf_config *config, char *why);
void wf_codec_close(wf_prepared *codec); /* NULL: nothing */
/* Its geometry; NULL of NULL. The vectors it runs in, a word of WF_CPU. */
const wf_sizes *wf_codec_sizes(const wf_prepared *codec);
const char *wf_codec_vectors(const wf_prepared *codec);

/* The codes of an array of blocks, each part in an array of its own. A part of B bits takes W = (B + 31) / 32 words, and that of block i begins at word
 * i * W of its array. B is tag_bits, units, wen_bits and payload_bits of wf_sizes. What is not specified in a wf_code is not specified here. */
typedef struct {
    uint32_t *tag;
    uint32_t *units;
    uint32_t *wen;     /* NULL: not wanted. Decoders do not read it */
    uint32_t *payload; /* NULL: not wanted, but decoders need it */
} wf_codes;

/* Each does to `count` blocks what the function of one block does. Block i begins at word i * W of `blocks`, W as above of block_bits; so do masks, of
 * mask_bits. Without masks (NULL) all lanes are active; a codec of lines has none, and does not look.
 *
 *     wf_encode_many   WF_OK
 *     wf_decode_many   WF_OK; WF_ERR_TAG or WF_ERR_PAYLOAD: that of the first block with an error; `status`, if it is not NULL, has a
 *                      wf_status for each. All blocks are written, as wf_decode writes them
 *     wf_measure_many  WF_OK, and the bits of each; WF_ERR_CONFIG: the codec has no measure, as those of registers
 *
 * All return WF_ERR_CONFIG for a codec that is NULL, and WF_ERR_BUFFER if an array of words or of bits is NULL that may not be, does not begin at a multiple of
 * 4 bytes, overlaps another one of which either is written, or is more than a machine's memory. They then write nothing. Arrays need not be aligned to more. A batch of 0
 * blocks is WF_OK; no buffer is looked at. */
wf_status wf_encode_many(const wf_prepared *codec, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes);
wf_status wf_decode_many(const wf_prepared *codec, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status);
wf_status wf_measure_many(const wf_prepared *codec, size_t count, const uint32_t *blocks, int *bits);

/* The geometry of a codec's configuration, or the streams of another unit's. WF_ERR_CONFIG: `why` (WF_WHY characters, or NULL) says what is wrong
 * with it, or that the unit is no codec, or is one. */
wf_status wf_sizes_of(const wf_unit *unit, const wf_config *config, wf_sizes *sizes, char *why);
wf_status wf_streams_of(const wf_unit *unit, const wf_config *config, wf_streams *streams, char *why);
/* A pure unit's output from its input (wf_unit.eval). WF_ERR_CONFIG also of a unit that is not pure. */
wf_status wf_eval(const wf_unit *unit, const wf_config *config, const uint32_t *in, uint32_t *out);
/* A stepped unit: the bytes of its state, 0 if it does not have this configuration; its reset; what it shows in a cycle; the clock edge at the cycle's
 * end (wf_stepped). The state is that of wf_reset, and belongs to its configuration: wf_outputs and wf_clock return WF_ERR_CONFIG with another one.
 * It also has the configuration in it, so it is not that of the unit's own functions. WF_ERR_CONFIG also of a unit that is not stepped. */
size_t wf_state_size(const wf_unit *unit, const wf_config *config);
wf_status wf_reset(const wf_unit *unit, const wf_config *config, void *state);
wf_status wf_outputs(const wf_unit *unit, const wf_config *config, const void *state, uint32_t *out, uint32_t *care);
wf_status wf_clock(const wf_unit *unit, const wf_config *config, void *state, const uint32_t *in);

/* What is wrong with the unit as a system: a stream that its kind requires is missing, an activity has no energy, two have one name, and so on; or
 * with the configuration. True: `why` (WF_WHY characters, or NULL) says what. False: nothing, or it is none. */
bool wf_system_error(const wf_unit *unit, const wf_config *config, char *why);
/* True if the unit is a system of this kind. */
bool wf_is_kind(const wf_unit *unit, wf_kind kind);
/* True of a cache with streams to a memory behind it: request, response, miss and fill (docs/systems.md). */
bool wf_asks_memory(const wf_unit *unit, const wf_streams *streams);
/* Activities of a unit, and how many counts one has. 0 counts: its unit does not have this configuration, or this activity. */
int wf_activity_count(const wf_system *system);
int wf_activity_counts(const wf_system *system, const wf_config *config, int activity);

/* True if the unit takes lanes: those of warp registers. */
bool wf_takes_lanes(const wf_unit *unit);
/* The configuration of `width` lanes, or of a line of `width` bytes, with all parameters at their defaults, the children's too. A unit that
 * takes both has `width` lanes and lines of 128 bytes. Any width is taken; what has a wrong one all others refuse. */
wf_config wf_default_config(const wf_unit *unit, int width);
/* The same, in which parameters with a derived default are WF_DERIVED. Set width and parameters, then wf_derive gives the defaults to those that
 * nobody set. It leaves them as they are where the unit does not have the width, or a value that was set. */
wf_config wf_open_config(const wf_unit *unit, int width);
void wf_derive(const wf_unit *unit, wf_config *config);
/* Sets a parameter from text: "base", "members", of a child "CHILD.base", or a width, "lanes" or "line". The value is as wf_param has it: a
 * number, a name, or names separated by ','. WF_ERR_CONFIG: there is no such parameter, or it does not take this value; `why` (WF_WHY
 * characters, or NULL) says what there is, and the configuration is as it was. Rules between parameters are wf_config_error's. */
wf_status wf_set_param(const wf_unit *unit, wf_config *config, const char *name, const char *value, char *why);
/* The configuration of child k (from 0) in the configuration `whole` of its parent. There is no such child, or one of the parent's widths or own
 * parameters is wrong: all is 0, which no unit takes. */
wf_config wf_child_config(const wf_unit *unit, const wf_config *whole, int k);
/* The index in wf_config.param of the first parameter of child k. */
int wf_child_params(const wf_unit *unit, int k);
/* The index of the name at a place of a LIST's value; -1: the list ends before it. */
int wf_listed(int list, int place);
/* True if a child of the unit is in use in the configuration `whole` of the unit. Of one that the unit does not have the answer means nothing. */
bool wf_child_used(const wf_child *child, const wf_config *whole);
/* Condition k of a part, from 0 on: the parameter and the value that it must have. False if there is no such condition. */
bool wf_part_condition(const wf_part *part, int k, int *param, int *value);
/* True if a part of the unit is in use in this configuration. */
bool wf_part_used(const wf_part *part, const wf_config *config);
/* The number of the last cut: that at the outputs. */
int wf_last_cut(const wf_cuts *cuts);
/* What is wrong with a configuration. True: `why` (WF_WHY characters, or NULL) says what, and what would be accepted. */
/* Its widths, or values that a table does not accept, of the unit or of a child in use. */
bool wf_params_error(const wf_unit *unit, const wf_config *config, char *why);
/* Anything: also the unit's rules between parameters, and what has no room in the tables of this file. */
bool wf_config_error(const wf_unit *unit, const wf_config *config, char *why);
/* What is wrong with a unit itself, in any configuration: a name that is none, a table with more than there is room for, a function that is
 * missing, a unit that is in itself. Other functions take only units without it. */
bool wf_unit_error(const wf_unit *unit, char *why);
/* The same of all units of units.def, and with the list itself. */
bool wf_units_error(char *why);
/* The result of `sizes` and `streams`: WF_OK if reason is NULL; else WF_ERR_CONFIG, and *why becomes the reason if why is not NULL. */
wf_status wf_verdict(const char *reason, const char **why);
/* True if n is a warp width: a power of two from WF_MIN_LANES to WF_MAX_LANES. */
bool wf_is_lanes(int n);
/* True if n is the size of a cache line in bytes: 32, 64 or 128. */
bool wf_is_line(int n);

/* How many storage units a code occupies (bits set in `units`), and how many bits of storage these have. */
int wf_units_used(const wf_sizes *sizes, const wf_code *code);
int wf_unit_bits_used(const wf_sizes *sizes, const wf_code *code);

/* True if the active mask of `lanes` lanes is full, or empty. */
bool wf_mask_full(const uint32_t *mask, int lanes);
bool wf_mask_empty(const uint32_t *mask, int lanes);

/* True if the block of this tag is stored compressed: the lowest code_bits bits are not all 0, and raw_bit is not 1. */
bool wf_tag_compressed(const wf_sizes *sizes, const uint32_t *tag);
/* The dummy move (docs/integration.md). Before a divergent write to a
 * register that is stored compressed, a move must decompress the register. True if a write with this active mask to a register
 * with this tag needs the move: the mask is neither empty nor full, and the register is compressed. */
bool wf_move_needed(const wf_sizes *sizes, const uint32_t *mask, const uint32_t *tag);

#ifdef __cplusplus
}
#endif

#endif
