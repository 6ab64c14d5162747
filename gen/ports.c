/* SPDX-License-Identifier: Apache-2.0
 *
 * ports.c - reads the head of an emitted module: a parameter or a port a line, with its comment, which may go on in lines of its own. */
#include "ports.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"

/* A piece of a line, without the blanks around it. */
static char *piece(const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return format_new("%.*s", (int)(to - from), from);
}

/* The first sentence of the comment behind the licence line. */
static char *read_purpose(const char *source)
{
    const char *line = strstr(source, "SPDX-License-Identifier");
    char *all = format_new("%s", "");
    while (line && (line = strchr(line, '\n')) != NULL && starts_with(++line, "// ")) {
        char *own = piece(line + 3, line + strcspn(line, "\n")), *joined = format_new("%s%s%s", all, *all ? " " : "", own);
        all = joined;
    }
    for (char *c = all; *c; c++)
        if ((*c == '.' || *c == '?') && (c[1] == ' ' || c[1] == '\0')) {
            c[1] = '\0';
            break;
        }
    return all;
}

/* The whole comment behind the licence line, without its slashes, each line behind four spaces. */
static char *read_comment(const char *source)
{
    text out = {0};
    const char *line = strstr(source, "SPDX-License-Identifier");
    while (line && (line = strchr(line, '\n')) != NULL && starts_with(++line, "//")) {
        size_t n = strcspn(line, "\n"), from = n > 3 ? 3 : n;
        text_printf(&out, "%s%.*s\n", n > from ? "    " : "", (int)(n - from), line + from);
    }
    text_puts(&out, "");
    return out.data ? out.data : format_new("%s", "");
}

/* The comment at `comment` of a line of a head, without its slashes. It may go on in lines that have nothing else, in the same column. */
static char *read_meaning(const char *line, const char *comment, const char *end)
{
    char *all = piece(comment + (comment < end ? 2 : 0), end);
    size_t column = (size_t)(comment - line);
    while (comment < end && *end == '\n' && strspn(end + 1, " ") == column && starts_with(end + 1 + column, "// ")) {
        const char *from = end + 1 + column + strlen("//");
        end = from + strcspn(from, "\n");
        char *more = piece(from, end), *joined = format_new("%s %s", all, more);
        all = joined;
    }
    return all;
}

/* "parameter [2:0] MODES = 3'b111,  // what" */
static void read_param(module_head *head, const char *path, const char *line, const char *end, const char *comment)
{
    char *meaning = read_meaning(line, comment, end);
    line += strspn(line, " ");
    const char *at = strstr(line, "parameter ") + strlen("parameter "), *equals = memchr(at, '=', (size_t)(end - at));
    const char *range = memchr(at, ']', (size_t)(equals - at));
    char *value = piece(equals + 1, comment);
    size_t n = strlen(value);
    if (n > 0 && value[n - 1] == ',')
        value[n - 1] = '\0';
    if (head->params == MAX_MODULE_PARAMS)
        die_usage("%s has more than %d parameters", path, MAX_MODULE_PARAMS);
    module_param *p = &head->param[head->params++];
    *p = (module_param){piece(range ? range + 1 : at, equals), value, meaning, false};
    p->fixed = strstr(p->meaning, "not to be set") != NULL;
}

/* "[PORTS*ID-1:0]" is PORTS*ID bits, "[3:0]" 4, nothing 1. */
static char *read_width(const char *line, const char *name)
{
    const char *range = memchr(line, '[', (size_t)(name - line)), *colon = range ? memchr(range, ':', (size_t)(name - range)) : NULL;
    if (colon == NULL)
        return format_new("%d", 1);
    if (colon - range > 3 && strncmp(colon - 2, "-1", 2) == 0)
        return piece(range + 1, colon - 2);
    return format_new("%d", atoi(range + 1) + 1);
}

/* "input wire [3:0] name,  // what" */
static void read_port(module_head *head, const char *path, const char *line, const char *end, const char *comment)
{
    char *meaning = read_meaning(line, comment, end);
    line += strspn(line, " ");
    const char *stop = comment;
    while (stop > line && (isspace((unsigned char)stop[-1]) || stop[-1] == ','))
        stop--;
    const char *name = stop;
    while (name > line && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
        name--;
    if (head->ports == MAX_PORTS)
        die_usage("%s has more than %d ports", path, MAX_PORTS);
    head->port[head->ports++] = (module_port){piece(name, stop), meaning, read_width(line, name), starts_with(line, "output "), 0};
}

static bool set_bits(module_head *head, const char *port, int bits, bool output)
{
    for (int i = 0; i < head->ports; i++)
        if (strcmp(head->port[i].name, port) == 0 && head->port[i].output == output) {
            head->port[i].bits = bits;
            return true;
        }
    return false;
}

/* A head, and the file that it is of. */
typedef struct {
    module_head *head;
    const char *path;
} head_of;

static void set_bench_bits(void *user, const char *port, int bits, bool output)
{
    const head_of *of = user;
    if (!set_bits(of->head, port, bits, output))
        die_usage("%s has no %s %s, and its streams or its code have", of->path, output ? "output" : "input", port);
}

/* The widths that the design tells. Ports and what the model has are the same. */
static void set_all_bits(module_head *head, const char *path, const bench_module *m)
{
    head_of of = {head, path};
    set_bits(head, "clk_i", 1, false);
    set_bits(head, "rst_ni", 1, false);
    bench_each_port(m, set_bench_bits, &of);
    for (const module_port *p = head->port; p < head->port + head->ports; p++)
        if (p->bits == 0)
            die_usage("%s has the %s %s, and no stream and no code has it", path, p->output ? "output" : "input", p->name);
}

void module_head_read(const char *dir, const char *path, const bench_module *m, module_head *head)
{
    char *full = path_join(dir, path);
    size_t len;
    char *source = file_read(full, &len);
    if (source == NULL)
        die("cannot read %s, which was just written", full);
    *head = (module_head){.purpose = read_purpose(source), .comment = read_comment(source)};
    const char *line = strstr(source, "\nmodule ");
    for (line = line ? line + 1 : NULL; line && !starts_with(line, ");"); line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *word = line + strspn(line, " "), *end = line + strcspn(line, "\n"), *comment = strstr(line, "//");
        if (comment == NULL || comment > end)
            comment = end;
        if (starts_with(word, "parameter "))
            read_param(head, path, line, end, comment);
        else if (starts_with(word, "input ") || starts_with(word, "output "))
            read_port(head, path, line, end, comment);
    }
    if (m)
        set_all_bits(head, path, m);
}
