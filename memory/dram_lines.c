/* SPDX-License-Identifier: Apache-2.0
 *
 * dram_lines.c - what DRAM has of each line under each codec, and the bursts that a read, a write and a partial write cost. A line is
 * found once for all codecs, and has what each of them stores beside it. */
#include "dram_lines.h"

#include <stdlib.h>

#include "../base/text.h"
#include "metadata_run.h"

/* What DRAM has of a line. LOST: some bytes were written while the line was not known, so nothing tells whether it is raw. */
typedef enum { UNSEEN, KNOWN, LOST } knowledge;

typedef struct {
    uint64_t line;
    bool used;
    knowledge state;
    double fetches, meta_bursts; /* of UNSEEN: reads so far, which count when the line becomes known */
} home;

/* How one codec stores a KNOWN line. */
typedef struct {
    unsigned char bursts;
    bool compressed;
} stored;

struct dram_lines {
    const design *designs;
    int n, bursts; /* bursts: of a raw line */
    line_traffic *traffic;
    metadata_run *metadata;
    home *homes;   /* LINE_IMAGE_SETS * LINE_IMAGE_WAYS */
    stored *codes; /* n of each home */
    unsigned char *oldest;
    dram_counts counts;
    dram_sums sums[];
};

dram_lines *dram_lines_new(const design *d, int n, line_traffic *traffic)
{
    dram_lines *m = zalloc(sizeof *m + (size_t)n * sizeof m->sums[0]);

    m->designs = d;
    m->n = n;
    m->bursts = d->config.line_bytes / WF_BURST_BYTES;
    m->traffic = traffic;
    m->metadata = metadata_run_of_traces(d->config.line_bytes);
    m->homes = zalloc(sizeof *m->homes * DRAM_LINES_KEPT);
    m->codes = zalloc(sizeof *m->codes * DRAM_LINES_KEPT * (size_t)n);
    m->oldest = zalloc(LINE_IMAGE_SETS);
    return m;
}

void dram_lines_free(dram_lines *m)
{
    metadata_run_free(m->metadata);
    arena_free(m->homes);
    arena_free(m->codes);
    arena_free(m->oldest);
    arena_free(m);
}

const dram_counts *dram_lines_counts(const dram_lines *m)
{
    return &m->counts;
}

const dram_sums *dram_lines_sums(const dram_lines *m, int i)
{
    return &m->sums[i];
}

/* Returns NULL if the line was not here yet, or is forgotten. */
static home *find(dram_lines *m, uint64_t line)
{
    home *set = m->homes + line % LINE_IMAGE_SETS * LINE_IMAGE_WAYS;

    for (int i = 0; i < LINE_IMAGE_WAYS; i++)
        if (set[i].used && set[i].line == line)
            return &set[i];
    return NULL;
}

static home *find_or_take(dram_lines *m, uint64_t line)
{
    home *h = find(m, line);
    unsigned char *oldest = &m->oldest[line % LINE_IMAGE_SETS];

    if (h != NULL)
        return h;
    h = m->homes + line % LINE_IMAGE_SETS * LINE_IMAGE_WAYS + *oldest;
    *oldest = (unsigned char)((*oldest + 1) % LINE_IMAGE_WAYS);
    /* Once lines are forgotten, this one may have been here: then it may be lost. */
    *h = (home){.line = line, .used = true, .state = h->used && m->counts.partials > 0 ? LOST : UNSEEN};
    return h;
}

static stored *codes_of(const dram_lines *m, const home *h)
{
    return m->codes + (h - m->homes) * m->n;
}

static stored code_of(const design *d, const uint32_t *line)
{
    wf_code code;

    wf_encode(d->codec, &d->config, &(wf_input){.block = line}, &code);
    return (stored){(unsigned char)wf_units_used(&d->sizes, &code), wf_tag_compressed(&d->sizes, code.tag)};
}

/* Looks up the metadata; the bursts that this costs. `bursts`: of the line that is written. */
static double look_up(dram_lines *m, uint64_t line, bool is_write, int bursts)
{
    metadata_counts before = metadata_run_counts(m->metadata), after;

    metadata_run_access(m->metadata, line, is_write, bursts);
    after = metadata_run_counts(m->metadata);
    double cost = (double)(after.misses - before.misses + after.write_backs - before.write_backs);
    m->counts.lookups++;
    m->counts.hits += (double)(after.hits - before.hits);
    m->counts.meta_bursts += cost;
    return cost;
}

static void count_fetches(dram_lines *m, const home *h, double fetches, double meta_bursts)
{
    const stored *codes = codes_of(m, h);

    m->counts.known_fetches += fetches;
    m->counts.known_meta_bursts += meta_bursts;
    m->counts.raw_fetch_bursts += fetches * m->bursts;
    for (int i = 0; i < m->n; i++)
        m->sums[i].fetch_bursts += fetches * codes[i].bursts;
}

void dram_lines_fetch(dram_lines *m, uint64_t line)
{
    home *h = find_or_take(m, line);
    double cost = look_up(m, line, false, 1);

    m->counts.fetches++;
    if (h->state == KNOWN) {
        count_fetches(m, h, 1, cost);
    } else {
        h->fetches++;
        h->meta_bursts += cost;
    }
}

void dram_lines_see(dram_lines *m, uint64_t line)
{
    home *h = find(m, line);
    uint32_t content[LINE_MAX_WORDS];

    if (h == NULL || h->state != UNSEEN || !line_traffic_content(m->traffic, line, content))
        return;
    for (int i = 0; i < m->n; i++)
        codes_of(m, h)[i] = code_of(&m->designs[i], content);
    h->state = KNOWN;
    count_fetches(m, h, h->fetches, h->meta_bursts);
}

void dram_lines_write(dram_lines *m, uint64_t line)
{
    home *h = find_or_take(m, line);
    stored *codes = codes_of(m, h);
    uint32_t content[LINE_MAX_WORDS];
    bool known = line_traffic_content(m->traffic, line, content);

    *h = (home){.line = line, .used = true, .state = known ? KNOWN : UNSEEN};
    for (int i = 0; known && i < m->n; i++) {
        codes[i] = code_of(&m->designs[i], content);
        m->sums[i].write_bursts += codes[i].bursts;
    }
    double cost = look_up(m, line, true, known ? codes[0].bursts : m->bursts);
    m->counts.writes++;
    if (!known)
        return;
    m->counts.known_writes++;
    m->counts.known_meta_bursts += cost;
    m->counts.raw_write_bursts += m->bursts;
}

/* A partial write of `bursts` bursts to a line that the codec stores as *s. */
static void merge(const design *d, const uint32_t *content, int bursts, stored *s, dram_sums *sums)
{
    if (!s->compressed) {
        sums->write_bursts += bursts;
        return;
    }
    sums->merges++;
    sums->merge_bursts += s->bursts;
    *s = code_of(d, content);
    sums->write_bursts += s->bursts;
}

void dram_lines_write_part(dram_lines *m, uint64_t line, const uint32_t touched[LINE_SECTORS])
{
    home *h = find_or_take(m, line);
    stored *codes = codes_of(m, h);
    uint32_t content[LINE_MAX_WORDS];
    int bursts = 0;

    if (h->state != KNOWN || !line_traffic_content(m->traffic, line, content))
        h->state = LOST;
    for (int i = 0; i < m->bursts; i++)
        bursts += touched[i] != 0;
    for (int i = 0; h->state == KNOWN && i < m->n; i++)
        merge(&m->designs[i], content, bursts, &codes[i], &m->sums[i]);
    double cost = look_up(m, line, true, h->state == KNOWN ? codes[0].bursts : m->bursts);
    m->counts.partials++;
    if (h->state != KNOWN)
        return;
    m->counts.known_partials++;
    m->counts.known_meta_bursts += cost;
    m->counts.raw_write_bursts += bursts;
}

void dram_lines_end(dram_lines *m)
{
    m->counts.meta_flushed = (double)metadata_run_flush(m->metadata);
    m->counts.meta_bursts += m->counts.meta_flushed;
    m->counts.known_meta_bursts += m->counts.meta_flushed;
}
