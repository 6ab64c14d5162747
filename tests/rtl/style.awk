# SPDX-License-Identifier: Apache-2.0
# style.awk - reads emitted Verilog and SystemVerilog and prints what is against the rules of style, a line each; exit code 1 if there is anything.
#
#   lines have at most 120 characters; commands that are to be copied ($) may be longer
#   a generate branch has a name, gen_NAME
#   what an illegal parameter instantiates is named after it
#   a set of cuts is a sized binary number
#   a module with the parameter FLOW has ready_i
#   a ready_o that is declared is driven
#   stages have numbers, not letters: valid_1
function bad(what) { print FILENAME ":" FNR ": " what; wrong = 1 }
# The end of a file: what has to be there
function whole() {
    if (flow && !ready_in) print file ": FLOW, and no ready_i"
    if (ready && !driven) print file ": ready_o, and nothing drives it"
    if ((flow && !ready_in) || (ready && !driven)) wrong = 1
}
# One token. Generate branches stand where no always, initial or function is open
function token(t) {
    if (t ~ /^(always|initial|final|function|task|always_comb|always_ff)$/) { if (!depth && !body) body = t ~ /^(function|task)$/ ? 2 : 1 }
    if (t ~ /^(endfunction|endtask)$/) body = 0
    if (t == "(" || t == "[" || t == "{") parens++
    if (t == ")" || t == "]" || t == "}") parens--
    if (!body) {
        if (expect == "name") { if (t != ":") bad("a generate branch without a name"); expect = t == ":" ? "gen" : "" }
        else if (expect == "gen") { if (t !~ /^gen_/) bad("a generate branch is named " t ", not gen_.."); expect = "" }
        else if (expect == "branch" && !parens && t != ")") { if (t == "begin") expect = "name"; else if (t != "if") { bad("a generate branch without begin and a name"); expect = "" } else expect = "condition" }
        else if (expect == "condition" && t == ")" && !parens) expect = "branch"
        else if (t ~ /^(if|for|else)$/ && !parens) expect = t == "else" ? "branch" : "condition"
        else if (t == "begin") expect = "name"
        return
    }
    if (ended && t != "else") { body = ended = 0; token(t) }
    else if (body == 1) {
        ended = 0
        if (t ~ /^(begin|case|casez|fork)$/) depth++
        if (t ~ /^(end|endcase|join)$/) depth--
        if ((t ~ /^(end|endcase)$/ || t == ";") && !depth && !parens) ended = 1
    }
}
FNR == 1 { if (file) whole(); file = FILENAME; flow = ready_in = ready = driven = body = depth = parens = ended = directive = 0; expect = "" }
length > 120 && !/^\/\/ +\$ / && !/^`define/ { bad("more than 120 characters") }
{ code = $0; gsub(/"([^"\\]|\\.)*"/, "\"\"", code); sub(/\/\/.*/, "", code); gsub(/\(\*[^)]*\*\)/, "", code) }
code ~ /^ *`(define|undef|ifdef|ifndef|else|endif|include|default_nettype|timescale)/ { next }
code ~ /wf_illegal_/ && code !~ /wf_illegal_[A-Z][A-Z0-9_]* bad \(\);/ { bad("an illegal parameter that is not named") }
code ~ /parameter .*CUTS *=/ && code !~ /= *[0-9]+'b[01]+/ { bad("a set of cuts that is no sized binary number") }
code ~ /parameter .*FLOW *=/ { flow = 1 }
code ~ /input .*[^a-z_]ready_i *,? *$/ { ready_in = 1 }
code !~ /input/ && code ~ /(output|wire) [^=]*[^a-z_]ready_o *[,;]? *$/ { ready = 1 }
code ~ /assign .*ready_o.*=|[(]ready_o([[]|[)])/ { driven = 1 }
code ~ /(^|[^a-z_])(valid|ready)_[abce-hj-npr-z]([^a-z0-9_]|$)/ { bad("a stage with a letter") }
{
    while (match(code, /[A-Za-z_`$][A-Za-z0-9_$`]*|[^A-Za-z_ \t]/)) {
        token(substr(code, RSTART, RLENGTH))
        code = substr(code, RSTART + RLENGTH)
    }
}
END { if (file) whole(); exit wrong }
