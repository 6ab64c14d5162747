/* SPDX-License-Identifier: Apache-2.0
 *
 * image_layout.c - where things are in an image of compressed lines, and the text at its end that describes them. Reading is lenient,
 * and then the description is made anew and compared, so that one place knows its form. */
#include "image_layout.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/msg.h"

#define FIRST_WORDS "# warpfold image "
/* MOST: bytes of a file, so that no sum overflows. */
enum { VERSION = 1 };
static const uint64_t MOST = (uint64_t)1 << 60;

static uint64_t round_up(uint64_t n, uint64_t to)
{
    return (n + to - 1) / to * to;
}

image_layout image_layout_of(uint64_t bytes, const design *d)
{
    uint64_t line = (uint64_t)d->config.line_bytes;
    image_layout l = {.bytes = bytes, .lines = round_up(bytes, line) / line};

    l.counts_at = round_up(l.lines * line, IMAGE_ALIGN);
    l.counts = round_up(round_up(l.lines, IMAGE_COUNTS_A_BYTE) / IMAGE_COUNTS_A_BYTE, IMAGE_ALIGN);
    l.total = l.counts_at + l.counts + IMAGE_DESCRIPTION;
    return l;
}

/* Memory has no place for a tag beside a line, so the burst count must tell it: a line that takes all its bursts is raw. Codecs have that
 * with tag=head. One without this parameter has it if its tag is one bit and every code saves a burst. */
char *image_fault(const design *d)
{
    char *tag = design_param(d, "tag"), *save = design_param(d, "save"), *fault = NULL;
    bool told = tag ? strcmp(tag, "head") == 0 : d->sizes.tag_bits == 1 && save != NULL && strcmp(save, "burst") == 0;

    if (!told)
        fault = format_new(
            "an image has no place for the tags of %s; accepted are codecs with tag=head, or with a tag of one bit and save=burst",
            d->unit->name);
    arena_free(tag);
    arena_free(save);
    return fault;
}

/* ---- the description ---- */

static void put_param(void *user, const char *name, const wf_param *param, int value)
{
    text_printf(user, "%s = ", name);
    design_value_text(param, value, user);
    text_puts(user, "\n");
}

void image_describe(const design *d, const image_layout *l, text *t)
{
    text_printf(t, "%s%d\n# file: %llu bytes\n", FIRST_WORDS, VERSION, (unsigned long long)l->bytes);
    text_printf(t, "# slots: %llu lines of %d bytes, from byte 0\n", (unsigned long long)l->lines, d->config.line_bytes);
    text_printf(t, "# counts: %llu bytes, from byte %llu\n", (unsigned long long)l->counts, (unsigned long long)l->counts_at);
    text_printf(t, "[design]\nunit = %s\nline = %d\n", d->unit->name, d->config.line_bytes);
    design_each_param(d, put_param, t);
    if (t->len > IMAGE_DESCRIPTION)
        die("the parameters of %s do not fit the description of an image; this is a defect of the program", d->unit->name);
    while (t->len < IMAGE_DESCRIPTION)
        text_puts(t, "\n");
}

/* The size of a regular file, or 0. */
static uint64_t image_size(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
}

bool image_is(const char *path)
{
    uint64_t size = image_size(path);
    size_t len;

    if (size < IMAGE_DESCRIPTION)
        return false;
    input *in = input_open_at(path, IMAGE_KIND, size - IMAGE_DESCRIPTION);
    const unsigned char *first = input_peek(in, strlen(FIRST_WORDS), &len);
    bool is = len == strlen(FIRST_WORDS) && memcmp(first, FIRST_WORDS, len) == 0;
    input_close(in);
    return is;
}

/* The value of the next line "KEY = VALUE" at *at, which it splits there; NULL if there is none. */
static char *next_pair(char **at, char **key)
{
    char *end = strchr(*at, '\n'), *between = strstr(*at, " = ");

    if (end == NULL || between == NULL || between > end)
        return NULL;
    *key = *at;
    *between = *end = '\0';
    *at = end + 1;
    return between + 3;
}

/* Reads the design leniently: image_describe() tells afterwards what should stand there. */
static void get_design(design *d, const input *in, char *pairs)
{
    char *key, *value, *where = format_new("%s: description", input_path(in));

    value = next_pair(&pairs, &key);
    if (value == NULL || strcmp(key, "unit") != 0)
        input_bad(in, "corrupt: a description that names no unit");
    design_init_named(d, value, where);
    if (d->codec == NULL || !d->unit->line)
        input_bad(in, "corrupt: an image of lines of %s, which is no codec of cache lines", value);
    while ((value = next_pair(&pairs, &key)) != NULL)
        design_set(d, key, value, where);
    char *fault = design_fault(d);
    if (fault == NULL)
        fault = image_fault(d);
    if (fault)
        input_bad(in, "corrupt: %s", fault);
    arena_free(where);
}

/* Dies unless the description is what image_describe() makes of it, naming the first line that is not. */
static void check_description(const design *d, const input *in, const image_layout *l, const char *is)
{
    text t = {0};
    int line = 1;

    image_describe(d, l, &t);
    const char *expected = t.data;
    while (*is != '\0' && *expected != '\0') {
        int n = (int)strcspn(is, "\n"), m = (int)strcspn(expected, "\n");
        if (n != m || memcmp(is, expected, (size_t)n) != 0)
            input_bad(in, "corrupt: line %d of the description is \"%.*s\"; expected is \"%.*s\"", line, n, is, m, expected);
        is += n + 1;
        expected += m + 1;
        line++;
    }
    text_free(&t);
}

void image_get_description(design *d, const input *in, image_layout *l)
{
    static const char file[] = "\n# file: ", section[] = "\n[design]\n";
    char is[IMAGE_DESCRIPTION + 1] = "", pairs[IMAGE_DESCRIPTION + 1];
    uint64_t version, bytes, size = image_size(input_path(in));

    if (!image_is(input_path(in)))
        input_bad(in, "truncated, or no memory image: its last %d bytes are no description", IMAGE_DESCRIPTION);
    input *end = input_open_at(input_path(in), IMAGE_KIND, size - IMAGE_DESCRIPTION);
    input_bytes(end, is, IMAGE_DESCRIPTION);
    input_close(end);
    for (int i = 0; i < IMAGE_DESCRIPTION; i++)
        if (is[i] != '\n' && !isprint((unsigned char)is[i]))
            input_bad(in, "corrupt: byte %d of the description is no text", i);
    const char *at = is + strlen(FIRST_WORDS), *bytes_at = strstr(is, file), *design_at = strstr(is, section);
    if (!take_number(&at, 10, INT32_MAX, &version))
        input_bad(in, "corrupt: a description without its version");
    if (version != VERSION)
        input_bad(in, "memory image of version %d; accepted is version %d", (int)version, VERSION);
    if (bytes_at == NULL || design_at == NULL)
        input_bad(in, "corrupt: a description without \"%s\"", bytes_at ? section + 1 : file + 1);
    bytes_at += strlen(file);
    if (!take_number(&bytes_at, 10, MOST, &bytes))
        input_bad(in, "corrupt: a description without the bytes of the file, at most %llu", (unsigned long long)MOST);
    get_design(d, in, strcpy(pairs, design_at + strlen(section)));
    *l = image_layout_of(bytes, d);
    check_description(d, in, l, is);
    if (l->total != size)
        input_bad(in, "corrupt: %llu bytes; expected are %llu", (unsigned long long)size, (unsigned long long)l->total);
}
