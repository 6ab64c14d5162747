# SPDX-License-Identifier: Apache-2.0
# sv_top.awk - from a design's data sheet to a SystemVerilog top in which each module runs beside the one with structs, with the same random
# inputs; bit for bit the structs must hold what the ports hold. Variable: only, a module; empty: all that the page lists.

# The stream that a port belongs to: the text before its name, "" or "issue0_"
function stream_of(port,    i, best) {
    best = ""
    for (i = 1; i <= streams; i++)
        if (index(port, stream[i]) == 1 && length(stream[i]) > length(best))
            best = stream[i]
    return best
}

# The ports of one stream in one direction, as one vector: copy j of the struct has the fields in the order of the ports
function add_struct(s, direction,    i, k, w, total, list, name) {
    total = 0
    list = ""
    for (k = copies - 1; k >= 0; k--)
        for (i = 1; i <= count; i++)
            if (of[i] == s && way[i] == direction && !handshake[i]) {
                w = bits[i] / copies
                list = list (list ? ", " : "") module "_" port[i] "[" k * w " +: " w "]"
                total += w
            }
    if (total == 0)
        return
    name = s == "" ? (direction == "in" ? "in_i" : "out_o") : s (direction == "in" ? "i" : "o")
    w = module "_struct_" name
    print "    wire [" total - 1 ":0] " w (direction == "in" ? " = {" list "}" : "") ";"
    wrap = wrap ", ." name "(" w ")"
    if (direction == "out")
        agree = agree "        same(" w " == {" list "}, \"" module "." name "\");\n"
}

function flush_module(    i, v) {
    if (module == "" || count == 0 || (only != "" && module != only))
        return
    copies = 1
    streams = 0
    leaf = wrap = ""
    for (i = 1; i <= count; i++) {
        if (port[i] == "valid_i")
            copies = bits[i]
        if (port[i] ~ /^(.*_)?(valid|ready)_[io]$/) {
            v = port[i]
            sub(/(valid|ready)_[io]$/, "", v)
            stream[++streams] = v
        }
    }
    for (i = 1; i <= count; i++) {
        v = module "_" port[i]
        handshake[i] = port[i] ~ /^(clk_i|rst_ni|(.*_)?(valid|ready)_[io])$/
        of[i] = stream_of(port[i])
        if (port[i] == "clk_i" || port[i] == "rst_ni") {
            leaf = leaf (leaf ? ", " : "") "." port[i] "(" port[i] ")"
            wrap = wrap (wrap ? ", " : "") "." port[i] "(" port[i] ")"
            continue
        }
        print "    logic [" bits[i] - 1 ":0] " v ";"
        leaf = leaf (leaf ? ", " : "") "." port[i] "(" v ")"
        if (handshake[i]) {
            if (way[i] == "in") {
                wrap = wrap (wrap ? ", " : "") "." port[i] "(" v ")"
            } else {
                print "    logic [" bits[i] - 1 ":0] " v "_sv;"
                wrap = wrap (wrap ? ", " : "") "." port[i] "(" v "_sv)"
                agree = agree "        same(" v "_sv == " v ", \"" module "." port[i] "\");\n"
            }
        }
        if (way[i] == "in")
            drive = drive "        for (int i = 0; i < " bits[i] "; i += 32) " v " = (" v " << 32) | " bits[i] "'(pick());\n"
    }
    split("", done)
    for (i = 1; i <= count; i++)
        if (!handshake[i] && !((of[i], way[i]) in done)) {
            done[of[i], way[i]]
            add_struct(of[i], way[i])
        }
    print "    " module " " module "_leaf (" leaf ");"
    print "    " module "_sv " module "_structs (" wrap ");"
    found++
}

BEGIN { print "module top (input wire clk_i, input wire rst_ni);" }
/^### / { flush_module(); module = $2; count = 0 }
/^## / { flush_module(); module = "" }
module != "" && /^\| `[a-z0-9_]*` \| (in|out) \|/ {
    n = split($0, cell, " *[|] *")
    port[++count] = substr(cell[2], 2, length(cell[2]) - 2)
    way[count] = cell[3]
    bits[count] = cell[4] + 0
}
END {
    print "    // Random words, often 0 or alike, so that every class of block comes"
    print "    int unsigned kind, word;"
    print "    function automatic int unsigned pick();"
    print "        case (kind % 4)"
    print "            0: return 0;"
    print "            1: return word;"
    print "            2: return word + ($urandom % 100);"
    print "            default: return $urandom;"
    print "        endcase"
    print "    endfunction"
    print "    int unsigned checks, wrong;"
    print "    task automatic same(input bit is, input string what);"
    print "        checks++;"
    print "        if (!is) begin"
    print "            if (wrong == 0) $display(\"%s differs\", what);"
    print "            wrong++;"
    print "        end"
    print "    endtask"
    print "    always @(negedge clk_i) begin"
    print "        kind = $urandom;"
    print "        word = $urandom;"
    printf "%s", drive
    print "    end"
    print "    always @(posedge clk_i) if (rst_ni) begin"
    printf "%s", agree
    print "    end"
    print "    final $display(\"%0d checks of " found + 0 " modules, %0d wrong\", checks, wrong);"
    print "endmodule"
}
