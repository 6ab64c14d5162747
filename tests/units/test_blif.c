/* SPDX-License-Identifier: Apache-2.0
 *
 * The canonical form of a BLIF text depends on its ports and its structure alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../synth/job.h"
#include "endings.h"

static char *canon(const char *source, bool sorted)
{
    text t = {0};
    blif_canon(source, sorted, &t);
    return t.data;
}

static void assert_same(const char *a, const char *b, bool same)
{
    char *x = canon(a, false), *y = canon(b, false);
    if (same)
        assert_string_equal(x, y);
    else
        assert_string_not_equal(x, y);
}

static void assert_form(const char *source, bool sorted, const char *form)
{
    char *t = canon(source, sorted);
    assert_string_equal(t, form);
}

#define HEAD ".model m\n.inputs a b s\n.outputs x y\n"

static const char plain[] = HEAD ".names a b $and$f.v:7$1\n11 1\n"
                                 ".names a $and$f.v:7$1 s $mux$f.v:8$2\n1-0 1\n-11 1\n"
                                 ".names $mux$f.v:8$2 x\n1 1\n.names b s y\n10 1\n01 1\n.end\n";

static void names_and_lines_do_not_count(void **state)
{
    (void)state;
    assert_same(plain,
                "# from another file\n\n" HEAD ".names b s y\n10 1\n01 1\n.names zz x\n1 1\n"
                ".names a aa s zz\n1-0 1\n-11 1\n.names a b aa\n11 1\n.end\n",
                true);
}

static void order_of_fanins_does_not_count(void **state)
{
    (void)state;
    assert_same(plain,
                HEAD ".names b a $1\n11 1\n.names s a $1 $2\n11- 1\n01- 1\n"
                     ".names $2 x\n1 1\n.names s b y\n01 1\n10 1\n.end\n",
                false); /* another cover */
    assert_same(plain,
                HEAD ".names b a $1\n11 1\n.names s a $1 $2\n1-1 1\n01- 1\n"
                     ".names $2 x\n1 1\n.names s b y\n01 1\n10 1\n.end\n",
                true);
    /* A net twice has one column: 1-0 and -11 of a, a, s become 10 and 11. 10 of a, a never holds. */
    assert_same(HEAD ".names a a s x\n1-0 1\n-11 1\n.names y\n.end\n", HEAD ".names a s a x\n-11 1\n10- 1\n.names y\n.end\n", true);
    assert_same(HEAD ".names a a s x\n1-0 1\n-11 1\n.names y\n.end\n", HEAD ".names s a x\n01 1\n11 1\n.names y\n.end\n", true);
    assert_same(HEAD ".names a a x\n10 1\n11 1\n.names y\n.end\n", HEAD ".names a x\n1 1\n.names y\n.end\n", true);
}

/* a ^ a is 0, whatever a is: a constant has no fanins, and what reads it twice is one as well. */
static void what_never_holds_is_a_constant(void **state)
{
    (void)state;
    assert_same(HEAD ".names a a x\n10 1\n01 1\n.names y\n.end\n", HEAD ".names x\n.names y\n.end\n", true);
    assert_same(HEAD ".names a a $1\n10 1\n01 1\n.names $1 b x\n11 1\n.names y\n.end\n",
                HEAD ".names $1\n.names b $1 x\n11 1\n.names y\n.end\n", true);
    assert_same(HEAD ".names a a x\n10 1\n01 1\n.names y\n.end\n", HEAD ".names a b x\n10 1\n01 1\n.names y\n.end\n", false);
}

static void functions_count(void **state)
{
    (void)state;
    static const char *const others[] = {
        HEAD ".names a b $1\n1- 1\n-1 1\n.names a $1 s x\n1-0 1\n-11 1\n.names b s y\n10 1\n01 1\n.end\n", /* or for and */
        HEAD ".names a s $1\n11 1\n.names a $1 s x\n1-0 1\n-11 1\n.names b s y\n10 1\n01 1\n.end\n",       /* another input */
        HEAD ".names a b $1\n11 1\n.names a $1 s x\n1-1 1\n-10 1\n.names b s y\n10 1\n01 1\n.end\n",       /* branches of the multiplexer */
        HEAD ".names a b $1\n11 1\n.names a $1 s y\n1-0 1\n-11 1\n.names b s x\n10 1\n01 1\n.end\n",       /* outputs */
        ".model m\n.inputs b a s\n.outputs x y\n.names a b $1\n11 1\n.names a $1 s x\n1-0 1\n-11 1\n.names b s y\n10 1\n01 1\n.end\n",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_same(plain, others[i], false);
}

static void equal_nodes_become_one(void **state)
{
    (void)state;
    assert_form(
        ".model m\n.inputs a\n.outputs x y n1 z\n.names a p\n0 1\n.names a q\n0 1\n.names q r\n1 1\n.names p x\n1 1\n.names r y\n1 1\n"
        ".names p n1\n0 1\n.names a z\n1 1\n.names a unused\n0 1\n.end\n",
        false,
        ".model m\n.inputs a\n.outputs x y n1 z\n.names a $n1\n0 1\n.names $n1 x\n1 1\n.names $n1 y\n1 1\n"
        ".names $n1 $n2\n0 1\n.names $n2 n1\n1 1\n.names a z\n1 1\n.end\n");
}

static void constants(void **state)
{
    (void)state;
    assert_form(".model m\n.inputs\n.outputs x y z\n.names $false\n.names $true\n1\n.names $undef\n.names $true x\n1 1\n"
                ".names $undef y\n1 1\n.names $false z\n1 1\n.end\n",
                false,
                ".model m\n.inputs\n.outputs x y z\n.names $n1\n1\n.names $n1 x\n1 1\n.names $n2\n.names $n2 y\n1 1\n"
                ".names $n2 z\n1 1\n.end\n");
}

static void undriven_nets_are_0(void **state)
{
    (void)state;
    assert_same(HEAD ".names a c x\n1- 1\n-1 1\n.end\n", HEAD ".names $false\n.names a $false x\n1- 1\n-1 1\n.names $false y\n1 1\n.end\n",
                true);
}

static void ports_in_order(void **state)
{
    (void)state;
    static const char source[] =
        ".model m\n.inputs a[10] \\\na[2] \\\n a\n.outputs y[10] y[9]\n.names a[10] y[9]\n0 1\n.names a y[10]\n1 1\n.end\n";
    assert_form(
        source, false,
        ".model m\n.inputs a[10] a[2] a\n.outputs y[10] y[9]\n.names a y[10]\n1 1\n.names a[10] $n1\n0 1\n.names $n1 y[9]\n1 1\n.end\n");
    assert_form(
        source, true,
        ".model m\n.inputs a a[2] a[10]\n.outputs y[9] y[10]\n.names a[10] $n1\n0 1\n.names $n1 y[9]\n1 1\n.names a y[10]\n1 1\n.end\n");
}

enum { INPUTS = 8, NODES = 300, OUTPUTS = 20 };

/* A gate of Yosys: its fanins, and its cover as rows of columns. */
static const struct {
    int count;
    const char *rows[2];
} gates[] = {{1, {"0"}}, {2, {"11"}}, {2, {"1-", "-1"}}, {2, {"10", "01"}}, {3, {"1-0", "-11"}}};

/* Writes a random network, the same for one seed. Names, lines, fanins and rows are in an order that depends on `shuffle`.
 * Of the node `changed` the first fanin is inverted. */
static char *random_network(uint64_t seed, uint64_t shuffle, int changed)
{
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    char *lines[NODES], *nets[INPUTS + NODES];
    rng r = {seed}, q = {shuffle};
    text t = {0};
    text_puts(&t, ".model m\n.inputs");
    for (int i = 0; i < INPUTS + NODES; i++)
        nets[i] = i < INPUTS ? format_new("i%d", i) : format_new("$%llu$%d", (unsigned long long)rng_below(&q, 1000), i);
    for (int i = 0; i < INPUTS; i++)
        text_printf(&t, " i%d", i);
    text_puts(&t, "\n.outputs");
    for (int i = 0; i < OUTPUTS; i++)
        text_printf(&t, " o%d", i);
    text_puts(&t, "\n");
    for (int i = 0; i < NODES; i++) {
        unsigned gate = rng_below(&r, 5), turn = rng_below(&q, 2);
        int fanins[3], count = gates[gate].count, all = INPUTS + i;
        for (int k = 0; k < 3; k++)
            fanins[k] = all - 1 - (int)rng_below(&r, all < 40 ? (unsigned)all : 40);
        const int *order = count == 3 ? orders[rng_below(&q, 6)] : count == 2 && rng_below(&q, 2) ? orders[2] : orders[0];
        text line = {0};
        text_puts(&line, ".names");
        for (int k = 0; k < count; k++)
            text_printf(&line, " %s", nets[fanins[order[k]]]);
        text_printf(&line, " %s\n", nets[INPUTS + i]);
        for (unsigned row = 0; row < 2; row++) {
            const char *columns = gates[gate].rows[row ^ (gates[gate].rows[1] ? turn : 0)];
            for (int k = 0; columns && k < count; k++)
                text_printf(&line, "%c", i == changed && order[k] == 0 && columns[0] != '-' ? columns[0] ^ 1 : columns[order[k]]);
            if (columns)
                text_puts(&line, " 1\n");
        }
        lines[i] = line.data;
    }
    for (int i = NODES - 1; i >= 0; i--) {
        int k = (int)rng_below(&q, (unsigned)i + 1);
        text_puts(&t, lines[k]);
        lines[k] = lines[i];
    }
    for (int i = 0; i < OUTPUTS; i++)
        text_printf(&t, ".names %s o%d\n1 1\n", nets[INPUTS + NODES - 1 - i], i);
    text_puts(&t, ".end\n");
    return t.data;
}

static void shuffled_networks_are_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        char *a = random_network(seed, 1, -1), *b = random_network(seed, seed + 1, -1);
        assert_string_not_equal(a, b);
        assert_same(a, b, true);
        char *c = random_network(seed, 1, NODES - 1); /* the node of the first output */
        assert_same(a, c, false);
        char *once = canon(a, false);
        assert_form(once, false, once);
    }
}

static void canon_of(const char *source)
{
    canon(source, false);
}

static void anything_else_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        HEAD ".latch a x re c 0\n.names y\n.end\n",                                    /* no logic */
        HEAD ".names a b x\n1 1\n.names y\n.end\n",                                    /* a row too short */
        HEAD ".names a p q\n11 1\n.names q p\n0 1\n.names q x\n1 1\n.names y\n.end\n", /* a loop */
        HEAD ".names a x\n1 0\n.names y\n.end\n",                                      /* a row of the zeros */
        HEAD ".names\n1\n.names x\n.names y\n.end\n",                                  /* a node without a name */
        "11 1\n" HEAD ".names x\n.names y\n.end\n",                                    /* a row without a node */
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        outcome o = outcome_of(canon_of, bad[i]);
        assert_int_equal(o.code, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_lines_do_not_count),
        cmocka_unit_test(order_of_fanins_does_not_count),
        cmocka_unit_test(what_never_holds_is_a_constant),
        cmocka_unit_test(functions_count),
        cmocka_unit_test(equal_nodes_become_one),
        cmocka_unit_test(constants),
        cmocka_unit_test(ports_in_order),
        cmocka_unit_test(undriven_nets_are_0),
        cmocka_unit_test(shuffled_networks_are_the_same),
        cmocka_unit_test(anything_else_is_refused),
    };
    return cmocka_run_group_tests_name("blif", tests, NULL, NULL);
}
