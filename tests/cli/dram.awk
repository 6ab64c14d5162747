# SPDX-License-Identifier: Apache-2.0
# dram.awk - counts again what reaches DRAM, from docs/line-traffic.md and docs/compressed-caches.md and not from the program. Reads the list that
# lines.awk writes.
#   awk -v line=128 -v l1=BYTES,WAYS,POLICY -v l2=... [-v l1tags=N] [-v l2tags=N] [-v about=l1,l2 [-v plain=plain_]] -f dram.awk LIST
# "off": no such cache. With tags a cache holds compressed lines.
# Prints KEY VALUE, keys as in trace__KEY of stats; with `about` what is told of compressed caches, and of plain ones beside them. The list tells how a
# line is stored.

function digit(c) { return index("0123456789abcdef", c) - 1 }

function modulo(hex, m,    i, r) {
    r = 0
    for (i = 1; i <= length(hex); i++) r = (16 * r + digit(substr(hex, i, 1))) % m
    return r
}

# ---- a cache: what it holds is stamp[c, line], the time of its last use ----

function setup(c, text, times,    part) {
    sets[c] = 0
    if (text == "off") return
    split(text, part, ",")
    ways[c] = part[2]
    tags[c] = ways[c] * (times ? times : 1)
    packs[c] = times > 0
    sets[c] = part[1] / part[2] / line
    back[c] = part[3] == "back"
}

function use(c, x) {
    asked[c]++
    held[c] += inside[c]
    if (!((c, x) in stamp)) return 0
    stamp[c, x] = ++now
    found[c]++
    return 1
}

# The member of the set that was used least recently, but not `but`; "" if there is none.
function oldest(c, s, but,    i, best) {
    best = ""
    for (i = 1; i <= size[c, s]; i++)
        if (member[c, s, i] != but && (best == "" || stamp[c, member[c, s, i]] < stamp[c, best])) best = member[c, s, i]
    return best
}

function take_out(c, x,    s, i) {
    s = modulo(x, sets[c])
    for (i = 1; member[c, s, i] != x; i++);
    member[c, s, i] = member[c, s, size[c, s]]
    size[c, s]--
    delete stamp[c, x]
    taken[c, s] -= room[c, x]
    inside[c]--
    was_dirty = (c, x) in dirty
    delete dirty[c, x]
}

# Segments of 8 bytes that x takes now
function segments(c, x) {
    if (!packs[c]) return line / 8
    sized[c]++
    sized_known[c] += known[x]
    return known[x] ? int((bytes_now[x] + 7) / 8) : line / 8
}

# Members of the set of x leave, but not x, until it can have so many more tags and segments; they are out[c, 1..outs[c]].
function leave(c, x, more_tags, more,    s, v) {
    s = modulo(x, sets[c])
    outs[c] = 0
    while (size[c, s] + more_tags > tags[c] || taken[c, s] + more > ways[c] * line / 8) {
        v = oldest(c, s, x)
        extra[c] += size[c, s] < tags[c]
        take_out(c, v)
        out[c, ++outs[c]] = v
        out_dirty[c, outs[c]] = was_dirty
        dirty_out[c] += was_dirty
    }
    evictions[c] += outs[c]
    return s
}

function sample(c, s) {
    if (outs[c] == 0) return
    full[c]++
    full_held[c] += size[c, s]
}

# Takes in x
function take_in(c, x,    s, more) {
    more = segments(c, x)
    s = leave(c, x, 1, more)
    fills[c]++
    several[c] += outs[c] > 1
    member[c, s, ++size[c, s]] = x
    inside[c]++
    stamp[c, x] = ++now
    room[c, x] = more
    taken[c, s] += more
    sample(c, s)
}

# x was written where it is
function resize(c, x,    s, size_now, more) {
    size_now = segments(c, x)
    more = size_now - room[c, x]
    s = leave(c, x, 0, more)
    grown[c] += more > 0
    room[c, x] = size_now
    taken[c, s] += more
    sample(c, s)
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
        blocks[m, b % 64] = blocks[m, b % 64] " " b
    }
    block[m, b] = ++now
    if (is_write) meta_dirty[m, b]
    return cost
}

# Makes room in a set if it has four blocks; 1 if a dirty one leaves.
function meta_room(m, s,    n, list, i, best, cost) {
    n = split(blocks[m, s], list, " ")
    if (n < 4) return 0
    best = 1
    for (i = 2; i <= 4; i++) if (block[m, list[i]] < block[m, list[best]]) best = i
    blocks[m, s] = ""
    for (i = 1; i <= 4; i++) if (i != best) blocks[m, s] = blocks[m, s] " " list[i]
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

function out_of_l2(    i, v, is_dirty) {
    for (i = 1; i <= outs["l2"]; i++) {
        v = out["l2", i]
        is_dirty = out_dirty["l2", i]
        if (sets["l1"] && (("l1", v) in dirty)) { take_out("l1", v); is_dirty = 1 }
        if (is_dirty) dram_write(v)
    }
}

function out_of_l1(    i) {
    for (i = 1; i <= outs["l1"]; i++) if (out_dirty["l1", i]) write_behind_l1(out["l1", i], 1, units)
}

function into_l2(x) { take_in("l2", x); out_of_l2() }
function into_l1(x) { take_in("l1", x); out_of_l1() }

function read_behind_l1(x) {
    if (sets["l2"] && use("l2", x)) return
    dram_read(x); waiting_ever[x]
    if (sets["l2"]) into_l2(x)
}

function write_behind_l1(x, all, bursts,    here) {
    here = sets["l2"] ? use("l2", x) : 0
    if (here && packs["l2"]) { resize("l2", x); out_of_l2() }
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

function written_in_l1(x) {
    if (packs["l1"]) { resize("l1", x); out_of_l1() }
}

function access(kind, x, all, bursts,    here) {
    here = sets["l1"] ? use("l1", x) : 0
    if (kind == "st" && !(sets["l1"] && back["l1"])) {
        if (here) written_in_l1(x)
        write_behind_l1(x, all, bursts)
    } else if (kind == "st") {
        if (!here) {
            if (!all) read_behind_l1(x)
            into_l1(x)
        }
        dirty["l1", x]
        if (here) written_in_l1(x)
    } else {
        if (!here) {
            read_behind_l1(x)
            if (sets["l1"]) into_l1(x)
        }
        if (!(("l1", x) in dirty) && !(("l2", x) in dirty)) dram_see(x)
    }
}

function run_record(    i) {
    for (i = 1; i <= waits; i++) { known[q_line[i]] = q_known[i]; coded[q_line[i]] = q_coded[i]; bursts_now[q_line[i]] = q_stored[i]; bytes_now[q_line[i]] = q_bytes[i] }
    for (i = 1; i <= waits; i++) {
        metadata("all", q_line[i], q_kind[i] == "st")
        access(q_kind[i], q_line[i], q_all[i], q_bursts[i])
    }
    waits = 0
}

BEGIN {
    units = line / 32
    setup("l1", l1, l1tags)
    setup("l2", l2, l2tags)
}

$1 != record { run_record(); record = $1 }
# A line's number is a string: 00e1 and 00e2 are one number to awk
{ q_kind[++waits] = $2; q_line[waits] = $3 ""; q_all[waits] = $4; q_bursts[waits] = $5; q_known[waits] = $6; q_coded[waits] = $7; q_stored[waits] = $8; q_bytes[waits] = $9 }

function flush(c, below,    s, x, was) {
    for (s = 0; s < sets[c]; s++)
        while ((x = oldest(c, s, "")) != "") {
            take_out(c, x)
            if (!was_dirty) continue
            if (below != "" && sets[below] && ((below, x) in stamp)) take_out(below, x)
            dram_write(x)
            flushed++
        }
}

# What is told of a cache that holds compressed lines; of a plain one with `plain` before what both have.
function put_cache(c, plain,    k) {
    k = "compressed__" c "__"
    if (!plain) print k "accesses", asked[c] + 0
    print k plain "misses", asked[c] - found[c]
    print k plain "evictions", evictions[c] + 0
    print k plain "write_backs", dirty_out[c] + 0
    if (asked[c] > 0) print k plain "held", held[c] / asked[c] / (sets[c] * ways[c])
    if (plain) return
    print k "fills", fills[c] + 0
    print k "extra_evictions", extra[c] + 0
    print k "grown", grown[c] + 0
    if (fills[c] > 0) print k "fills_several", 100 * several[c] / fills[c]
    if (full[c] > 0) print k "capacity", full_held[c] / full[c] / ways[c]
    if (sized[c] > 0) print k "known", 100 * sized_known[c] / sized[c]
}

END {
    run_record()
    if (about != "") { # a comma-separated list of caches, about which all is told; "plain_" before the keys if they are plain
        for (i = split(about, part, ","); i > 0; i--) put_cache(part[i], plain)
        exit
    }
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
