/* SPDX-License-Identifier: Apache-2.0
 *
 * writer - tries trace/warpfold_writer.h, as C99 and as C++ (writer.sh):
 *     writer trace SEED LANES INSTRUCTIONS RECORDS OUT.wft OUT.wtx   random records; `warpfold convert` must make OUT.wtx of OUT.wft
 *     writer lines SEED BYTES COUNT OUT TWIN                         random lines; TWIN has the same bytes, by fwrite
 *     writer texts OUT.wft                                           a source and a licence of the longest length, no record
 *     writer refused OUT.wft OUT.wtx                                 bad arguments between good records
 *     writer fails PATH COUNT                                        a trace, then lines, that cannot be written
 *     writer shared OUT.wft OUT.wtx OTHER LINES                      several writers and processes at a time; OTHER is not touched
 * It ends with code 1 and a line if a function returns something else than it should. */
#include <inttypes.h>
#include <sys/wait.h>

#include "../../base/random.h"
#include "../../trace/warpfold_writer.h"

#define SOURCE "random values by tests/cli/writer.c" /* of which a trace has as much as its seed says */
#define LICENCE "Apache-2.0"

#define EXPECT(result, expected)                                                                       \
    do {                                                                                               \
        int result_ = (result), expected_ = (expected);                                                \
        if (result_ != expected_) {                                                                    \
            printf("%s:%d: %s is %d, expected %d\n", __FILE__, __LINE__, #result, result_, expected_); \
            exit(1);                                                                                   \
        }                                                                                              \
    } while (0)

/* A trace that is written twice: by the writer, and as text in the plainest way. */
typedef struct {
    rng random;
    int lanes, instructions;
    wf_trace_writer *own;
    FILE *text;
} twice;

static const char *const classes[] = {"alu", "mul", "fpu", "sfu", "load", "other", "store", "control"};
static const char *const spaces[] = {"stack", "global", "shared", "local", "constant", "generic", "other"};
static const char files[] = "xfR";

static void begin(twice *t, uint64_t seed, int lanes, int instructions, const char *own, const char *text)
{
    char source[sizeof SOURCE] = SOURCE;

    source[1 + seed % (sizeof SOURCE - 1)] = '\0';
    t->random.state = seed;
    t->lanes = lanes;
    t->instructions = instructions;
    EXPECT(wf_trace_open(&t->own, own, lanes, instructions, source, LICENCE), WF_WRITER_OK);
    t->text = fopen(text, "w");
    if (t->text == NULL)
        exit(1);
    fprintf(t->text, "# warptrace-text %d\n# lanes %d\n# source %s\n# licence %s\n# columns: cta warp pc class rd mask values...\n",
            1 + instructions, lanes, source, LICENCE);
}

static void end(twice *t)
{
    EXPECT(wf_trace_close(t->own), WF_WRITER_OK);
    EXPECT(fclose(t->text), 0);
}

/* `count` words, least significant first, as a hexadecimal number. */
static void put_hex(FILE *text, const uint32_t *words, int count)
{
    int top = count - 1;

    while (top > 0 && words[top] == 0)
        top--;
    fprintf(text, " %" PRIx32, words[top]);
    while (top-- > 0)
        fprintf(text, "%08" PRIx32, words[top]);
}

static void put_place(const twice *t, const wf_trace_place *at, char kind, const char *name)
{
    fprintf(t->text, "%s%c %" PRIu64 " %" PRIu32 " %" PRIx64 " %s", at->linked ? "+" : "", kind, at->cta, at->warp, at->pc, name);
}

static void put_list(const twice *t, int count, const wf_trace_register *list, const char *behind)
{
    fprintf(t->text, count < 0 ? " ?" : count == 0 ? " -" : " ");
    for (int i = 0; i < count; i++)
        fprintf(t->text, "%s%c%d", i > 0 ? "," : "", files[list[i].file], list[i].number);
    fprintf(t->text, "%s", count > 0 ? behind : "");
}

static void write_register(twice *t, const wf_trace_place *at, int is_read, int op, wf_trace_register r, const uint32_t *value)
{
    EXPECT(is_read ? wf_trace_read(t->own, at, op, r.file, r.number, value) : wf_trace_write(t->own, at, op, r.file, r.number, value),
           WF_WRITER_OK);
    put_place(t, at, is_read ? 'r' : 'w', classes[op]);
    fprintf(t->text, " %c%d", files[r.file], r.number);
    put_hex(t->text, at->mask, 4);
    for (int i = 0; i < t->lanes; i++)
        put_hex(t->text, &value[i], 1);
    fprintf(t->text, "\n");
}

static void write_access(twice *t, const wf_trace_place *at, int is_store, int space, int size, const uint64_t *address,
                         const uint32_t *data)
{
    static const uint32_t none[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    int words = (size + 3) / 4;

    EXPECT((is_store ? wf_trace_store : wf_trace_load)(t->own, at, space, size, address, data), WF_WRITER_OK);
    put_place(t, at, 'm', is_store ? "st" : "ld");
    fprintf(t->text, " %s %d", spaces[space], size);
    put_hex(t->text, at->mask, 4);
    for (int i = 0; i < t->lanes; i++)
        fprintf(t->text, " %" PRIx64, at->mask[i / 32] >> (i % 32) & 1 ? address[i] : 0);
    fprintf(t->text, " :");
    for (int i = 0; i < t->lanes && data != NULL; i++)
        put_hex(t->text, at->mask[i / 32] >> (i % 32) & 1 ? data + i * words : none, words);
    fprintf(t->text, "\n");
}

static void write_instruction(twice *t, const wf_trace_place *at, int op, int sources, const wf_trace_register *source, int destinations,
                              const wf_trace_register *destination, int written)
{
    EXPECT(wf_trace_instruction(t->own, at, op, sources, source, destinations, destination, written), WF_WRITER_OK);
    put_place(t, at, 'i', classes[op]);
    put_hex(t->text, at->mask, 4);
    put_list(t, sources, source, "");
    put_list(t, destinations, destination, written ? "" : "?");
    fprintf(t->text, "\n");
}

static uint64_t any(twice *t)
{
    return rng_next(&t->random) >> rng_below(&t->random, 64);
}

/* Numbers of a kind that packed lists know: equal, steps up or down, small differences, any. */
static void make_numbers(twice *t, uint64_t *number, int count)
{
    uint64_t first = any(t), step = any(t);
    int kind = (int)rng_below(&t->random, 5);

    for (int i = 0; i < count; i++) {
        uint64_t at = (uint64_t)i;
        number[i] = kind == 0   ? first
                    : kind == 1 ? first + at * step
                    : kind == 2 ? first - at * step
                    : kind == 3 ? first + rng_below(&t->random, 40000)
                                : any(t);
    }
}

static void make_words(twice *t, uint32_t *word, int count)
{
    uint64_t number[8 * WF_TRACE_LANES];

    make_numbers(t, number, count);
    for (int i = 0; i < count; i++)
        word[i] = (uint32_t)number[i];
}

static void make_mask(twice *t, uint32_t *mask)
{
    unsigned kind = rng_below(&t->random, 8); /* most are full */

    for (int i = 0; i < 4; i++) {
        int lanes = t->lanes - 32 * i;
        uint32_t full = lanes >= 32 ? 0xffffffffu : lanes <= 0 ? 0 : (1u << lanes) - 1;
        mask[i] = kind == 0 ? 0 : kind < 3 ? full & rng_word(&t->random) : kind == 3 ? full & (i == 0) : full;
    }
}

static wf_trace_register make_register(twice *t)
{
    wf_trace_register r;

    r.file = (int)rng_below(&t->random, 3);
    r.number = r.file == WF_TRACE_R ? (int)rng_below(&t->random, 255) : 1 + (int)rng_below(&t->random, 31);
    return r;
}

static wf_trace_place make_place(twice *t)
{
    wf_trace_place at;

    at.cta = rng_below(&t->random, 2) ? rng_below(&t->random, 3) : any(t);
    at.warp = rng_below(&t->random, 8) ? rng_below(&t->random, 3) : rng_word(&t->random);
    at.pc = rng_below(&t->random, 8) ? 0x80000000u + 4 * rng_below(&t->random, 64) : any(t);
    make_mask(t, at.mask);
    at.linked = 0;
    return at;
}

static void random_register(twice *t, const wf_trace_place *place, int is_read, int op, wf_trace_register r)
{
    uint32_t value[WF_TRACE_LANES];
    wf_trace_place at = *place;

    make_words(t, value, t->lanes);
    if (is_read && !at.linked)
        for (int i = 0; i < t->lanes; i++)
            at.mask[i / 32] |= 1u << (i % 32);
    write_register(t, &at, is_read, op, r, value);
}

static void random_access(twice *t, const wf_trace_place *at, int is_store)
{
    uint64_t address[WF_TRACE_LANES];
    uint32_t data[8 * WF_TRACE_LANES];
    int size = 1 + (int)rng_below(&t->random, WF_TRACE_BYTES);

    make_numbers(t, address, t->lanes);
    make_words(t, data, t->lanes * ((size + 3) / 4));
    write_access(t, at, is_store, (int)rng_below(&t->random, 7), size, address, rng_below(&t->random, 8) ? data : NULL);
}

/* An instruction and what belongs to it. */
static void random_instruction(twice *t, const wf_trace_place *place)
{
    wf_trace_register source[WF_TRACE_SOURCES], destination[WF_TRACE_DESTINATIONS];
    int sources = (int)rng_below(&t->random, 10) - 1, destinations = (int)rng_below(&t->random, 6) - 1;
    int op = (int)rng_below(&t->random, 8);
    wf_trace_place at = *place;
    int active = at.mask[0] || at.mask[1] || at.mask[2] || at.mask[3];
    int written = destinations > 0 && active && rng_below(&t->random, 2);

    for (int i = 0; i < sources; i++)
        source[i] = make_register(t);
    for (int i = 0; i < destinations; i++) {
        destination[i].file = WF_TRACE_R;
        destination[i].number = (i > 0 ? destination[i - 1].number + 1 : 0) + (int)rng_below(&t->random, 60);
    }
    write_instruction(t, &at, op, sources, source, destinations, destination, written);
    at.linked = 1;
    for (int i = 0; i < sources; i++)
        if (rng_below(&t->random, 2))
            random_register(t, &at, 1, op, source[i]);
    if (active && (op == WF_TRACE_LOADS || op == WF_TRACE_STORES))
        random_access(t, &at, op == WF_TRACE_STORES);
    for (int i = 0; i < destinations && written; i++)
        random_register(t, &at, 0, op, destination[i]);
}

static void random_record(twice *t)
{
    wf_trace_place at = make_place(t);
    unsigned kind = rng_below(&t->random, t->instructions ? 8 : 4);

    if (kind < 2)
        random_register(t, &at, (int)kind, (int)rng_below(&t->random, t->instructions ? 8 : 6), make_register(t));
    else if (kind < 4)
        random_access(t, &at, kind == 3);
    else
        random_instruction(t, &at);
}

static int trace_command(char **arg)
{
    twice t;

    begin(&t, strtoull(arg[0], NULL, 10), atoi(arg[1]), atoi(arg[2]), arg[4], arg[5]);
    for (int i = 0; i < atoi(arg[3]); i++)
        random_record(&t);
    end(&t);
    return 0;
}

static int lines_command(char **arg)
{
    twice t;
    wf_lines_writer *own;
    uint32_t line[32];
    int bytes = atoi(arg[1]);
    FILE *twin = fopen(arg[4], "wb");

    t.random.state = strtoull(arg[0], NULL, 10);
    EXPECT(wf_lines_open(&own, arg[3], bytes), WF_WRITER_OK);
    for (int i = 0; i < atoi(arg[2]); i++) {
        make_words(&t, line, bytes / 4);
        EXPECT(wf_lines_write(own, line), WF_WRITER_OK);
        EXPECT((int)fwrite(line, 1, (size_t)bytes, twin), bytes);
    }
    EXPECT(wf_lines_close(own), WF_WRITER_OK);
    return fclose(twin);
}

static int texts_command(char **arg)
{
    static char text[WF_TRACE_TEXT + 1];
    wf_trace_writer *w;

    memset(text, 'a', WF_TRACE_TEXT);
    EXPECT(wf_trace_open(&w, arg[0], 4, 0, text, text), WF_WRITER_OK);
    EXPECT(wf_trace_close(w), WF_WRITER_OK);
    return 0;
}

static void refused_opens(const char *path)
{
    static char text[WF_TRACE_TEXT + 2];
    wf_trace_writer *w;
    wf_lines_writer *l;

    memset(text, 'a', WF_TRACE_TEXT + 1);
    EXPECT(wf_trace_open(NULL, path, 4, 0, "", ""), WF_WRITER_VALUE);
    EXPECT(wf_trace_open(&w, NULL, 4, 0, "", ""), WF_WRITER_VALUE);
    EXPECT(wf_trace_open(&w, path, 2, 0, "", ""), WF_WRITER_VALUE);
    EXPECT(wf_trace_open(&w, path, 33, 0, "", ""), WF_WRITER_VALUE);
    EXPECT(wf_trace_open(&w, path, 2 * WF_TRACE_LANES, 0, "", ""), WF_WRITER_VALUE);
    EXPECT(wf_trace_open(&w, path, 4, 0, NULL, ""), WF_WRITER_VALUE);
    EXPECT(wf_trace_open(&w, path, 4, 0, "", NULL), WF_WRITER_VALUE);
    EXPECT(wf_trace_open(&w, path, 4, 0, text, ""), WF_WRITER_VALUE);
    EXPECT(wf_trace_open(&w, path, 4, 0, "", text), WF_WRITER_VALUE);
    EXPECT(w == NULL, 1);
    EXPECT(wf_trace_close(NULL), WF_WRITER_VALUE);
    EXPECT(wf_lines_open(NULL, path, 64), WF_WRITER_VALUE);
    EXPECT(wf_lines_open(&l, NULL, 64), WF_WRITER_VALUE);
    EXPECT(wf_lines_open(&l, path, 48), WF_WRITER_VALUE);
    EXPECT(l == NULL, 1);
    EXPECT(wf_lines_write(NULL, path), WF_WRITER_VALUE);
    EXPECT(wf_lines_close(NULL), WF_WRITER_VALUE);
}

/* Calls of a trace of four lanes that write nothing. */
static void refused_calls(wf_trace_writer *w, int instructions)
{
    wf_trace_place at = {0, 1, 0x10, {0xf, 0, 0, 0}, 0}, wide = {0, 1, 0x10, {0x1f, 0, 0, 0}, 0}, high = {0, 1, 0x10, {0xf, 0, 0, 1}, 0};
    wf_trace_place part = {0, 1, 0x10, {0x7, 0, 0, 0}, 0}, linked = {0, 1, 0x10, {0xf, 0, 0, 0}, 1};
    uint32_t value[4] = {1, 2, 3, 4};
    uint64_t address[4] = {0, 4, 8, 12};
    wf_trace_register x5[2] = {{WF_TRACE_X, 5}, {WF_TRACE_X, 5}}, x0 = {WF_TRACE_X, 0}, f32 = {WF_TRACE_F, 32};

    EXPECT(wf_trace_write(NULL, &at, WF_TRACE_ALU, WF_TRACE_X, 5, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_write(w, NULL, WF_TRACE_ALU, WF_TRACE_X, 5, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_write(w, &at, WF_TRACE_ALU, WF_TRACE_X, 5, NULL), WF_WRITER_VALUE);
    EXPECT(wf_trace_write(w, &wide, WF_TRACE_ALU, WF_TRACE_X, 5, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_write(w, &high, WF_TRACE_ALU, WF_TRACE_X, 5, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_write(w, &at, WF_TRACE_ALU, WF_TRACE_X, 32, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_write(w, &at, WF_TRACE_ALU, WF_TRACE_X, -1, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_write(w, &at, WF_TRACE_ALU, WF_TRACE_R, 255, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_write(w, &at, WF_TRACE_ALU, 3, 5, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_write(w, &at, 8, WF_TRACE_X, 5, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_write(w, &at, instructions ? 9 : WF_TRACE_STORES, WF_TRACE_X, 5, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_read(w, &part, WF_TRACE_ALU, WF_TRACE_X, 5, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_read(NULL, &at, WF_TRACE_ALU, WF_TRACE_X, 5, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_load(w, &at, WF_TRACE_GLOBAL, 0, address, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_load(w, &at, WF_TRACE_GLOBAL, WF_TRACE_BYTES + 1, address, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_load(w, &at, 7, 4, address, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_store(w, &at, WF_TRACE_GLOBAL, 4, NULL, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_store(w, &wide, WF_TRACE_GLOBAL, 4, address, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_instruction(w, &linked, WF_TRACE_ALU, 0, NULL, 0, NULL, 0), WF_WRITER_VALUE);
    EXPECT(wf_trace_instruction(w, &at, WF_TRACE_ALU, 1, NULL, 0, NULL, 0), WF_WRITER_VALUE);
    EXPECT(wf_trace_instruction(w, &at, WF_TRACE_ALU, -2, NULL, 0, NULL, 0), WF_WRITER_VALUE);
    EXPECT(wf_trace_instruction(w, &at, WF_TRACE_ALU, WF_TRACE_SOURCES + 1, x5, 0, NULL, 0), WF_WRITER_VALUE);
    EXPECT(wf_trace_instruction(w, &at, WF_TRACE_ALU, 0, NULL, WF_TRACE_DESTINATIONS + 1, x5, 0), WF_WRITER_VALUE);
    EXPECT(wf_trace_instruction(w, &at, WF_TRACE_ALU, 1, &x0, 0, NULL, 0), WF_WRITER_VALUE);
    EXPECT(wf_trace_instruction(w, &at, WF_TRACE_ALU, 1, &f32, 0, NULL, 0), WF_WRITER_VALUE);
    EXPECT(wf_trace_instruction(w, &at, WF_TRACE_ALU, 0, NULL, 2, x5, 0), WF_WRITER_VALUE);
    EXPECT(wf_trace_instruction(w, &at, WF_TRACE_ALU, 0, NULL, 0, NULL, 1), WF_WRITER_VALUE);
    EXPECT(wf_trace_instruction(w, &at, WF_TRACE_ALU, 0, NULL, WF_TRACE_UNKNOWN, NULL, 1), WF_WRITER_VALUE);
    if (instructions)
        return;
    EXPECT(wf_trace_write(w, &linked, WF_TRACE_ALU, WF_TRACE_X, 5, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_load(w, &linked, WF_TRACE_GLOBAL, 4, address, value), WF_WRITER_VALUE);
    EXPECT(wf_trace_instruction(w, &at, WF_TRACE_ALU, 1, x5, 0, NULL, 0), WF_WRITER_VALUE);
}

static int refused_command(char **arg)
{
    twice t;

    refused_opens(arg[0]);
    for (int instructions = 1; instructions >= 0; instructions--) {
        remove(arg[0]);
        begin(&t, 7, 4, instructions, arg[0], arg[1]);
        for (int i = 0; i < 20; i++) {
            random_record(&t);
            refused_calls(t.own, instructions);
        }
        end(&t);
    }
    return 0;
}

/* The failure shows at once or later, and then in each call; `close` tells it in any case, and errno does. */
static int fails_command(char **arg)
{
    wf_trace_place at = {0, 1, 0x10, {0xffffffffu, 0, 0, 0}, 0};
    uint32_t value[32];
    wf_trace_writer *w;
    wf_lines_writer *l;
    int error = wf_trace_open(&w, arg[0], 32, 0, "", ""), reason = errno;
    twice t;

    t.random.state = 1;
    for (int i = 0; i < 32; i++)
        value[i] = rng_word(&t.random);
    for (int i = 0; w != NULL && i < atoi(arg[1]); i++) {
        int now = wf_trace_write(w, &at, WF_TRACE_ALU, WF_TRACE_R, 5, value);
        if (error != WF_WRITER_OK)
            EXPECT(now, WF_WRITER_FILE);
        error = now;
    }
    if (w != NULL) {
        error = wf_trace_close(w);
        reason = errno;
    }
    EXPECT(error, WF_WRITER_FILE);
    printf("%s\n", strerror(reason));
    error = wf_lines_open(&l, arg[0], 128);
    reason = errno;
    for (int i = 0; l != NULL && i < atoi(arg[1]); i++)
        error = wf_lines_write(l, value);
    if (l != NULL) {
        error = wf_lines_close(l);
        reason = errno;
    }
    EXPECT(error, WF_WRITER_FILE);
    printf("%s\n", strerror(reason));
    return 0;
}

/* A child with the writers of its parent: it cannot write, and its end writes nothing. 0: so it is. */
static int child_ends(wf_trace_writer *w, wf_lines_writer *l, int closes)
{
    static const uint32_t value[32] = {0};
    wf_trace_place at = {0, 1, 0x10, {0xf, 0, 0, 0}, 0};
    int status = 1;
    pid_t child = fork();

    if (child == 0) {
        EXPECT(wf_trace_write(w, &at, WF_TRACE_ALU, WF_TRACE_R, 5, value), WF_WRITER_VALUE);
        EXPECT(wf_lines_write(l, value), WF_WRITER_VALUE);
        if (closes) {
            EXPECT(wf_trace_close(w), WF_WRITER_VALUE);
            EXPECT(wf_lines_close(l), WF_WRITER_VALUE);
        }
        exit(0);
    }
    return waitpid(child, &status, 0) == child ? status : 1;
}

/* Two writers of one file, with another file that waits under the name of what is written, and children that end in between: the first that is closed has
 * the file, whole, and nothing is beside it. ARG: the trace, its text, the other file, lines. */
static int shared_command(char **arg)
{
    char waits[4096];
    wf_trace_writer *second;
    wf_lines_writer *lines;
    static const uint32_t line[32] = {0};
    twice t;

    snprintf(waits, sizeof waits, "%s.%ld-0.part", arg[0], (long)getpid());
    EXPECT(link(arg[2], waits), 0);
    EXPECT(wf_trace_open(&second, arg[0], 4, 0, "", ""), WF_WRITER_OK);
    EXPECT(wf_lines_open(&lines, arg[3], 128), WF_WRITER_OK);
    begin(&t, 11, 4, 1, arg[0], arg[1]);
    for (int i = 0; i < 3000; i++) {
        random_record(&t);
        EXPECT(wf_lines_write(lines, line), WF_WRITER_OK);
        if (i % 1000 == 999) {
            fflush(t.text); /* what the child ends with must be the writers' alone */
            EXPECT(child_ends(t.own, lines, i > 1000), 0);
        }
    }
    end(&t);
    EXPECT(wf_lines_close(lines), WF_WRITER_OK);
    EXPECT(wf_trace_close(second), WF_WRITER_FILE);
    EXPECT(errno, EEXIST);
    EXPECT(wf_trace_open(&second, arg[0], 4, 0, "", ""), WF_WRITER_FILE);
    EXPECT(errno, EEXIST);
    return remove(waits);
}

int main(int argc, char **argv)
{
    if (argc == 6 && strcmp(argv[1], "shared") == 0)
        return shared_command(argv + 2);
    if (argc == 8 && strcmp(argv[1], "trace") == 0)
        return trace_command(argv + 2);
    if (argc == 7 && strcmp(argv[1], "lines") == 0)
        return lines_command(argv + 2);
    if (argc == 3 && strcmp(argv[1], "texts") == 0)
        return texts_command(argv + 2);
    if (argc == 4 && strcmp(argv[1], "refused") == 0)
        return refused_command(argv + 2);
    if (argc == 4 && strcmp(argv[1], "fails") == 0)
        return fails_command(argv + 2);
    return 2;
}
