#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# links.sh - what pages, comments, messages and scripts refer to is there: pages of docs/, a section that is named behind its page, links and anchors
# of Markdown, and files of the tree that pages name. TAP.
. tests/tools/tap.sh
# The units of tests/adding have no pages, and their script and this one name what is not there
find . -path ./build -prune -o -path ./.git -prune -o -path ./tests/adding -prune -o -name adding.sh -prune -o -name links.sh -prune -o -type f \( -name '*.md' -o -name '*.1' -o -name '*.[chv]' -o -name '*.sv' -o -name '*.vh' -o -name '*.cpp' \
    -o -name '*.hh' -o -name '*.py' -o -name '*.sh' -o -name '*.awk' -o -name '*.mk' -o -name '*.def' -o -name '*.ini' -o -name '*.tcl' -o -name '*.list' \
    -o -name '*.rules' -o -name Makefile \) -print | sed 's|^\./||' | sort > "$work/files"
grep '\.md$' "$work/files" > "$work/pages"

# The headings of the pages: PAGE<tab>heading, without backquotes; a bold run at the beginning of a paragraph is one too
sections() {
    xargs awk '
        FNR == 1 { fence = 0 }
        /^```/ { fence = !fence }
        fence || /^    / { next }
        /^#+ / { sub(/^#+ +/, ""); gsub(/`/, ""); print FILENAME "\t" $0 "\theading" }
        /^\*\*[^*]+\*\*/ { s = $0; sub(/^\*\*/, "", s); sub(/\*\*.*/, "", s); gsub(/`/, "", s); sub(/[.,:]$/, "", s); print FILENAME "\t" s "\tbold"; if (sub(/,.*/, "", s)) print FILENAME "\t" s "\tbold" }' < "$work/pages"
}
sections > "$work/sections"

# The text of FILE... in one line each, FILE<tab>text: without the marks of comments at the beginnings of lines
joined() {
    awk 'FNR == 1 && NR > 1 { print text } FNR == 1 { text = FILENAME "\t" } { sub(/^[ \t]*(\/\*+|\*+\/?|\/\/|#+|\.\\")?[ \t]*/, ""); text = text " " $0 } END { print text }' "$@"
}
# shellcheck disable=SC2046 # words
joined $(cat "$work/files") > "$work/text"

# pages_named FILE: names of pages that are not there. UNIT, NAME, %s and name stand for any
pages_named() {
    awk -F '\t' -v there="$work/pages" '
        BEGIN { while ((getline page < there) > 0) known[page] }
        { rest = $2
          while (match(rest, /docs\/[A-Za-z0-9_\/-]+\.md/)) {
              page = substr(rest, RSTART, RLENGTH)
              rest = substr(rest, RSTART + RLENGTH)
              if (!(page in known) && page !~ /[A-Z]/ && page != "docs/name.md") print $1 ": no " page
          } }' "$@" | sort -u
}

# sections_named FILE: a page with a section in quotes behind it, `docs/PAGE.md`, "Section", that it does not have
sections_named() {
    awk -F '\t' -v there="$work/sections" '
        BEGIN { while ((getline line < there) > 0) { split(line, part, "\t"); known[part[1], part[2]] } }
        { rest = $2
          while (match(rest, /docs\/[a-z0-9_-]+\.md`?, "[^"]+"/)) {
              said = substr(rest, RSTART, RLENGTH)
              rest = substr(rest, RSTART + RLENGTH)
              page = section = said
              sub(/\.md.*/, ".md", page)
              sub(/^[^"]*"/, "", section); sub(/"$/, "", section); gsub(/`/, "", section)
              sub(/\\$/, "", section); sub(/,$/, "", section)
              if (!((page, section) in known)) print $1 ": " page " has no section \"" section "\""
          } }' "$@" | sort -u
}

# links_broken PAGE...: Markdown links to files that are not there, and to anchors that the page does not have
links_broken() {
    awk -v there="$work/sections" '
        function anchor(s) { s = tolower(s); gsub(/[^a-z0-9 _-]/, "", s); gsub(/ /, "-", s); return s }
        BEGIN { while ((getline line < there) > 0) { split(line, part, "\t"); if (part[3] == "heading") known[part[1], anchor(part[2])] } }
        { rest = $0
          while (match(rest, /\]\([^)]+\)/)) {
              target = substr(rest, RSTART + 2, RLENGTH - 3)
              rest = substr(rest, RSTART + RLENGTH)
              if (target ~ /^(https?|mailto):/) continue
              file = target; sub(/#.*/, "", file)
              folder = FILENAME; if (!sub(/\/[^\/]*$/, "", folder)) folder = "."
              path = file == "" ? FILENAME : (folder == "." ? file : folder "/" file)
              while (sub(/[^\/]+\/\.\.\//, "", path)) continue
              if (file != "" && system("test -e '\''" path "'\''") != 0) print FILENAME ": no " path
              if (target ~ /#/ && !((path, substr(target, index(target, "#") + 1)) in known)) print FILENAME ": " path " has no anchor #" substr(target, index(target, "#") + 1)
          } }' "$@"
}

# paths_named PAGE...: files and folders of the tree that a page names in backquotes, and that are not there. Capitals and %, *, | stand for any
paths_named() {
    awk -v folders="$(ls -d */ | grep -v '^build/' | tr -d '/' | tr '\n' ' ')" '
        BEGIN { split(folders, name, " "); for (i in name) top[name[i]] }
        FNR == 1 { fence = 0 }
        /^    / { next }
        { rest = $0
          while (match(rest, /`[^`]+`/)) {
              path = substr(rest, RSTART + 1, RLENGTH - 2)
              rest = substr(rest, RSTART + RLENGTH)
              split(path, part, "/")
              if (path !~ /\// || path ~ /[ %*|<>{}$,]|\.\.\./ || path ~ /(^|\/|_)[A-Z]+(_|\/|\.|$)/ || !(part[1] in top)) continue
              if (!(path in missing)) missing[path] = system("test -e '\''" path "'\''")
              if (missing[path]) print FILENAME ": no " path
          } }' "$@"
}

# none NAME COMMAND...: passes if the command prints nothing
none() { what=$1 && shift; said=$("$@"); printf '%s\n' "$said" > "$log"; if [ -z "$said" ]; then pass "$what"; else fail "$what" && sed 's/^/# /' "$log"; fi; }
none "pages that are named are there" pages_named "$work/text"
none "sections that are named behind their page are there" sections_named "$work/text"
# shellcheck disable=SC2046
none "links and anchors of the pages lead somewhere" links_broken $(cat "$work/pages")
# traces/README.md names files of the repositories that its traces came from
# shellcheck disable=SC2046
none "files that pages name are there" paths_named $(grep -v '^traces/README' "$work/pages")

# found NAME COMMAND...: it notices a page that names what is not there
bad=$work/bad.md
cat > "$bad" << 'END'
[a](none.md), [b](#no-such) and [c](../README.md#no-such), `tests/no-such.sh`. `docs/none.md`, and `docs/wires.md`,
"No such section".
END
joined "$bad" > "$work/bad-text"
found() { what=$1 lines=$2 && shift 2; "$@" > "$log"; if [ "$(wc -l < "$log")" = "$lines" ]; then pass "noticed: $what"; else fail "noticed: $what"; fi; }
found "a page that is not there" 1 pages_named "$work/bad-text"
found "a section that is not there" 1 sections_named "$work/bad-text"
found "links to nothing" 4 links_broken "$bad"
found "files that are not there" 2 paths_named "$bad"
plan
