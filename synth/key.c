/* SPDX-License-Identifier: Apache-2.0 */
#include "key.h"

#include "../base/folder.h"
#include "../base/text.h"

/* They do not change while the program runs, which is longer than any job. */
static const char *tools(void)
{
    static char *known;
    if (known == NULL)
        known = text_kept(synth_tools());
    return known;
}

void synth_key(const design *d, const synth_options *o, const char *dir, const char *module, char key[HASH_DIGITS + 1])
{
    text made = {0};
    char *library = synth_library(o);
    text_printf(&made, "%s\n%s\nlibrary %s %s\n", hash_program(), tools(), path_base(library), hash_file(library));
    synth_options_text(o, &made);
    text_printf(&made, "\nsynth %s%s\n", module, o->alone ? ", alone" : "");
    const design_modules modules = design_modules_of(d);
    synth_means(d, dir, design_module_named(&modules, module), &made);
    hash_hex(made.data, made.len, key);
}
