# SPDX-License-Identifier: Apache-2.0
# lines.awk - counts the line accesses of a warptrace-text file again, from docs/line-traffic.md and not from the program.
#   awk -v line=128 -v stack=8192 -v list=FILE -v codec=NAME -f cli_line_codes.awk -f lines.awk TRACE.wtx
# stack 0: stacks are flat. Prints KEY VALUE, keys as in trace__KEY of stats; cli_line_codes.awk tells what a codec makes of a line. FILE gets a line
# for each access that is not to shared memory, for dram.awk:
#   record ld|st number(64 bits, hexadecimal) all-bytes-touched bursts-touched known compressed bursts bytes

function digit(c) { return index("0123456789abcdef", c) - 1 }

function number(s,    i, v) {
    v = 0
    for (i = 1; i <= length(s); i++) v = 16 * v + digit(substr(s, i, 1))
    return v
}

function is_active(mask, lane,    at) {
    at = length(mask) - int(lane / 4)
    return at < 1 ? 0 : int(digit(substr(mask, at, 1)) / 2 ^ (lane % 4)) % 2
}

# ---- 64 bits, as B[0..63] ----

function bits_of(v, B,    i) {
    for (i = 0; i < 64; i++) { B[i] = v % 2; v = int(v / 2) }
}

function add(B, v,    i, carry) {
    carry = 0
    for (i = 0; i < 64; i++) { carry += B[i] + v % 2; v = int(v / 2); B[i] = carry % 2; carry = int(carry / 2) }
}

function xor_shifted(B, k,    i) {
    for (i = 0; i + k < 64; i++) B[i] = (B[i] + B[i + k]) % 2
}

function multiply(B, factor,    i, j, C, carry) {
    for (i = 0; i < 64; i++) C[i] = 0
    for (j = 0; j < 64; j++)
        if (int(digit(substr(factor, 16 - int(j / 4), 1)) / 2 ^ (j % 4)) % 2)
            for (i = 0; i + j < 64; i++) C[i + j] += B[i]
    carry = 0
    for (i = 0; i < 64; i++) { carry += C[i]; B[i] = carry % 2; carry = int(carry / 2) }
}

function mix(B) {
    xor_shifted(B, 30); multiply(B, "bf58476d1ce4e5b9")
    xor_shifted(B, 27); multiply(B, "94d049bb133111eb")
    xor_shifted(B, 31)
}

# The number of a line of a memory: its own number, for a memory apart XOR the memory's.
function line_number(memory, n,    i, B, s, part) {
    bits_of(n, B)
    if (memory != "") {
        split(memory, part, " ")
        if (!(memory in made)) {
            bits_of(part[2], B); mix(B); add(B, 256 * part[3] + part[1]); mix(B); B[63] = 1
            for (i = 0; i < 64; i++) hash[memory, i] = B[i]
            made[memory]
            bits_of(n, B)
        }
        for (i = 0; i < 64; i++) B[i] = (B[i] + hash[memory, i]) % 2
    }
    s = ""
    for (i = 60; i >= 0; i -= 4) s = s substr("0123456789abcdef", 1 + B[i] + 2 * B[i + 1] + 4 * B[i + 2] + 8 * B[i + 3], 1)
    return s
}

# ---- records ----

BEGIN {
    split("stack global shared local constant generic other", spaces, " ")
    for (i in spaces) space_of[spaces[i]] = i - 1
    kind_of["shared"] = 2; kind_of["local"] = 3; kind_of["constant"] = 4; kind_of["stack"] = 7
    units = line / 32
}

$2 == "lanes" { lanes = $3 }

$1 == "m" {
    record++
    count = 0
    split("", at)
    private = $6 == "local" || ($6 == "stack" && stack > 0)
    memory = ""
    if (private) memory = kind_of[$6] " " $2 " " $3
    if ($6 == "shared") memory = kind_of[$6] " " $2 " 0"
    if ($6 == "constant") memory = kind_of[$6] " 0 0"
    data = NF > 9 + lanes
    for (i = 0; i < lanes; i++) {
        if (!is_active($8, i)) continue
        address = number($(9 + i))
        if ($6 == "stack" && private) address %= stack
        v = data ? $(10 + lanes + i) : ""
        shown = !data ? 0 : length(v) > 8 ? int((length(v) + 7) / 8) * 4 : 4
        v = "0000000000000000000000000000000000000000000000000000000000000000" v
        for (b = 0; b < $7; b++) {
            a = address + b
            if (private) a = (int(a / 4) * lanes + i) * 4 + a % 4
            n = int(a / line)
            key = memory " " n
            if (!(key in at)) { at[key] = ++count; order[count] = key; place[count] = n; split("", none); touched[key] = 0 }
            before = (record, key, a % line) in seen
            if (!before) { seen[record, key, a % line]; touched[key]++ }
            sector[record, key, int(a % line / 32)]
            if (before && $5 == "ld") continue # an atomic's lower lane may have changed what this lane loads
            if (b < shown) image[key, a % line] = number(substr(v, length(v) - 2 * b - 1, 2))
            else if ($5 == "st") delete image[key, a % line]
        }
    }
    for (k = 1; k <= count; k++) {
        key = order[k]
        known = 1
        for (o = 0; o < line && known; o++) known = (key, o) in image
        code_bytes = 0
        if (known) {
            for (o = 0; o < line / 4; o++)
                word[o] = image[key, 4 * o] + 256 * (image[key, 4 * o + 1] + 256 * (image[key, 4 * o + 2] + 256 * image[key, 4 * o + 3]))
            code_line(word, line / 4)
        }
        code_bursts = code_bytes ? int((code_bytes + 31) / 32) : units
        kind = $5 == "st" ? "stores" : "loads"
        accesses[kind]++; accesses[$6]++
        if (!data) nodata++
        if (data && known) {
            whole[kind]++; whole[$6]++
            sum($6 "__")
            if ($6 != "shared") { sum(kind "__"); sum(""); bursts_of[code_bursts]++; class_of[code_class]++; count_patterns() }
        }
        if ($6 == "shared") { shared[kind]++; if (data && known) shared_whole[kind]++; continue }
        bursts = 0
        for (o = 0; o < units; o++) bursts += (record, key, o) in sector
        if (list != "")
            print record, $5, line_number(memory, place[k]), touched[key] == line, bursts, known, (code_bytes > 0), code_bursts, code_bytes ? code_bytes : line > list
    }
    split("", seen)
    split("", sector)
}

# A whole line with this code, in these sums.
function sum(scope) {
    lines[scope]++
    coded[scope] += code_bytes > 0
    stored_bursts[scope] += code_bursts
    stored_bytes[scope] += code_bytes ? code_bytes : line
}

function put_sums(scope,    n) {
    n = lines[scope]
    print scope "lines", n + 0
    print scope "compressed", coded[scope] + 0
    if (n == 0) return
    print scope "ratio", n * units / stored_bursts[scope]
    print scope "ratio_bursts", n * units / stored_bursts[scope]
    print scope "ratio_bytes", n * line / stored_bytes[scope]
    print scope "ratio_bursts_tag", n * line / (32 * stored_bursts[scope] + n * code_tag / 8)
    print scope "ratio_bytes_tag", n * line / (stored_bytes[scope] + n * code_tag / 8)
    print scope "bursts_per_line", stored_bursts[scope] / n
}

END {
    print "line", line
    for (k = 1; k <= 2; k++) {
        kind = k == 1 ? "loads" : "stores"
        n = accesses[kind] - shared[kind]; w = whole[kind] - shared_whole[kind]
        print "accesses__" kind, n
        print "whole__" kind, w + 0
        print "partial__" kind, n - w
        all += n; all_whole += w
    }
    print "accesses", all + 0
    print "whole", all_whole + 0
    print "partial", all - all_whole
    for (s in space_of)
        if (accesses[s] > 0) {
            print "accesses__" s, accesses[s]
            print "whole__" s, whole[s] + 0
            print "partial__" s, accesses[s] - whole[s]
            put_sums(s "__")
        }
    print "nodata", nodata + 0
    print "forgotten", 0
    put_sums("")
    put_sums("loads__")
    put_sums("stores__")
    for (k = 1; k <= units; k++) print "bursts__" k, bursts_of[k] + 0
    n = split(classes, part, " ")
    for (k = 1; k <= n; k++) print "class__" part[k], class_of[part[k]] + 0
    n = split(names, part, ",")
    for (k = 1; k <= n; k++) print "pattern__" part[k], pattern[part[k]] + 0
    if (list != "") close(list)
}
