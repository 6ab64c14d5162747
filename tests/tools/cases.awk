# SPDX-License-Identifier: Apache-2.0
# cases.awk - reads cases files (tests/cases/NAME, one a unit of units.def): the lines of the kinds in `want`, as "unit, line, kind, rest"
# between tabs. A line that is no case ends it: file, line and what would be accepted on standard error, exit code 2.
#
# A line is a case, # begins a comment. {a|b|} stands for a line with each of the texts, the last of them empty here; it may stand in a line
# several times; a \ at its end joins the next. --ranks N is --enc-stages N --dec-stages N. FLAGS are of `warpfold gen`, without the unit; a
# PART is enc, dec, or the name of a block. Kinds that end in -all are for the campaigns (`cosim.sh all`, `prove.sh all`); a fault
# below such a claim goes with it.
#
#   cosim, cosim-all V I FLAGS [--trace FILES]  V vectors in Verilator and I in Icarus; 0: not in this one; long: as many as `cosim` takes by default,
#                            with 2^18 cycles without a reset; long30000: so many, in which that many cycles pass, of a unit that takes many cycles a
#                            vector. What stands below, hit, corners and stack, goes with it
#   hit [CLASS]              the cosim before met every class and pattern that its configuration has; CLASS is one that it does not have
#   corners N                the cosim before gave N corner cases
#   stack K                  the cosim before runs in Verilator with a stack of K KiB, which the design overruns
#   lint, lint-all FLAGS     no tool warns
#   ref [PART] PARAMETERS    parameters of the plain reading in tests/ref, of this part or of those without a line of their own: %key is
#                            the value in the design's manifest, %key=word 1 if that is the word, or a set with it, else 0
#   prove, prove-all PART FLAGS        it equals the plain reading; without ranks unless the flags say so
#   independent, independent-all FLAGS   inactive lanes do not count in what an encoder says
#   roundtrip, roundtrip-all FLAGS   the decoder gives the encoder's block back, all lanes active
#   lemma, lemma-all NAME [PARAMETER(VALUE)] FLAGS   what tests/lemmas/UNIT_NAME.v says of an encoder or decoder is true
#   refuted FILE s/A/B/ WHAT  with this fault in its rtl/unit_FILE.v the lemma or round trip before does not hold
#   design FLAGS             what the faults below are put into
#   fault, fault-all FILE s/A/B/ WHAT   this fault in its rtl/unit_FILE.v: Icarus must notice, and Verilator the first of the unit
#   carry FILE s/A/B/ WHAT   a fault of a count's higher bits: Icarus must notice, where counts begin near their carries
#   late, late-all FILE s/A/B/ WHAT  a fault that shows more than 2^16 cycles after a reset: Verilator must notice in a run of the default length
#   held, held-all FILE s/A/B/ WHAT  a fault that shows after 300 cycles in which an output waits: Verilator must notice in the first sixth of such a run
#   idle FILE s/A/B/ WHAT    a fault that only an x at an idle input shows: Icarus must notice, by an x at an output
#   asleep FILE s/A/B/ WHAT  a fault that Icarus must notice with memories that lose their words where they are switched off
#   formal, formal-all MODULE FLAGS   the checks of this module hold: by induction; with --stall 1 and of a wrapper in the first cycles
#   holds, holds-all NAME [MACRO(VALUE)] FLAGS   what tests/formal/UNIT_NAME.sv says, with this macro, of modules of the design holds in every cycle
#   broken FILE s/A/B/ WHAT  with this fault in its rtl/unit_FILE.v the checks above fail, in Yosys and, bound to the bench, in Verilator
#   disproven FILE s/A/B/ WHAT  the same in Yosys alone, or what holds above does not: in Verilator the golden model notices it before the checks do
#   misuse FILE s/A/B/ WHAT  with this fault in its tb/unit_FILE.v, which then drives the module as nobody may, they fail in Verilator; and in
#                            Yosys, where what the environment owes is not assumed
#   mutate FILE PART...      mutate.sh tries many in this file; what the bench does not notice must leave these PARTs as they are
#   soak [/N] FLAGS          the long co-simulation, or the Nth part of it
#   figure E [plain|parts] [NS] FLAGS  rows of docs/results/figures.txt at effort E, at the clock NS or without ranks; plain: also of the plain reading and
#                            with --isolate 1; parts: of a system, whose modules are worked on apart
#   bench HOW [NS] FLAGS     a row of tests/campaigns/bench.sh, which tells what HOW there is
#   latched FLAGS            a design without latches, and then the same with them: synthesis maps them, and times them as flip-flops
#   netlist FLAGS            synthesis of this design is proven; in a campaign
#   speed FLAGS              a form of the model whose speed bench.sh measures
#   ctest NAME               vectors of this unit are in tests/test_NAME.c (as they are where NAME is the unit's)
BEGIN {
    flags = "( --[a-z][a-z0-9._-]* [^ -][^ ]*)*"
    part = " [a-z][a-z0-9_]*"
    kind("cosim", " (long[0-9]*|[0-9]+) [0-9]+" flags, "VERILATOR-VECTORS ICARUS-VECTORS FLAGS...")
    kind("cosim-all", " (long[0-9]*|[0-9]+) [0-9]+" flags, "VERILATOR-VECTORS ICARUS-VECTORS FLAGS...")
    kind("hit", "( [a-z0-9-]+)?", "[CLASS]")
    kind("corners", " [0-9]+", "COUNT")
    kind("stack", " [0-9]+", "KIB")
    kind("lint", flags, "FLAGS...")
    kind("lint-all", flags, "FLAGS...")
    kind("ref", "(" part ")? [.].*", "[PART] .PARAMETER(VALUE), ...")
    kind("prove", part flags, "PART FLAGS...")
    kind("prove-all", part flags, "PART FLAGS...")
    kind("independent", flags, "FLAGS...")
    kind("independent-all", flags, "FLAGS...")
    kind("roundtrip", flags, "FLAGS...")
    kind("roundtrip-all", flags, "FLAGS...")
    kind("lemma", part "( [A-Z]+[(][0-9]+[)])?" flags, "NAME [PARAMETER(VALUE)] FLAGS...")
    kind("lemma-all", part "( [A-Z]+[(][0-9]+[)])?" flags, "NAME [PARAMETER(VALUE)] FLAGS...")
    kind("refuted", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("design", flags, "FLAGS...")
    kind("fault", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("fault-all", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("carry", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("late", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("late-all", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("held", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("held-all", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("idle", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("asleep", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("formal", part flags, "MODULE FLAGS...")
    kind("formal-all", part flags, "MODULE FLAGS...")
    kind("holds", part "( [A-Z]+[(][0-9]+[)])?" flags, "NAME [MACRO(VALUE)] FLAGS...")
    kind("holds-all", part "( [A-Z]+[(][0-9]+[)])?" flags, "NAME [MACRO(VALUE)] FLAGS...")
    kind("misuse", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("broken", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("disproven", part " s/.*/.*/ .*", "FILE s/OLD/NEW/ WHAT")
    kind("mutate", part "(" part ")*", "FILE PART...")
    kind("soak", "( /[0-9]+)?" flags, "[/N] FLAGS...")
    kind("figure", " [0-2]( plain| parts)?( [0-9.]+)?" flags, "EFFORT [plain|parts] [NS] FLAGS...")
    kind("bench", part "( [0-9.]+)?" flags, "HOW [NS] FLAGS...")
    kind("latched", flags, "FLAGS...")
    kind("netlist", flags, "FLAGS...")
    kind("speed", flags, "FLAGS...")
    kind("ctest", part, "NAME")
    n = split(want, names, " ")
    for (i = 1; i <= n; i++) wanted[names[i]] = 1
    after["hit"] = after["corners"] = after["stack"] = "cosim or cosim-all"
    after["fault"] = after["fault-all"] = after["carry"] = after["late"] = after["late-all"] = after["held"] = after["held-all"] = after["idle"] = after["asleep"] = after["mutate"] = "design"
    after["refuted"] = "lemma or roundtrip"
    after["broken"] = after["misuse"] = "formal or formal-all"
    after["disproven"] = "formal or formal-all or holds or holds-all"
    claims = "^(cosim|lemma|roundtrip|formal|holds)(-all)?$"
    faults = "^(fault(-all)?|carry|(late|held)(-all)?|idle|asleep|refuted|broken|disproven|misuse)$"
    goes_with = "^(hit|corners|stack|refuted|broken|disproven|misuse)$"
}

function kind(name, rest, usage) {
    rest_of[name] = "^" rest "$"
    usage_of[name] = usage
    kinds = kinds (kinds == "" ? "" : ", ") name
}

# Is a case above of one of these kinds? "lemma or roundtrip"
function above(kinds_above,    names, n, i, found) {
    n = split(kinds_above, names, " or ")
    for (i = 1; i <= n; i++) found = found || names[i] in seen
    return found
}

function refuse(why) {
    printf "%s:%d: %s\n", FILENAME, line, why > "/dev/stderr"
    exit 2
}

# Splits s/A/B/ from WHAT: places of the unescaped slashes
function fault(text,   i, slashes, what) {
    for (i = 1; i <= length(text); i++) {
        if (substr(text, i, 1) == "\\") i++
        else if (substr(text, i, 1) == "/" && ++slashes == 3) {
            what = substr(text, i + 1)
            sub(/^[ \t]+/, "", what)
            return substr(text, 1, i) "\t" what
        }
    }
    refuse("\"" text "\": expected s/OLD/NEW/ WHAT")
}

# The rest of a case without alternatives
function tell(name, rest) {
    if (name ~ faults) sub(/^[ \t]+/, " ", rest) # blanks in s/A/B/ are those of the file
    else gsub(/[ \t]+/, " ", rest)
    sub(/[ \t]+$/, "", rest)
    if (name !~ faults && name != "ref") rest = with_ranks(rest)
    if (rest !~ rest_of[name]) refuse("\"" name rest "\": expected " name " " usage_of[name])
    if (name ~ claims) left_out = !(name in wanted)
    if (left_out && name ~ goes_with) return
    if (!(name in wanted)) return
    sub(/^ /, "", rest)
    if (name ~ faults) {
        file = rest
        sub(/ .*/, "", file)
        rest = file "\t" fault(substr(rest, length(file) + 2))
    }
    if (name == "ref") {
        if (!match(rest, /^[a-z0-9_]+ /)) rest = "* " rest
        sub(/ /, "\t", rest)
    }
    printf "%s\t%d\t%s\t%s\n", unit, line, name, rest
}

function with_ranks(rest,   n) {
    while (match(rest, / --ranks [0-9]+/)) {
        n = substr(rest, RSTART + 9, RLENGTH - 9)
        rest = substr(rest, 1, RSTART - 1) " --enc-stages " n " --dec-stages " n substr(rest, RSTART + RLENGTH)
    }
    return rest
}

# Each of the alternatives in turn
function each(name, rest,   texts, count, i, head, tail) {
    if (!match(rest, /[{][^{}]*[|][^{}]*[}]/)) {
        tell(name, rest)
        return
    }
    head = substr(rest, 1, RSTART - 1)
    tail = substr(rest, RSTART + RLENGTH)
    count = split(substr(rest, RSTART + 1, RLENGTH - 2), texts, "|")
    for (i = 1; i <= count; i++) each(name, head texts[i] tail)
}

FNR == 1 {
    unit = FILENAME
    sub(/.*\//, "", unit)
    split("", seen)
}
{ sub(/^[ \t]+/, "") }
/^#/ || /^$/ { next }
{
    line = FNR
    while (sub(/\\$/, "") && (getline more) > 0) $0 = $0 more
    name = $1
    rest = substr($0, length(name) + 1)
    if (!(name in rest_of)) refuse("no kind of case \"" name "\"; there are " kinds)
    if (name in after && !above(after[name])) refuse("\"" name "\" stands before the first \"" after[name] "\"; expected one above it")
    seen[name] = 1
    if (name ~ faults || name == "ref") tell(name, rest)
    else each(name, rest)
}
