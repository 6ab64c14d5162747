/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "job.h"

/* Ports of blocks whose bit i belongs to lane, group or port i. */
static const struct {
    const char *port, *what;
} single[] = {{"lanes_o", "lane"}, {"group_o", "group"}, {"known_o", "group"}, {"en_i", "port"}};

void rtl_term(const design *d, const char *pin, text *out)
{
    const char *select = strchr(pin, '['), *what = starts_with(pin, "mask_") ? "lane" : NULL;
    int bit = select ? atoi(select + 1) : -1;
    /* Words of one port of the crossbar's data, in a slice. */
    int words = !d->codec ? d->config.lanes / design_slices(d) : 0;
    char *port = format_new("%.*s", (int)strcspn(pin, "["), pin);
    for (size_t i = 0; !d->codec && i < sizeof single / sizeof single[0]; i++)
        if (strcmp(port, single[i].port) == 0)
            what = single[i].what;
    text_puts(out, port);
    if (bit < 0)
        ;
    else if (what)
        text_printf(out, " %s %d", what, bit);
    else if (starts_with(port, "block_") && (!d->codec || d->sizes.mask_bits > 0))
        text_printf(out, " lane %d bit %d", bit / 32, bit % 32);
    else if (!d->codec && strcmp(port, "value_i") == 0)
        text_printf(out, " group %d bit %d", bit / 32, bit % 32);
    else if (words > 0 && (strcmp(port, "data_i") == 0 || strcmp(port, "data_o") == 0))
        text_printf(out, " port %d byte %d bit %d", bit / (32 * words), bit % (32 * words) / 8, bit % 8);
    else if (starts_with(port, "block_") || starts_with(port, "payload_"))
        text_printf(out, " byte %d bit %d", bit / 8, bit % 8);
    else if (starts_with(port, "units_"))
        text_printf(out, " %s %d", d->codec->unit_name, bit);
    else if (starts_with(port, "wen_") && d->sizes.payload_bits == 32 * d->sizes.wen_bits)
        text_printf(out, " word %d", bit);
    else if (starts_with(port, "wen_") && d->sizes.payload_bits == 8 * d->sizes.wen_bits)
        text_printf(out, " byte %d", bit);
    else
        text_printf(out, " bit %d", bit);
    free(port);
}
