#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# valgrind.sh [COMMAND...] - every command, or those that are named, under valgrind, `make valgrind`: no error, and at the end no memory that nothing points to. The
# tools that the program starts are left alone. TAP.
. tests/tools/tap.sh
warpfold=$(realpath "$warpfold")
maker=build/bin/simt_program
[ -x $maker ] || make -s $maker || exit 2
for name in good greeting wild deadlock; do $maker $name "$work/$name.elf" || exit 2; done
traces=$PWD/traces kernel=$PWD/workloads/traces/pathfinder-t32.wft corpus=$PWD/tests/fuzz/corpus
cd "$work" || exit 1
export XDG_CACHE_HOME="$work/cache"
cat > warpfold << END
#!/bin/sh
exec valgrind -q --leak-check=full --show-leak-kinds=definite,possible --errors-for-leak-kinds=definite,possible \
    --trace-children=no --child-silent-after-fork=yes "$warpfold" "\$@"
END
chmod +x warpfold
cp "$traces/cutracer-vecadd-t32.wft" t.wft
cp "$corpus/warptrace/four" t4.wtx
head -c 5000 "$warpfold" > bytes

# of CODE ARGUMENT...: the command ends with this code, and valgrind says nothing
of() {
    expected=$1 && shift
    case " ${chosen:-$1} " in *" $1 "*) ;; *) "$warpfold" "$@" > out 2>&1; return ;; esac
    ./warpfold "$@" > out 2> "$log"
    code=$?
    if [ $code = "$expected" ] && ! grep -q '^==' "$log"; then
        pass "$*"
    else
        echo "exit code $code" >> "$log"
        fail "$*"
    fi
}

chosen=$*
design="--lanes 4 --bank 32 --encs 1 --decs 1"
line_codec= codec=
of 0 list
for unit in $("$warpfold" list | sed -n 's/^\([a-z0-9_]*\) - .*/\1/p'); do
    of 0 list "$unit"
    of 0 gen --unit "$unit" -o "$unit"
    case "$(ls "$unit/rtl") $("$warpfold" list "$unit")" in *_enc.v*"  line "*) line_codec=$unit ;; *_move.v*) codec=${codec:-$unit} ;; esac
done
# shellcheck disable=SC2086
of 0 gen $design -o d
of 2 gen --lanes 33 -o none
of 0 report d
of 0 cosim d --sim icarus --vectors 50 --trace t4.wtx
of 0 cosim d --sim verilator --vectors 50
of 0 synth d --module move --parts
of 0 synth d --module move --effort 0
of 0 report d
of 0 report d "$line_codec" -o both.html
printf '[set a]\nunit = '"$codec"'\nlanes = 4 7\nbank = 32\nmodule = move\neffort = 0\ntrace = t4.wtx\n' > s.ini
"$warpfold" sweep s.ini --cache c -o sweep > out
of 0 sweep s.ini --list
of 0 sweep s.ini --cache c -o sweep
of 0 sweep s.ini --cache c -o sweep --slurm --dry-run
of 2 sweep t.wft -o none
of 2 report t.wft
of 0 stats t.wft --json s.json
of 0 stats --unit "$line_codec" t.wft --json l.json
cp t.wft u.wft
of 0 study all t.wft u.wft -o studies
file=$(register_file)
of 0 gen --unit "$file" --lanes 4 --bank 32 -o f
of 0 replay f --fit --trace t4.wtx --json f.json --report f.html
cp "$corpus/ports/small" t.wpt
of 0 replay f --fit --ports t.wpt --json p.json
of 0 replay f --verilog --trace t4.wtx
of 2 replay f --trace t.wft
of 2 study all t.wft t.wft
of 0 study all "$kernel" -o kernel
of 0 encode t.wft -o t.wfc
of 0 decode t.wfc -o again.wft
of 0 encode --unit "$line_codec" --raw bytes -o l.wfc
of 0 decode l.wfc -o bytes.again
image=$(images | head -n 1)
# shellcheck disable=SC2086
of 0 encode $image --image bytes -o l.wfi
of 0 decode l.wfi -o bytes.image
of 2 decode bytes -o none.wft
of 0 trace good.elf -o good.wft
of 0 trace good.elf --order plain
of 0 trace greeting.elf
of 1 trace wild.elf -o wild.wft
of 1 trace deadlock.elf --max-instructions 2000 -o deadlock.wft
of 2 trace bytes -o none.wft
of 0 convert t.wft -o t.wtx
of 0 convert t.wtx -o t2.wft
for file in "$corpus"/warptrace/* "$corpus"/simx/* "$corpus"/nvbit/* "$corpus"/ndjson/* "$corpus"/zstd/*trace; do
    case $file in */bad-*) code=2 ;; *) code=0 ;; esac
    of $code convert "$file" -o "${file##*/}.wft" --force
done
plan
