# SPDX-License-Identifier: Apache-2.0
# cli_line_codes.awk - the size, class and patterns of a cache line's code, again: from docs/linebdi.md, docs/fpc.md, docs/cpack.md and
# docs/bestof.md, and not from the program. Functions for lines.awk: awk -v codec=NAME [-v VARIABLE=VALUE]... -f cli_line_codes.awk -f lines.awk
#   codec=zeros      a line of zeros in a byte (linebdi --encodings zeros)
#   codec=linebdi    with two bases; base=first or firstnz
#   codec=fpc        form=segment, or word; segments=4
#   codec=cpack      form=parallel, or fifo
#   codec=bestof     the best of these three, its default members, each as it is by default; choose=bursts, or bytes
#   tag=side         or head
# code_line(word) of W words sets code_bytes (0: the line is raw), code_class, and adds to pattern[NAME].

BEGIN {
    two32 = 4294967296
    if (tag == "") tag = "side"
    if (base == "") base = "first"
    if (segments == "") segments = 4
    if (form == "") form = codec == "fpc" ? "segment" : "parallel"
    code_tag = tag == "head" || codec ~ /^(fpc|cpack)$/ ? 1 : codec == "bestof" ? 6 : 4
    classes = codec ~ /^(fpc|cpack)$/ ? "raw compressed" : codec == "zeros" || codec == "linebdi" ? \
        "raw zeros repeat 8-1 8-2 8-4 4-1 4-2 2-1" : codec == "bestof" ? "raw linebdi fpc cpack bpc" : ""
    members = split(choose == "bytes" ? "linebdi fpc cpack" : "cpack fpc linebdi", member, " ") # of equally good ones the first wins
    names = codec == "fpc" ? "zero,nibble,byte,halfword,upper half,two bytes,repeated byte,word" : \
        codec == "cpack" && form == "fifo" ? "zzzz,xxxx,mmmm,mmxx,zzzx,mmmx" : \
        codec == "cpack" ? "zero,zero-extended byte,full match,partial match" : ""
    bdi_codes = split("8-1 4-1 8-2 2-1 4-2 8-4", bdi_code, " ") # of equally long ones the first wins
    fpc_names = split("zero,nibble,byte,halfword,upper half,two bytes,repeated byte,word", fpc_name, ",")
    split("0 4 8 16 16 16 8 32", fpc_bits, " ")
}

function code_line(word, W,    i, key, part, n, bytes) {
    key = ""
    for (i = 0; i < W; i++) key = key sprintf("%.0f ", word[i])
    if (!(key in made_code)) {
        bytes = codec == "bestof" ? best_of(word, W) : bytes_by(codec, word, W)
        made_code[key] = bytes
        made_class[key] = bytes ? code_class : "raw"
        made_patterns[key] = bytes ? found_patterns : ""
    }
    code_bytes = made_code[key]
    code_class = made_class[key]
    found_patterns = made_patterns[key]
}

# The bytes of the line by this codec, 0 if it is raw there
function bytes_by(name, word, W,    bytes) {
    bits = 0
    found_patterns = ""
    code_class = "compressed"
    if (name == "fpc") form == "word" ? fpc_words(word, W) : fpc_segments(word, W)
    else if (name == "cpack") form == "fifo" ? cpack_fifo(word, W) : cpack_parallel(word, W)
    else bdi(word, W)
    bytes = bits < 0 ? 4 * W : int((bits + 7) / 8) + (tag == "head")
    return bytes >= 4 * W || (tag == "head" && W > 8 && bursts_of_bytes(bytes) == W / 8) ? 0 : bytes
}

function bursts_of_bytes(bytes) { return int((bytes + 31) / 32) }

function best_of(word, W,    k, bytes, price, best, least) {
    best = 0
    for (k = 1; k <= members; k++) {
        bytes = bytes_by(member[k], word, W)
        price = choose == "bytes" ? bytes : bursts_of_bytes(bytes)
        if (bytes && (!best || price < least)) { best = bytes; least = price; chosen = member[k] }
    }
    found_patterns = ""
    code_class = chosen
    return best
}

# The patterns of the line that code_line was asked for last.
function count_patterns(    n, part, i) {
    n = split(found_patterns, part, "|")
    for (i = 1; i < n; i++) pattern[part[i]]++
}

function found(name) { found_patterns = found_patterns name "|" }

# ---- base and deltas ----

# Is the difference a - b, modulo 2^(8 width), a signed number of d bytes? a and b are pairs of words, high and low.
function near(high, low, width, d,    whole, half) {
    whole = width < 4 ? 256 ^ width : two32
    if (width == 8) {
        high += low < 0 ? -1 : 0
        high = (high + two32) % two32
    }
    low = (low + whole) % whole
    half = 2 ^ (8 * d - 1)
    if (width < 8) return low < half || low >= whole - half
    return (high == 0 && low < half) || (high == two32 - 1 && low >= two32 - half)
}

function chunk_of(word, width, i) {
    chunk_high = width == 8 ? word[2 * i + 1] : 0
    chunk_low = width == 8 ? word[2 * i] : width == 4 ? word[i] : int(word[int(i / 2)] / 65536 ^ (i % 2)) % 65536
}

function bdi_fits(word, W, width, d,    i, have, high, low) {
    have = base == "first"
    high = low = 0
    if (have) { chunk_of(word, width, 0); high = chunk_high; low = chunk_low }
    for (i = 0; i < 4 * W / width; i++) {
        chunk_of(word, width, i)
        if (near(chunk_high, chunk_low, width, d)) continue
        if (!have) { high = chunk_high; low = chunk_low; have = 1 }
        if (!near(chunk_high - high, chunk_low - low, width, d)) return 0
    }
    return 1
}

function bdi(word, W,    i, zero, repeat, k, part, n, bytes, least) {
    zero = repeat = 1
    for (i = 0; i < W; i++) {
        zero = zero && word[i] == 0
        repeat = repeat && word[i] == word[i % 2]
    }
    bits = zero ? 8 : repeat && codec != "zeros" ? 64 : -1
    code_class = zero ? "zeros" : "repeat"
    for (k = 1; codec != "zeros" && !zero && k <= bdi_codes; k++) {
        split(bdi_code[k], part, "-")
        n = 4 * W / part[1]
        bytes = part[1] + n * part[2] + int((n + 7) / 8)
        if ((bits < 0 || 8 * bytes < bits) && bdi_fits(word, W, part[1] + 0, part[2] + 0)) {
            bits = 8 * bytes
            code_class = bdi_code[k]
        }
    }
}

# ---- frequent patterns ----

function is_signed(x, b) { return x < 2 ^ (b - 1) || x >= two32 - 2 ^ (b - 1) }
function is_half_signed(x) { return x < 128 || x >= 65536 - 128 }

# Does a word have pattern p, 0 to 7?
function has_pattern(x, p) {
    if (p == 0) return x == 0
    if (p == 1) return is_signed(x, 4)
    if (p == 2) return is_signed(x, 8)
    if (p == 3) return is_signed(x, 16)
    if (p == 4) return x % 65536 == 0
    if (p == 5) return is_half_signed(x % 65536) && is_half_signed(int(x / 65536))
    if (p == 6) return x == 16843009 * (x % 256)
    return 1
}

# The pattern of words from .. to - 1: the fewest bits, then the lowest prefix
function pattern_of(word, from, to,    p, i, ok, best) {
    best = -1
    for (p = 0; p < 8; p++) {
        ok = 1
        for (i = from; ok && i < to; i++) ok = has_pattern(word[i], p)
        if (ok && (best < 0 || fpc_bits[p + 1] + 0 < fpc_bits[best + 1] + 0)) best = p
    }
    return best
}

function fpc_segments(word, W,    k, p, each) {
    each = W / segments
    bits = 8 * int((3 * segments + 7) / 8)
    for (k = 0; k < segments; k++) {
        p = pattern_of(word, k * each, (k + 1) * each)
        found(fpc_name[p + 1])
        bits += each * fpc_bits[p + 1]
    }
}

function fpc_words(word, W,    i, p, run) {
    run = 0
    for (i = 0; i < W; i++) {
        p = pattern_of(word, i, i + 1)
        found(fpc_name[p + 1])
        if (p == 0 && run % 8) { run++; continue } # in a run of up to 8
        run = p == 0
        bits += p == 0 ? 6 : 3 + fpc_bits[p + 1]
    }
}

# ---- dictionaries ----

function upper(x) { return int(x / 256) }

function cpack_parallel(word, W,    i, k, entries, entry, with_bytes) {
    entries = with_bytes = 0
    for (i = 0; i < W; i++) {
        if (upper(word[i]) == 0) {
            found(word[i] ? "zero-extended byte" : "zero")
            with_bytes = with_bytes || word[i]
            continue
        }
        for (k = 0; k < entries && upper(entry[k]) != upper(word[i]); k++) ;
        if (k == entries) entry[entries++] = word[i]
        found(entry[k] == word[i] ? "full match" : "partial match")
        with_bytes = with_bytes || entry[k] != word[i]
    }
    bits = entries > 4 ? -1 : 4 * W + 32 * entries + (with_bytes ? 8 * W : 0)
}

function cpack_fifo(word, W,    i, k, written, entry, full, part, half) {
    written = 0
    for (i = 0; i < W; i++) {
        if (upper(word[i]) == 0) {
            found(word[i] ? "zzzx" : "zzzz")
            bits += word[i] ? 12 : 2
            continue
        }
        full = part = half = 0
        for (k = written > 16 ? written - 16 : 0; k < written; k++) {
            full = full || entry[k] == word[i]
            part = part || upper(entry[k]) == upper(word[i])
            half = half || int(entry[k] / 65536) == int(word[i] / 65536)
        }
        found(full ? "mmmm" : part ? "mmmx" : half ? "mmxx" : "xxxx")
        bits += full ? 6 : part ? 16 : half ? 24 : 34
        if (!full) entry[written++] = word[i]
    }
}
