/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of machines: every key with an impossible value, without a value, twice; what must hold between keys; machines that stand on others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../base/text.h"
#include "../../machine/machine_file.h"
#include "endings.h"

static char *path;

static void read_machine(const char *name)
{
    machine m;
    machine_read(&m, name);
}

/* The file of a machine, in which key `other` has this value; NULL: it is missing. */
static void write_machine(const machine *m, int other, const char *value)
{
    text t = {0};
    for (int n = 0; n < machine_key_count(); n++) {
        const machine_key *k = machine_key_at(n);
        const char *word = machine_value(m, k) < 0 ? k->word : k->words;
        for (int i = 0; word && i < machine_value(m, k); i++)
            word = strchr(word, '|') + 1;
        if (n == 0 || strcmp(k->section, machine_key_at(n - 1)->section) != 0)
            text_printf(&t, "[%s]\n", k->section);
        if (n == other && value)
            text_printf(&t, "%s = %s\n", k->key, value);
        else if (n != other && word)
            text_printf(&t, "%s = %.*s\n", k->key, (int)strcspn(word, "|"), word);
        else if (n != other)
            text_printf(&t, "%s = %d\n", k->key, machine_value(m, k));
    }
    file_write(path, t.data, t.len);
    text_free(&t);
}

static void write_lines(const char *lines)
{
    file_write(path, lines, strlen(lines));
}

static void every_key_refuses_what_it_cannot_be(void **state)
{
    (void)state;
    machine m, again;
    machine_read(&m, "gtx480");
    write_machine(&m, -1, NULL);
    machine_read(&again, path);
    assert_string_not_equal(m.name, again.name);
    memcpy(again.name, m.name, sizeof m.name);
    assert_memory_equal(&m, &again, sizeof m); /* the keys are all there is */
    for (int n = 0; n < machine_key_count(); n++) {
        const machine_key *k = machine_key_at(n);
        char *key = format_new("[%s] %s is ", k->section, k->key);
        write_machine(&m, n, k->words ? "odd" : format_new("%lld", (long long)k->max + 1));
        expect_refused(read_machine, path, key);
        write_machine(&m, n, k->words ? "" : format_new("%d", k->min - 1));
        expect_refused(read_machine, path, key);
        write_machine(&m, n, NULL);
        expect_refused(read_machine, path, format_new("%smissing", key));
    }
}

static void what_is_no_machine_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *lines, *said;
    } bad[] = {
        {"base = gtx480\n[l1]\nwidth = 3\n", "[l1] has no key width: there, sets, "},
        {"base = gtx480\n[cache]\n", "no section is named cache: sm, clock, "},
        {"base = gtx480\n[l1]\nways = 4\nways = 5\n", "[l1] ways is given twice"},
        {"base = gtx480\nbase = gtx480\n", "base is given twice"},
        {"ways = 4\n", "ways stands before the first section: base alone"},
        {"base = riva128\n", "no machine is named riva128: avc, caba, gscalar, gtx480, warped"},
        {"[sm]\nsms = 15\n", "[sm] lanes is missing"},
        {"base = gtx480\n[sm]\nlanes = 24\n", "[sm] lanes is 24: it must be a power of two"},
        {"base = gtx480\n[pipes]\nlanes = 12\n", "[pipes] lanes is 12"},
        {"base = gtx480\n[fetch]\ninstruction_bytes = 12\n", "[fetch] instruction_bytes is 12"},
        {"base = gtx480\n[fetch]\nsets = 256\n", "[fetch] ways is 4"},
        {"base = gtx480\n[fetch]\nline = 96\n", "[fetch] line is 96"},
        {"base = gtx480\n[constants]\nline = 96\n", "[constants] line is 96"},
        {"base = gtx480\n[constants]\nsets = 256\n", "[constants] ways is 2"},
        {"base = gtx480\n[l1]\nsets = 16\n", "[l1] sets is 16: it must be 32 or 64 with index = fermi"},
        {"base = gtx480\n[l2]\nsector = 64\n", "[l2] sector is 64"},
        {"base = gtx480\n[l2]\nparts = 9\n", "[l2] parts is 9"},
        {"base = gtx480\n[l2]\nparts = 18\n", "[l2] parts is 18"},
        {"base = gtx480\n[dram]\nbanks = 1\ngroups = 1\n", "[l2] parts is 12"},
        {"base = gtx480\n[dram]\nbytes = 48\n", "[dram] bytes is 48"},
        {"base = gtx480\n[dram]\nbanks = 12\n", "[dram] banks is 12"},
        {"base = gtx480\n[dram]\ngroups = 3\n", "[dram] groups is 3"},
        {"base = gtx480\n[dram]\nrow = 3000\n", "[dram] row is 3000"},
        {"base = gtx480\n[dram]\nbus = 4\n", "[dram] ccd is 2"},
        {"base = gtx480\n[dram]\nrc = 20\n", "[dram] rc is 20"},
        {"base = gtx480\n[dram]\nwl = 12\n", "[dram] wl is 12"},
        {"base = gtx480\n[compression]\nat = memory\n", "[compression] at is memory"},
        {"base = caba\n[l2]\nthere = off\n[compression]\nat = l2\n", "[compression] at is l2"},
        {"base = gtx480\nnonsense\n", "expected \"key = value\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_lines(bad[i].lines);
        expect_refused(read_machine, path, bad[i].said);
    }
    expect_refused(read_machine, "gtx", "no machine is named gtx");
    expect_refused(read_machine, "./none.ini", "cannot read ./none.ini");
    char *itself = format_new("base = %s\n", path);
    write_lines(itself);
    expect_refused(read_machine, path, "stand on each other");
}

static void a_machine_stands_on_another(void **state)
{
    (void)state;
    machine m, base;
    machine_read(&base, "gtx480");
    write_lines("base = gtx480\n[l1]\nsets = 64\nways = 6\n");
    machine_read(&m, path);
    assert_int_equal(m.l1_sets, 64);
    assert_int_equal(m.l1_ways, 6);
    assert_int_equal(m.l2_sets, base.l2_sets);
    assert_true(starts_with(m.name, "test_machine"));
    for (int n = 0; machine_name(n); n++) {
        machine_read(&m, machine_name(n));
        assert_string_equal(m.name, machine_name(n));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_refuses_what_it_cannot_be),
        cmocka_unit_test(what_is_no_machine_is_refused),
        cmocka_unit_test(a_machine_stands_on_another),
    };
    path = format_new("%s/test_machine_%d.ini", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (int)getpid());
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    return failed;
}
