#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# layers.sh [TREE] - the dependencies of the folders point one way: base <- cmodel <- gen <- trace <- memory <- stats <- simt <- sim <-
# machine <- synth <- report <- sweep <- cli. Only cli and machine see simt.
# The names of figures come from one list. TAP.
set -u
cd "${1:-.}" || exit 1
order="base cmodel gen trace memory stats simt sim machine synth report sweep cli"
# shellcheck disable=SC2086
files=$(find $order -name '*.[ch]' | sort)

# includes: lines "FILE INCLUDED", both from the top
includes() {
    grep -n '^#include "' $files /dev/null | sed 's/^\([^:]*\):[0-9]*:#include "\([^"]*\)".*/\1 \2/' |
        awk '{ n = split($1, at, "/"); path = ""
               for (i = 1; i < n; i++) path = path at[i] "/"
               path = path $2
               while (sub(/[^\/]+\/\.\.\//, "", path)) ;
               print $1, path }'
}

up=$(includes | awk -v order="$order" '
    BEGIN { n = split(order, names, " "); for (i = 1; i <= n; i++) rank[names[i]] = i }
    { split($1, from, "/"); split($2, to, "/")
      if (to[2] != "" && !(to[1] in rank) || rank[to[1]] > rank[from[1]] || to[1] == "simt" && from[1] != "simt" && from[1] != "cli" && from[1] != "machine")
          print "# " $1 " includes " $2 }')
[ -z "$up" ] && echo "ok 1 - no include goes up" || printf 'not ok 1 - no include goes up\n%s\n' "$up"

circles=$(includes | grep '\.h .*\.h$' | tsort 2>&1 > /dev/null | sed 's/^/# /')
[ -z "$circles" ] && echo "ok 2 - no headers include each other in a circle" ||
    printf 'not ok 2 - no headers include each other in a circle\n%s\n' "$circles"

# files_in_circles: of lines as includes writes them, the files of which each needs the next: X.c or X.h includes Y.h, or headers that lead
# there. A part of a unit (NAME_PART) may include its head (NAME).
files_in_circles() {
    awk 'function follow(from, header,   to, n, i, stem) {
             if ((from, header) in seen) return
             seen[from, header] = 1
             n = split(included[header], to, " ")
             for (i = 1; i <= n; i++) {
                 stem = to[i]
                 sub(/\.h$/, "", stem)
                 if (stem == from || !(stem in source)) follow(from, to[i])
                 else if (index(from, stem "_") != 1) print from, stem
             }
         }
         { included[$1] = included[$1] " " $2 }
         $1 ~ /\.c$/ { source[substr($1, 1, length($1) - 2)] }
         END { for (s in source) follow(s, s ".c") }' | tsort 2>&1 > /dev/null | sed 's/^/# /'
}
found=$(includes | files_in_circles)
[ -z "$found" ] && echo "ok 3 - no files need each other in a circle" || printf 'not ok 3 - no files need each other in a circle\n%s\n' "$found"

# Of a circle of three, one through a header alone, and a part with its head, the first two are circles.
circle='a/x.c a/x.h|a/x.c a/y.h|a/y.c a/y.h|a/y.c b/z.h|b/z.h a/x.h|b/z.c b/z.h'
bare='a/x.c a/types.h|a/types.h a/y.h|a/y.c a/x.h'
part='a/x.c a/x_part.h|a/x_part.h a/x.h|a/x_part.c a/x_part.h|a/x.c a/x.h'
each() { echo "$1" | tr '|' '\n' | files_in_circles; }
[ -n "$(each "$circle")" ] && [ -n "$(each "$bare")" ] && [ -z "$(each "$part")" ] && echo "ok 4 - such circles are seen" ||
    echo "not ok 4 - such circles are seen"

seen=$(grep -l '#include "[^"]*tests/' $files | sed 's/^/# /')
[ -z "$seen" ] && echo "ok 5 - nothing includes a file of tests/" || printf 'not ok 5 - nothing includes a file of tests/\n%s\n' "$seen"

named=$(grep -n -E '(metrics_(set|get|remove)[a-z_]*|names_find)\([^;]*"[^"]*__' $files | sed 's/^/# /')
[ -z "$named" ] && echo "ok 6 - figures are named by base/keys.def alone" ||
    printf 'not ok 6 - figures are named by base/keys.def alone\n%s\n' "$named"
echo "1..6"
