# SPDX-License-Identifier: Apache-2.0
# commands.awk - the commands in Markdown files: a line "FILE<tab>KIND<tab>COMMAND" each. KIND: block, of an indented or fenced block; inline,
# of a code span, which may be a part of a command. In a manual page: block, what stands between .nf and .fi.
function command(s) { return s ~ /^([A-Z_]+=[^ ]+ +)*((build\/bin\/)?warpfold +[a-z]|make( |$)|sh +tests\/)/ }
function found(kind, s) { if (command(s)) print file "\t" kind "\t" s }
function block(s) {
    sub(/^[ \t]*(\$ )?/, "", s)
    s = more s
    more = ""
    if (sub(/\\$/, "", s)) {
        more = s
        return
    }
    sub(/[ \t]+#.*$/, "", s)
    found("block", s)
}
function spans() {
    while (match(text, /`[^`]+`/)) {
        found("inline", substr(text, RSTART + 1, RLENGTH - 2))
        text = substr(text, RSTART + RLENGTH)
    }
    text = ""
}
FNR == 1 { spans(); file = FILENAME; fence = 0; manual = FILENAME ~ /\.[0-9]$/ }
manual { gsub(/\\-/, "-") }
manual && /^\.nf/ { fence = 1; next }
manual && /^\.fi/ { fence = 0; next }
manual { if (fence) block($0); next }
/^```/ { spans(); fence = !fence; next }
fence || /^    / { spans(); block($0); next }
/^[ \t]*$/ { spans(); next }
{ text = text " " $0 }
END { spans() }
