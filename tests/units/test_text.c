/* SPDX-License-Identifier: Apache-2.0
 *
 * Text that is folded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../base/text.h"

/* What `words`, put behind `before` at a column, become at this width. */
static void folds(const char *before, const char *words, size_t at, size_t width, const char *want)
{
    text t = {0};
    text_puts(&t, before);
    text_fold(&t, words, at, width);
    assert_string_equal(t.data, want);
}

static void lines_end_at_a_blank(void **state)
{
    (void)state;
    folds("", "one two three", 0, 20, "one two three");
    folds("", "one two three", 0, 7, "one two\nthree");
    folds("", "one two three", 0, 6, "one\ntwo\nthree");
    folds("", "one two three", 2, 9, "  one two\n  three");
    folds("x\n", "one two", 1, 4, "x\n one\n two");
    folds("", "longest no", 0, 3, "longest\nno");
    folds("", "", 3, 9, "   ");
}

static void a_cell_begins_at_its_column(void **state)
{
    (void)state;
    folds("ab", "cd ef", 4, 20, "ab  cd ef");
    folds("abcd", "ef gh", 4, 20, "abcd ef gh");     /* a blank between them */
    folds("abcdef", "gh ij", 4, 12, "abcdef gh ij"); /* behind what is longer, if all of it has room */
    folds("abcdef", "gh ijk", 4, 12, "abcdef\n    gh ijk");
    folds("ab  ", "cd ef", 4, 20, "ab  cd ef");
}

static void a_long_word_is_broken_behind_a_bar_or_a_comma(void **state)
{
    (void)state;
    folds("", "a|bc|def", 0, 5, "a|bc|\ndef");
    folds("", "a,bc,def gh", 2, 7, "  a,bc,\n  def\n  gh");
    folds("ab", "c|d|e f", 3, 6, "ab c|\n   d|e\n   f");
    folds("", "abc|defghi", 0, 3, "abc|defghi"); /* no bar has room */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_at_a_blank),
        cmocka_unit_test(a_cell_begins_at_its_column),
        cmocka_unit_test(a_long_word_is_broken_behind_a_bar_or_a_comma),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
