/* SPDX-License-Identifier: Apache-2.0
 *
 * writers.c - a simulator that does with trace/warpfold_writer.h what its head does not show.
 *   writers two PATH     two traces of one name at once, 3 and 5 records: prints how both ended
 *   writers child PATH   lines, and a forked child that writes and closes them too: prints how all of it ended */
#include "warpfold_writer.h"
#include <sys/wait.h>

static const wf_trace_place at = {0, 1, 0x10, {0xf, 0, 0, 0}, 0};

static void told(const char *who, int code)
{
    const char *why = code == WF_WRITER_OK ? "ok" : code == WF_WRITER_VALUE ? "value" : errno == EEXIST ? "exists" : "failed";

    printf("%s %s\n", who, why);
    fflush(stdout);
}

static int records(wf_trace_writer *w, uint32_t first, int count)
{
    int bad = 0;

    for (int i = 0; i < count; i++) {
        uint32_t value[4] = {first, first, first, first};

        bad += wf_trace_write(w, &at, WF_TRACE_ALU, WF_TRACE_X, 5, value) != WF_WRITER_OK;
    }
    return bad;
}

static int two(const char *path)
{
    wf_trace_writer *a, *b;

    if (wf_trace_open(&a, path, 4, 0, "a", "CC0-1.0") != WF_WRITER_OK || wf_trace_open(&b, path, 4, 0, "b", "CC0-1.0") != WF_WRITER_OK)
        return 1;
    if (records(a, 1, 2) + records(b, 2, 5) + records(a, 1, 1) != 0)
        return 1;
    told("first", wf_trace_close(a));
    told("second", wf_trace_close(b));
    return 0;
}

static int child(const char *path)
{
    unsigned char line[64];
    wf_lines_writer *w;
    pid_t other;
    int code = wf_lines_open(&w, path, 64);

    told("open", code);
    if (code != WF_WRITER_OK)
        return 0;
    memset(line, 1, sizeof line);
    for (int i = 0; i < 3; i++)
        wf_lines_write(w, line);
    other = fork();
    if (other == 0) {
        memset(line, 9, sizeof line);
        told("child's line", wf_lines_write(w, line));
        told("child's close", wf_lines_close(w));
        exit(0);
    }
    waitpid(other, NULL, 0);
    for (int i = 0; i < 2; i++)
        wf_lines_write(w, line);
    told("close", wf_lines_close(w));
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    return argv[1][0] == 't' ? two(argv[2]) : child(argv[2]);
}
