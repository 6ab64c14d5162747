/* SPDX-License-Identifier: Apache-2.0
 *
 * design.h - one chosen design: a room or a block that is no codec, its configuration, and what is built around it. Made
 * from the command line or an INI file, kept in the manifest.json of its folder, read back from there by the later
 * steps. */
#ifndef WF_DESIGN_H
#define WF_DESIGN_H

#include "../base/text.h"
#include "../cmodel/warpfold.h"

typedef struct {
    const wf_codec *codec;  /* a room, or */
    const wf_block *block;  /* a block: the other one is NULL */
    const char *room, *title, *source;  /* of either */
    const wf_param *params;
    bool line;              /* of cache lines: config.lanes is words of 32 bits */
    wf_config config;
    wf_sizes sizes;         /* of a room */
    wf_ports ports;         /* of a block */
    char name[64];          /* prefix of every module and file */
    int enc_stages, dec_stages;     /* register ranks */
    int early_tag;          /* the decoder's tag comes a cycle ahead */
    int isolate;            /* hold the operands still when idle or raw */
    int user_bits;          /* side channel, 1..64 */
    int encs, decs, dec_ports;      /* K encoders, M decoders, P requesters */
    int wrapper;            /* valid/ready wrappers too */
    int stages;             /* of a block: register ranks, 0 or 1 */
} design;

/* One option that every room, or every block, has, and where it lives in a design. */
typedef struct {
    const char *name;
    const char *help;
    size_t offset;
    int min, max, initial;  /* initial -1: the room's or derived */
} design_option;
extern const design_option design_options[], block_options[];   /* end with a NULL name */
/* Those of this design. */
const design_option *design_options_of(const design *d);

/* Default design of a room or of a block; `sizes` and `ports` are not filled before design_check. */
void design_init(design *d, const wf_codec *codec, int lanes);
void design_init_block(design *d, const wf_block *block, int lanes);
/* Either by name, 32 lanes, the other name NULL. Dies (2) on an unknown one; `where` names the flag or the file. */
void design_init_named(design *d, const char *codec, const char *block, const char *where);
/* Dies (2) if the design is a block: `what` needs a codec. */
void design_need_codec(const design *d, const char *what);
/* Sets "lanes" or "line", "name", a room parameter or a design option from text. Dies (2) on a bad key or value; `where` names
 * the flag or the INI line. */
void design_set(design *d, const char *key, const char *value, const char *where);
/* Checks the whole and fills `sizes` or `ports` and defaults that depend on others. Dies (2). */
void design_check(design *d);
/* "32 lanes", "128-byte line". */
void design_width_text(const design *d, text *out);
/* Bytes of the line. */
int design_line(const design *d);
/* Cycles from an input to its output: ranks, and what the unit iterates. */
int design_latency(const design *d, bool enc);
/* Value of a room parameter as the command line would give it. */
void design_param_text(const design *d, int index, text *out);
/* Slices that a block of this design is made of: one of them is what is synthesised. 1: it is synthesised whole. */
int design_slices(const design *d);
/* True if it is a block with memories: what is synthesised is its slice, the rest. */
bool design_has_arrays(const design *d);
/* "4 x 64 x 12 bits of tags, ..." of such a block. */
void design_arrays_text(const design *d, text *out);
/* "warpfold gen --codec ... -o DIR" that makes this design again. */
void design_command(const design *d, text *out);
/* Reads DIR/manifest.json. Dies (2) if it is none of ours or of another version. */
void design_load(design *d, const char *dir);

#endif
