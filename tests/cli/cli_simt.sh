#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_simt.sh - warpfold trace as a user calls it: TAP. Bad input gives one line on standard error and leaves nothing behind (exit code 2); a
# program that fails gives one line with pc, block, warp and lane (exit code 1), and the trace is closed and whole up to there. The same run gives
# the same trace to the byte. The programs come from tests/cli/simt_program.c, so no compiler is needed.
. tests/tools/tap.sh
maker=build/bin/simt_program
[ -x $maker ] || make -s $maker || exit 1
: > "$log"
for name in $($maker); do $maker "$name" "$work/$name.elf" || exit 1; done
good=$work/good.elf

# result CODE WHAT
result() { if [ "$1" = 0 ]; then pass "$2"; else fail "$2"; fi; }

# refused WHAT TEXT ARGUMENT...: exit code 2, one line that has TEXT, and the work folder as before
refused() {
    what=$1 text=$2 && shift 2
    before=$(ls "$work")
    "$warpfold" trace "$@" > "$work.out" 2> "$log" < /dev/null
    [ $? = 2 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q -e "$text" "$log" && [ "$(ls "$work")" = "$before" ] && [ ! -s "$work.out" ]
    result $? "$what"
    rm -f "$work.out"
}

# ---- Usage ----

out=$work/out.wft
refused "no program" "trace: no program; give an ELF file"
refused "an option that is none" "trace: no option --frobnicate" --frobnicate "$good"
refused "an option of the program before --" "no option --size; .*; those of the program come after --" "$good" --size 100
refused "the same of one letter" "no option -n; .*; those of the program come after --" "$good" -n 100
for words in "$good" "100 --lanes 8" "--lanes 8 100 -- 5"; do
    # shellcheck disable=SC2086 # words
    refused "a second word, $words" "behind .*good.elf: one program is accepted; its arguments come after --" "$good" $words
done
refused "an option without its value" "needs a value" "$good" --lanes
for lanes in 0 2 7 33 256 many; do refused "--lanes $lanes" "accepted are 4, 8, 16, 32, 64 and 128" --lanes $lanes "$good"; done
refused "--order fifo" "accepted are rr, greedy and plain" --order fifo "$good"
refused "--resident 0" "accepted are 1 to 1024" --resident 0 "$good"
refused "--seed -1" "accepted are 0 to" --seed -1 "$good"
for stack in 0 17 2000000 -1K K 1k 1KB 16KK '1 K' 1.5K 2M 1T 18014398509481985K 9223372036854775808 99999999999999999999G; do refused "--stack $stack" "--stack $stack: accepted are 16 to 1048576, multiples of 16" --stack "$stack" "$good"; done
for memory in 100 3K 2G 1025M 0G 4294967296K 17179869184G; do
    refused "--memory $memory" "--memory $memory: accepted are 4096 to 1073741824, multiples of 16; K, M or G" --memory $memory "$good"
done
refused "--max-instructions 0" "accepted are 1 to" --max-instructions 0 "$good"
refused "--max-blocks 0" "--max-blocks 0: accepted are 1 to 4294967295" --max-blocks 0 "$good"
refused "--max-block-memory 1K" "--max-block-memory 1K: accepted are 4096 to" --max-block-memory 1K "$good"
refused "--order plain with a trace" "has no warps to trace" --order plain -o "$out" "$good"
refused "--contents without a trace" "--contents goes beside a trace; give -o too" --contents "$work/x.wfm" "$good"
refused "contents of no known form" "x.bin: a name that ends in .wfm is expected" -o "$out" --contents "$work/x.bin" "$good"
refused "contents that are the trace" "out.wft" -o "$out" --contents "$out" "$good"
refused "an output of no known form" "out.txt: a name that ends in .wft" -o "$work/out.txt" "$good"
refused "an output in a folder that is not there" "none/out.wft" -o "$work/none/out.wft" "$good"
refused "an output that is the program" "good.elf" -o "$good" --force "$good"
echo mine > "$work/mine.wft"
refused "an output that is there" "mine.wft.*--force" -o "$work/mine.wft" "$good"
[ "$(cat "$work/mine.wft")" = mine ]
result $? "the file that was there is as it was"

# ---- Files ----

# changed NAME AT BYTE...: good.elf with other bytes (octal) from AT on
changed() {
    file=$work/$1.elf at=$2 && shift 2
    cp "$good" "$file"
    # shellcheck disable=SC2059 # the format is the bytes
    printf "$(printf '\\%s' "$@")" | dd of="$file" bs=1 seek="$at" conv=notrunc 2> "$log"
}
refused "a file that is not there" "nothing.elf: cannot be read: No such file" -o "$out" "$work/nothing.elf"
mkdir "$work/folder.elf"
refused "a folder" "folder.elf: cannot be read: Is a directory" -o "$out" "$work/folder.elf"
: > "$work/empty.elf"
refused "an empty file" "empty.elf: is no ELF file" -o "$out" "$work/empty.elf"
echo "no program" > "$work/text.elf"
refused "a text" "text.elf: is no ELF file; accepted are executables of RV32IMAF" -o "$out" "$work/text.elf"
refused "a program of this machine" "an ELF file of 64 bits" -o "$out" "$warpfold"
changed arm 18 50 0
refused "a program of another architecture" "arm.elf: an ELF file for machine 40; accepted is 243 (RISC-V)" -o "$out" "$work/arm.elf"
changed big 5 2
refused "a big-endian program" "big.elf: a big-endian ELF file" -o "$out" "$work/big.elf"
changed object 16 1
refused "an object file" "object.elf: an ELF file of type 1; accepted are executables" -o "$out" "$work/object.elf"
changed pie 16 3
refused "a position-independent program" "pie.elf: an ELF file of type 3 (position-independent)" -o "$out" "$work/pie.elf"
changed short 36 3
refused "a program with compressed instructions" "short.elf: it has compressed instructions" -o "$out" "$work/short.elf"
changed double 36 4
refused "a program of another calling convention" "double.elf: its calls pass double-precision registers" -o "$out" "$work/double.elf"
changed nowhere 24 0 0 0 0
refused "an entry where there is no code" "nowhere.elf: corrupt: there is no code at the entry" -o "$out" "$work/nowhere.elf"
for bytes in 3 20 60 200; do
    head -c $bytes "$good" > "$work/cut.elf"
    refused "a program cut after $bytes bytes" "cut.elf: \(truncated\|is no ELF file\)" -o "$out" "$work/cut.elf"
done
refused "a program larger than --memory" "good.elf: .*--memory" -o "$out" --memory 65536 "$good"

# ---- Programs that fail ----

# instructions FILE.wtx: how many instruction records it has
instructions() { grep -c '^i ' "$1"; }
# lane5: where programs that fail do
lane5='(kernel+[0-9a-f]*), block 1, warp 1, lane 5'
# fails NAME TEXT LAST FLAG...: exit code 1 and one line that has both texts. The trace is readable; its last instruction is LAST before the failing
# pc, or "any".
fails() {
    name=$1 text=$2 last=$3 && shift 3
    "$warpfold" trace "$work/$name.elf" -o "$out" --force "$@" > "$work/said" 2> "$log"
    [ $? = 1 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q -e "^warpfold: $name.elf: pc 0*[0-9a-f]* $text" "$log"
    result $? "$name: $text"
    "$warpfold" convert "$out" -o "$work/out.wtx" --force > "$work/said" 2>> "$log" && "$warpfold" stats "$out" > "$work/said" 2>> "$log" &&
        pc=$(sed -n 's/.*: pc \([0-9a-f]*\) .*/\1/p' "$log") &&
        is=$(awk '$1 == "i" && $2 == 1 && $3 == 1 { pc = $4 } END { print pc }' "$work/out.wtx") &&
        { [ "$last" = any ] || [ $((0x$pc - 0x$is)) = "$last" ] || { echo "pc $pc, the last instruction is $is" >> "$log" && false; }; }
    result $? "$name: its trace is closed, and has all up to there"
}
fails illegal "$lane5: illegal instruction; accepted are RV32IMAF, votes and events" 4
fails wild "$lane5: a load of 4 bytes at 3ffffffc is above global memory" 4
fails null "$lane5: a store of 4 bytes at 00000000 is below global memory (a null pointer?)" 4
fails misaligned "$lane5: a load of 4 bytes at 00020002 is misaligned" 4
fails shared "$lane5: a load of 4 bytes at 40000040 is above the block's shared memory" 4
fails overflow "$lane5: a store of 4 bytes at 7ffffc00 is below the thread's stack: stack overflow; give a larger --stack" 4
fails overflow "$lane5: a store of 4 bytes at 7ffffc00 is below the thread's stack" 4 --stack 1024
fails wild-jump "(no symbol), block 1, warp 1, lane 5: there is no code at 0001fff0" any
fails call "$lane5: call 93; a kernel has barrier (1001) only" 4
fails endless "$lane5: the limit of instructions is reached, and the kernel has not ended; --max-instructions sets it" any --max-instructions 500
[ "$(instructions "$work/out.wtx")" = $((500 - 13)) ]
result $? "endless: the trace has as many instructions as the limit leaves after the host's"
fails deadlock "(kernel+[0-9a-f]*), block 0, warp 0, lane 0: the limit .* (49 of the block's 50 threads wait at a barrier for the others)" any \
    --max-instructions 500

# What is known before a launch is told before it: no block has started
fails crowd "(host+30), host: launch of 4294967295 blocks; accepted are 16777216, --max-blocks sets it" any
fails crowd "(host+30), host: launch of 4294967295 blocks of 1024 threads; accepted are 4294967296 threads" any --max-blocks 4294967295
fails wide "(host+[0-9a-f]*), host: .* of which 1024 at a time take .* bytes for stacks, registers and shared memory; accepted are 2147483648" any --resident 1024
fails wide "(host+[0-9a-f]*), host: .* are 32768 instructions at least; the limit leaves 987, --max-instructions sets it" any --max-instructions 1000
[ "$(instructions "$work/out.wtx")" = 0 ]
result $? "no instruction is in the trace then"

# Without a trace, and one thread at a time, the message is the same
for name in illegal wild misaligned overflow; do
    "$warpfold" trace "$work/$name.elf" > "$work/said" 2> "$work/warps"
    warps=$?
    "$warpfold" trace --order plain "$work/$name.elf" > "$work/said" 2> "$log"
    [ $? = 1 ] && [ $warps = 1 ] && cmp -s "$work/warps" "$log"
    result $? "$name: --order plain says the same"
done

"$warpfold" trace "$work/bad-status.elf" -o "$out" --force > "$work/said" 2> "$log"
[ $? = 1 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q 'bad-status.elf: the program ended with exit status 3' "$log" &&
    "$warpfold" convert "$out" -o "$work/out.wtx" --force > /dev/null 2>> "$log" &&
    [ "$(instructions "$work/out.wtx")" = "$(sed -n 's/^warp instructions *//p' "$work/said")" ]
result $? "a program that ends with 3 is a failed job, and its trace is whole"

ln -s /dev/full "$work/full.wft"
"$warpfold" trace "$good" -o "$work/full.wft" --force > "$work/said" 2> "$log"
[ $? = 1 ] && [ "$(wc -l < "$log")" = 1 ]
result $? "a trace that cannot be written is a failure"

# ---- Launches ----

"$warpfold" trace "$good" -o "$out" --contents "$work/out.wfm" --force > "$work/said" 2> "$log" && "$warpfold" convert "$out" -o "$work/out.wtx" --force > /dev/null &&
    [ "$(grep -c '^l ' "$work/out.wtx")" = "$(sed -n 's/^kernels *//p' "$work/said")" ] && [ -s "$work/out.wfm" ] && grep -q 'out.wfm: [0-9]* bytes$' "$work/said"
result $? "the trace has a launch a kernel, and its contents stand beside it"
cp "$work/out.wfm" "$work/first.wfm"
"$warpfold" trace "$good" -o "$out" --contents "$work/out.wfm" --force > "$work/said" 2> "$log" && cmp -s "$work/first.wfm" "$work/out.wfm"
result $? "they are the same again"

# ---- Programs that end ----

[ "$("$warpfold" trace "$work/greeting.elf" 2> "$log" | head -n 1)" = hello ] && [ ! -s "$log" ]
result $? "what the program prints is on standard output"

"$warpfold" trace --lanes 8 "$good" -- "$good" -n 100 > "$work/said" 2> "$log" && "$warpfold" trace -- "$good" 100 --lanes > "$work/said" 2>> "$log"
result $? "after -- all words are the program's"

# again NAME FLAG...: two runs give the same trace, which is kept as NAME.wft
again() {
    name=$1 && shift
    "$warpfold" trace "$good" -o "$work/$name.wft" "$@" > "$work/said" 2> "$log" &&
        "$warpfold" trace "$good" -o "$work/again.wft" "$@" --force > "$work/said" 2>> "$log" &&
        cmp "$work/$name.wft" "$work/again.wft" >> "$log"
    result $? "two runs give the same trace to the byte, ${*:-with the flags left out}"
}
again rr
again greedy --order greedy
again drawn --seed 7
again greedy-drawn --seed 7 --order greedy
again eight --lanes 8 --resident 1
"$warpfold" trace "$good" -o "$work/again.wft" --force --order rr --seed 0 --lanes 32 --resident 8 --stack 8192 > "$work/said" 2> "$log" &&
    cmp "$work/rr.wft" "$work/again.wft" >> "$log"
result $? "the flags left out are --order rr --seed 0 --lanes 32 --resident 8 --stack 8192"
for same in "8K 256M" "8192 268435456" "8K 262144K"; do
    "$warpfold" trace "$good" -o "$work/again.wft" --force --stack "${same% *}" --memory "${same#* }" > "$work/said" 2> "$log" &&
        cmp "$work/rr.wft" "$work/again.wft" >> "$log"
    result $? "--stack ${same% *} --memory ${same#* } are the defaults"
done
# It begins at 10000, its data end at 60000, and the host needs an eighth of memory: 512K are enough, 256K are not
"$warpfold" trace "$good" --memory 512K > "$work/said" 2> "$log"
result $? "--memory 512K are enough"
refused "--memory 256K are not, and the line has the bytes" "--memory gives 262144" --memory 256K "$good"
for other in greedy drawn; do
    ! cmp -s "$work/rr.wft" "$work/$other.wft"
    result $? "warps in another order give another trace: $other"
done
# Of what another warp does a warp sees the counter's old value only, which changes no instruction after it
for name in rr greedy drawn; do
    "$warpfold" convert "$work/$name.wft" -o "$work/$name.wtx" --force > "$work/said" 2>> "$log"
    for block in 0 1 2; do
        for warp in 0 1 2; do awk -v b=$block -v w=$warp '$1 == "i" && $2 == b && $3 == w' "$work/$name.wtx"; done
    done > "$work/$name.warps"
done
[ -s "$work/rr.warps" ] && cmp "$work/rr.warps" "$work/greedy.warps" > "$log" && cmp "$work/rr.warps" "$work/drawn.warps" > "$log"
result $? "in every order each warp executes the same instructions"
plan
