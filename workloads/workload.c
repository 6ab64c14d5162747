/* SPDX-License-Identifier: Apache-2.0 */
/* The host's side of a workload: options, memory, messages, and the check of results. inputs.c makes the inputs. */
#include "workload.h"

static const char *workload_name = "workload";

void seed_random(uint32_t seed);

/* What the compiler calls by itself */
void *memcpy(void *to, const void *from, size_t count)
{
    uint8_t *t = to;
    const uint8_t *f = from;
    if (((uintptr_t)t | (uintptr_t)f | count) % 4 == 0) {
        for (size_t i = 0; i < count / 4; i++)
            ((uint32_t *)to)[i] = ((const uint32_t *)from)[i];
        return to;
    }
    for (size_t i = 0; i < count; i++)
        t[i] = f[i];
    return to;
}

void *memset(void *to, int byte, size_t count)
{
    uint8_t *t = to;
    for (size_t i = 0; i < count; i++)
        t[i] = (uint8_t)byte;
    return to;
}

/* A line of output is collected and written at its end. */
static char line[256];
static unsigned line_length;

static void say(const char *text)
{
    while (*text != '\0' && line_length < sizeof line - 1)
        line[line_length++] = *text++;
}

static void say_unsigned(uint32_t value)
{
    char digits[12], *d = digits + 11;
    *d = '\0';
    do {
        *--d = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    say(d);
}

static void say_signed(int32_t value)
{
    say(value < 0 ? "-" : "");
    say_unsigned(value < 0 ? -(uint32_t)value : (uint32_t)value);
}

/* In the form 1.23456e-7 */
static void say_float(float value)
{
    if (!(magnitude(value) <= 3.0e38f)) {
        say(value != value ? "NaN" : value < 0 ? "-infinity" : "infinity");
        return;
    }
    say(value < 0 ? "-" : "");
    value = magnitude(value);
    int exponent = 0;
    for (; value >= 10; exponent++)
        value /= 10;
    for (; value != 0 && value < 1; exponent--)
        value *= 10;
    uint32_t scaled = (uint32_t)(value * 100000 + 0.5f);
    char fraction[7] = {'.', '0', '0', '0', '0', '0', '\0'};
    for (uint32_t i = 5, rest = scaled; i > 0; i--, rest /= 10)
        fraction[i] = (char)('0' + rest % 10);
    say_unsigned(scaled / 100000);
    say(fraction);
    if (exponent != 0) {
        say("e");
        say_signed(exponent);
    }
}

static void say_line(int file)
{
    line[line_length++] = '\n';
    write_bytes(file, line, line_length);
    line_length = 0;
}

static void say_name(void)
{
    say(workload_name);
    say(": ");
}

void *allocate(size_t count, size_t size)
{
    uintptr_t start = (move_end(0) + 255) & ~(uintptr_t)255, end = start + count * size;
    if ((size != 0 && count > SIZE_MAX / size) || end < start || move_end(end) != end) {
        say_name();
        say("out of memory; --memory gives the machine more");
        say_line(2);
        quit(1);
    }
    return (void *)start; /* the machine's memory is zeros */
}

static bool equal(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        a++, b++;
    return *a == *b;
}

static void help(const option *options)
{
    say(workload_name);
    say(" [--seed N]: inputs by another seed than 1");
    say_line(1);
    for (const option *o = options; o->name != NULL; o++) {
        say("  --");
        say(o->name);
        say(" N: ");
        say(o->what);
        say("; ");
        say_unsigned(o->least);
        say(" to ");
        say_unsigned(o->most);
        if (o->step != 1) {
            say(", a multiple of ");
            say_unsigned(o->step);
        }
        say(", without it ");
        say_unsigned(*o->value);
        say_line(1);
    }
    quit(0);
}

static bool read_number(const char *text, uint32_t *value)
{
    uint32_t n = 0;
    const char *t = text;
    for (; *t >= '0' && *t <= '9' && n < 400000000; t++)
        n = 10 * n + (uint32_t)(*t - '0');
    *value = n;
    return t != text && *t == '\0';
}

void begin(const char *name, int argc, char **argv, const option *options)
{
    workload_name = name;
    unsigned seed = 1;
    const option seeded = {"seed", &seed, 0, 4000000000, 1, NULL};
    for (int i = 1; i < argc; i++) {
        const option *o = options;
        if (equal(argv[i], "--help"))
            help(options);
        while (o->name != NULL && !(argv[i][0] == '-' && argv[i][1] == '-' && equal(argv[i] + 2, o->name)))
            o++;
        if (equal(argv[i], "--seed"))
            o = &seeded;
        uint32_t value = 0;
        bool number = o->name != NULL && i + 1 < argc && read_number(argv[i + 1], &value);
        if (!number || value < o->least || value > o->most || value % o->step != 0) {
            say_name();
            say(argv[i]);
            say(o->name == NULL ? ": no such option" : i + 1 == argc ? " needs a number" : " does not take ");
            say(o->name != NULL && i + 1 < argc ? argv[i + 1] : "");
            say("; --help tells the options");
            say_line(2);
            quit(2);
        }
        *o->value = value;
        i++;
    }
    seed_random(seed);
}

static void say_element(const char *what, unsigned i)
{
    say_name();
    say("wrong: ");
    say(what);
    say("[");
    say_unsigned(i);
    say("] is ");
}

static bool same(const char *what, const void *got, const void *expected, unsigned count, unsigned size)
{
    const uint8_t *g = got, *e = expected;
    unsigned wrong = 0, first = 0;
    for (unsigned i = 0; i < count; i++) {
        bool differ = size == 4 ? ((const uint32_t *)got)[i] != ((const uint32_t *)expected)[i] : g[i] != e[i];
        if (differ && wrong++ == 0)
            first = i;
    }
    if (wrong == 0)
        return true;
    say_element(what, first);
    say_signed(size == 4 ? ((const int32_t *)got)[first] : g[first]);
    say(", not ");
    say_signed(size == 4 ? ((const int32_t *)expected)[first] : e[first]);
    say("; so are ");
    say_unsigned(wrong);
    say(" of ");
    say_unsigned(count);
    say_line(1);
    return false;
}

bool same_words(const char *what, const void *got, const void *expected, unsigned count)
{
    return same(what, got, expected, count, 4);
}

bool same_bytes(const char *what, const void *got, const void *expected, unsigned count)
{
    return same(what, got, expected, count, 1);
}

bool close_floats(const char *what, const float *got, const float *expected, unsigned count, float tolerance)
{
    float mean = 0;
    for (unsigned i = 0; i < count; i++)
        mean += magnitude(expected[i]) / (float)count;
    float worst_error = 0;
    unsigned worst = 0, wrong = 0;
    for (unsigned i = 0; i < count; i++) {
        float scale = magnitude(expected[i]) > mean ? magnitude(expected[i]) : mean;
        float error = got[i] == expected[i] ? 0 : magnitude(got[i] - expected[i]) / scale;
        if (!(error <= tolerance))
            wrong++;
        if (!(error <= worst_error)) {
            worst_error = error;
            worst = i;
        }
    }
    if (wrong == 0)
        return true;
    say_element(what, worst);
    say_float(got[worst]);
    say(", not ");
    say_float(expected[worst]);
    say(", the worst of ");
    say_unsigned(wrong);
    say(" in ");
    say_unsigned(count);
    say_line(1);
    return false;
}

int verdict(bool right, unsigned elements)
{
    if (!right)
        return 1;
    say_name();
    say_unsigned(elements);
    say(" elements, right");
    say_line(1);
    return 0;
}
