# SPDX-License-Identifier: Apache-2.0
# sv_top.awk - from a design's data sheet to a SystemVerilog top in which each module runs beside the one with structs, with the same random
# inputs; bit for bit the structs must hold what the ports hold. Variables: only, a module; empty: all that the page lists. core, 1: the module
# has an instance `core`, and the one with structs stands on another: the vectors that they are given must be the same, and each field of an
# array of structs, by its name, what the port has.

# The stream that a port belongs to: the text before its name, "" or "issue0_"
function stream_of(port,    i, best) {
    best = ""
    for (i = 1; i <= streams; i++)
        if (index(port, stream[i]) == 1 && length(stream[i]) > length(best))
            best = stream[i]
    return best
}

# Its name without a number: "", "issue_", "release_"
function stem_of(s) { sub(/[0-9]+_$/, "_", s); return s }

# The ports of one stream in one direction, or of those that only a number tells apart, as one vector. Number 0 and copy 0 are lowest, and so
# is the first field, as the ports stand
function add_struct(s, direction,    i, k, w, total, list, name) {
    total = 0
    list = ""
    for (k = copies - 1; k >= 0; k--)
        for (i = count; i >= 1; i--)
            if (stem_of(of[i]) == s && way[i] == direction && !handshake[i]) {
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
    else if (core && (s in numbered))
        agree = agree "        same(" module "_structs.leaf." name " == " module "_leaf.core." name ", \"" module "." name "\");\n"
    for (i = 1; core && (s in numbered) && i <= count; i++)
        if (stem_of(of[i]) == s && way[i] == direction && !handshake[i])
            agree = agree "        same(" module "_structs." name "[" number_of(of[i]) "]." field_of(i) " == " module "_" port[i] ", \"" module "." port[i] "\");\n"
}
# The number of a stream; the field of a port
function number_of(s) { sub(/_$/, "", s); sub(/.*[^0-9]/, "", s); return s }
function field_of(i) { return substr(port[i], length(of[i]) + 1, length(port[i]) - length(of[i]) - 2) }

# The valids or the readies of such streams
function add_bits(name, direction,    i, list, w) {
    for (i = count; i >= 1; i--)
        if (handshake[i] && way[i] == direction && group[i] == name)
            list = list (list ? ", " : "") module "_" port[i]
    w = module "_" name (direction == "in" ? "_bits" : "_sv")
    print "    wire [" width[name] - 1 ":0] " w (direction == "in" ? " = {" list "}" : "") ";"
    wrap = wrap (wrap ? ", " : "") "." name "(" w ")"
    if (direction == "out")
        agree = agree "        same(" w " == {" list "}, \"" module "." name "\");\n"
}

function flush_module(    i, v) {
    if (module == "" || count == 0 || (only != "" && module != only))
        return
    copies = 1
    streams = 0
    split("", width)
    leaf = wrap = ""
    for (i = 1; i <= count; i++) {
        if (port[i] == "valid_i")
            copies = bits[i]
        if (port[i] ~ /^(.*_)?(valid|ready)_[io]$/) {
            v = port[i]
            sub(/(valid|ready)_[io]$/, "", v)
            stream[++streams] = v
            if (stem_of(v) != v) numbered[stem_of(v)]
        }
    }
    for (i = 1; i <= count; i++) {
        v = module "_" port[i]
        handshake[i] = port[i] ~ /^(clk_i|rst_ni|(.*_)?(valid|ready)_[io])$/
        of[i] = stream_of(port[i])
        group[i] = ""
        if (port[i] == "clk_i" || port[i] == "rst_ni") {
            leaf = leaf (leaf ? ", " : "") "." port[i] "(" port[i] ")"
            wrap = wrap (wrap ? ", " : "") "." port[i] "(" port[i] ")"
            continue
        }
        print "    logic [" bits[i] - 1 ":0] " v ";"
        leaf = leaf (leaf ? ", " : "") "." port[i] "(" v ")"
        if (handshake[i]) {
            group[i] = port[i]
            sub(/[0-9]+_valid_/, "_valid_", group[i])
            sub(/[0-9]+_ready_/, "_ready_", group[i])
            width[group[i]] += bits[i]
        }
        if (way[i] == "in")
            drive = drive "        for (int i = 0; i < " bits[i] "; i += 32) " v " = (" v " << 32) | " bits[i] "'(pick());\n"
    }
    split("", done)
    for (i = 1; i <= count; i++) {
        v = handshake[i] ? group[i] : stem_of(of[i])
        if (port[i] == "clk_i" || port[i] == "rst_ni" || (handshake[i], v, way[i]) in done)
            continue
        done[handshake[i], v, way[i]]
        if (handshake[i]) add_bits(v, way[i]); else add_struct(v, way[i])
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
