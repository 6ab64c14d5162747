# SPDX-License-Identifier: Apache-2.0
# mutants.sh - sourced: the faults that may be put into a Verilog file, one at a time

# mutants FILE: "line column length replacement", for operators, constants and conditions outside comments. The guards that refuse illegal
# parameters are not among them (override.sh tries these), nor are assertions, nor wires that only say what is unused
mutants() {
    awk '
    NR == FNR { if (/^ *if \(/) start = FNR; if (/ begin : gen_bad_/) for (row = start; row <= FNR; row++) guard[row] = 1; next }
    FNR in guard || /^ *wire +unused_/ || / assert \(/ { next }
    function swap(from, to,   at, rest, skipped) {
        rest = code; skipped = 0
        while ((at = index(rest, from)) > 0) {
            print FNR, skipped + at, length(from), to
            skipped += at + length(from) - 1
            rest = substr(code, skipped + 1)
        }
    }
    /^module|^endmodule|^ *(input|output|parameter|genvar|integer|localparam)|^`/ { next }
    {
        code = $0; sub(/\/\/.*/, "", code)
        swap(" & ", " | "); swap(" | ", " & "); swap(" ^ ", " & "); swap(" && ", " || "); swap(" || ", " && ")
        swap(" + ", " - "); swap(" - ", " + "); swap(" == ", " != "); swap(" != ", " == "); swap(" < ", " <= ")
        swap("~", ""); swap("!", ""); swap("&{", "|{"); swap("(&", "(|"); swap("(|", "(&")
        swap("1\047b0", "1\047b1"); swap("1\047b1", "1\047b0"); swap(">= ", "> "); swap(" ? ", " == 1\047b0 ? ")
        swap("*i+8", "*i+9"); swap("32*i", "32*i+1"); swap("7]", "6]"); swap("[0]", "[1]"); swap("posedge", "negedge")
    }' "$1" "$1"
}

# put_mutant FROM TO LINE COLUMN LENGTH REPLACEMENT: FROM with this fault, in TO
put_mutant() {
    awk -v l="$3" -v c="$4" -v n="$5" -v r="${6:-}" \
        'NR == l { pad = r == "" ? "" : (substr($0, c, 1) == " " ? " " : "")
                   end = r != "" && substr($0, c + n - 1, 1) == " " ? " " : ""
                   $0 = substr($0, 1, c - 1) pad r end substr($0, c + n) } { print }' "$1" > "$2"
}

# some LIST N: N lines of a list, spread over all of it
some() { awk -v total="$(wc -l < "$1")" -v n="$2" 'NR % (total > n ? int(total / n) : 1) == 0' "$1"; }
