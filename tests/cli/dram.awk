# SPDX-License-Identifier: Apache-2.0
# dram.awk - counts again what reaches DRAM, from docs/line-traffic.md and not from the program. Reads the list that lines.awk writes.
#   awk -v line=128 -v l1=BYTES,WAYS,POLICY -v l2=... -f dram.awk LIST      ("off": no such cache)
# Prints KEY VALUE, keys as in trace__KEY of stats. The list tells how a line is stored.

function digit(c) { return index("0123456789abcdef", c) - 1 }

function modulo(hex, m,    i, r) {
    r = 0
    for (i = 1; i <= length(hex); i++) r = (16 * r + digit(substr(hex, i, 1))) % m
    return r
}

# ---- a cache: what it holds is stamp[c, line], the time of its last use ----

function setup(c, text,    part) {
    sets[c] = 0
    if (text == "off") return
    split(text, part, ",")
    ways[c] = part[2]
    sets[c] = part[1] / part[2] / line
    back[c] = part[3] == "back"
}

function use(c, x) {
    asked[c]++
    if (!((c, x) in stamp)) return 0
    stamp[c, x] = ++now
    found[c]++
    return 1
}

# The member of the set that was used least recently, "" if the set is empty.
function oldest(c, s,    i, best) {
    best = ""
    for (i = 1; i <= size[c, s]; i++)
        if (best == "" || stamp[c, member[c, s, i]] < stamp[c, best]) best = member[c, s, i]
    return best
}

function take_out(c, x,    s, i) {
    s = modulo(x, sets[c])
    for (i = 1; member[c, s, i] != x; i++);
    member[c, s, i] = member[c, s, size[c, s]]
    size[c, s]--
    delete stamp[c, x]
    was_dirty = (c, x) in dirty
    delete dirty[c, x]
}

# Takes in x; the victim is returned, "" if there is none, and was_dirty says what it was.
function take_in(c, x,    s, v) {
    s = modulo(x, sets[c])
    v = ""
    if (size[c, s] == ways[c]) { v = oldest(c, s); take_out(c, v) }
    member[c, s, ++size[c, s]] = x
    stamp[c, x] = ++now
    return v
}

# ---- the metadata cache m: 64 sets of 4 blocks of 128 lines, by the low 32 bits of the line's number ----

function metadata(m, x, is_write,    b, cost) {
    b = int(modulo(x, 4294967296) / 128)
    lookups[m]++
    cost = 0
    if ((m, b) in block) {
        meta_hits[m]++
    } else {
        cost = 1 + meta_room(m, b % 64)
        held[m, b % 64] = held[m, b % 64] " " b
    }
    block[m, b] = ++now
    if (is_write) meta_dirty[m, b]
    return cost
}

# Makes room in a set if it has four blocks; 1 if a dirty one leaves.
function meta_room(m, s,    n, list, i, best, cost) {
    n = split(held[m, s], list, " ")
    if (n < 4) return 0
    best = 1
    for (i = 2; i <= 4; i++) if (block[m, list[i]] < block[m, list[best]]) best = i
    held[m, s] = ""
    for (i = 1; i <= 4; i++) if (i != best) held[m, s] = held[m, s] " " list[i]
    cost = (m, list[best]) in meta_dirty
    delete block[m, list[best]]
    delete meta_dirty[m, list[best]]
    return cost
}

# ---- DRAM ----

# state of a line: "" not seen, "known", "lost"; stored: its bursts; coded, bursts_now: how it would be stored now
function stored_now(x) { return bursts_now[x] }
function packed(x) { return is_packed[x] }

function pay_reads(x, n, cost) {
    known_fetches += n
    raw_fetch += n * units
    fetch_bursts += n * stored[x]
    known_meta += cost
}

function dram_read(x,    cost) {
    cost = metadata("dram", x, 0)
    meta_bursts += cost
    fetches++
    if (state[x] == "known") pay_reads(x, 1, cost)
    else { waiting[x]++; waiting_meta[x] += cost }
}

function dram_see(x) {
    if (state[x] != "" || !known[x] || !(x in waiting_ever)) return
    state[x] = "known"
    stored[x] = stored_now(x)
    is_packed[x] = coded[x]
    pay_reads(x, waiting[x], waiting_meta[x])
}

function dram_write(x,    cost) {
    cost = metadata("dram", x, 1)
    meta_bursts += cost
    writes++
    waiting_ever[x]
    waiting[x] = waiting_meta[x] = 0
    state[x] = ""
    if (!known[x]) return
    state[x] = "known"
    stored[x] = stored_now(x)
    is_packed[x] = coded[x]
    known_writes++
    raw_write += units
    write_bursts += stored[x]
    known_meta += cost
}

function dram_write_part(x, bursts,    cost) {
    cost = metadata("dram", x, 1)
    meta_bursts += cost
    partials++
    if (state[x] != "known" || !known[x]) { state[x] = "lost"; return }
    known_partials++
    known_meta += cost
    raw_write += bursts
    if (!is_packed[x]) { write_bursts += bursts; return }
    merges++
    merge_bursts += stored[x]
    stored[x] = stored_now(x)
    is_packed[x] = coded[x]
    write_bursts += stored[x]
}

# ---- the caches before it ----

function into_l2(x,    v) {
    v = take_in("l2", x)
    if (v == "") return
    victim_dirty = was_dirty
    if (sets["l1"] && (("l1", v) in dirty)) { take_out("l1", v); victim_dirty = 1 }
    if (victim_dirty) dram_write(v)
}

function read_behind_l1(x) {
    if (sets["l2"] && use("l2", x)) return
    dram_read(x); waiting_ever[x]
    if (sets["l2"]) into_l2(x)
}

function write_behind_l1(x, all, bursts,    here) {
    here = sets["l2"] ? use("l2", x) : 0
    if (!sets["l2"] || !back["l2"]) {
        if (all) dram_write(x)
        else dram_write_part(x, bursts)
        return
    }
    if (!here) {
        if (!all) { dram_read(x); waiting_ever[x] }
        into_l2(x)
    }
    dirty["l2", x]
}

function into_l1(x,    v) {
    v = take_in("l1", x)
    if (v != "" && was_dirty) write_behind_l1(v, 1, units)
}

function access(kind, x, all, bursts,    here) {
    here = sets["l1"] ? use("l1", x) : 0
    if (kind == "st" && !(sets["l1"] && back["l1"])) {
        write_behind_l1(x, all, bursts)
    } else if (kind == "st") {
        if (!here) {
            if (!all) read_behind_l1(x)
            into_l1(x)
        }
        dirty["l1", x]
    } else {
        if (!here) {
            read_behind_l1(x)
            if (sets["l1"]) into_l1(x)
        }
        if (!(("l1", x) in dirty) && !(("l2", x) in dirty)) dram_see(x)
    }
}

function run_record(    i) {
    for (i = 1; i <= waits; i++) { known[q_line[i]] = q_known[i]; coded[q_line[i]] = q_coded[i]; bursts_now[q_line[i]] = q_stored[i] }
    for (i = 1; i <= waits; i++) {
        metadata("all", q_line[i], q_kind[i] == "st")
        access(q_kind[i], q_line[i], q_all[i], q_bursts[i])
    }
    waits = 0
}

BEGIN {
    units = line / 32
    setup("l1", l1)
    setup("l2", l2)
}

$1 != record { run_record(); record = $1 }
# A line's number is a string: 00e1 and 00e2 are one number to awk
{ q_kind[++waits] = $2; q_line[waits] = $3 ""; q_all[waits] = $4; q_bursts[waits] = $5; q_known[waits] = $6; q_coded[waits] = $7; q_stored[waits] = $8 }

function flush(c, below,    s, x, was) {
    for (s = 0; s < sets[c]; s++)
        while ((x = oldest(c, s)) != "") {
            take_out(c, x)
            if (!was_dirty) continue
            if (below != "" && sets[below] && ((below, x) in stamp)) take_out(below, x)
            dram_write(x)
            flushed++
        }
}

END {
    run_record()
    flush("l1", "l2")
    flush("l2", "")
    for (m in meta_dirty) meta_flushed += index(m, "dram") == 1
    print "metacache__lookups", lookups["all"] + 0
    print "metacache__hits", meta_hits["all"] + 0
    if (lookups["all"] > 0) print "metacache__hit_rate", meta_hits["all"] / lookups["all"]
    for (i = 1; i <= 2; i++)
        if (asked["l" i] > 0) {
            print "l" i "__lookups", asked["l" i]
            print "l" i "__hits", found["l" i] + 0
            print "l" i "__hit_rate", found["l" i] / asked["l" i]
        }
    print "dram__fetches", fetches + 0
    print "dram__writes", writes + 0
    print "dram__flushed", flushed + 0
    print "dram__partial_writes", partials + 0
    print "dram__known_fetches", known_fetches + 0
    print "dram__known_writes", known_writes + 0
    print "dram__known_partial_writes", known_partials + 0
    print "dram__raw_fetch_bursts", raw_fetch + 0
    print "dram__raw_write_bursts", raw_write + 0
    print "dram__fetch_bursts", fetch_bursts + 0
    print "dram__write_bursts", write_bursts + 0
    print "dram__merges", merges + 0
    print "dram__merge_bursts", merge_bursts + 0
    print "dram__metacache__lookups", lookups["dram"] + 0
    print "dram__metacache__hits", meta_hits["dram"] + 0
    if (lookups["dram"] > 0) print "dram__metacache__hit_rate", meta_hits["dram"] / lookups["dram"]
    print "dram__metacache__bursts", meta_bursts + meta_flushed
    print "dram__metacache__known_bursts", known_meta + meta_flushed
    print "dram__metacache__flushed", meta_flushed + 0
    all = fetch_bursts + write_bursts + merge_bursts
    if (all > 0) {
        print "dram__ratio", (raw_fetch + raw_write) / all
        print "dram__ratio_metadata", (raw_fetch + raw_write) / (all + known_meta + meta_flushed)
    }
    if (fetch_bursts > 0) print "dram__fetch_ratio", raw_fetch / fetch_bursts
    if (write_bursts > 0) print "dram__write_ratio", raw_write / (write_bursts + merge_bursts)
}
