/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "job.h"

void rtl_term(const design *d, const char *pin, text *out)
{
    const char *select = strchr(pin, '[');
    int bit = select ? atoi(select + 1) : -1;
    char *port = format_new("%.*s", (int)strcspn(pin, "["), pin);
    text_puts(out, port);
    if (bit < 0)
        ;
    else if (starts_with(port, "block_") && d->sizes.mask_bits > 0)
        text_printf(out, " lane %d bit %d", bit / 32, bit % 32);
    else if (starts_with(port, "block_") || starts_with(port, "payload_"))
        text_printf(out, " byte %d bit %d", bit / 8, bit % 8);
    else if (starts_with(port, "mask_"))
        text_printf(out, " lane %d", bit);
    else if (starts_with(port, "units_"))
        text_printf(out, " %s %d", d->codec->unit_name, bit);
    else if (starts_with(port, "wen_"))
        text_printf(out, " %s %d", d->sizes.payload_bits == 32 * d->sizes.wen_bits ? "word" : "bit", bit);
    else
        text_printf(out, " bit %d", bit);
    free(port);
}
