# SPDX-License-Identifier: Apache-2.0
# many.awk - writes out what stands for many values in the files of traces/: <COUNT:KIND FIRST+STEP>, 32 of them without COUNT.
#   <65536+4>          65536,65540,...              numbers of JSON
#   <30:[7,7]>         [7,7],[7,7],...
#   <x 65536+4>        10000 10004 ...              of warptrace-text
#   <a 65536+4>        0x0000000000010000 ...       of NVBit's mem_trace
#   <Reg0_T00 7+1>     Reg0_T00: 0x00000007 ...     of record_reg_vals; lanes of one digit if it begins with T0
function written(text,    count, kind, n, i, from, all, part, name, lane, form) {
    count = 32
    if (match(text, /^[0-9]+:/)) {
        count = substr(text, 1, RLENGTH - 1) + 0
        text = substr(text, RLENGTH + 1)
    }
    n = split(text, part, " ")
    kind = n > 1 ? part[1] : ""
    split(part[n], from, "+")
    if (kind ~ /^Reg/) {
        match(kind, /T[0-9]+$/)
        name = substr(kind, 1, RSTART)
        lane = substr(kind, RSTART + 1)
        form = length(lane) > 1 ? "%s%02d: 0x%08x" : "%s%d: 0x%08x"
    }
    for (i = 0; i < count; i++) {
        all = all (i == 0 ? "" : kind == "" ? "," : " ")
        if (text ~ /^\[/)
            all = all text
        else if (kind == "")
            all = all sprintf("%d", from[1] + i * from[2])
        else if (kind == "x")
            all = all sprintf("%x", from[1] + i * from[2])
        else if (kind == "a")
            all = all sprintf("0x%016x", from[1] + i * from[2])
        else
            all = all sprintf(form, name, lane + i, from[1] + i * from[2])
    }
    return all
}
{
    while (match($0, /<[^<>]*>/)) {
        at = RSTART
        size = RLENGTH
        $0 = substr($0, 1, at - 1) written(substr($0, at + 1, size - 2)) substr($0, at + size)
    }
    print
}
