/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_input.h - the one bounded reader under all trace formats. It reads a plain file or one compressed by zstd, gzip or xz, by
 * lines or by bytes. It needs a few hundred KiB of memory, of xz what the file says, up to 128 MiB. A line has at most INPUT_MAX_LINE bytes. */
#ifndef WF_TRACE_INPUT_H
#define WF_TRACE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdnoreturn.h>

/* The longest line that is read. 128 registers of 32 lanes in NDJSON are 50 KB; this is far above. */
enum { INPUT_MAX_LINE = 8 << 20 };

typedef struct input input;

/* Opens a file. zstd, gzip and xz are recognised by their first bytes and unpacked, and a byte-order mark of UTF-8 is skipped. Dies (2) if the
 * file cannot be read, or is compressed in another way. */
input *input_open(const char *path);
/* The same; the message says that this is expected: "code file". */
input *input_open_as(const char *path, const char *expected);
/* The same from this byte on, and the bytes are taken as they are, compressed or not. */
input *input_open_at(const char *path, const char *expected, uint64_t from);
void input_close(input *in);
const char *input_path(const input *in);
/* The next bytes, without consuming them. *len is less than `want` only at the end of the file. */
const unsigned char *input_peek(input *in, size_t want, size_t *len);
/* Consumes n bytes that input_peek() or input_ahead() showed. */
void input_skip(input *in, size_t n);
/* From here on the file is one zstd stream (the project's own form, after its head). */
void input_begin_zstd(input *in);
/* The next line, NUL-terminated, without its line end and without '\r'; NULL at the end. Valid until the next call. */
char *input_line(input *in, size_t *len);
/* Did the last line have a line end? Its number, from 1. */
bool input_line_ended(const input *in);
uint64_t input_line_number(const input *in);
/* Reads exactly n bytes. Dies (2) with "truncated" at the end of the file. */
void input_bytes(input *in, void *data, size_t n);
/* Reads one byte, as input_bytes(). */
unsigned input_byte(input *in);
/* The bytes that are in memory, perhaps none, without reading more of the file. input_skip() consumes them. */
const unsigned char *input_ahead(const input *in, size_t *len);
/* LEB128, at most 64 bits. */
uint64_t input_varint(input *in);
int64_t input_zigzag(input *in);
/* Is this the end? If so, the checksum of compressed input has been verified. */
bool input_at_end(input *in);
/* Where a file without lines is being read, for messages: "record", 17; number 0: nowhere in particular. `what` must stay. */
void input_place(input *in, const char *what, uint64_t number);
/* Dies (2) with "PATH:LINE: ...", of the last line or of this one; while no line was read with "PATH: WHAT NUMBER: ..." of input_place, or "PATH: ...". */
noreturn void input_bad_line(const input *in, uint64_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));
noreturn void input_bad(const input *in, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
