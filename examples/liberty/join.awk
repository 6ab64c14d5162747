# SPDX-License-Identifier: Apache-2.0
# awk -f join.awk FIRST.lib SECOND.lib .. > ALL.lib
# One library of several Liberty files of one corner: the first file, then of each other file the groups (cells, table templates) that have not
# been there. Units and defaults are the first file's; the files must agree on them.
FNR == 1 { file++; depth = 0 }
{
    line = $0
    before = depth
    opens = gsub(/{/, "{", line)
    depth += opens - gsub(/}/, "}", line)
}
before == 1 && opens > 0 {
    head = substr($0, 1, index($0, "{") - 1)
    gsub(/[ \t"]/, "", head)
    keep = !(head in seen)
    seen[head] = 1
}
file == 1 && !(before == 1 && depth == 0) { if (before < 2 && opens == 0 || keep || before == 0) print; next }
file > 1 && keep && (before > 1 || before == 1 && opens > 0) { print }
END { print "}" }
