# SPDX-License-Identifier: Apache-2.0
# lines.awk - counts the line accesses of a warptrace-text file again, from docs/traces.md and not from the program.
#   awk -v line=128 -v stack=8192 -v list=FILE -f lines.awk TRACE.wtx
# stack 0: stacks are flat. Prints KEY VALUE, keys as in trace__KEY of stats. A line of zeros is taken to be stored in one burst and one byte
# with a tag of 4 bits, every other line raw. FILE gets a line for each access that is not to shared memory, for dram.awk:
#   record ld|st number(64 bits, hexadecimal) all-bytes-touched bursts-touched known zero

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
            if (!((record, key, a % line) in seen)) { seen[record, key, a % line]; touched[key]++ }
            sector[record, key, int(a % line / 32)]
            if (b < shown) image[key, a % line] = number(substr(v, length(v) - 2 * b - 1, 2))
            else if ($5 == "st") delete image[key, a % line]
        }
    }
    for (k = 1; k <= count; k++) {
        key = order[k]
        known = zero = 1
        for (o = 0; o < line; o++) {
            if (!((key, o) in image)) known = 0
            else if (image[key, o] != 0) zero = 0
        }
        kind = $5 == "st" ? "stores" : "loads"
        accesses[kind]++; accesses[$6]++
        if (!data) nodata++
        if (data && known) {
            whole[kind]++; whole[$6]++
            if ($6 != "shared") { lines++; zeros += zero }
        }
        if ($6 == "shared") { shared[kind]++; if (data && known) shared_whole[kind]++; continue }
        bursts = 0
        for (o = 0; o < units; o++) bursts += (record, key, o) in sector
        if (list != "")
            print record, $5, line_number(memory, place[k]), touched[key] == line, bursts, known, (known && zero) > list
    }
    split("", seen)
    split("", sector)
}

END {
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
        }
    print "nodata", nodata + 0
    print "forgotten", 0
    print "lines", lines + 0
    print "compressed", zeros + 0
    if (lines > 0) {
        raw = lines - zeros
        print "ratio_bursts", lines * units / (raw * units + zeros)
        print "ratio_bytes", lines * line / (raw * line + zeros)
        print "ratio_bursts_tag", lines * line / (raw * line + zeros * 32 + lines / 2)
        print "ratio_bytes_tag", lines * line / (raw * line + zeros + lines / 2)
        print "bursts_per_line", (raw * units + zeros) / lines
        print "bursts__1", units == 1 ? lines : zeros
    }
    close(list)
}
