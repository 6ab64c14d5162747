# SPDX-License-Identifier: Apache-2.0
# cli_full.awk - a text trace of 32 lanes in which a full write of zeros comes before the first that a trace tells of each register: then no
# value is unknown, and no divergent write is the first of its register.
function name(reg, key) { key = $2 " " $3 " " reg; if (reg != "-" && !(key in seen)) { seen[key] = 1; order[++m] = key } }
/^#/ { print; next }
{ lines[++n] = $0 }
$1 == "i" { count = split($7, source, ","); for (s = 1; s <= count; s++) name(source[s]) }
$1 ~ /w$/ { name($6) }
END {
    for (i = 1; i <= m; i++) {
        split(order[i], part, " ")
        printf "w %s %s 0 alu %s ffffffff", part[1], part[2], part[3]
        for (j = 0; j < 32; j++) printf " 0"
        print ""
    }
    for (i = 1; i <= n; i++) print lines[i]
}
