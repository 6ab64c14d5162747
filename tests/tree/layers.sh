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

seen=$(grep -l '#include "[^"]*tests/' $files | sed 's/^/# /')
[ -z "$seen" ] && echo "ok 3 - nothing includes a file of tests/" || printf 'not ok 3 - nothing includes a file of tests/\n%s\n' "$seen"

named=$(grep -n -E '(metrics_(set|get|remove)[a-z_]*|names_find)\([^;]*"[^"]*__' $files | sed 's/^/# /')
[ -z "$named" ] && echo "ok 4 - figures are named by base/keys.def alone" ||
    printf 'not ok 4 - figures are named by base/keys.def alone\n%s\n' "$named"
echo "1..4"
