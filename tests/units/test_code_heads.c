/* SPDX-License-Identifier: Apache-2.0
 *
 * test_code_heads.c - heads of code files, of registers and of lines, that no encoder writes. Each is refused with one line that names
 * the file. Every codec and every parameter is tried, those of children too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../base/text.h"
#include "../../memory/line_file.h"
#include "../../trace/code_file.h"
#include "../../trace/trace_pack.h"
#include "endings.h"

enum { WORDS = 16 }; /* lanes, or words of a line of 64 bytes */
static char *dir, *path;

/* The parameters of a head, as texts. */
typedef struct {
    const char *codec;
    bool line;
    char *key[WF_MAX_PARAMS + 1], *value[WF_MAX_PARAMS + 1];
    int count;
} head;

static void add_param(void *user, const char *name, const wf_param *param, int value)
{
    head *h = user;
    text t = {0};
    design_value_text(param, value, &t);
    h->key[h->count] = format_new("%s", name);
    h->value[h->count++] = t.data;
}

static head head_of(const wf_unit *unit)
{
    head h = {.codec = unit->name, .line = unit->line};
    design d;
    design_init(&d, unit, unit->line ? 4 * WORDS : WORDS);
    design_check(&d);
    design_each_param(&d, add_param, &h);
    return h;
}

/* Writes a code file with this head, no records and a correct checksum. */
static void write_file(const head *h)
{
    packer *p = zalloc(sizeof *p);
    unsigned char *bytes = zalloc(PACK_BYTES);
    pack_file_head(bytes, WFC_MAGIC, h->line ? WFC_LINES_VERSION : WFC_VERSION, WORDS);
    put_varint(p, WORDS);
    put_string(p, h->codec);
    put_varint(p, (uint64_t)h->count);
    for (int i = 0; i < h->count; i++) {
        put_string(p, h->key[i]);
        put_string(p, h->value[i]);
    }
    for (int i = 0; i < 2 && !h->line; i++)
        put_string(p, ""); /* source and licence */
    put_byte(p, 0x80);
    put_varint(p, 0);
    size_t n = ZSTD_compress(bytes + PACK_HEAD_BYTES, PACK_BYTES - PACK_HEAD_BYTES, p->data, p->len, 1);
    assert_false(ZSTD_isError(n));
    file_write(path, bytes, PACK_HEAD_BYTES + n);
}

static void decode(const char *from)
{
    design d;
    char *out = path_join(dir, "nowhere.wtx");
    input *in = input_open(from);
    if (line_file_is(in))
        line_file_decode(&d, in, out, NULL, &(line_file_figures){0});
    else
        code_file_decode(&d, in, out, NULL, &(code_file_figures){0});
}

/* Expects that the head is refused with one line "PATH: ..." that contains this text. */
static void expect_head_refused(const head *h, const char *format, const char *name)
{
    char what[200];
    write_file(h);
    snprintf(what, sizeof what, format, name);
    outcome o = outcome_of(decode, path);
    if (o.code != 2 || o.lines != 1 || strstr(o.said, what) == NULL || strncmp(o.said, "warpfold: ", 10) != 0 ||
        strncmp(o.said + 10, path, strlen(path)) != 0)
        fail_msg("%s: expected exit 2 and one line \"%s: ... %s\", found exit %d, %d lines: %s", h->codec, path, what, o.code, o.lines,
                 o.said);
}

static void try_codec(const wf_unit *unit)
{
    head h = head_of(unit);
    outcome o;

    write_file(&h);
    o = outcome_of(decode, path);
    if (o.code != 0)
        fail_msg("%s: a good head is refused: %s", unit->name, o.said);
    for (int i = 0; i < h.count; i++) {
        char *key = h.key[i], *value = h.value[i], *last = h.key[h.count - 1], *last_value = h.value[h.count - 1];
        h.key[i] = last, h.value[i] = last_value; /* without this one */
        h.count--;
        expect_head_refused(&h, "codes of %s without its parameter", unit->name);
        expect_head_refused(&h, "\"%s\"", key);
        h.count++;
        h.key[i] = key, h.value[i] = value;
        h.key[h.count] = key, h.value[h.count] = value; /* once more */
        h.count++;
        expect_head_refused(&h, "corrupt: the parameter \"%s\" of", key);
        h.count--;
        h.key[h.count - 1] = key, h.value[h.count - 1] = value; /* once more, in place of another */
        if (i < h.count - 1)
            expect_head_refused(&h, "\"%s\" of", key);
        h.key[h.count - 1] = last, h.value[h.count - 1] = last_value;
        h.value[i] = "neither";
        expect_head_refused(&h, "%s", "neither");
        h.value[i] = "a\nb";
        expect_head_refused(&h, "corrupt: \"a?b\" for %s", key);
        h.value[i] = "";
        expect_head_refused(&h, "%s", strrchr(key, '.') ? strrchr(key, '.') + 1 : key);
        h.value[i] = value;
        h.key[i] = "lanes";
        expect_head_refused(&h, "has no parameter \"%s\"", "lanes");
        h.key[i] = key;
    }
    h.line = !h.line; /* lines of a codec of registers, registers of a codec of lines */
    expect_head_refused(&h, "corrupt: ", "");
    h.line = !h.line;
    h.codec = "zip\n";
    expect_head_refused(&h, "codes of \"zip?\", a codec that this program does not have", "");
    h.codec = unit->name;
}

static void heads_that_no_encoder_writes_are_refused(void **state)
{
    (void)state;
    int codecs = 0;
    for (size_t i = 0; i < wf_unit_count(); i++)
        if (wf_unit_at(i)->codec) {
            try_codec(wf_unit_at(i));
            codecs++;
        }
    assert_true(codecs > 0);
}

static void codes_of_a_block_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < wf_unit_count(); i++)
        if (wf_unit_at(i)->codec == NULL) {
            head h = head_of(wf_unit_at(i));
            expect_head_refused(&h, "codes of \"%s\", a codec that this program does not have", h.codec);
        }
}

static void what_a_configuration_cannot_be_names_the_file(void **state)
{
    (void)state;
    head h = head_of(wf_find_unit("affine"));
    for (int i = 0; i < h.count; i++)
        if (strcmp(h.key[i], "vector") == 0)
            h.value[i] = "32";
    expect_head_refused(&h, "corrupt: affine, 16 lanes: a vector must not be wider%s", "");
    for (int i = 0; i < h.count; i++)
        if (strcmp(h.key[i], "vector") == 0)
            h.value[i] = "warp";
        else if (strcmp(h.key[i], "word") == 0)
            h.value[i] = "64";
    expect_head_refused(&h, "corrupt: codes of affine, which takes no warp registers of 32-bit words%s", "");
}

static void too_many_parameters_are_refused(void **state)
{
    (void)state;
    head h = head_of(wf_find_unit("warpbdi"));
    while (h.count < WF_MAX_PARAMS + 1) {
        h.key[h.count] = "bank";
        h.value[h.count++] = "128";
    }
    expect_head_refused(&h, "corrupt: 97 parameters%s", "");
}

int main(void)
{
    char name[] = "/tmp/warpfold-heads-XXXXXX";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_that_no_encoder_writes_are_refused),
        cmocka_unit_test(codes_of_a_block_are_refused),
        cmocka_unit_test(what_a_configuration_cannot_be_names_the_file),
        cmocka_unit_test(too_many_parameters_are_refused),
    };
    dir = mkdtemp(name);
    path = path_join(dir, "head.wfc");
    char *nowhere = path_join(dir, "nowhere.wtx");
    if (symlink("/dev/null", nowhere) != 0)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    dir_remove(dir);
    return failed;
}
