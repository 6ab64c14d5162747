/* SPDX-License-Identifier: Apache-2.0
 *
 * design.h - a design: a unit, its configuration, and what is built around it. The command line or an INI file chooses it. The
 * manifest.json of its folder keeps it, and later steps read it from there. */
#ifndef WF_DESIGN_H
#define WF_DESIGN_H

#include "../base/text.h"
#include "../cmodel/warpfold.h"

/* The cuts of an encoder or decoder that have a register rank. */
typedef struct {
    const char *named; /* as the user names them: "verdict,out", "none"; NULL: those of the number of ranks */
    unsigned on;       /* a mask, if the unit names its cuts; design_check fills it in */
} design_cuts;

typedef struct {
    const wf_unit *unit;
    const wf_codec *codec; /* of the unit; NULL: it is not a codec */
    wf_config config;
    wf_sizes sizes;             /* of a codec */
    wf_streams streams;         /* of a unit that is not a codec */
    char name[64];              /* prefix of every module and file */
    int enc_stages, dec_stages; /* register ranks */
    design_cuts enc_cuts, dec_cuts;
    int early_tag;             /* 1: the decoder takes the tag a cycle before the payload */
    int early_mask;            /* 1: the encoder takes the mask a cycle before the block */
    int inflight;              /* 1: the table of registers with a write under way too */
    int isolate;               /* 1: operands are held still if the unit is idle or the block stays raw */
    int user_bits;             /* side channel, 1..64 */
    int encs, decs, dec_ports; /* K encoders, M decoders, P requesters */
    int stall;                 /* 1: ready_i holds the ranks of encoders and decoders */
    int wrapper;               /* 1: valid/ready wrappers too */
    int stages;                /* of a unit that is not a codec: register ranks, 0 or 1 */
    bool sized;                /* a child whose encoder tells the size of its codes (wf_child.sized) */
} design;

/* An option that all units of a kind have, and its field in a design. */
typedef struct {
    const char *name;
    const char *help;
    size_t offset;
    int min, max, initial; /* initial DESIGN_DERIVED: the default follows from the unit and other options */
} design_option;
enum { DESIGN_DERIVED = -1, DESIGN_KINDS = 4, DESIGN_MAX_OPTIONS = 13 };

/* Units that have the same options: codecs of warp registers, codecs of cache lines, blocks, blocks with state. */
typedef struct {
    const char *title;
    design_option options[DESIGN_MAX_OPTIONS]; /* end with a NULL name */
} design_kind;
extern const design_kind design_kinds[DESIGN_KINDS];
const design_kind *design_kind_of(const wf_unit *unit);
int design_option_value(const design *d, const design_option *o);
/* Calls visit for every option of a checked design, and for cuts that are not those of the number of ranks: name and value as on the
 * command line. */
typedef void design_option_visit(void *user, const char *name, const char *value, const char *help);
void design_each_option(const design *d, design_option_visit *visit, void *user);

/* What is wrong with a unit, whatever is done with it (wf_unit_error): also a parameter that has the name of another key, and words of a system that
 * name nothing. NULL: nothing. No other function of designs takes a unit that has a fault. */
char *design_unit_fault(const wf_unit *unit);
/* The same of all units of units.def (wf_units_error). */
char *design_units_fault(void);
/* The default design of a unit for `width` lanes, or lines of `width` bytes. design_check fills `sizes` or `streams`. */
void design_init(design *d, const wf_unit *unit, int width);
/* The default design of the unit of this name, with 32 lanes or lines of 128 bytes. Dies (2) if there is no such unit; `where` names the
 * flag or the file. */
void design_init_named(design *d, const char *unit, const char *where);
/* Dies (2) if the unit is not a codec. The message says that `what` needs one. */
void design_need_codec(const design *d, const char *what);
/* Sets, from text, "lanes" or "line", "name", a parameter, a child's parameter ("CHILD.PARAMETER") or a design option. Dies (2) on
 * a bad key or value; `where` names the flag or the INI line. */
void design_set(design *d, const char *key, const char *value, const char *where);
/* The same. Returns what is wrong, or NULL. */
char *design_set_fault(design *d, const char *key, const char *value, const char *where);
/* The same of each of "NAME=VALUE NAME=VALUE". */
void design_set_all(design *d, const char *words, const char *where);
/* The same. Returns what is wrong with the first word that is, or NULL. */
char *design_set_all_fault(design *d, const char *words, const char *where);
/* Does the unit have all of the parameters of "NAME=VALUE NAME=VALUE"? */
bool unit_has_all(const wf_unit *unit, const char *words);
/* Checks the design and fills in `sizes` or `streams` and the derived defaults. Returns what is wrong, or NULL. */
char *design_fault(design *d);
/* The same; dies (2) if something is wrong. */
void design_check(design *d);
/* Calls visit for each width that the unit takes: "lanes", "line". */
typedef void design_width_visit(void *user, const char *key, int value);
void design_each_width(const design *d, design_width_visit *visit, void *user);
/* "32 lanes", "128-byte line"; "32 lanes, 128-byte line" of a unit that takes both. */
void design_width_text(const design *d, text *out);
/* What such a key stands for. */
const char *design_width_help(const char *key);
/* The first of them, "lanes" or "line", and its number. */
const char *design_width_key(const design *d);
int design_width(const design *d);
/* The bits of a lane of a codec's block; for a line, those of a word: 32. */
int design_word_bits(const design *d);
/* The cuts of the encoder or the decoder; NULL: they have no names. */
const wf_cuts *design_cuts_of(const design *d, bool enc);
/* Those that are on in a checked design, as a mask. */
unsigned design_cuts_on(const design *d, bool enc);
/* The input of the encoder or the decoder that comes a cycle before the others: "mask", "tag"; NULL: none. */
const char *design_early(const design *d, bool enc);
/* True if the move decision takes the write's code and merges it into the register's: the codec can, and the tag is at hand early. */
bool design_merges(const design *d);
/* The names of those in a mask: "verdict,out"; "none". */
void design_cuts_text(const wf_cuts *cuts, unsigned mask, text *out);
/* True if all storage units have equally many bits. */
bool design_units_equal(const wf_sizes *s);
/* True if the encoder or the decoder of a codec has ready by itself: the codec says so, or it iterates. */
bool design_has_ready(const design *d, bool enc);
/* The cycles from an input to its output: those of the ranks, and those in which the unit iterates. */
int design_latency(const design *d, bool enc);

/* Writes that one encoder may have under way, the cycles of their start and of their storing included. */
int design_inflight_entries(const design *d);
/* Calls visit for every parameter that a user can set, the children's too: its name as on the command line, and its value. */
typedef void design_visit(void *user, const char *name, const wf_param *param, int value);
void design_each_param(const design *d, design_visit *visit, void *user);
/* " --lanes 32 --modes 4-0 ...": width and parameters as flags. */
void design_flags_text(const design *d, text *out);
/* The value of a parameter as on the command line. */
void design_value_text(const wf_param *param, int value, text *out);
/* The value of the unit's own parameter of this name as text, or NULL. */
char *design_param(const design *d, const char *name);
/* Calls visit for the ports of all fields ("mask_i", ...) of a unit that is not a codec. */
typedef void design_port_visit(void *user, const char *port, int bits, bool output);
void design_each_port(const design *d, design_port_visit *visit, void *user);
/* Adds " mask_i 32, block_i 1024 -> enc_o 4, one_o 1", folded at `width` columns; of a unit whose streams have names a line a stream. */
void design_ports_text(const design *d, text *out, size_t width);
/* True if the streams of a unit that is not a codec have names, and ports and a handshake each. */
bool design_named(const design *d);
/* The Verilog macro of what the counts of a unit are after a reset (wf_stream.counts): "NAME_COUNT_RESET". Files that use it define it as 0,
 * unless it is defined. */
char *design_count_reset(const design *d);
/* Why compression can save no storage unit in this configuration, of a codec or of a codec in a system; NULL: it can, or there is no codec. */
char *design_saves_nothing(const design *d);
/* How many slices the unit consists of. Synthesis measures one of them. 1: it measures the whole unit. */
int design_slices(const design *d);
/* True if the unit has memories. Synthesis then measures its slice, which is all but the memories. */
bool design_has_memories(const design *d);
/* "4 x 64 x 12 bits of tags, ..." of such a unit. */
void design_memories_text(const design *d, text *out);
/* "warpfold gen --codec ... -o DIR" that makes this design again. */
void design_command(const design *d, text *out);
/* Reads DIR/manifest.json. Dies (2) if this program did not write it, or in another version. */
void design_load(design *d, const char *dir);

#endif
