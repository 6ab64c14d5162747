# SPDX-License-Identifier: Apache-2.0
# study-avc.awk FILE.json... - the tables of the study of the Affine Vector Cache, from what `warpfold time` counted of each kernel and number of
# registers: private requests, fills and write-backs of each preset, the registers that each needs, and what it gains in time.
# -v how=TEXT: which warps are there.

# Run 0 is the design, 32 + 16 KB; 1 its plain form, 48 KB; 2 and 3 are 40 + 8 and 24 + 24
function run_of(rest) { return rest ~ /^plain__/ ? 1 : rest ~ /^with_1__/ ? 2 : rest ~ /^with_2__/ ? 3 : 0 }
function traffic(k, r, n) { return count[k, r, n, "cache__fills"] + count[k, r, n, "cache__write_backs"] }
function requests(k, r) { return count[k, r, 1, "cache__loads"] + count[k, r, 1, "cache__stores"] }
function thousand(x, k, r) { return 1000 * x / count[k, r, 1, "instructions"] }
function known(k, r) { return (k, r, 1, "instructions") in count }

match($0, /"trace__[a-z0-9_]*_r[0-9]+__.*": /) {
    key = substr($0, RSTART + 8, RLENGTH - 11)
    value = substr($0, RSTART + RLENGTH) + 0
    match(key, /_r[0-9]+__/)
    k = substr(key, 1, RSTART - 1)
    r = substr(key, RSTART + 2, RLENGTH - 4) + 0
    rest = substr(key, RSTART + RLENGTH)
    n = run_of(rest)
    sub(/^(plain|with_[12])__/, "", rest)
    sub(/^time__/, "", rest)
    count[k, r, n, rest] = value
    if (!(k in kernel)) { kernel[k] = 1; name[++kernels] = k }
    if (!(r in column)) { column[r] = 1; registers[++columns] = r }
}

# The numbers of registers from the most on; kernels by name
function sort_all(i, j, t) {
    for (i = 2; i <= columns; i++)
        for (j = i; j > 1 && registers[j] > registers[j - 1]; j--) { t = registers[j]; registers[j] = registers[j - 1]; registers[j - 1] = t }
    for (i = 2; i <= kernels; i++)
        for (j = i; j > 1 && name[j] < name[j - 1]; j--) { t = name[j]; name[j] = name[j - 1]; name[j - 1] = t }
}

# The fewest registers, from the most on without a gap, at which this holds: n < 0: no request more than with the most; else traffic below one
# block in 10,000 instructions
function fewest(k, n, c, r, best, least) {
    best = least = 0
    for (c = 1; c <= columns; c++) {
        r = registers[c]
        if (!known(k, r)) continue
        if (!best) least = requests(k, r)
        if (n < 0 ? requests(k, r) > least : 10000 * traffic(k, r, n) >= count[k, r, n, "instructions"]) break
        best = r
    }
    return best
}

# What the presets gain, of the kernels for which so many of the four have a number
function gains(of, least, without, gain, room, apps, i, k, p, have, at) {
    for (i = 1; i <= kernels; i++) {
        k = name[i]
        have = 0
        for (p = 1; p <= 4; p++) {
            have += cache[k, p] > 0
            at[p] = cache[k, p] ? cache[k, p] : highest(k)
        }
        if (k == without || have < least) continue
        apps++
        room += base[k] - at[1]
        for (p = 2; p <= 4; p++) gain[p] += at[1] - at[p]
    }
    printf "%d kernels %s:", apps, of
    for (p = 2; p <= 4; p++) printf " %s", (apps ? sprintf("%.2f", gain[p] / apps) : "-")
    printf ";"
    for (p = 2; p <= 4; p++) printf " %s", (room > 0 ? sprintf("%.0f %%", 100 * gain[p] / room) : "-")
    print ""
}

function highest(k, c) {
    for (c = 1; c <= columns; c++) if (known(k, registers[c])) return registers[c]
}

function lowest(k, c, r) {
    for (c = columns; c >= 1; c--) if (known(k, registers[c])) return registers[c]
}

# The number of registers next to half of those without a spill
function half_of(k, c, r, best) {
    for (c = 1; c <= columns; c++) {
        r = registers[c]
        if (known(k, r) && (!best || (r - base[k] / 2) ^ 2 < (best - base[k] / 2) ^ 2)) best = r
    }
    return best
}

function by_registers(title, what, i, c, k, r) {
    print "\n" title
    printf "%-14s", "kernel"
    for (c = 1; c <= columns; c++) printf " %7d", registers[c]
    print ""
    for (i = 1; i <= kernels; i++) {
        k = name[i]
        printf "%-14s", k
        for (c = 1; c <= columns; c++) {
            r = registers[c]
            if (!known(k, r)) printf " %7s", "-"
            else printf " %7.1f", thousand(what < 0 ? requests(k, r) : traffic(k, r, what), k, r)
        }
        print ""
    }
}

END {
    sort_all()
    split("48K 40K+8K 32K+16K 24K+24K", label, " ")
    split("1 2 0 3", run, " ")
    print how
    by_registers("Private requests in 1,000 instructions of warps, by registers of a thread (Figure 2)", -1)
    for (p = 1; p <= 4; p++)
        by_registers("Blocks from and to memory, private, in 1,000 instructions of warps: " label[p] " (Figure 6)", run[p])

    print "\nFewest registers with less than one private block in 10,000 instructions (Table 4); *: the fewest that there are; 0: none does"
    printf "%-14s %9s", "kernel", "no spills"
    for (p = 1; p <= 4; p++) printf " %8s", label[p]
    print ""
    for (i = 1; i <= kernels; i++) {
        k = name[i]
        base[k] = fewest(k, -1)
        printf "%-14s %9d", k, base[k]
        for (p = 1; p <= 4; p++) {
            cache[k, p] = fewest(k, run[p])
            printf " %7d%s", cache[k, p], cache[k, p] == lowest(k) ? "*" : " "
        }
        print ""
    }
    print "Registers fewer than with 48K, mean, and of what 48K saves:"
    gains("that have a number with each", 4, "")
    gains("the same without nw", 4, "nw")
    gains("that have a number with any; none counts as the most registers that there are", 1, "")
    gains("the same without nw", 1, "nw")

    print "\nWith half of the registers (Figures 6 and 7): fills and write-backs in 1,000 instructions; of 32K+16K write-backs of vectors, of those with words of"
    print "the L1, and of lines of the L1, other memory among them; instructions a cycle more than with 48K, %"
    printf "%-14s %9s %8s %8s %8s %8s %8s %8s %8s %8s\n", "kernel", "registers", "48K f.", "w.", "32K+16K f.", "w.", "vectors", "merged", "lines", "faster %"
    for (i = 1; i <= kernels; i++) {
        k = name[i]
        r = half_of(k)
        faster = 100 * (count[k, r, 1, "cycles"] / count[k, r, 0, "cycles"] - 1)
        printf "%-14s %9d %8.1f %8.1f %10.1f %8.1f %8.1f %8.1f %8.1f %8.1f\n", k, r, thousand(count[k, r, 1, "cache__fills"], k, r),
            thousand(count[k, r, 1, "cache__write_backs"], k, r), thousand(count[k, r, 0, "cache__fills"], k, r),
            thousand(count[k, r, 0, "cache__write_backs"], k, r), thousand(count[k, r, 0, "cache__did__evicted"], k, r),
            thousand(count[k, r, 0, "cache__did__merged"], k, r), thousand(count[k, r, 0, "cache__did__dropped"], k, r), faster
        all += faster
        before += thousand(traffic(k, r, 1), k, r)
        after += thousand(traffic(k, r, 0), k, r)
    }
    printf "mean: %.1f blocks with 48K, %.1f with 32K+16K; %.1f %% faster\n", before / kernels, after / kernels, all / kernels
}
