#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# campaigns.sh table|run [NAME...] - the campaigns of tests/campaigns/campaigns.list. "table" tells which are stale: docs/results/campaigns.txt has a sum
# of each thing that a campaign depends on, as it was when the campaign last ended without an error. "run" runs those that are stale, one after another.
# A campaign that was stopped goes on where it was, if it keeps verdicts of its own; one that ended is not run again until something changes.
# Of one that never ended here the table tells the commit of its results, the oldest of them, and what has changed since. One without a command is only
# in the table: the first line of its results tells how to get them.
set -u
list=tests/campaigns/campaigns.list kept=docs/results/campaigns.txt
title="make campaigns: campaign, what it depends on, and the sum of that when the campaign last ended"
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT && trap 'exit 130' INT TERM
case ${1:-} in table | run) how=$1 && shift ;; *) echo "usage: campaigns.sh table|run [NAME...]" >&2 && exit 2 ;; esac
last=$kept
[ -s $kept ] || last=$work/none && [ -s "$last" ] || echo "$title" > "$last"

# names: of all campaigns
names() { sed -n 's/^\([a-z]*\) .*|.*|.*/\1/p' $list; }

# sum PATH: of the file, or of all files below it
sum() { find "$1" -type f ! -path 'docs/results/*' | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum | cut -c 1-16; }

# sums: "NAME PATH SUM" of what $name depends on
sums() { for path in $needs; do echo "$name $path $(sum "$path")"; done; }

# since: what has changed, of the sums in $work/now
since() { grep -vxF -f "$last" "$work/now" | cut -d ' ' -f 2 | tr '\n' ' '; }

# files: the files of $results
files() { for result in $results; do ls docs/results/$result.txt 2> /dev/null; done; }

# by_commit: the commit of the oldest of the results, and what has changed since, as far as git knows
by_commit() {
    # shellcheck disable=SC2046
    commit=$(for file in $(files); do git log -1 --format='%ct %h' -- "$file" 2> /dev/null; done | sort -n | sed -n '1s/.* //p')
    [ -n "$commit" ] || { echo "never ended here" && return; }
    changed=$(for path in $needs; do git diff --quiet "$commit" HEAD -- "$path" 2> /dev/null || echo "$path"; done | tr '\n' ' ')
    [ -z "$changed" ] || echo "$commit: $changed"
}

# campaign NAME: sets $results, $needs and $command, and makes $work/now
campaign() {
    name=$1
    line=$(grep "^$name " $list)
    results=$(echo "$line" | cut -d '|' -f 2) needs=$(echo "$line" | cut -d '|' -f 3) command=$(echo "$line" | cut -d '|' -f 4-)
    sums > "$work/now"
    grep -q "^$name " "$last" && stale=$(since) || stale=$(by_commit)
}

for name; do names | grep -qx "$name" || { echo "$0: no campaign \"$name\"; there are $(names | tr '\n' ' ')" >&2; exit 2; }; done
[ $# -gt 0 ] || set -- $(names)
failed=0
[ $how = run ] || printf '%-12s %-28s %s\n' campaign results "stale: [since COMMIT] changed"
for each; do
    campaign "$each"
    if [ $how = table ]; then
        # shellcheck disable=SC2086
        printf '%-12s %-28s %s\n' "$each" "$(echo $results)" "${stale:-as the tree is}"
    elif [ -n "$stale" ] && [ -n "${command# }" ]; then
        echo "$each:$command"
        if sh -c "$command" < /dev/null; then
            { grep -v "^$each " "$last"; cat "$work/now"; } > "$work/kept" && cp "$work/kept" $kept && last=$kept
        else
            echo "$each: ended with an error" && failed=1
        fi
    fi
done
[ $how = table ] || sh "$0" table
exit $failed
