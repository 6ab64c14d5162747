# SPDX-License-Identifier: Apache-2.0
# cli_random_trace.awk - a random trace in warptrace-text 2: -v lanes=L -v seed=S -v count=N instructions. It has what traces of tools have
# in parts: unknown masks, sources and destinations, results that are not told, reads that are linked or not, values that no instruction
# wrote, empty masks, and records of several warps between each other.
BEGIN {
    srand(seed)
    print "# warptrace-text 2\n# lanes " lanes
    split("alu mul fpu sfu load other store control", classes, " ")
    for (k = 0; k < count; k++) {
        w = pick(3)
        if (queued[w] > done[w])
            print queue[w, ++done[w]] # a record of an instruction that has begun
        else if (pick(12) == 0)
            loose(w)
        else
            instruction(w)
    }
    for (w = 0; w < 3; w++)
        while (queued[w] > done[w])
            print queue[w, ++done[w]]
    for (k = 0; k < 8; k++)
        quarters(k % 4, k < 4 ? k % 4 : pick(4))
}

# Two registers, each with one value in one quarter of the lanes alone; then instructions that read one of them, or both
function quarters(first, second,    i, k, q, value, readers, reader) {
    for (k = 1; k <= 2; k++) {
        q = k == 1 ? first : second
        value = sprintf("%x", pick(65536))
        printf "i 0 3 100 alu %s - x%d\n+w 0 3 100 alu x%d %s", full(), k, k, full()
        for (i = 0; i < lanes; i++)
            printf " %s", int(4 * i / lanes) == q ? value : sprintf("%x", 65536 + 16 * pick(4096) + i % 16)
        print ""
    }
    split("alu x1|sfu x2|load x1|store x1,x2|mul x2,x1|control x1", readers, "|")
    for (k = 1; k <= 6; k++) {
        split(readers[k], reader, " ")
        print "i 0 3 104 " reader[1] " " full() " " reader[2] " -"
    }
}

function pick(n) { return int(rand() * n) }

function name() { return pick(6) ? "x" (1 + pick(4)) : "f" pick(2) }

# A random value list for a register under a mask, of a few kinds; the other lanes keep their values
function values(w, reg, on, any,    i, kind, quarter, base, out, v) {
    kind = pick(13) # from 4 on but for 5 and 6 all lanes get one value
    quarter = pick(4) # 6: one quarter alone does
    base = pick(65536)
    out = ""
    for (i = 0; i < lanes; i++) {
        v = sprintf("%04x%04x", kind == 5 ? pick(65536) : 4660, kind == 0 || kind == 5 ? pick(65536) : base)
        if (kind == 1)
            v = sprintf("1234%02x%02x", base % 256, pick(256))
        if (kind == 2)
            v = sprintf("0000%04x", base % 4096 + 4 * i)
        if (kind == 3)
            v = sprintf("0000%04x", i < lanes / 2 ? base : 7)
        if (kind == 6)
            v = sprintf("%04x%04x", pick(65536), pick(65536))
        if (kind == 6 && int(4 * i / lanes) == quarter)
            v = sprintf("0000%04x", base)
        if (on[i] || !((w, reg, i) in old))
            old[w, reg, i] = on[i] || any ? v : "0"
        out = out " " old[w, reg, i]
    }
    return out
}

# A mask as digits; on[i] tells its lanes
function mask(on,    kind, i, d, out) {
    kind = pick(8)
    out = ""
    for (i = 0; i < lanes; i++)
        on[i] = kind < 4 ? 1 : kind == 4 ? 0 : kind == 5 ? i < 3 : kind == 6 ? i % 2 == 0 : pick(2)
    for (i = lanes - 4; i >= 0; i -= 4) {
        d = on[i] + 2 * on[i + 1] + 4 * on[i + 2] + 8 * on[i + 3]
        out = out sprintf("%x", d)
    }
    sub(/^0+/, "", out)
    return out == "" ? "0" : out
}

function head(kind, w, pc, class, reg, m) { return kind " 0 " w " " pc " " class " " reg " " m }

# A value that belongs to no instruction
function loose(w,    on, m, reg, i) {
    reg = name()
    m = mask(on)
    if (pick(2))
        print head("w", w, 0, "alu", reg, m) values(w, reg, on, 0)
    else {
        for (i = 0; i < lanes; i++)
            on[i] = pick(2) # some lanes hold another value than the last write
        print head("r", w, 0, "alu", reg, sprintf("%s", full())) values(w, reg, on, 1)
    }
}

function full(    i, out) {
    for (i = 0; i < lanes; i += 4)
        out = out "f"
    return out
}

function later(w, line) { queue[w, ++queued[w]] = line }

function instruction(w,    class, pc, m, on, sources, s, i, regs, list, n, told, none, shown, empty, shown_mask) {
    class = classes[1 + pick(8)]
    pc = sprintf("%x", 256 + 4 * pick(64))
    m = mask(on)
    if (pick(10) == 0) {
        shown_mask = mask(on) # of the records; nobody knows that of the instruction
        m = "?"
    } else
        shown_mask = m
    empty = m == "0"
    n = pick(3) ? pick(3) : pick(7)
    sources = ""
    for (s = 0; s < n; s++) {
        regs[s] = s > 0 && pick(4) == 0 ? regs[s - 1] : name()
        sources = sources (s ? "," : "") regs[s]
    }
    if (n == 0)
        sources = pick(3) ? "-" : "?"
    for (i = 0; i < lanes; i++)
        none[i] = pick(3) == 0
    for (s = 0; s < n; s++)
        if (pick(6) == 0) { # a linked read: under the mask of the instruction
            if (pick(2))
                for (i = 0; i < lanes; i++)
                    none[i] = 0
            later(w, head("+r", w, pc, class, regs[s], shown_mask) values(w, regs[s], none, 1))
        }
    list = class ~ /store|control/ ? "-" : name()
    if (list != "-" && pick(5) == 0) {
        shown = list
        list = list "," (list == "x1" ? "x2" : "x1")
    } else
        shown = list
    told = list == "-" || pick(6) > 0
    if (list != "-" && told && !empty) {
        split(list, regs, ",")
        for (s in regs)
            later(w, head("+w", w, pc, class, regs[s], shown_mask) values(w, regs[s], on, 0))
    } else if (list != "-" && !told && !empty && pick(2))
        later(w, head("+w", w, pc, class, shown, shown_mask) values(w, shown, on, 0))
    print "i 0 " w " " pc " " class " " m " " sources " " (list != "-" && !told ? (pick(3) ? list "?" : "?") : list)
}
