# SPDX-License-Identifier: Apache-2.0
# plots.sh - sourced by the scripts of commands that write plots as files.

# alone DIR COUNT: COUNT plots are in DIR. Each is XML, closes what it opens, refers to nothing, and shows as many numbers as its CSV has lines
alone() {
    plots=0
    for svg in "$1"/*.svg; do
        plots=$((plots + 1))
        csv=${svg%.svg}.csv
        awk -v lines="$(($(wc -l < "$csv") - 1))" '
            function wrong(what) { print FILENAME ": " what; bad = 1; exit 1 }
            NR == 1 && $0 != "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" { wrong("no head of XML") }
            /href|src=|url\(|var\(|@import|@media|<script|NaN|nan"|inf"/ { wrong("refers to something, or is no number: " $0) }
            { links += gsub(/http/, "http"); whole = whole $0 " " }
            /<path class="wire" d="/ { curves += gsub(/[ML][0-9]/, "&") } # a curve: its corners are the numbers
            END {
                if (bad) exit 1
                if (links != 1 || index(whole, "<svg xmlns=\"http://www.w3.org/2000/svg\" ") == 0) wrong("no namespace, or more than that")
                while (match(whole, /<[^>]*>/)) {
                    tag = substr(whole, RSTART + 1, RLENGTH - 2)
                    whole = substr(whole, RSTART + RLENGTH)
                    quotes = gsub(/"/, "\"", tag)
                    if (quotes % 2 || tag ~ /</) wrong("a tag that does not end: " tag)
                    if (tag ~ /^[?!]/ || tag ~ /\/$/) continue
                    if (tag ~ /^\//) { if (depth == 0 || open[depth--] != substr(tag, 2)) wrong("an end without its beginning: " tag); continue }
                    split(tag, word, " ")
                    open[++depth] = word[1]
                    tips += (word[1] == "title") - (tag ~ /class="track"/) # what a source does not tell is no number
                }
                if (depth != 0 || whole ~ /[^ ]/) wrong("something is left open")
                if (tips - 1 + curves != lines) wrong(tips - 1 + curves " numbers are drawn, the CSV has " lines)
            }' "$svg" || return 1
    done
    [ $plots = "$2" ] || { echo "$plots plots in $1, expected $2"; return 1; }
}
