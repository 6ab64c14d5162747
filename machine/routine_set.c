/* SPDX-License-Identifier: Apache-2.0
 *
 * routine_set.c - a section of sets.ini, and the routine of a line. Each result is held to the codec's own. */
#include "routine_set.h"

#include <string.h>

#include "../base/file.h"
#include "../base/ini_file.h"
#include "../base/msg.h"
#include "../base/text.h"

static const char file[] = "routines/sets.ini";

typedef struct {
    const char *name; /* of the section that is looked for */
    bool found;
    const char *options, *compress, *decompress, *members;
    text names; /* of all sections */
} section;

static void take_section(void *user, const ini_file *f, const char *name)
{
    section *s = user;
    (void)f;
    text_printf(&s->names, "%s%s", s->names.len ? ", " : "", name);
    s->found |= strcmp(name, s->name) == 0;
}

static void take_pair(void *user, const ini_file *f, const char *of, const char *key, const char *value)
{
    section *s = user;
    const struct {
        const char *key, **to;
    } keys[] = {{"options", &s->options}, {"compress", &s->compress}, {"decompress", &s->decompress}, {"members", &s->members}};
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
        if (strcmp(key, keys[k].key) == 0) {
            if (strcmp(of, s->name) == 0)
                *keys[k].to =
                    *keys[k].to ? format_new("%s %s", *keys[k].to, value) : format_new("%s", value); /* a list may take several lines */
            return;
        }
    die_usage("%s:%d: %s: options, compress, decompress and members are accepted", f->path, f->line, key);
}

static section read_section(const char *name)
{
    static const ini_actions actions = {take_section, take_pair, "\"key = value\", a section or a comment"};
    section s = {.name = name};
    const asset *a = asset_find(file);
    ini_text_read(file, a->data, a->len, &actions, &s);
    if (!s.found)
        die_usage("there are no assist warp routines of %s: %s have some", name, s.names.data);
    return s;
}

static void set_options(design *d, const char *options)
{
    design_set_all(d, options, file);
    design_check(d);
}

void routine_set_fit(design *codec)
{
    const section s = read_section(codec->unit->name);
    design_init_named(codec, codec->unit->name, "--codec");
    set_options(codec, s.options);
}

static int find(const routine_store *store, const char *name)
{
    int number = routine_find(store, name);
    if (number < 0)
        die_usage("%s: there is no routine %s", file, name);
    return number;
}

routine_set *routine_set_open(routine_store *store, const design *codec)
{
    routine_set *s = zalloc(sizeof *s);
    const section of = read_section(codec->unit->name);
    char *rest, *word;
    s->store = store;
    s->compress = -1;
    s->d = *codec;
    routine_set_fit(&s->d);
    if (memcmp(s->d.config.param, codec->config.param, sizeof s->d.config.param) != 0)
        die_usage("assist warp routines of %s are of the codec with %s", codec->unit->name, of.options);
    if (of.compress)
        s->compress = find(store, of.compress);
    rest = of.decompress ? format_new("%s", of.decompress) : NULL;
    while ((word = strsep(&rest, " ")) != NULL && s->heads < ROUTINE_HEADS)
        s->decompress[s->heads++] = find(store, word);
    rest = of.members ? format_new("%s", of.members) : NULL;
    while ((word = strsep(&rest, " ")) != NULL && s->members < ROUTINE_MEMBERS) {
        design d;
        design_init_named(&d, word, file);
        routine_set_fit(&d);
        s->member[s->members++] = routine_set_open(store, &d);
    }
    return s;
}

void routine_set_close(routine_set *s)
{
    for (int k = 0; k < s->members; k++)
        routine_set_close(s->member[k]);
    arena_free(s);
}

/* ---- the routine of a line ---- */

/* Its head has the encoding in bits 0 to 3, and where others are chosen from the number of the member above them. False: it is raw. */
static bool encode(routine_set *s, const uint32_t *line, wf_code *code, unsigned *head)
{
    wf_encode(s->d.codec, &s->d.config, &(wf_input){.block = line}, code);
    *head = code->payload[0] & 255;
    return code->tag[0] & 1;
}

static routine_set *chosen(routine_set *s, unsigned head)
{
    unsigned number = head >> 4;
    return s->members == 0 ? s : number >= 1 && number <= (unsigned)s->members ? s->member[number - 1] : NULL;
}

const routine_path *routine_set_decompress(routine_set *s, const uint32_t *line)
{
    wf_code code;
    unsigned head;
    uint32_t back[ROUTINE_LINE / 4], result;
    if (!encode(s, line, &code, &head))
        return NULL;
    routine_set *of = chosen(s, head);
    if (of == NULL)
        die("a code of %s names member %u, which it has not got", s->d.unit->name, head >> 4);
    unsigned at = of->heads == 1 ? 0 : (head & 15) - 1;
    if (at >= (unsigned)of->heads)
        die("a code of %s has encoding %u, of which there is no routine", of->d.unit->name, head & 15);
    const routine_path *p = routine_run(s->store, of->decompress[at], code.payload, back, &result);
    s->wrong += memcmp(back, line, sizeof back) != 0;
    return p;
}

const routine_path *routine_set_compress(routine_set *s, const uint32_t *line)
{
    wf_code code;
    unsigned head;
    uint32_t to[ROUTINE_LINE / 4], result;
    bool fits = encode(s, line, &code, &head);
    routine_set *of = fits ? chosen(s, head) : s->members ? s->member[0] : s;
    const routine_path *p = routine_run(s->store, of->compress, line, to, &result);
    s->wrong += (result != 0) != fits;
    return p;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

int routine_set_registers(const routine_set *s, bool compress)
{
    int most = 0;
    for (int k = 0; k < s->members; k++)
        most = larger(most, routine_set_registers(s->member[k], compress));
    if (compress)
        return s->compress < 0 ? most : larger(most, routine_at(s->store, s->compress)->registers);
    for (int k = 0; k < s->heads; k++)
        most = larger(most, routine_at(s->store, s->decompress[k])->registers);
    return most;
}
