/* SPDX-License-Identifier: Apache-2.0 */
#include "nets_top.h"

static int module_words(const nets_module *m)
{
    return (m->count + 31) / 32;
}

int nets_words(const nets_wanted *w)
{
    int words = 0;
    for (int k = 0; k < w->count; k++)
        words += module_words(&w->module[k]);
    return words;
}

/* Verilator has a wide port in words from three words on. */
enum { LEAST_WORDS = 3 };

void nets_verilog(const nets_wanted *w, const bench_layout *l, const char *design_name, text *out)
{
    int words = nets_words(w), all = words < LEAST_WORDS ? LEAST_WORDS : words, word = 0;
    text_printf(out,
                "`default_nettype none\n"
                "module " NETS_TOP " (\n"
                "    input  wire clk_i,\n"
                "    input  wire rst_ni,\n"
                "    input  wire [%d:0] in_i,\n"
                "    output wire [%d:0] out_o,\n"
                "    output wire [%d:0] nets_o\n"
                ");\n"
                "    %s_%s bench (.clk_i(clk_i), .rst_ni(rst_ni), .in_i(in_i), .out_o(out_o));\n",
                32 * l->in_words - 1, 32 * l->out_words - 1, 32 * all - 1, design_name, bench_name(BENCH_UNIT));
    for (int k = 0; k < w->count; k++) {
        const nets_module *m = &w->module[k];
        for (int first = 0; first < m->count; first += 32, word++) {
            int last = first + 32 < m->count ? first + 31 : m->count - 1;
            text_printf(out, "    assign nets_o[%d:%d] = {", 32 * word + 31, 32 * word);
            if (last - first < 31)
                text_printf(out, "%d'b0, ", 31 - (last - first));
            for (int i = last; i >= first; i--)
                if (m->names[i])
                    text_printf(out, "bench.%s.%s%s", l->module[m->module].instance, m->names[i], i > first ? ", " : "};\n");
                else
                    text_printf(out, "1'b0%s", i > first ? ", " : "};\n");
        }
    }
    if (words < all)
        text_printf(out, "    assign nets_o[%d:%d] = 0;\n", 32 * all - 1, 32 * words);
    text_puts(out, "endmodule\n`default_nettype wire\n");
}
