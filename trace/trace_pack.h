/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_pack.h - the bytes of a record in the project's binary files, for reading and writing: .wft traces (trace_wft.c,
 * trace_write.c) and .wfc code files (code_file.c). docs/packed.md gives the bits. Reading dies (2) on bytes that cannot
 * have been written. */
#ifndef WF_TRACE_PACK_H
#define WF_TRACE_PACK_H

#include "trace.h"
#include "trace_input.h"

/* Heads of the two kinds of file: 8 bytes of magic, then version and lanes as 16-bit numbers, low byte first. A copy in text
 * mode damages the magic, so it is noticed. The magic does not look like text. */
#define WFT_MAGIC "\x89WFT\r\n\x1a\n"
#define WFC_MAGIC "\x89WFC\r\n\x1a\n"
enum {
    PACK_MAGIC_BYTES = 8,
    PACK_HEAD_BYTES = 12,
    WFC_VERSION = 1, /* of a .wfc; those of a .wft are trace_version */
    WFC_LINES_VERSION = 2,
    WFC_INSTRUCTIONS_VERSION = 3,
    WFC_TIMING_VERSION = 4
};

/* The longest record in any form: text, 128 lanes of 16 address and 64 data digits with their spaces, and a head. */
enum { PACK_BYTES = TRACE_MAX_LANES * (17 + 8 * TRACE_MAX_WORDS + 1) + 256, PACK_CONTEXTS = 64 };
/* The longest text of a head. */
enum { PACK_MAX_TEXT = PACK_BYTES - 16 };

/* Bytes of a record that is being written. */
typedef struct {
    unsigned char data[PACK_BYTES];
    size_t len;
} packer;

/* What a record is coded relative to: the last warp, and the last pc of each of 64 groups of warps. */
typedef struct {
    trace_version version; /* from TRACE_EXECUTION on the head of a record has two bytes */
    bool any;
    uint64_t cta;
    uint32_t warp;
    uint64_t pc[PACK_CONTEXTS];
    uint64_t records;
} pack_context;

void put_byte(packer *p, unsigned byte);
void put_varint(packer *p, uint64_t value);
void put_string(packer *p, const char *s);
/* Dies (2), naming the file, of a text that is longer than a head takes. */
void pack_check_texts(const char *path, const char *source, const char *licence);

/* The plain head of a file. `kind` is "trace" or "code file", for messages. Reading returns the version, which is one of a list that 0 ends. */
void pack_file_head(unsigned char head[PACK_HEAD_BYTES], const char *magic, int version, int lanes);
int unpack_file_head(input *in, const char *magic, const int *versions, const char *kind, int *lanes);
char *unpack_string(input *in);
/* Begins the compressed stream. Its first number repeats the lanes, since the checksum does not cover the plain head. */
void unpack_stream_head(input *in, int lanes);

/* Kind, link, class or space, warp, pc and mask. Reading returns false at the end mark, when count and checksum are verified. */
void pack_head(packer *p, pack_context *c, const trace_record *r);
bool unpack_head(input *in, pack_context *c, int lanes, trace_record *r);
void pack_end(packer *p, const pack_context *c);
/* Register file and number. */
void pack_register(packer *p, const trace_record *r);
void unpack_register(input *in, trace_record *r);
/* Operation, type, sources and destinations of an instruction. They follow its head. */
void pack_instruction(packer *p, const pack_context *c, const trace_record *r);
void unpack_instruction(input *in, const pack_context *c, trace_record *r);
/* A launch or a copy, all of it but the first byte. *kernel becomes the launch's name. */
void pack_host(packer *p, const trace_record *r);
void unpack_host(input *in, trace_record *r, char **kernel);
/* n numbers of 32 or 64 bits. */
void pack_numbers(packer *p, const uint64_t *values, int n, int bits);
void pack_words(packer *p, const uint32_t *words, int n); /* the same of 32-bit numbers, faster */
void unpack_numbers(input *in, uint64_t *values, int n, int bits);
void unpack_numbers_plain(input *in, uint64_t *values, int n, int bits); /* the same, one number after the other, slower */
void unpack_words(input *in, uint32_t *words, int n);                    /* the same of 32-bit numbers */
/* Size, addresses and data of a memory record. They follow its head. */
void pack_memory(packer *p, const trace_record *r);
void unpack_memory(input *in, trace_record *r);

/* One byte, which must be below `limit`; dies with "corrupt: WHAT n, ..." otherwise. */
unsigned unpack_byte(input *in, unsigned limit, const char *what);

#endif
