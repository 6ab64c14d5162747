# SPDX-License-Identifier: Apache-2.0
# quick.sh - sourced after tap.sh by scripts that simulate many small designs for a moment each. Verilator's output is compiled without
# optimisation (or as QUICK says), then all files of a design at once: most of the time goes into the headers, which each of ten files would
# read anew. Clang compiles if it is there, in a third of the time of gcc. What is the same in all designs is compiled once, and build/quick
# keeps it: Verilator's runtime and its headers.
mkdir -p "$work/quick" build/quick
verilator_is=$("${VERILATOR:-verilator}" --version 2> /dev/null | cksum | tr -d ' ')
cat > "$work/quick/verilator" << END
#!/bin/sh
case \${QUICK:--O0} in -O0) files=0 ;; *) files=1 ;; esac
exec ${VERILATOR:-verilator} "\$@" \${VERILATOR_MORE:-} -MAKEFLAGS "VM_PARALLEL_BUILDS=\$files OPT_FAST=\${QUICK:--O0} OPT_SLOW=-O0 OBJCACHE=$work/quick/compile"
END
cat > "$work/quick/compile" << END
#!/bin/sh
# compile COMPILER FLAG... -c -o OBJECT SOURCE
kept=$PWD/build/quick/$verilator_is clang=$(command -v clang++)
END
cat >> "$work/quick/compile" << 'END'
flags=${*%% -c -o *} source=${*##* }
from=${*#* -c -o } && object=${from% *}
# The flag is gcc's alone, and clang warns of what gcc lets pass
[ -z "$clang" ] || flags="$clang $(echo "${flags#* } -w" | sed 's/ -fno-gnu-unique//')"
# once FILE COMMAND...: the command makes the file, unless it is there; another may make it at the same time
once() {
    file=$1 && shift
    [ -s "$file" ] || { "$@" -MF /dev/null -o "$file.$$" && mv "$file.$$" "$file"; }
}
sum() { echo "$*" | cksum | tr -d ' '; }
case $source in
*/verilated*.cpp)
    kept=$kept-$(sum "$flags $source").o
    # shellcheck disable=SC2086
    once "$kept" $flags -c "$source" && cp "$kept" "$object"
    ;;
*)
    # What comes first in each file, shim.h, is the first of the kept headers
    flags=$(echo "$flags" | sed 's/ -include shim.h//') first=$(cat shim.h 2> /dev/null)
    headers=$kept-$(sum "$flags $first").h
    [ -s "$headers" ] || { { echo "$first" && echo '#include "verilated.h"'; } > "$headers.$$" && mv "$headers.$$" "$headers"; }
    # shellcheck disable=SC2086
    once "$headers.gch" $flags -x c++-header "$headers" && exec ${flags%% *} -include "$headers" ${flags#* } -c -o "$object" "$source"
    ;;
esac
END
chmod +x "$work/quick/verilator" "$work/quick/compile"
export VERILATOR="$work/quick/verilator"
