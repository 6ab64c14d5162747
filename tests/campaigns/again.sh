#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# again.sh NAME... - docs/results/NAME.txt whose first line is the command that printed the rest: runs it again and keeps what it prints, if it succeeds.
set -u
failed=0
for name; do
    file=docs/results/$name.txt
    command=$(head -n 1 "$file")
    case $command in "make "* | "sh tests/"*) ;; *) echo "$0: the first line of $file is no command" >&2 && exit 2 ;; esac
    if sh -c "$command" > "$file.new" < /dev/null; then
        # Without the line that tells of files, and blank lines before it
        { echo "$command" && sed -n '2{/^$/p;}' "$file" && awk '/^study: / { next } /^$/ { blank++; next } { while (blank > 0) { print ""; blank-- } print }' "$file.new"; } \
            > "$file.all" && mv "$file.all" "$file"
    else
        echo "$0: $command failed; $file stays as it was" >&2 && failed=1
    fi
    rm -f "$file.new"
done
exit $failed
