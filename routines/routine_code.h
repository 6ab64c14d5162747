/* SPDX-License-Identifier: Apache-2.0
 *
 * routine_code.h - the code of a routine, which stands in an ELF file between the symbols NAME and NAME_end (routines/routine.inc), as text: a word and its name a line. */
#ifndef WF_ROUTINE_CODE_H
#define WF_ROUTINE_CODE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../simt/decode.h"
#include "../simt/elf.h"

/* From the routine's symbol to the next one. */
static void place_of(const simt_program *p, const char *name, uint32_t *pc, uint32_t *end)
{
    *pc = *end = 0;
    for (int i = 0; i < p->symbols; i++)
        if (strcmp(p->symbol[i].name, name) == 0) {
            *pc = p->symbol[i].address;
            for (int k = i; k < p->symbols && *end <= *pc; k++)
                *end = p->symbol[k].address;
        }
}

static uint32_t word_at(const simt_program *p, uint32_t pc)
{
    uint32_t word = 0;
    for (int i = 0; i < p->segments; i++)
        if (pc - p->segment[i].address < p->segment[i].filled)
            memcpy(&word, p->segment[i].data + (pc - p->segment[i].address), sizeof word);
    return word;
}

static void put_code(const simt_program *p, const char *name)
{
    uint32_t pc, end;

    place_of(p, name, &pc, &end);
    printf("\n%s\n", name);
    for (uint32_t at = pc; at < end; at += 4)
        printf("%08x  %s\n", word_at(p, at), simt_name(simt_program_at(p, at)));
}

#endif
