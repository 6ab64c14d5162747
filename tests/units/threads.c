/* SPDX-License-Identifier: Apache-2.0
 *
 * threads - several threads use every unit of libwarpfold at once, and one prepared codec together, under the thread sanitizer, and find what one thread
 * finds. TAP. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/random.h"
#include "../../cmodel/streams.h"
#include "../../cmodel/warpfold.h"

enum { THREADS = 4, BLOCKS = 40, CYCLES = 100, MAX_RECORD = 4096, WIDTHS = 2 };
static const int widths[2][WIDTHS] = {{8, 32}, {32, 128}}; /* lanes; bytes of a line */

typedef struct {
    const wf_unit *unit;
    wf_config config;
    uint64_t hash;             /* of all that the unit gave */
    const wf_prepared *shared; /* of a codec */
} job;

static void take(job *j, const void *data, size_t bytes)
{
    const unsigned char *p = data;
    uint32_t word;
    for (; bytes >= sizeof word; p += sizeof word, bytes -= sizeof word) {
        memcpy(&word, p, sizeof word);
        j->hash = rng_mix(j->hash ^ word);
    }
    for (; bytes > 0; p++, bytes--)
        j->hash = rng_mix(j->hash ^ *p);
}

static void take_number(job *j, int value)
{
    take(j, &value, sizeof value);
}

/* Values of a kind that codecs know, or any bits. */
static void fill(rng *r, uint32_t *words, int count)
{
    uint32_t base = rng_word(r), spans[] = {1, 100, 30000, 0}, span = spans[rng_below(r, 4)];
    for (int i = 0; i < count; i++)
        words[i] = span ? base + rng_below(r, span) : rng_word(r);
}

static void use_code(job *j, const wf_sizes *s, const wf_input *in)
{
    const wf_codec *codec = j->unit->codec;
    wf_code code = {0}, fast = {0};
    uint32_t block[WF_MAX_WORDS] = {0};
    codec->encode(&j->config, in, &code);
    wf_encode(codec, &j->config, in, &fast);
    take(j, &code, sizeof code);
    take(j, &fast, sizeof fast);
    take_number(j, codec->decode(&j->config, &code, block));
    take(j, block, sizeof block);
    take_number(j, wf_decode(codec, &j->config, &code, block));
    take(j, block, sizeof block);
    take_number(j, codec->size(&j->config, &code));
    take_number(j, codec->classify(&j->config, &code));
    take_number(j, wf_unit_bits_used(s, &code));
    take_number(j, wf_tag_compressed(s, code.tag));
    if (codec->measure)
        take_number(j, wf_measure(codec, &j->config, in));
    if (codec->fault)
        take_number(j, codec->fault(&j->config, &code));
    if (codec->patterns) {
        unsigned count[WF_MAX_PATTERNS] = {0};
        codec->patterns(&j->config, &code, count);
        take(j, count, sizeof count);
    }
    fill(&(rng){j->hash}, code.tag, WF_TAG_WORDS); /* a decoder takes any bits */
    take_number(j, wf_decode(codec, &j->config, &code, block));
    take(j, block, sizeof block);
}

/* Arrays of blocks by the codec that all threads share: codes, statuses, blocks. */
static void use_arrays(job *j, const wf_sizes *s)
{
    const int words[] = {s->block_bits, s->tag_bits, s->units, s->wen_bits, s->payload_bits, s->block_bits};
    enum { ARRAYS = sizeof words / sizeof *words };
    uint32_t *array[ARRAYS];
    uint8_t status[BLOCKS];
    int bits[BLOCKS] = {0};
    rng r = {4};
    for (int i = 0; i < ARRAYS; i++)
        array[i] = calloc(BLOCKS, 4 * (size_t)((words[i] + 31) / 32));
    for (int i = 0; i < BLOCKS; i++)
        fill(&r, array[0] + i * (s->block_bits / 32), s->block_bits / 32);
    wf_codes codes = {array[1], array[2], array[3], array[4]};
    take_number(j, wf_encode_many(j->shared, BLOCKS, array[0], NULL, &codes));
    take_number(j, wf_decode_many(j->shared, BLOCKS, &codes, array[5], status));
    take_number(j, wf_measure_many(j->shared, BLOCKS, array[0], bits));
    take(j, status, sizeof status);
    take(j, bits, sizeof bits);
    for (int i = 1; i < ARRAYS; i++)
        take(j, array[i], BLOCKS * 4 * (size_t)((words[i] + 31) / 32));
    for (int i = 0; i < ARRAYS; i++)
        free(array[i]);
}

static void use_codec(job *j)
{
    wf_sizes s;
    rng r = {1};
    take_number(j, j->unit->codec->sizes(&j->config, &s, NULL));
    take(j, s.unit_bits, sizeof *s.unit_bits * (size_t)s.units);
    for (int i = 0; i < BLOCKS; i++) {
        uint32_t block[WF_MAX_WORDS], mask[WF_MASK_WORDS];
        fill(&r, block, WF_MAX_WORDS);
        for (int k = 0; k < WF_MASK_WORDS; k++)
            mask[k] = i % 2 ? ~0u : rng_word(&r);
        for (int k = s.mask_bits; k < 32 * WF_MASK_WORDS; k++)
            mask[k / 32] &= ~(1u << k % 32);
        use_code(j, &s, &(wf_input){.block = block, .mask = s.mask_bits ? mask : NULL, .raw_only = i % 16 == 15});
        if (j->unit->codec->survey)
            take_number(j, j->unit->codec->survey->best(&j->config, j->unit->codec->survey->fits(&j->config, block)));
    }
    use_arrays(j, &s);
}

/* The words of the fields of a stream, each with random bits of its width; returns their number. */
static int random_fields(rng *r, const wf_stream *s, uint32_t *words)
{
    int n = 0;
    for (int f = 0; f < s->count; f++)
        for (int left = s->field[f].bits; left > 0; left -= 32)
            words[n++] = left >= 32 ? rng_word(r) : rng_word(r) & ((1u << left) - 1);
    return n;
}

static void use_pure(job *j, const wf_streams *s)
{
    rng r = {2};
    for (int i = 0; i < BLOCKS; i++) {
        uint32_t in[MAX_RECORD] = {0}, out[MAX_RECORD] = {0};
        random_fields(&r, &s->stream[0], in);
        j->unit->eval(&j->config, in, out);
        take(j, out, sizeof out);
    }
}

static void use_stepped(job *j, const wf_streams *s)
{
    const wf_stepped *m = j->unit->stepped;
    void *state = calloc(1, m->state_size(&j->config));
    rng r = {3};
    m->reset(&j->config, state);
    for (int i = 0; i < CYCLES; i++) {
        uint32_t in[MAX_RECORD] = {0}, out[MAX_RECORD] = {0}, care[MAX_RECORD] = {0};
        int n = 0;
        for (int k = 0; k < s->count; k++) {
            if (!s->stream[k].output) {
                in[n++] = rng_below(&r, 2);
                n += random_fields(&r, &s->stream[k], in + n);
            } else if (s->stream[k].ready) {
                in[n++] = rng_below(&r, 2);
            }
        }
        m->outputs(&j->config, state, out, care);
        take(j, out, sizeof out);
        take(j, care, sizeof care);
        m->clock(&j->config, state, in);
    }
    free(state);
}

static void *use(void *of)
{
    job *j = of;
    wf_streams s;
    j->hash = 1;
    if (j->unit->codec) {
        use_codec(j);
        return NULL;
    }
    take_number(j, j->unit->streams(&j->config, &s, NULL));
    if (j->unit->eval)
        use_pure(j, &s);
    else
        use_stepped(j, &s);
    return NULL;
}

/* Does each of several threads find the hash that one thread finds? */
static bool together(const job *one)
{
    pthread_t threads[THREADS];
    job jobs[THREADS];
    bool same = true;
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = *one;
        if (pthread_create(&threads[i], NULL, use, &jobs[i]) != 0)
            return false;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        same = same && jobs[i].hash == one->hash;
    }
    return same;
}

int main(void)
{
    int number = 0;
    bool good = true;
    for (size_t u = 0; u < wf_unit_count(); u++)
        for (int w = 0; w < WIDTHS; w++) {
            const wf_unit *unit = wf_unit_at(u);
            int width = widths[unit->line][w];
            job one = {.unit = unit, .config = wf_default_config(unit, width)};
            wf_prepared *shared = unit->codec ? wf_codec_open(unit, &one.config, NULL) : NULL;
            one.shared = shared;
            use(&one);
            bool same = together(&one);
            wf_codec_close(shared);
            printf("%s %d - %s %d: %d threads find what one finds\n", same ? "ok" : "not ok", ++number, unit->name, width, THREADS);
            good = good && same;
        }
    printf("1..%d\n", number);
    return !good;
}
