# Checks figures against rules: awk -f tests/campaigns/qor.awk [-v update=1] RULES FIGURES.. where a FIGURES is NAME=metrics.csv of a design NAME of RULES.
# Prints a line a rule: "worse", "tighten", "good" or "missing". With `update` it prints the rules instead, bounds tightened where figures allow it.
# Exit code 1: a figure is worse than its bound or missing, or a rule makes no sense.
function say(verdict, more) { if (!update) printf "%-8s %-10s %-24s bound %s, %s\n", verdict, design, $1, $2, more }
function read_figures(file,    line, field, n) {
    delete value
    while ((got = (getline line < file)) > 0)
        if (split(line, field, ",") >= 4) { value[field[1]] = field[2]; better[field[1]] = field[4]; n++ }
    close(file)
    return n > 0
}
BEGIN {
    for (i = 2; i < ARGC; i++) { at = index(ARGV[i], "="); files[substr(ARGV[i], 1, at - 1)] = substr(ARGV[i], at + 1); delete ARGV[i] }
}
/^ *(#|$)/ { if (update) print; next }
$1 == "design" {
    if (update) print
    design = $2
    known = design in files && read_figures(files[design])
    if (!known) { if (!update) print "missing  " design " has no figures"; bad = 1 }
    next
}
design == "" || NF != 3 || $2 !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ || $3 !~ /^[0-9.]+$/ {
    print FILENAME ":" FNR ": a rule is a key, a bound and a tolerance, below a design" > "/dev/stderr"; bad = 1; next
}
!known { if (update) print; next }
!($1 in value) { say("missing", "no such figure"); if (update) print; bad = 1; next }
better[$1] != "up" && better[$1] != "down" { print FILENAME ":" FNR ": " $1 " is neither better up nor down" > "/dev/stderr"; bad = 1; next }
{
    rules++
    gain = better[$1] == "up" ? value[$1] - $2 : $2 - value[$1]   # above 0: better than the bound
    room = $3 * ($2 < 0 ? -$2 : $2)
    if (gain < -room - 1e-9) { say("worse", value[$1] " is more than " 100 * $3 " % worse"); bad = 1 }
    else if (gain > room + 1e-9) say("tighten", value[$1] " is more than " 100 * $3 " % better: make it the bound")
    else say("good", value[$1])
    if (update) printf("%-28s %-12s %s\n", $1, (gain > 0 ? value[$1] : $2), $3)
}
END { if (!rules) { print "no rule was checked" > "/dev/stderr"; bad = 1 } exit bad }
