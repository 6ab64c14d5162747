#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# registers.sh N - prints the flags of gcc that leave a kernel N registers, a third of them for floats, above 42 more, since there are but 28 for integers.
# sp, gp and tp come on top. gcc needs 7 for integers, the arguments of a kernel and ra, and 3 for floats.
set -eu
integer="ra a0 a1 a2 a3 a4 a5 t0 t1 t2 a6 a7 t3 t4 t5 t6 s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11"
float="fa0 fa1 fa2 fa3 fa4 fa5 ft0 ft1 ft2 ft3 fa6 fa7 ft4 ft5 ft6 ft7 ft8 ft9 ft10 ft11 fs0 fs1 fs2 fs3 fs4 fs5 fs6 fs7 fs8 fs9 fs10 fs11"
case ${1:-} in
    [1-5][0-9] | 60) ;;
    *) echo "registers.sh: ${1:-nothing} is no number of registers from 10 to 60" >&2; exit 2 ;;
esac
floats=$(($1 / 3))
[ $(($1 - floats)) -le 28 ] || floats=$(($1 - 28))

# fix N REGISTER...: flags for all but the first N
fix() {
    n=$1 && shift
    for register; do
        [ "$n" -gt 0 ] || printf '%s ' "-ffixed-$register"
        n=$((n - 1))
    done
}
# shellcheck disable=SC2086
fix $(($1 - floats)) $integer
# shellcheck disable=SC2086
fix $floats $float
