# SPDX-License-Identifier: Apache-2.0
# cli_counted.awk - counts a trace in warptrace-text (version 1 or 2) as docs/statistics.md defines the figures of `stats`, and prints them,
# a line "KEY VALUE" each. It is written from that page and the papers, and shares nothing with the program: values are compared as the
# hexadecimal digits of the trace, and whether an instruction may run on one lane follows from the values and masks of its sources, not from
# tags.
#   -v code=bytes -v groups=G   registers are stored by common bytes, in G groups
#   -v code=deltas              registers are stored as base and deltas of 0, 1 or 2 bytes, in banks of 16 bytes; modes="0 1": of these bytes alone
#   -v code=lines               registers are stored as base and stride, in vectors of `width` lanes (all lanes), in banks of 16 bytes; any=1: with
#                               any stride; merges=1: divergent writes are added to what the register's base and stride tell
#   -v isolate=1                a unit that has nothing to do costs nothing
#   -v code_pj=1                activations are counted by code; that of code i, from 1 on, takes i pJ in the encoder and 10 i in the decoder. Of the
#                               second code nothing is measured: it takes the means, 0.5 and 0.25
#   -v stack=BYTES              of a thread, 0: stacks are flat; 8192 unless told
BEGIN {
    for (i = 0; i < 16; i++)
        digit[substr("0123456789abcdef", i + 1, 1)] = i
    two32 = 4294967296
    if (!groups)
        groups = 1
    if (modes == "")
        modes = "0 1 2"
    if (stack == "")
        stack = 8192
    pairs = split("1,0 2,1 4,0 4,1 4,2 8,0 8,1 8,2 8,4", pair, " ")
    split("raw 1-byte 2-byte 3-byte scalar", byte_class, " ")
    split("generic zero uniform affine", line_class, " ")
}

# ---- hexadecimal ----

function number(h,    n, i) {
    if (h in number_of)
        return number_of[h]
    for (i = 1; i <= length(h); i++)
        n = 16 * n + digit[substr(h, i, 1)]
    return number_of[h] = n + 0
}

function padded(h) { return substr("00000000", 1, 8 - length(h)) h }

# on[i]: lane i is active; returns how many are
function lanes_of(mask, on,    i, d, count) {
    count = 0
    for (i = 0; i < L; i++) {
        d = length(mask) - int(i / 4)
        d = d > 0 ? digit[substr(mask, d, 1)] : 0
        on[i] = int(d / 2 ^ (i % 4)) % 2
        count += on[i]
    }
    return count
}

# ---- how a register is stored ----

# The top bytes that the active lanes from .. to have in common: 4 if none is active
function common(v, on, from, to,    i, n, first) {
    n = 4
    first = ""
    for (i = from; i <= to; i++)
        if (on[i]) {
            if (first == "")
                first = v[i]
            while (substr(v[i], 1, 2 * n) != substr(first, 1, 2 * n))
                n--
        }
    return n
}

# 4-byte distance from lane 0 as a signed number
function delta(v, i,    d) {
    d = (number(v[i]) - number(v[0]) + two32) % two32
    return d >= two32 / 2 ? d - two32 : d
}

# One vector of lanes, from lane `first` on: is it base + place * stride? Sets of: its stride and base.
function on_a_line(v, on, first, lanes,    i, one, d) {
    one = -1
    for (i = first + lanes - 1; i >= first; i--)
        if (on[i])
            one = i
    if (one < 0)
        return 0
    of["stride"] = 0
    for (i = first; i < first + lanes; i += 2)
        if (on[i] && on[i + 1]) {
            d = (number(v[i + 1]) - number(v[i]) + two32) % two32
            if (any)
                of["stride"] = d
            else if (d % 128) # the lowest bit in which the two differ, up to 64
                for (of["stride"] = 1; d % (2 * of["stride"]) == 0; )
                    of["stride"] *= 2
            break
        }
    of["base"] = (number(v[one]) - times(of["stride"], one - first) + two32) % two32
    if (!any && of["stride"] && of["base"] % of["stride"])
        return 0
    for (i = one + 1; i < first + lanes; i++)
        if (on[i] && number(v[i]) != (of["base"] + times(of["stride"], i - first)) % two32)
            return 0
    return 1
}

# Banks of `bank` lanes with a lane that is not among those held[]
function banks_without(held, bank,    i, g, left, count) {
    count = 0
    for (i = 0; i < L; i += bank) {
        left = 0
        for (g = i; g < i + bank; g++)
            left += !held[g]
        count += left > 0
    }
    return count
}

# Lines: valid[] and, of vector k, flag[k] and what[k] are set too
function encode_lines(v, on, count,    k, i, lanes, bank, class, own, flags, others) {
    lanes = width ? width : L
    bank = lanes < 4 ? lanes : 4
    class = 0
    flags = 0
    of["valid"] = 0
    for (k = 0; k < L / lanes; k++) {
        flag[k] = on_a_line(v, on, k * lanes, lanes)
        what[k] = flag[k] ? sprintf("%.0f %.0f", of["stride"], of["base"]) : ""
        own = !flag[k] ? 0 : of["stride"] ? 3 : of["base"] ? 2 : 1
        class = own > class ? own : class
        flags += flag[k]
        for (i = k * lanes; i < (k + 1) * lanes; i++) {
            valid[i] = flag[k] && on[i]
            others[i] = !on[i] || valid[i]
            of["valid"] += valid[i]
        }
    }
    of["class"] = flags > 0 && flags < L / lanes ? "part" : line_class[class + 1]
    of["compressed"] = flags > 0
    of["units"] = banks_without(valid, bank)
    of["touched"] = count < L ? banks_without(others, bank) : of["units"]
    of["size"] = 32 * (L - of["valid"])
}

# Sets of: name of the class; bits of the code without padding; units that it takes; compressed; and for a write: units that it touches, and would
# touch uncompressed
function encode(v, on, count,    g, n, same, i, width, unit, touched, least, most, d, bytes) {
    of["compressed"] = 0
    of["size"] = 32 * L
    width = L / groups
    unit = code == "bytes" && width < 16 ? width : 16 # bytes
    of["raw_touched"] = unit < 4 ? count * 4 / unit : 0
    for (i = 0; unit >= 4 && i < L; i += unit / 4) {
        touched = 0
        for (g = i; g < i + unit / 4; g++)
            touched += on[g]
        of["raw_touched"] += touched > 0
    }
    of["all"] = 4 * L / unit
    if (code == "lines") {
        encode_lines(v, on, count)
        return
    }
    if (code == "deltas") {
        of["class"] = "raw"
        of["units"] = of["all"]
        of["touched"] = of["raw_touched"]
        if (count < L)
            return
        least = most = 0
        for (i = 1; i < L; i++) {
            d = delta(v, i)
            least = d < least ? d : least
            most = d > most ? d : most
        }
        bytes = least == 0 && most == 0 ? 0 : least >= -128 && most < 128 ? 1 : least >= -32768 && most < 32768 ? 2 : 4
        while (bytes <= 2 && (!index(modes, bytes) || int((4 + bytes * (L - 1) + 15) / 16) >= of["all"]))
            bytes++
        if (bytes > 2)
            return
        n = int((4 + bytes * (L - 1) + 15) / 16)
        of["size"] = 8 * (4 + bytes * (L - 1))
        of["class"] = "<4," bytes ">"
        of["compressed"] = 1
        of["units"] = of["touched"] = n
        return
    }
    if (count < L) {
        of["class"] = common(v, on, 0, L - 1) == 4 ? "divergent scalar" : "divergent"
        of["units"] = of["all"]
        of["touched"] = 0
        for (i = 0; i < L; i += unit) { # a unit has a byte of so many lanes
            touched = 0
            for (g = i; g < i + unit; g++)
                touched += on[g]
            of["touched"] += 4 * (touched > 0)
        }
        return
    }
    of["units"] = of["size"] = 0
    for (g = 0; g < groups; g++) {
        n = common(v, on, g * width, (g + 1) * width - 1)
        same = g == 0 || n == same ? n : -1
        of["units"] += (4 - n) * width / unit
        of["size"] += 8 * (4 - n) * width
        of["compressed"] = of["compressed"] || n > 0
    }
    of["class"] = same < 0 ? "mixed" : byte_class[same + 1]
    of["touched"] = of["units"]
}

# ---- classes of vectors ----

# a * b modulo 2^32
function times(a, b,    high) {
    high = int(a / 65536)
    return ((high * b) % 65536 * 65536 + (a % 65536) * b) % two32
}

# Do the active lanes lie on a line of this stride?
function on_line(v, on, first, to, stride,    i) {
    for (i = first + 1; i < to; i++)
        if (on[i] && number(v[i]) != (number(v[first]) + times(stride, i - first)) % two32)
            return 0
    return 1
}

# Of the lanes from .. to - 1, of which one is active
function vector_class(v, on, from, to,    i, first, second, apart, step, stride, tries, shift, base, inverse) {
    first = second = -1
    for (i = to - 1; i >= from; i--)
        if (on[i]) {
            second = first
            first = i
        }
    for (i = first; i < to && !(on[i] && v[i] != v[first]); i++)
        ;
    if (i == to)
        return v[first] == "00000000" ? "zero" : "uniform"
    for (shift = 1; shift <= 64; shift *= 2) {
        base = (number(v[first]) + two32 - shift * (first - from)) % two32
        if (base % shift == 0 && on_line(v, on, first, to, shift))
            return "affine"
    }
    # stride * apart = step: apart is a power of two times an odd number, which has an inverse
    apart = second - first
    step = (number(v[second]) - number(v[first]) + two32) % two32
    for (tries = 1; apart % 2 == 0; apart /= 2) {
        if (step % 2)
            return "generic"
        step /= 2
        tries *= 2
    }
    for (inverse = 1; times(inverse, apart) != 1; inverse = times(inverse, (two32 + 2 - times(inverse, apart)) % two32))
        ;
    for (i = 0; i < tries; i++) {
        stride = (times(step, inverse) + i * (two32 / tries)) % two32
        if (on_line(v, on, first, to, stride))
            return "other"
    }
    return "generic"
}

# An affine vector without an active pair of lanes 2i, 2i + 1
function is_missed(on, from, to,    i) {
    for (i = from; i < to; i += 2)
        if (on[i] && on[i + 1])
            return 0
    return 1
}

function count_vector(kind, v, on,    i, lanes, from, active, class) {
    lanes = width ? width : L
    for (from = 0; from < L; from += lanes) {
        active = 0
        for (i = from; i < from + lanes; i++)
            active += on[i]
        if (!active)
            continue
        class = vector_class(v, on, from, from + lanes)
        n["vector__" kind "__" class]++
        n["vector__" kind "__missed"] += class == "affine" && is_missed(on, from, from + lanes)
    }
}

# ---- pairs of base and delta (Table 1, Figure 5 of Warped-Compression) ----

# Does the difference of two chunks, high and low words, fit a signed number of so many bytes? A chunk of less than 8 bytes has no high word.
function fits_bytes(high, low, base, bytes,    whole, half) {
    if (bytes == 0)
        return high == 0 && low == 0
    whole = base < 4 ? 256 ^ base : two32
    half = 2 ^ (8 * bytes - 1)
    if (base < 8)
        return low < half || low >= whole - half
    return (high == 0 && low < half) || (high == two32 - 1 && low >= two32 - half)
}

# Chunk i of `base` bytes as words high and low: chunk_high, chunk_low
function take_chunk(v, base, i,    per) {
    chunk_high = 0
    if (base == 8) {
        chunk_high = number(v[2 * i + 1])
        chunk_low = number(v[2 * i])
        return
    }
    per = 4 / base
    chunk_low = number(substr(v[int(i / per)], 9 - 2 * base * (i % per + 1), 2 * base))
}

function count_pairs(v,    p, part, i, per, like_first, high, low, first_high, first_low, whole, ok, smaller, last, bytes, best, least) {
    best = "none"
    # A word that is lane 0's, or two that are those of lanes 0 and 1, tell nothing more
    for (i = 0; i < L; i++)
        like_first[0, i] = v[i] == v[0]
    for (i = 0; i < L / 2; i++)
        like_first[1, i] = v[2 * i] == v[0] && v[2 * i + 1] == v[1]
    for (p = 1; p <= pairs; p++) {
        split(pair[p], part, ",")
        whole = part[1] < 4 ? 256 ^ part[1] : two32
        take_chunk(v, part[1], 0)
        first_high = chunk_high
        first_low = chunk_low
        smaller = ok && part[1] == last # what fits fewer bytes fits more
        last = part[1]
        ok = 1
        per = part[1] == 8 ? 1 : 4 / part[1] # chunks of a word, or of two
        for (i = 1; !smaller && ok && i < 4 * L / part[1]; i++) {
            if (i >= per && like_first[part[1] == 8, int(i / per)])
                continue
            take_chunk(v, part[1], i)
            low = chunk_low - first_low
            high = chunk_high - first_high - (part[1] == 8 && low < 0)
            ok = fits_bytes((high + two32) % two32, (low + whole) % whole, part[1], part[2])
        }
        n["fits__<" pair[p] ">"] += ok
        bytes = part[1] + part[2] * (4 * L / part[1] - 1)
        if (ok && part[1] >= 4 && (best == "none" || bytes < least)) {
            best = "<" pair[p] ">"
            least = bytes
        }
    }
    n["best__" best]++
}

# ---- old figures ----

function distance_bin(a, b,    d) {
    d = a > b ? a - b : b - a
    d = d > two32 / 2 ? two32 - d : d
    return d == 0 ? 1 : d <= 128 ? 2 : d <= 32768 ? 3 : 4
}

function count_distances(v, kind,    i, b, largest) {
    largest = 1
    for (i = 1; i < L; i++) {
        b = distance_bin(number(v[i - 1]), number(v[i]))
        largest = b > largest ? b : largest
        n["pair__" kind "__" bin[b]]++
    }
    n["bin__" kind "__" bin[largest]]++
}

# ---- energy: units, tags, accesses; of reads that are charged ----

function equal_lanes(v,    i) {
    for (i = 1; i < L; i++)
        if (v[i] != v[0])
            return 0
    return 1
}

# Beside raw registers stands a bank of those with one value in all lanes
function charge_scalars(count, units, scalar) {
    if (scalar)
        scalar_bank += count
    else
        scalar_rest += count * units
}

function charge_reads(times_read, units, compressed, class, scalar) {
    base += times_read * of_all
    charge_scalars(times_read, of_all, scalar)
    stored += times_read * units
    n["charged_reads"] += times_read
    n["charged_compressed"] += compressed * times_read
    read_units += times_read * units
    decoded_as[class] += times_read * (compressed || !isolate)
}

# A divergent write is added to what the register has: its lanes on lines stay if the write does not move theirs (Affine Vector Cache,
# Algorithm 2). encode_lines has told the write. Returns 1 if a dummy move must go first; sets of: units and compressed of the register after.
function merge(reg, on,    k, i, lanes, left, conflict, class, flags, own, part) {
    lanes = width ? width : L
    conflict = 0
    for (k = 0; k < L / lanes; k++) {
        left[k] = 0
        for (i = k * lanes; i < (k + 1) * lanes; i++)
            left[k] += reg_valid[reg, i] && !on[i]
        conflict = conflict || (flag[k] && left[k] && reg_what[reg, k] != what[k])
    }
    of["after_compressed"] = 0
    for (i = 0; i < L; i++) {
        k = int(i / lanes)
        if (on[i])
            reg_valid[reg, i] = valid[i]
        else if (conflict)
            reg_valid[reg, i] = 0
        after[i] = reg_valid[reg, i]
        of["after_compressed"] = of["after_compressed"] || after[i]
    }
    for (k = 0; k < L / lanes; k++)
        if (flag[k])
            reg_what[reg, k] = what[k]
    class = flags = 0
    for (k = 0; k < L / lanes; k++) {
        own = 0
        for (i = k * lanes; i < (k + 1) * lanes; i++)
            own = own || after[i]
        flags += own
        if (own) {
            split(reg_what[reg, k], part, " ")
            own = part[1] != 0 ? 3 : part[2] != 0 ? 2 : 1
        }
        class = own > class ? own : class
    }
    of["after_class"] = flags > 0 && flags < L / lanes ? "part" : line_class[class + 1]
    of["after_units"] = banks_without(after, lanes < 4 ? lanes : 4)
    return conflict
}

# ---- what instructions do ----

function kind_of(class) {
    return class ~ /^(alu|mul|fpu)$/ ? "arithmetic" : class == "sfu" ? "sfu" : class ~ /^(load|store)$/ ? "memory" : ""
}

function count_access(v, w, as,    on, count) {
    if (!open_known[w]) {
        n["access_unclassed"]++
        return
    }
    count = lanes_of(open_mask[w], on)
    encode(v, on, count)
    n["access_class__" of["class"]]++
    n[as]++
    if (as == "access_reads")
        count_vector("operands", v, on)
}

# The lanes from .. to of a register that a whole write stored hold one value
function scalar_lanes(r, from, to,    i) {
    if (held_partial[r] || !held_coded[r])
        return 0
    for (i = from + 1; i <= to; i++)
        if (source_value[r, i] != source_value[r, from])
            return 0
    return 1
}

# Figure 9: full, group, divergent or nothing, from the sources as they were when the instruction began
function may_run(w, count, on,    s, r, g, i, width, ok, all_groups, any_group, first) {
    if (count == 0)
        return ""
    if (count < L) {
        for (s = 1; s <= open_sources[w]; s++) {
            r = w SUBSEP s
            if (!held_partial[r]) {
                if (!scalar_lanes(r, 0, L - 1))
                    return ""
                continue
            }
            if (held_mask[r] != open_mask[w])
                return ""
            first = -1
            for (i = 0; i < L; i++)
                if (on[i]) {
                    first = first < 0 ? i : first
                    if (source_value[r, i] != source_value[r, first])
                        return ""
                }
        }
        return "divergent"
    }
    ok = 1
    for (s = 1; s <= open_sources[w]; s++)
        ok = ok && scalar_lanes(w SUBSEP s, 0, L - 1)
    if (ok)
        return "full"
    width = L / groups
    any_group = 0
    for (g = 0; g < groups; g++) {
        ok = 1
        for (s = 1; s <= open_sources[w]; s++)
            ok = ok && scalar_lanes(w SUBSEP s, g * width, (g + 1) * width - 1)
        any_group = any_group || ok
    }
    return any_group ? "group" : ""
}

# An instruction with sources of known value and unknown code, if these are as full writes leave them
function suppose(w, count, on,    s, r, uncoded) {
    if (!open_known[w] || open_sources[w] < 0)
        return
    for (s = 1; s <= open_sources[w]; s++)
        if (!held_known[w, s])
            return
    for (s = 1; s <= open_sources[w]; s++)
        if (!held_coded[w, s]) {
            uncoded[s] = held_partial[w, s] ? 2 : 1
            held_coded[w, s] = 1
            held_partial[w, s] = 0
        }
    n["supposed"]++
    n["supposed_scalar"] += may_run(w, count, on) != ""
    for (s in uncoded) {
        held_coded[w, s] = 0
        held_partial[w, s] = uncoded[s] == 2
    }
}

function end_instruction(w,    s, i, r, v, on, all, count, known, form, kind) {
    if (!open[w])
        return
    open[w] = 0
    count = open_known[w] ? lanes_of(open_mask[w], on) : L
    kind = kind_of(open_class[w])
    known = open_known[w]
    if (kind != "") {
        known = known && open_sources[w] >= 0
        for (s = 1; s <= open_sources[w]; s++)
            known = known && held_coded[w, s]
    }
    if (code == "bytes") {
        n[known ? "scalar_judged" : "scalar_unjudged"]++
        n["scalar_judged_divergent"] += known && count > 0 && count < L
        form = known && kind != "" ? may_run(w, count, on) : ""
        if (form != "")
            n["scalar__" form "__" kind]++
        if (!known && kind != "")
            suppose(w, count, on)
    }
    if (count == 0)
        return
    n["access_unread"] += open_sources[w] < 0
    for (s = 1; s <= open_sources[w]; s++) {
        r = w SUBSEP s
        if (!held_known[r]) {
            n["access_unclassed"]++
            continue
        }
        for (i = 0; i < L; i++) {
            v[i] = source_value[r, i]
            all[i] = 1
        }
        if (!held_coded[r]) {
            encode(v, all, L)
            held_units[r] = of["units"]
            held_compressed[r] = of["compressed"]
            held_class[r] = of["class"]
            held_partial[r] = 0
        }
        of_all = 4 * L / (code == "bytes" && L / groups < 16 ? L / groups : 16)
        charge_reads(1, held_units[r], held_compressed[r], held_class[r], !held_partial[r] && equal_lanes(v))
        tags++
        count_access(v, w, "access_reads")
    }
    if (open_destinations[w] > open_writes[w])
        n["access_unclassed"] += open_destinations[w] - open_writes[w]
}

function lose(reg,    i) {
    compressed_alone[reg] = 0
    for (i = 0; i < L; i++)
        reg_valid[reg, i] = 0
    if (seen[reg])
        known_value[reg] = coded[reg] = written[reg] = compressed[reg] = 0
}

# The registers of a list, each once; -1: unknown
function registers_of(list, out,    parts, count, i, k, m) {
    if (list == "?")
        return -1
    if (list == "-")
        return 0
    count = split(list, parts, ",")
    m = 0
    for (i = 1; i <= count; i++) {
        for (k = 1; k <= m && out[k] != parts[i]; k++)
            ;
        if (k > m)
            out[++m] = parts[i]
    }
    return m
}

function begin_instruction(    w, i, s, r, reg, list, count, on, kind) {
    w = $2 SUBSEP $3
    end_instruction(w)
    warps[w] = 1
    open[w] = 1
    open_class[w] = $5
    open_known[w] = $6 != "?"
    open_mask[w] = $6
    open_writes[w] = 0
    n["instructions"]++
    count = open_known[w] ? lanes_of($6, on) : L
    n["instructions_" (!open_known[w] ? "unknown" : count == 0 ? "empty" : count < L ? "divergent" : "full")]++
    if (open_known[w] && count > 0) {
        kind = count < L ? "div" : "nondiv"
        for (i = 1; i <= registers[w]; i++) {
            reg = register[w, i]
            n["held_registers__" kind] += written[reg]
            n["held_compressed__" kind] += compressed[reg]
        }
    }
    open_sources[w] = registers_of($7, list)
    for (s = 1; s <= open_sources[w]; s++) {
        r = w SUBSEP s
        reg = w SUBSEP list[s]
        source_name[r] = list[s]
        held_known[r] = known_value[reg]
        held_coded[r] = coded[reg]
        held_partial[r] = partial[reg]
        held_mask[r] = stored_mask[reg]
        held_units[r] = units[reg]
        held_compressed[r] = compressed[reg]
        held_class[r] = stored_class[reg]
        for (i = 0; i < L; i++)
            source_value[r, i] = value[reg, i]
    }
    open_told[w] = $8 !~ /\?/
    open_whole[w] = open_known[w] && (count == 0 || open_told[w])
    n["instructions_untold"] += !open_whole[w]
    sub(/\?$/, "", $8)
    open_destinations[w] = $8 == "" ? -1 : registers_of($8, list)
    for (s = 1; s <= open_destinations[w]; s++)
        destination[w, s] = list[s]
    if (open_told[w] || count == 0)
        return
    if (open_destinations[w] < 0)
        for (i = 1; i <= registers[w]; i++)
            lose(register[w, i])
    for (s = 1; s <= open_destinations[w]; s++)
        lose(w SUBSEP destination[w, s])
}

# A read shows a source's value, and what the register holds unless the instruction writes it
function show(w, reg, name, linked, v,    s, i, r, differs) {
    for (s = 1; linked && s <= open_sources[w]; s++) {
        r = w SUBSEP s
        differs = !held_known[r]
        for (i = 0; i < L; i++)
            differs = differs || source_value[r, i] != v[i]
        if (source_name[r] != name || !differs)
            continue
        held_known[r] = 1
        held_coded[r] = 0
        for (i = 0; i < L; i++)
            source_value[r, i] = v[i]
    }
    if (open[w] && open_destinations[w] < 0)
        return
    for (s = 1; open[w] && s <= open_destinations[w]; s++)
        if (destination[w, s] == name)
            return
    enter(w, reg)
    differs = !known_value[reg]
    for (i = 0; i < L; i++)
        differs = differs || value[reg, i] != v[i]
    if (!differs)
        return
    known_value[reg] = 1
    coded[reg] = 0
    for (i = 0; i < L; i++)
        value[reg, i] = v[i]
}

function enter(w, reg) {
    if (!seen[reg]) {
        seen[reg] = 1
        register[w, ++registers[w]] = reg
    }
}

# ---- addresses, of up to 64 bits ----

function modulo(hex, m,    i, r) {
    r = 0
    for (i = 1; i <= length(hex); i++)
        r = (16 * r + digit[substr(hex, i, 1)]) % m
    return r
}

# The name of the k-th word from this address on: its upper 48 bits, and the word in the lower 16
function private_word(hex, k,    low, high) {
    low = length(hex) > 4 ? substr(hex, length(hex) - 3) : hex
    high = length(hex) > 4 ? number(substr(hex, 1, length(hex) - 4)) : 0
    low = int(number(low) / 4) + k
    return (high + int(low / 16384)) " " low % 16384
}

# ---- records ----

/^# lanes/ { L = $3 + 0; split("zero 128 32k random", bin, " ") }
/^#/ { next }

$1 == "i" { begin_instruction(); next }

$1 ~ /^\+?m$/ {
    n["memory"]++
    lanes_of($8, on)
    words = int(($7 + 3) / 4)
    space = $6 ~ /^(stack|local)$/ ? "stack" : $6 == "global" ? "global" : "other"
    if (NF < 9 + 2 * L)
        n["vector__nodata"]++
    else if ($6 == "local" || ($6 == "stack" && stack > 0)) {
        # A vector for each private word that lanes use
        split("", used)
        uses = 0
        for (i = 0; i < L; i++)
            for (k = 0; on[i] && k < words; k++) {
                data = length($(10 + L + i)) > 8 * k ? substr($(10 + L + i), 1, length($(10 + L + i)) - 8 * k) : "0"
                # modulo first: a double has 53 bits; the addresses of a stack are taken modulo its size
                private = $6 == "stack" ? int((modulo($(9 + i), stack) + 4 * k) % stack / 4) : private_word($(9 + i), k)
                if (!(private in used))
                    used[private] = ++uses
                users[used[private], i] = padded(length(data) > 8 ? substr(data, length(data) - 7) : data)
            }
        for (k = 1; k <= uses; k++) {
            for (i = 0; i < L; i++) {
                there[i] = (k, i) in users
                v[i] = there[i] ? users[k, i] : "00000000"
                delete users[k, i]
            }
            count_vector(($5 == "st" ? "store_" : "load_") "stack", v, there)
        }
    } else
        for (k = 0; k < words; k++) {
            for (i = 0; i < L; i++) {
                data = $(10 + L + i)
                data = length(data) > 8 * k ? substr(data, 1, length(data) - 8 * k) : "0"
                v[i] = padded(length(data) > 8 ? substr(data, length(data) - 7) : data)
            }
            count_vector(($5 == "st" ? "store_" : "load_") space, v, on)
        }
    next
}

$1 ~ /^\+?[wr]$/ {
    w = $2 SUBSEP $3
    reg = w SUBSEP $6
    active = lanes_of($7, on)
    for (i = 0; i < L; i++)
        v[i] = padded($(8 + i))
    linked = $1 ~ /^\+/ && open[w]
    is_read = $1 ~ /r$/
    count_vector("registers", v, on)
    if (active == 0) {
        n["empty"]++
        next
    }
    n[is_read ? "reads" : "writes"]++
    n["divergent"] += active < L
    count_distances(v, active < L ? "div" : "nondiv")
    count_pairs(v)
    if (active < L) {
        for (i = 0; i < L; i++)
            whole_mask[i] = 1
        encode(v, whole_mask, L)
        merged_raw["div"] += of["all"]
        merged["div"] += of["units"]
    }
    encode(v, on, active)
    if (active == L) {
        merged_raw["nondiv"] += of["all"]
        merged["nondiv"] += of["units"]
    }
    n["class__" of["class"]]++
    n["compressed"] += of["compressed"]
    all_units += of["units"]
    all_bits += of["size"]
    unit_size = 32 * L / of["all"]
    mean_bytes += 32 * L / (of["size"] ? of["size"] : tag_bits())
    mean_units += 32 * L / (of["units"] ? of["units"] * unit_size : tag_bits())
    of_all = of["all"]
    real = linked && open_sources[w] >= 0
    # What the register then has, by this write alone and by the design; a read record has no register
    own_units = after_units = of["units"]
    own_compressed = after_compressed = of["compressed"]
    after_class = of["class"]
    moved = !is_read && compressed_alone[reg] && active < L
    scalar = active == L && equal_lanes(v)
    n["moves"] += moved
    if (code == "lines" && !is_read) {
        by_code = merge(reg, on)
        n["moves_by_code"] += by_code
        if (merges) {
            moved = by_code
            after_units = of["after_units"]
            after_compressed = of["after_compressed"]
            after_class = active < L ? of["after_class"] : of["class"]
        }
    }
    if (!real || !is_read) {
        base += of["raw_touched"]
        stored += of["touched"]
        raw_touched += of["raw_touched"]
        all_touched += of["touched"]
        tags += 1 + (real ? 0 : 2)
        n["charged_writes"]++
        n["charged_divergent"] += active < L
        encoded_as[of["class"]] += active == L || code != "deltas" || !isolate
        charge_scalars(1, of["raw_touched"], scalar)
        charge_reads(real ? 0 : 2, after_units, after_compressed, after_class, scalar)
    }
    if (is_read) {
        show(w, reg, $6, linked, v)
        next
    }
    if (moved) {
        stored += units[reg] + of["all"]
        tags += 2
        if (scalar_register[reg]) {
            scalar_bank++
            scalar_rest += of["all"]
        }
        decoded_as[(reg in stored_class) ? stored_class[reg] : "raw"]++
    }
    enter(w, reg)
    known_value[reg] = coded[reg] = written[reg] = 1
    compressed[reg] = after_compressed
    stored_class[reg] = after_class
    compressed_alone[reg] = own_compressed
    scalar_register[reg] = scalar
    units[reg] = after_units
    partial[reg] = active < L
    stored_mask[reg] = $7
    for (i = 0; i < L; i++)
        value[reg, i] = v[i]
    if (linked) {
        open_writes[w]++
        n["instruction_moves"] += moved && open_whole[w]
        whole_writes += open_whole[w]
        if (!open_known[w] || open_mask[w] !~ /^0*$/)
            count_access(v, w, "access_writes")
    }
}

# ---- the figures ----

function put(key) { print key, n[key] + 0 }

function share(key, part, whole) {
    if (whole > 0)
        printf "%s %.6g\n", key, 100 * part / whole
}

function put_all(prefix, names, suffix,    parts, i, count) {
    count = split(names, parts, " ")
    for (i = 1; i <= count; i++)
        put(prefix parts[i] suffix)
}

# Bits of a tag. Bytes: enc, D, FS if there are groups, and base values or masks. Lines: flags, strides, bases, valid lanes
function tag_bits(    wide, vectors) {
    wide = L / groups > 32 ? L / groups : 32
    vectors = L / (width ? width : L)
    return code == "bytes" ? 4 * groups + 1 + (groups > 1) + groups * wide : code == "lines" ? vectors * (1 + (any ? 32 : 3) + 32) + L : 2
}

# Activations by code: their sums, and what they take
function count_activations(names,    k, count, parts) {
    count = split(names, parts, " ")
    for (k = 1; k <= count; k++) {
        sub(/_/, " ", parts[k])
        encoded += encoded_as[parts[k]]
        decoded += decoded_as[parts[k]]
        coded_pj += encoded_as[parts[k]] * (k == 2 ? 0.5 : k) + decoded_as[parts[k]] * (k == 2 ? 0.25 : 10 * k)
        if (code_pj)
            printf "encodes__%s %.6g\ndecodes__%s %.6g\n", parts[k], encoded_as[parts[k]], parts[k], decoded_as[parts[k]]
    }
}

function ratio(key, raw, kept) {
    if (kept > 0)
        printf "%s %.6g\n", key, raw / kept
}

END {
    for (w in warps)
        end_instruction(w)
    classes = code == "bytes" ? "raw 1-byte 2-byte 3-byte scalar affine mixed divergent" : \
        code == "lines" ? "generic zero uniform affine part" : "raw <4,0> <4,1> <4,2>"
    vectors = "zero uniform affine other generic missed"
    put_all("", "writes reads divergent moves compressed memory empty", "")
    put_all("class__", classes, "")
    if (code == "bytes")
        put("class__divergent scalar")
    if (code == "lines")
        put("moves_by_code")
    for (k = 1; code == "deltas" && k <= pairs; k++) {
        put("fits__<" pair[k] ">")
        if (pair[k] !~ /^[12]/)
            put("best__<" pair[k] ">")
    }
    if (code == "deltas")
        put("best__none")
    kinds = split("registers load_stack store_stack load_global store_global load_other store_other", kind, " ")
    for (k = 1; k <= kinds; k++)
        put_all("vector__" kind[k] "__", vectors, "")
    put("vector__nodata")
    for (k = 1; k <= 4; k++) {
        put_all("bin__", "nondiv div", "__" bin[k])
        put_all("pair__", "nondiv div", "__" bin[k])
    }
    values = n["writes"] + n["reads"]
    if (values > 0) {
        raw = 32 * L * values
        ratio("ratio", raw, all_units * unit_size)
        ratio("ratio_units", raw, all_units * unit_size)
        ratio("ratio_bytes", raw, all_bits)
        ratio("ratio_units_tag", raw, all_units * unit_size + values * tag_bits())
        printf "ratio_bytes_mean %.6g\nratio_units_mean %.6g\n", mean_bytes / values, mean_units / values
        printf "units_per_write %.6g\n", all_units / values
        ratio("merged__nondiv__ratio", merged_raw["nondiv"], merged["nondiv"])
        ratio("merged__div__ratio", merged_raw["div"], merged["div"])
    }
    if (n["charged_writes"] > 0)
        printf "write_units %.6g\nwrite_units_raw %.6g\n", all_touched / n["charged_writes"], raw_touched / n["charged_writes"]
    unit_bits = 8 * (code == "bytes" && L / groups < 16 ? L / groups : 16)
    accesses = n["charged_writes"] + n["charged_reads"]
    # A tag of 38 bits takes 5.2 % of eight banks; one of lines 10 pJ for 64 bits
    tag = code == "bytes" ? 0.052 * 8 * 7 / 38 * tag_bits() : code == "lines" ? 10 / 64 * tag_bits() : 0
    # The units, for an activation at 32 lanes
    enc = code == "bytes" ? 16.22 / 1.4 : code == "lines" ? 100 : 23
    dec = code == "bytes" ? 15.86 / 1.4 : code == "lines" ? 100 : 21
    if (accesses > 0)
        count_activations(classes (code == "bytes" ? " divergent_scalar" : ""))
    if (accesses > 0) {
        printf "energy_accesses %.6g\nbase_bank_accesses %.6g\nbank_accesses %.6g\n", accesses, base * unit_bits / 128, stored * unit_bits / 128
        printf "tag_accesses %.6g\nencodes %.6g\ndecodes %.6g\n", tags, encoded, decoded
        base_pj = base * 16.6 * unit_bits / 128
        stored_pj = stored * 16.6 * unit_bits / 128 + tags * tag
        unit_pj = code_pj ? coded_pj : (encoded * enc + decoded * dec) * L / 32
        printf "base_energy_pj %.6g\nstored_energy_pj %.6g\n", base_pj / accesses, stored_pj / accesses
        if (code == "bytes")
            printf "scalar_bank_accesses %.6g\nscalar_bank_energy_pj %.6g\n", scalar_bank, (scalar_rest * 16.6 * unit_bits / 128 + scalar_bank * tag) / accesses
        printf "unit_energy_pj %.6g\nnet_energy_pj %.6g\n", unit_pj / accesses, (base_pj - stored_pj - unit_pj) / accesses
        if (n["instructions"] > 0 || merges) {
            put("charged_compressed")
            if (n["charged_reads"] > 0)
                printf "read_units %.6g\n", read_units / n["charged_reads"]
        }
    }
    if (n["instructions"] == 0)
        exit
    put("instructions")
    put_all("instructions_", "full divergent empty unknown", "")
    put_all("instruction", "s_untold _moves", "")
    masks = n["instructions_full"] + n["instructions_divergent"] + n["instructions_empty"]
    share("instruction_share__nondivergent", n["instructions_full"], masks)
    share("instruction_share__divergent", n["instructions_divergent"], masks)
    if (whole_writes > 0 || !n["instructions_untold"])
        share("instruction_share__moves", n["instruction_moves"], n["instructions"] - n["instructions_untold"])
    for (k = 1; k <= 2; k++) {
        div = k == 1 ? "nondiv" : "div"
        put("held_registers__" div)
        put("held_compressed__" div)
        share("compressed_share__" div, n["held_compressed__" div], n["held_registers__" div])
    }
    put_all("access_", "reads writes unclassed unread", "")
    known = n["access_reads"] + n["access_writes"]
    count = split(classes (code == "bytes" ? " divergent_scalar" : ""), class, " ")
    for (k = 1; k <= count; k++) {
        sub(/_/, " ", class[k])
        put("access_class__" class[k])
        share("access_share__" class[k], n["access_class__" class[k]], known)
    }
    put_all("vector__operands__", vectors, "")
    if (accesses > 0) {
        put_all("charged_", "writes divergent reads", "")
    }
    if (code != "bytes")
        exit
    put_all("scalar_", "judged judged_divergent unjudged", "")
    forms = split(groups > 1 ? "full divergent group" : "full divergent", form, " ")
    for (k = 1; k <= forms; k++) {
        put_all("scalar__" form[k] "__", "arithmetic sfu memory", "")
        sum[form[k]] = n["scalar__" form[k] "__arithmetic"] + n["scalar__" form[k] "__sfu"] + n["scalar__" form[k] "__memory"]
    }
    judged = n["scalar_judged"]
    share("instruction_share__alu_scalar", n["scalar__full__arithmetic"], judged)
    share("instruction_share__all_scalar", sum["full"], judged)
    share("instruction_share__with_divergent_scalar", sum["full"] + sum["group"] + sum["divergent"], judged)
    share("instruction_share__if_stored_full", sum["full"] + sum["group"] + sum["divergent"] + n["supposed_scalar"], judged + n["supposed"])
    share("instruction_share__scalar_of_divergent", sum["divergent"], n["scalar_judged_divergent"])
    if (groups > 1) {
        share("instruction_share__half_scalar", sum["full"] + sum["group"], judged)
        share("instruction_share__group_scalar", sum["group"], judged)
    }
}
