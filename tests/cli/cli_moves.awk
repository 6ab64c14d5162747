# SPDX-License-Identifier: Apache-2.0
# cli_moves.awk - counts the dummy moves of a trace in the project's text form, again and in another way: registers that hold base + lane *
# stride with a mask of valid lanes, strides 0 and powers of two to 64, the base a multiple of the stride. Prints "MOVES MOVES-BY-CODE":
# decided by mask and stored code; decided by the code of the write too (Affine Vector Cache, Algorithm 2).

BEGIN { for (i = 0; i < 16; i++) digit[substr("0123456789abcdef", i + 1, 1)] = i }

function number(hex,  n, i) {
    for (i = 1; i <= length(hex); i++) n = 16 * n + digit[substr(hex, i, 1)]
    return n + 0
}

# on[0..lanes-1] from a mask in hexadecimal; returns how many are on
function lanes_on(hex,  i, d, count) {
    count = 0
    for (i = 0; i < lanes; i++) {
        d = i / 4 < length(hex) ? digit[substr(hex, length(hex) - int(i / 4), 1)] : 0
        count += on[i] = int(d / 2 ^ (i % 4)) % 2
    }
    return count
}

# value[], on[] to stride and base; returns 1 if all lanes that are on are base + lane * stride
function fits(  i, first, difference) {
    first = -1
    stride = 0
    for (i = lanes - 1; i >= 0; i--) if (on[i]) first = i
    for (i = 0; i < lanes; i += 2)
        if (on[i] && on[i + 1]) {
            difference = value[i + 1] - value[i]
            if (difference != 0) for (stride = 1; difference % (2 * stride) == 0; ) stride *= 2
            break
        }
    if (stride > 64) return 0
    base = (value[first] - first * stride + 2 ^ 40) % 2 ^ 32
    if (stride && base % stride) return 0
    for (i = 0; i < lanes; i++) if (on[i] && value[i] != (base + i * stride) % 2 ^ 32) return 0
    return 1
}

/^# lanes / { lanes = $3 }

$1 == "w" {
    active = lanes_on($7)
    if (active == 0) next
    for (i = 0; i < lanes; i++) value[i] = number($(8 + i))
    register = $2 " " $3 " " $6
    whole = active == lanes
    coded = fits()
    what = sprintf("%.0f %.0f", base, stride)

    # By mask and stored code: the write makes the code anew
    moves += !whole && was_coded[register]
    was_coded[register] = coded

    # By the write's code: which lanes does the stored one alone hold?
    left = 0
    for (i = 0; i < lanes; i++) left += valid[register, i] && !on[i]
    conflict = coded && left && holds[register] != what
    moves_by_code += conflict
    for (i = 0; i < lanes; i++)
        if (on[i]) valid[register, i] = coded
        else if (conflict) valid[register, i] = 0
    if (coded) holds[register] = what
}

END { print moves + 0, moves_by_code + 0 }
