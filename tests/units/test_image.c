/* SPDX-License-Identifier: Apache-2.0
 *
 * test_image.c - images of memory: worked by hand, read back, and corrupt in each way that there is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../base/text.h"
#include "../../memory/image_layout.h"
#include "../../memory/line_image.h"
#include "endings.h"
#include "line_files.h"

enum { DESCRIPTION = 4096 };

/* A design of this codec whose bursts tell the tag; false if the codec has none of this line. */
static bool image_design(design *d, const wf_unit *unit, int bytes)
{
    design_init(d, unit, bytes);
    char *tag = design_param(d, "tag"), *save = design_param(d, "save");
    if (tag)
        design_set(d, "tag", "head", "test");
    else if (save)
        design_set(d, "save", "burst", "test");
    char *fault = design_fault(d);
    return fault == NULL && (tag || (save && d->sizes.tag_bits == 1));
}

/* ---- there and back ---- */

static void round_trip(const design *d, size_t lines, size_t rest)
{
    line_image_figures f, g;
    design again;
    char *in = mixed_file("r.bin", lines, rest), *image = path_join(dir, "r.wfi"), *back = path_join(dir, "r.back");
    size_t bytes = lines * 64 + rest, size = (size_t)d->config.line_bytes;

    line_image_encode(d, in, image, &f);
    assert_true(image_is(image));
    assert_false(image_is(in));
    line_image_decode(&again, image, back, d->unit->name, &g);
    expect_same_files(in, back);
    assert_int_equal(f.lines, (bytes + size - 1) / size);
    assert_int_equal(f.lines, g.lines);
    assert_int_equal(f.bursts, g.bursts);
    assert_true(f.bursts >= f.lines && f.bursts <= f.lines * size / 32);
    assert_int_equal(g.bytes, bytes);
    assert_int_equal(again.config.line_bytes, size);
    assert_true(again.unit == d->unit);
    assert_memory_equal(&again.config, &d->config, sizeof again.config);
}

static void encode_then_decode_is_the_file(void **state)
{
    (void)state;
    design d;
    int designs = 0;

    for (size_t i = 0; i < wf_unit_count(); i++)
        for (int bytes = 32; bytes <= 128 && is_line_codec(wf_unit_at(i)); bytes *= 2) {
            if (!image_design(&d, wf_unit_at(i), bytes))
                continue;
            round_trip(&d, 400, 0);
            round_trip(&d, 401, 1);
            round_trip(&d, 1025, 63);
            round_trip(&d, 3, 31);
            round_trip(&d, 0, 32);
            round_trip(&d, 0, 5);
            round_trip(&d, 0, 0);
            designs++;
        }
    assert_true(designs > 0);
}

/* ---- by hand ---- */

/* The lines of hand_file, 64 bytes each, as fpc with four segments stores them: a prefix of three bits for each segment, up to the next
 * byte, then the data.
 *
 *     line 1  zeros             000 000 000 000
 *     line 2  1 2 3 -4, zeros   001 000 000 000, nibbles 1 2 3 c
 *     line 3  any               raw
 *     line 4  41 everywhere     110 110 110 110, a byte of each word
 *     line 5  05 06 07          111 000 000 000, four words; the file ends here, and zeros fill the line */
/* With tag=head a code begins with a byte, 1: the encoding. */
static int head;

enum { HAND_BYTES = 4 * 64 + 3, HAND_COUNTS = 5 * 64, HAND_TEXT = HAND_COUNTS + 64, HAND_IMAGE = HAND_TEXT + DESCRIPTION };

static char *hand_file(unsigned char bytes[HAND_BYTES])
{
    static const unsigned char small[] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0xfc, 0xff, 0xff, 0xff};

    memset(bytes, 0, HAND_BYTES);
    memcpy(bytes + 64, small, sizeof small);
    for (int i = 0; i < 64; i++)
        bytes[128 + i] = (unsigned char)(0x9d + 0x47 * i);
    memset(bytes + 192, 0x41, 64);
    memcpy(bytes + 256, "\5\6\7", 3);
    return put_file("h.bin", bytes, HAND_BYTES);
}

/* A code of `n` bytes. */
static void put_code(unsigned char *slot, const char *code, size_t n)
{
    slot[0] = 1;
    memcpy(slot + head, code, n);
}

static char *hand_image(void)
{
    unsigned char bytes[HAND_BYTES];
    line_image_figures f;
    design d;
    char *in = hand_file(bytes), *image = path_join(dir, "h.wfi");

    assert_true(image_design(&d, wf_find_unit("fpc"), 64));
    char *tag = design_param(&d, "tag");
    head = tag != NULL;
    line_image_encode(&d, in, image, &f);
    assert_int_equal(f.lines, 5);
    assert_int_equal(f.bursts, 6);
    assert_int_equal(f.bytes, HAND_IMAGE);
    return image;
}

static void every_byte_is_where_it_should_be(void **state)
{
    (void)state;
    static const char start[] = "# warpfold image 1\n# file: 259 bytes\n# slots: 5 lines of 64 bytes, from byte 0\n"
                                "# counts: 64 bytes, from byte 320\n[design]\nunit = fpc\nline = 64\n";
    unsigned char in[HAND_BYTES], expected[HAND_TEXT] = {0};
    char *path = hand_image();
    size_t len;
    unsigned char *image = (unsigned char *)file_read(path, &len);

    hand_file(in);
    put_code(expected, "\0", 2);
    put_code(expected + 64, "\x01\x00\x21\xc3", 4);
    memcpy(expected + 128, in + 128, 64);
    put_code(expected + 192, "\xb6\x0d\x41\x41\x41\x41\x41\x41\x41\x41\x41\x41\x41\x41\x41\x41\x41\x41", 18);
    put_code(expected + 256, "\x07\x00\x05\x06\x07", 5);
    memset(expected + 320, 0x55, 64); /* two bursts: a count of 1 */
    expected[320] = 0x10;             /* lines 1 to 4: 0, 0, 1, 0 */
    expected[321] = 0x54;             /* line 5: 0 */
    assert_int_equal(len, HAND_IMAGE);
    for (int i = 0; i < HAND_TEXT; i++)
        if (image[i] != expected[i])
            fail_msg("byte %d is %02x, expected is %02x", i, image[i], expected[i]);
    assert_memory_equal(image + HAND_TEXT, start, sizeof start - 1);
    assert_int_equal(image[HAND_IMAGE - 1], '\n');
}

/* 32 lines of 128 bytes, the last of them alone with 4 bursts: 8 bytes of counts, then "all bursts". */
static void counts_of_wide_lines(void **state)
{
    (void)state;
    unsigned char bytes[32 * 128] = {0};
    line_image_figures f;
    design d;
    size_t len;

    for (int i = 0; i < 128; i++)
        bytes[31 * 128 + i] = (unsigned char)(0x9d + 0x47 * i);
    char *in = put_file("w.bin", bytes, sizeof bytes), *path = path_join(dir, "w.wfi");
    assert_true(image_design(&d, wf_find_unit("fpc"), 128));
    line_image_encode(&d, in, path, &f);
    unsigned char *image = (unsigned char *)file_read(path, &len);
    assert_int_equal(len, 32 * 128 + 64 + DESCRIPTION);
    for (int i = 0; i < 64; i++)
        assert_int_equal(image[32 * 128 + i], i < 7 ? 0 : i == 7 ? 0xc0 : 0xff);
}

/* A file is any bytes: those of zstd, of a code file and of an image among them. */
static void lines_may_look_like_files(void **state)
{
    (void)state;
    static const char *const heads[] = {"\x28\xb5\x2f\xfd", "\x89WFC\r\n\x1a\n\2", "# warpfold image 1\n"};
    line_image_figures f, g;
    design d, again;

    assert_true(image_design(&d, wf_find_unit("fpc"), 64));
    for (int i = 0; i < 3; i++) {
        char bytes[192];
        for (int j = 0; j < 192; j++)
            bytes[j] = (char)(0x9d + 0x47 * j);
        memcpy(bytes, heads[i], strlen(heads[i]));
        char *in = put_file("l.bin", bytes, sizeof bytes), *image = path_join(dir, "l.wfi"), *back = path_join(dir, "l.back");
        line_image_encode(&d, in, image, &f);
        assert_true(image_is(image));
        line_image_decode(&again, image, back, NULL, &g);
        expect_same_files(in, back);
        line_image_encode(&d, image, in, &f); /* of an image */
        line_image_decode(&again, in, back, NULL, &g);
        expect_same_files(image, back);
    }
}

/* ---- what is refused ---- */

static void decode_it(const char *path)
{
    line_image_figures f;
    design d;

    line_image_decode(&d, path, "/dev/null", NULL, &f);
}

static void codecs_without_a_place_for_the_tag(const char *name)
{
    design d;

    design_init_named(&d, name, "test");
    design_check(&d);
    line_image_need(&d);
}

static void tags_beside_the_line_are_refused(void **state)
{
    (void)state;
    expect_refused(codecs_without_a_place_for_the_tag, "linebdi", "--image: an image has no place for the tags of linebdi; accepted are");
    expect_refused(codecs_without_a_place_for_the_tag, "fpc", "--image: an image has no place for the tags of fpc; accepted are");
    expect_refused(codecs_without_a_place_for_the_tag, "warpbdi", "--image needs a codec of cache lines, and warpbdi is none");
}

/* The image of the hand with these bytes at `at` is refused so. */
static void expect_corrupt(size_t at, const char *bytes, size_t n, const char *said)
{
    char *path = hand_image();
    size_t len;
    char *image = file_read(path, &len);

    assert_true(at + n <= len);
    memcpy(image + at, bytes, n);
    char *changed = put_file("c.wfi", image, len);
    expect_refused(decode_it, changed, said);
}

/* The same with a code behind the head of the slot; the message says a bit of it. */
static void expect_corrupt_code(size_t slot, const char *bytes, size_t n, const char *said, int bit)
{
    char all[200];

    arena_free(hand_image()); /* which tells whether there is a head */
    snprintf(all, sizeof all, said, bit + 8 * head);
    expect_corrupt(slot + (size_t)head, bytes, n, all);
}

static void what_is_wrong_in_a_line_is_named(void **state)
{
    (void)state;
    static const char zeros[48];

    expect_corrupt(63, "\7", 1, "c.wfi: line 1: corrupt: byte 63 of the slot is 7; expected is 0 behind the bursts of its count");
    expect_corrupt(64 + 31, "\x80", 1,
                   "c.wfi: line 2: corrupt: a code that the encoder of fpc does not make, from bit 255 of the payload on");
    expect_corrupt_code(64, "\x01\x10", 2,
                        "c.wfi: line 2: corrupt: a code that the encoder of fpc does not make, from bit %d of the payload on", 12);
    expect_corrupt_code(192, "\xff\x0f", 2, "c.wfi: line 4: corrupt: a code of fpc that cannot be from bit %d of the payload on", 144);
    expect_corrupt_code(64, "\x02\x00\x01\x02", 4,
                        "c.wfi: line 2: corrupt: a code that the encoder of fpc does not make, from bit %d of the payload on", 0);
    expect_corrupt(128, zeros, sizeof zeros, "c.wfi: line 3: corrupt: a line in 2 bursts; the encoder of fpc makes 1 of it");
    expect_corrupt_code(256, "\x07\x00\x05\x06\x07\x08", 6,
                        "c.wfi: line 5: corrupt: byte 3 of the line is 8; expected is 0 behind the end of the file", 0);
}

/* Of a codec that has one. */
static void a_head_that_is_none_is_named(void **state)
{
    (void)state;
    arena_free(hand_image());
    if (!head)
        return;
    expect_corrupt(64, "\2", 1, "c.wfi: line 2: corrupt: a code of fpc that cannot be from bit 0 of the payload on");
}

static void what_is_wrong_in_a_count_is_named(void **state)
{
    (void)state;
    expect_corrupt(320, "\x11", 1, "c.wfi: line 1: corrupt: a line in 2 bursts; the encoder of fpc makes 1 of it");
    expect_corrupt(320, "\x00", 1, "c.wfi: line 3: corrupt: byte 32 of the slot is 125; expected is 0 behind the bursts of its count");
    expect_corrupt(320, "\x18", 1, "c.wfi: line 2: corrupt: a count of 2; expected are counts up to 1, which is a raw line");
    expect_corrupt(321, "\x58", 1, "c.wfi: corrupt: a count behind that of the last line is not 1");
    expect_corrupt(321, "\x14", 1, "c.wfi: corrupt: a count behind that of the last line is not 1");
    expect_corrupt(383, "\0", 1, "c.wfi: corrupt: byte 383 is 0; expected is 85 behind the last line's count");
}

/* One line of 32 bytes: the counts begin at byte 64. Codecs whose line of one burst is no design have no such gap. */
static void what_is_wrong_between_slots_and_counts_is_named(void **state)
{
    (void)state;
    unsigned char zeros[32] = {0};
    line_image_figures f;
    design d;
    size_t len;

    if (!image_design(&d, wf_find_unit("fpc"), 32))
        return;
    char *in = put_file("g.bin", zeros, sizeof zeros), *path = path_join(dir, "g.wfi");
    line_image_encode(&d, in, path, &f);
    char *image = file_read(path, &len);
    assert_int_equal(len, 64 + 64 + DESCRIPTION);
    for (int i = 32; i < 128; i++) /* the count of one burst, compressed, is 0, and of a raw line 1 */
        assert_int_equal(image[i], i < 64 ? 0 : i == 64 ? 0x54 : 0x55);
    image[40] = 7;
    put_file("g.wfi", image, len);
    expect_refused(decode_it, path, "g.wfi: corrupt: byte 40 is 7; expected is 0 between slots and counts");
}

/* The image of the hand with the text `is` of its description in the place of `was`. */
static void expect_bad_text(const char *was, const char *is, const char *said)
{
    char *path = hand_image();
    size_t len;
    char *image = file_read(path, &len), all[2 * DESCRIPTION] = "";

    char *at = strstr(image + HAND_TEXT, was);
    assert_non_null(at);
    snprintf(all, sizeof all, "%.*s%s%s", (int)(at - (image + HAND_TEXT)), image + HAND_TEXT, is, at + strlen(was));
    size_t n = strlen(all);
    for (; n < DESCRIPTION; n++)
        all[n] = '\n';
    memcpy(image + HAND_TEXT, all, DESCRIPTION);
    char *changed = put_file("d.wfi", image, len);
    expect_refused(decode_it, changed, said);
}

static void what_is_wrong_in_the_description_is_named(void **state)
{
    (void)state;
    expect_bad_text("image 1", "image 2", "d.wfi: memory image of version 2; accepted is version 1");
    expect_bad_text("image 1", "image one", "d.wfi: corrupt: a description without its version");
    expect_bad_text("image 1\n", "image 1 \n",
                    "d.wfi: corrupt: line 1 of the description is \"# warpfold image 1 \"; expected is \"# warpfold");
    expect_bad_text("# file", "# fine", "d.wfi: corrupt: a description without \"# file: \"");
    expect_bad_text("259", "many", "d.wfi: corrupt: a description without the bytes of the file, at most 1152921504606846976");
    expect_bad_text("259", "1152921504606846977",
                    "d.wfi: corrupt: a description without the bytes of the file, at most 1152921504606846976");
    expect_bad_text("259", "1152921504606846976", "d.wfi: corrupt: line 3 of the description is \"# slots: 5 lines of");
    expect_bad_text("259", "321",
                    "line 3 of the description is \"# slots: 5 lines of 64 bytes, from byte 0\"; expected is \"# slots: 6 lines");
    expect_bad_text("259", "256", "d.wfi: corrupt: line 3 of the description");
    expect_bad_text("259", "258", "d.wfi: line 5: corrupt: byte 2 of the line is 7; expected is 0 behind the end of the file");
    expect_bad_text("259", "0259", "line 2 of the description is \"# file: 0259 bytes\"; expected is \"# file: 259 bytes\"");
    expect_bad_text("from byte 320", "from byte 384", "line 4 of the description is \"# counts: 64 bytes, from byte 384\"; expected is");
    expect_bad_text("[design]", "[designs]", "d.wfi: corrupt: a description without \"[design]");
    expect_bad_text("unit = fpc\n", "", "d.wfi: corrupt: a description that names no unit");
    expect_bad_text("unit = fpc", "unit = fpz", "d.wfi: description: no unit \"fpz\"");
    expect_bad_text("unit = fpc", "unit = warpbdi", "d.wfi: corrupt: an image of lines of warpbdi, which is no codec of cache lines");
    expect_bad_text("unit = fpc", "unit = crossbar", "d.wfi: corrupt: an image of lines of crossbar, which is no codec of cache lines");
    expect_bad_text("line = 64", "line = 48", "d.wfi: description: 48 bytes a line: accepted are 32, 64 and 128");
    expect_bad_text("form = segment", "form = none", "d.wfi: description: none for form of fpc: accepted is");
    expect_bad_text("form = segment\n", "", "line 8 of the description is \"segments = 4\"; expected is \"form = segment\"");
    expect_bad_text("form = segment\n", "form = segment\nform = segment\n", "line 9 of the description is \"form = segment\"; expected is");
    expect_bad_text("form = segment\n", "form = segment\nenc-stages = 3\n", "line 9 of the description is \"enc-stages = 3\"; expected is");
    expect_bad_text("\n\n", "\nform: segment\n", "of the description is \"form: segment\"; expected is \"\"");
    expect_bad_text("segments = 4", "segments = 16\nsave = byte", "d.wfi: corrupt: ");
    expect_bad_text("\n\n\n\n", "\n\n#\n\n", "of the description is \"#\"; expected is \"\"");
    expect_corrupt(HAND_IMAGE - 1, "", 1, "c.wfi: corrupt: byte 4095 of the description is no text");
    expect_corrupt(HAND_IMAGE - 2, "\r", 1, "c.wfi: corrupt: byte 4094 of the description is no text");
}

static void a_design_with_its_tag_beside_is_no_image(void **state)
{
    (void)state;
    design d;

    assert_true(image_design(&d, wf_find_unit("fpc"), 64));
    char *tag = design_param(&d, "tag");
    if (tag)
        expect_bad_text("tag = head", "tag = side", "d.wfi: corrupt: an image has no place for the tags of fpc");
    else
        expect_bad_text("save = burst", "save = byte", "d.wfi: corrupt: an image has no place for the tags of fpc");
}

static void parts_of_images_are_refused(void **state)
{
    (void)state;
    char *path = hand_image(), *cut;
    size_t len;
    char *image = file_read(path, &len);

    cut = put_file("t.wfi", image, len - 1);
    expect_refused(decode_it, cut, "t.wfi: truncated, or no memory image: its last 4096 bytes are no description");
    put_file("t.wfi", image, 100);
    expect_refused(decode_it, cut, "t.wfi: truncated, or no memory image");
    put_file("t.wfi", image, 0);
    expect_refused(decode_it, cut, "t.wfi: truncated, or no memory image");
    put_file("t.wfi", image + 64, len - 64);
    expect_refused(decode_it, cut, "t.wfi: corrupt: 4416 bytes; expected are 4480");
    put_file("t.wfi", image + HAND_TEXT, DESCRIPTION);
    expect_refused(decode_it, cut, "t.wfi: corrupt: 4096 bytes; expected are 4480");
    expect_refused(decode_it, dir, "is a folder, a memory image (.wfi) is expected");
    char *none = path_join(dir, "none");
    expect_refused(decode_it, none, "none: cannot open the memory image (.wfi): No such file");
}

/* Any byte changed is refused with one line, or it is another image. */
static void changed_images_are_refused(void **state)
{
    (void)state;
    line_image_figures f;
    design d;
    int designs = 0;

    for (size_t i = 0; i < wf_unit_count(); i++) {
        if (!is_line_codec(wf_unit_at(i)) || !image_design(&d, wf_unit_at(i), 64))
            continue;
        char *in = mixed_file("c.bin", 8, 9), *path = path_join(dir, "c.wfi");
        line_image_encode(&d, in, path, &f);
        size_t len, refused = 0, named = 0;
        char *image = file_read(path, &len);
        for (size_t k = 0; k < len - DESCRIPTION + 300; k += 3) {
            char change = (char)(1 + 37 * k % 255);
            image[k] = (char)(image[k] ^ change);
            put_file("changed.wfi", image, len);
            char *changed = path_join(dir, "changed.wfi");
            outcome o = outcome_of(decode_it, changed);
            image[k] = (char)(image[k] ^ change);
            if ((o.code != 0 && o.code != 2) || o.lines != (o.code == 2))
                fail_msg("%s: byte %zu ^ %d: exit %d, %s", wf_unit_at(i)->name, k, change, o.code, o.said);
            refused += o.code == 2;
            named += strstr(o.said, "changed.wfi: line ") != NULL && strstr(o.said, "corrupt") != NULL;
        }
        assert_true(refused > 50);
        assert_true(named > 50);
        designs++;
    }
    assert_true(designs > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encode_then_decode_is_the_file),
        cmocka_unit_test(every_byte_is_where_it_should_be),
        cmocka_unit_test(counts_of_wide_lines),
        cmocka_unit_test(lines_may_look_like_files),
        cmocka_unit_test(tags_beside_the_line_are_refused),
        cmocka_unit_test(what_is_wrong_in_a_line_is_named),
        cmocka_unit_test(a_head_that_is_none_is_named),
        cmocka_unit_test(what_is_wrong_in_a_count_is_named),
        cmocka_unit_test(what_is_wrong_between_slots_and_counts_is_named),
        cmocka_unit_test(what_is_wrong_in_the_description_is_named),
        cmocka_unit_test(a_design_with_its_tag_beside_is_no_image),
        cmocka_unit_test(parts_of_images_are_refused),
        cmocka_unit_test(changed_images_are_refused),
    };
    return cmocka_run_group_tests_name("image", tests, own_folder_make, own_folder_remove);
}
