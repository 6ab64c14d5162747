/* SPDX-License-Identifier: Apache-2.0
 *
 * form.h - forms of a codec for many blocks in a processor's vectors (wf_fast.forms), and the prepared codec that they run on. */
#ifndef WF_FORM_H
#define WF_FORM_H

#include "bits.h"
#include "cpu.h"
#include "warpfold.h"

/* Block i begins at i times the words of its part. */
typedef struct wf_form {
    wf_cpu cpu;
    size_t bytes; /* of the table */
    /* Fills in the table, which is 0 and begins at a multiple of 64 bytes. False: this form does not have the configuration, another one is taken. */
    bool (*prepare)(const wf_config *config, void *table);
    void (*release)(void *table); /* of what the table has beside itself; also after a prepare that returned false. NULL: nothing */
    /* NULL: block by block, by the fast form. `codes` may lack wen and payload, `masks` may be NULL. */
    void (*encode)(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes);
    void (*decode)(const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status);
    void (*measure)(const wf_prepared *p, size_t count, const uint32_t *blocks, int *bits);
} wf_form;

struct wf_prepared {
    const wf_unit *unit;
    const wf_form *form; /* NULL: block by block */
    const void *table;
    wf_config config;
    wf_sizes sizes;
    int block_words, mask_words, tag_words, units_words, wen_words, payload_words;
};

/* An array of blocks, without a look at its buffers. A batch of decoders has at most WF_BATCH blocks. */
enum { WF_BATCH = 256 };
void prepared_encode_many(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes);
void prepared_decode_many(const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status);
void prepared_measure_many(const wf_prepared *p, size_t count, const uint32_t *blocks, int *bits);

/* Block by block, by the fast form: what a form leaves to it. */
void prepared_encode_each(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes);
void prepared_measure_each(const wf_prepared *p, size_t count, const uint32_t *blocks, int *bits);
/* One block, by the fast form of a block: what a form leaves to it. `codes` begin at the block. */
void prepared_encode(const wf_prepared *p, const uint32_t *block, const uint32_t *mask, const wf_codes *codes);
uint8_t prepared_decode(const wf_prepared *p, const wf_codes *codes, uint32_t *block);

/* The codes from block i on. */
static inline wf_codes codes_from(const wf_prepared *p, const wf_codes *codes, size_t i)
{
    return (wf_codes){.tag = codes->tag + i * (size_t)p->tag_words,
                      .units = codes->units + i * (size_t)p->units_words,
                      .wen = codes->wen ? codes->wen + i * (size_t)p->wen_words : NULL,
                      .payload = codes->payload ? codes->payload + i * (size_t)p->payload_words : NULL};
}

/* The words from the codes of a block to those of the next; of an array that is not there 0. */
static inline wf_codes codes_next(const wf_codes *at, const int words[4])
{
    return (wf_codes){at->tag + words[0], at->units + words[1], at->wen + words[2], at->payload + words[3]};
}

#define CODES_WORDS(p, codes)                                                                                          \
    {                                                                                                                  \
        (p)->tag_words, (p)->units_words, (codes)->wen ? (p)->wen_words : 0, (codes)->payload ? (p)->payload_words : 0 \
    }

/* The forms of a unit, in files of their own: NAME_avx512.c and so on. */
#if defined(__x86_64__)
#define WF_FORMS_OF(name)                                      \
    extern const wf_form wf_##name##_avx512, wf_##name##_avx2; \
    static const wf_form *const forms[] = {&wf_##name##_avx512, &wf_##name##_avx2, NULL}
#elif defined(__aarch64__)
#define WF_FORMS_OF(name)                  \
    extern const wf_form wf_##name##_neon; \
    static const wf_form *const forms[] = {&wf_##name##_neon, NULL}
#else
#define WF_FORMS_OF(name) static const wf_form *const forms[] = {NULL}
#endif

#endif
