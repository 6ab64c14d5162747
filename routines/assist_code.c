/* SPDX-License-Identifier: Apache-2.0
 *
 * assist_code.c - the code of all routines in an ELF file, as `warpfold time --events` reads it (docs/events.md).
 *
 *     assist_code PROGRAM.elf */
#include <stdio.h>
#include <string.h>

#include "routine_code.h"

static bool has_end(const simt_program *p, const char *name)
{
    const char *end = format_new("%s_end", name);
    for (int i = 0; i < p->symbols; i++)
        if (strcmp(p->symbol[i].name, end) == 0)
            return true;
    return false;
}

static int code(const simt_program *p)
{
    int count = 0;

    printf("# SPDX-License-Identifier: Apache-2.0\n# The code of routines that events trigger, which `make assist-code` writes from its "
           "source. A word, and its name.\n");
    for (int i = 0; i < p->symbols; i++)
        if (has_end(p, p->symbol[i].name)) {
            put_code(p, p->symbol[i].name);
            count++;
        }
    if (count == 0)
        fprintf(stderr, "there is no routine: \"routine NAME\" and \"end NAME\" of routines/routine.inc stand around each\n");
    return count == 0;
}

int main(int argc, char **argv)
{
    simt_program p;

    if (argc != 2) {
        fprintf(stderr, "usage: assist_code PROGRAM.elf\n");
        return 2;
    }
    char *wrong = simt_program_read(&p, argv[1]);
    if (wrong != NULL) {
        fprintf(stderr, "%s: %s\n", argv[1], wrong);
        return 2;
    }
    return code(&p);
}
