/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz READER FILE... reads files; fuzz READER --taken FILE... ends with 1 if it refuses one. fuzz READER --mutate FROM COUNT SEED FILE...
 * reads inputs made of the files, FROM, FROM + 1, ... (COUNT, less where they cost more); it keeps the first one that is a finding as
 * build/fuzz/READER-SEED-NUMBER and ends with 1. Built by AFL++, fuzz READER reads what AFL gives. fuzz alone lists the readers.
 * fuzz --plain FILE prints one of the project's binary files with its stream unpacked, or an image of memory with its description first, as
 * the readers of such files take it. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../base/file.h"
#include "../../base/text.h"
#include "../../memory/image_layout.h"
#include "../../trace/trace_input.h"
#include "../../trace/trace_pack.h"
#include "mutate.h"
#include "readers.h"

/* A process reads so many inputs: what readers that died have left goes with it. INPUT: above what they leave open. */
enum { BATCH = 200, INPUT = 190 };

/* What is freed is kept for a while, and counts as memory that a reader takes: little of it, so that what counts is in use. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0:max_allocation_size_mb=256:allocator_may_return_null=0:handle_abort=0:quarantine_size_mb=32";
}

static char *work;

static void begin(void)
{
    int fd = memfd_create("input", 0);
    const char *top = getenv("TMPDIR");
    work = format_new("%s/warpfold-fuzz-XXXXXX", top ? top : "/tmp");
    if (mkdtemp(work) == NULL || fd < 0 || dup2(fd, INPUT) < 0)
        abort();
    readers_begin(work, INPUT);
}

#ifdef __AFL_COMPILER
__AFL_FUZZ_INIT();

static void obey_afl(const reader *r)
{
    __AFL_INIT();
    const unsigned char *data = __AFL_FUZZ_TESTCASE_BUF;
    while (__AFL_LOOP(BATCH)) {
        int len = __AFL_FUZZ_TESTCASE_LEN;
        readers_run(r, data, (size_t)len);
    }
    _exit(0); /* the next process works in the same folder */
}
#endif

static sample *load(char **paths, int count)
{
    sample *samples = zalloc((size_t)count * sizeof *samples);
    for (int i = 0; i < count; i++) {
        samples[i].data = (unsigned char *)file_read(paths[i], &samples[i].len);
        if (samples[i].data == NULL || samples[i].len > MUTATE_MAX) {
            dprintf(STDERR_FILENO, "fuzz: %s cannot be read or is too long\n", paths[i]);
            _exit(2);
        }
    }
    return samples;
}

/* In a process of its own: the inputs from *place on, at most a batch. */
static int batch(const reader *r, const sample *samples, int count, unsigned long long seed, volatile unsigned long long *place,
                 unsigned long long end)
{
    static unsigned char data[MUTATE_MAX];
    pid_t pid = fork();
    if (pid == 0) {
        for (int i = 0; i < BATCH && *place < end; i++, ++*place)
            readers_run(r, data, mutate(samples, count, seed, *place, data));
        _exit(0);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return status;
}

/* Returns 1 at the first finding. */
static int mutations(const reader *r, char **argv, int argc)
{
    unsigned long long from = strtoull(argv[0], NULL, 0), end = from + strtoull(argv[1], NULL, 0) / r->cost,
                       seed = strtoull(argv[2], NULL, 0);
    int count = argc - 3, status = 0;
    const sample *samples = load(argv + 3, count);
    unsigned long long *place = mmap(NULL, sizeof *place, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (*place = from; *place < end && status == 0;)
        status = batch(r, samples, count, seed, place, end);
    if (status == 0)
        return 0;
    static unsigned char data[MUTATE_MAX];
    char *path = format_new("build/fuzz/%s-%llu-%llu", r->name, seed, *place);
    dir_make_for(path);
    file_write(path, data, mutate(samples, count, seed, *place, data));
    dprintf(STDERR_FILENO, "fuzz: finding: %s, seed %llu, number %llu: %s %d; again: fuzz %s %s\n", r->name, seed, *place,
            WIFSIGNALED(status) ? "signal" : "code", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), r->name, path);
    return 1;
}

static int files(const reader *r, char **paths, int count)
{
    const sample *samples = load(paths, count);
    for (int i = 0; i < count; i++)
        readers_run(r, samples[i].data, samples[i].len);
    return 0;
}

/* Returns 1 at the first file that the reader refuses. */
static int taken(const reader *r, char **paths, int count)
{
    const sample *samples = load(paths, count);
    for (int i = 0; i < count; i++)
        if (!readers_run(r, samples[i].data, samples[i].len)) {
            dprintf(STDERR_FILENO, "fuzz: %s is refused: %s", paths[i], readers_said());
            return 1;
        }
    return 0;
}

/* The description ends at its first empty line. */
static int plain_image(const char *path)
{
    size_t len;
    char *image = file_read(path, &len), *description = image + len - IMAGE_DESCRIPTION, *end = strstr(description, "\n\n");
    printf("%.*s\n\n", end ? (int)(end - description) : IMAGE_DESCRIPTION, description);
    fwrite(image, 1, len - IMAGE_DESCRIPTION, stdout);
    return fflush(stdout) != 0;
}

static int plain(const char *path)
{
    if (image_is(path))
        return plain_image(path);
    unsigned char byte, head[PACK_HEAD_BYTES];
    input *in = input_open(path);
    input_bytes(in, head, sizeof head);
    fwrite(head, 1, sizeof head, stdout);
    input_begin_zstd(in);
    while (!input_at_end(in)) {
        input_bytes(in, &byte, 1);
        putchar(byte);
    }
    input_close(in);
    return fflush(stdout) != 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--plain") == 0)
        return plain(argv[2]);
    const reader *r = readers;
    while (argc > 1 && r->name && strcmp(r->name, argv[1]) != 0)
        r++;
    for (; argc == 1 && r->name; r++)
        puts(r->name);
    if (argc == 1)
        return 0;
    if (r->name == NULL) {
        fprintf(stderr, "fuzz: no reader %s; fuzz lists them\n", argv[1]);
        return 2;
    }
    int result = 0;
    begin();
#ifdef __AFL_COMPILER
    if (argc == 2)
        obey_afl(r);
#endif
    if (argc > 6 && strcmp(argv[2], "--mutate") == 0)
        result = mutations(r, argv + 3, argc - 3);
    else if (argc > 3 && strcmp(argv[2], "--taken") == 0)
        result = taken(r, argv + 3, argc - 3);
    else if (argc > 2)
        result = files(r, argv + 2, argc - 2);
    dir_remove(work);
    _exit(result);
}
