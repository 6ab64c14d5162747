/* SPDX-License-Identifier: Apache-2.0
 *
 * test_packed.c - compressed traces: zstd, gzip and xz are read by their content, whole or as several streams, and say it where they are cut or
 * changed; other forms are named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "../../gen/design.h"
#include "trace_files.h"

#define MARK "\xef\xbb\xbf"
#define HEAD "# warptrace-text 1\n# lanes 4\n# values...\n"
#define RECORD "w 0 1 10 alu x5 f 1 2 3 4\n"

typedef struct {
    unsigned char *data;
    size_t len, room; /* room for two such files */
} bytes;

static bytes bytes_for(size_t len)
{
    size_t room = 2 * len + 4096;

    return (bytes){.data = grow(NULL, room), .room = room};
}

static bytes as_zstd(const void *data, size_t len)
{
    bytes b = bytes_for(len);

    b.len = ZSTD_compress(b.data, b.room, data, len, 1);
    assert_false(ZSTD_isError(b.len));
    return b;
}

/* Stored as they are: a file of gzip can be longer than its buffer, too. */
static bytes as_gzip(const void *data, size_t len)
{
    bytes b = bytes_for(len);
    z_stream z = {.next_in = (unsigned char *)data, .avail_in = (uInt)len, .next_out = b.data, .avail_out = (uInt)b.room};

    assert_int_equal(deflateInit2(&z, 0, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    b.len = z.total_out;
    deflateEnd(&z);
    return b;
}

static bytes as_xz(const void *data, size_t len)
{
    bytes b = bytes_for(len);

    assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, NULL, data, len, b.data, &b.len, b.room), LZMA_OK);
    return b;
}

static const struct {
    const char *name;
    bytes (*pack)(const void *, size_t);
} forms[] = {{"zstd", as_zstd}, {"gzip", as_gzip}, {"xz", as_xz}};
enum { FORMS = sizeof forms / sizeof forms[0] };

static bytes text_in(int form, const char *s)
{
    return forms[form].pack(s, strlen(s));
}

static void each_form_is_seen_by_its_content(void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        bytes b = text_in(i, HEAD RECORD RECORD), none = text_in(i, "");
        expect_records(put_file("no-ending", b.data, b.len), RECORD RECORD);
        expect_refused(read_all, put_file("none", none.data, none.len), "none: is empty");
    }
}

static void several_streams_are_one_file(void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        bytes first = text_in(i, HEAD RECORD "w 0 1"), second = text_in(i, " 14 alu x6 f 5 6 7 8\n");
        memcpy(first.data + first.len, second.data, second.len);
        expect_records(put_file("two", first.data, first.len + second.len), RECORD "w 0 1 14 alu x6 f 5 6 7 8\n");
        expect_refused(read_all, put_file("cut", first.data, first.len + second.len / 2), "truncated");
    }
}

/* Each cut, and each byte changed: the message names the form, or the trace is whole (gzip's head has bytes that mean nothing). */
static void what_is_cut_or_changed_is_told(void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        bytes b = text_in(i, HEAD RECORD);
        char *what = format_new("truncated: the %s data end in the middle of a stream", forms[i].name);
        for (size_t n = 6; n < b.len; n++)
            expect_refused(read_all, put_file("cut", b.data, n), what);
        b.data[b.len - 6] ^= 1;
        char *corrupt = format_new("corrupt %s data: ", forms[i].name);
        if (i != 0) /* the stream of zstd here has no checksum */
            expect_refused(read_all, put_file("changed", b.data, b.len), corrupt);
        b.data[b.len - 6] ^= 1;
        memcpy(b.data + b.len, "tail", 4);
        expect_refused(read_all, put_file("tail", b.data, b.len + 4), forms[i].name);
    }
}

static void what_is_packed_twice_is_told(void **state)
{
    (void)state;
    for (int outer = 0; outer < FORMS; outer++)
        for (int inner = 0; inner < FORMS; inner++) {
            bytes in = text_in(inner, HEAD RECORD), b = forms[outer].pack(in.data, in.len);
            expect_refused(read_all, put_file("twice", b.data, b.len),
                           format_new("a compressed file inside of %s; unpack it once with `%s -d`", forms[outer].name, forms[outer].name));
        }
}

static void other_forms_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *head, *what;
    } table[] = {
        {"BZh91AY&SY", "is compressed by bzip2; unpack it with `bunzip2`; files compressed by zstd, gzip and xz are read"},
        {"\x04\x22\x4d\x18 ", "is compressed by lz4; unpack it with `unlz4`"},
        {"\x1f\x9d\x90", "is compressed by compress; unpack it with `uncompress`"},
        {"PK\x03\x04", "is a zip archive; unpack it with `unzip`"},
        {"7z\xbc\xaf\x27\x1c", "is a 7z archive; unpack it with `7z x`"},
        {"\xfd\x2f\xc5\x30", "is a CLP archive, as CUTracer's format clp makes; unpack it with `clp-s x`"},
        {"\xff\xfe{", "is text in UTF-16; turn it into UTF-8 with `iconv -f UTF-16 -t UTF-8`"},
        {"\xfe\xff", "is text in UTF-16"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        expect_refused(read_all, put_string("other", table[i].head), table[i].what);
}

static void a_mark_of_utf_8_is_skipped(void **state)
{
    (void)state;
    expect_records(put_string("mark", MARK HEAD RECORD), RECORD);
    for (int i = 0; i < FORMS; i++) {
        bytes b = text_in(i, MARK HEAD RECORD);
        expect_records(put_file("mark", b.data, b.len), RECORD);
    }
    expect_bad(MARK, "is empty");
    expect_bad(MARK MARK HEAD RECORD, "no known trace format");
}

/* Far more than the buffers hold. */
static void large_files_are_streamed(void **state)
{
    (void)state;
    text t = {0};

    text_puts(&t, HEAD);
    for (int i = 0; i < 60000; i++)
        text_puts(&t, RECORD);
    for (int i = 0; i < FORMS; i++) {
        bytes b = forms[i].pack(t.data, t.len);
        trace *in = trace_open(put_file("large", b.data, b.len));
        trace_record r;
        int n = 0;
        while (trace_next(in, &r))
            n++;
        trace_close(in);
        assert_int_equal(n, 60000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_form_is_seen_by_its_content),
        cmocka_unit_test(several_streams_are_one_file),
        cmocka_unit_test(what_is_cut_or_changed_is_told),
        cmocka_unit_test(what_is_packed_twice_is_told),
        cmocka_unit_test(other_forms_are_named),
        cmocka_unit_test(a_mark_of_utf_8_is_skipped),
        cmocka_unit_test(large_files_are_streamed),
    };
    return cmocka_run_group_tests_name("packed", tests, own_folder_make, own_folder_remove);
}
