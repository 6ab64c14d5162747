#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli.sh - bad input gives one line and the right exit code. Nothing is left behind and nothing is overwritten.
. tests/tools/tap.sh
w=$(realpath "$san_warpfold")
top=$(pwd)
export ASAN_OPTIONS=detect_leaks=0

# refuses NAME CODE PATTERN ARGS...: exit code, one line on standard error that matches, and no new file
refuses() {
    name=$1 code=$2 pattern=$3 && shift 3
    before=$(cd "$work" && find . ! -name log ! -name out ! -name '*.log' | sort)
    (cd "$work" && "$w" "$@" > out 2> log)
    got=$?
    after=$(cd "$work" && find . ! -name log ! -name out ! -name '*.log' | sort)
    lines=$(wc -l < "$log")
    if [ "$got" != "$code" ]; then echo "exit code $got, not $code" >> "$log"
    elif [ "$lines" != 1 ]; then echo "$lines lines, not 1" >> "$log"
    elif ! grep -q -e "$pattern" "$log"; then echo "does not say: $pattern" >> "$log"
    elif [ "$before" != "$after" ]; then echo "files changed" >> "$log"
    else pass "$name"; return; fi
    fail "$name"
}

refuses "an unknown command" 2 'help' frobnicate
commands="list gen cosim synth report flow stats encode decode convert"
for c in $commands; do
    refuses "$c: an unknown option" 2 "$c: no option --frobnicate; .warpfold $c --help. lists" $c --frobnicate
    refuses "$c: an unknown letter" 2 "$c: no option -Z; .warpfold $c --help. lists" $c -Z
    check "$c has help" sh -c "'$w' $c --help | grep -q '^Usage: warpfold $c'"
done
refuses "an unknown option with a value" 2 'no option --frob;' gen --frob=1 -o d
refuses "an unknown letter among known ones" 2 'no option -q;' cosim -wq one
refuses "the beginning of several options" 2 '--sta may be --stall or --stages' gen --sta 1 -o d
check "an option in full, though others begin so" "$warpfold" stats --unit linebdi --line 64 --stack 32 --l1 64,1,through --help
refuses "an option whose value is missing" 2 '--lanes needs a value: N' gen -o d --lanes
refuses "a letter whose value is missing" 2 '-o needs a value: DIR' gen -o
refuses "a value that is not wanted" 2 '--wave takes no value' cosim one --wave=on
refuses "a file where none is expected" 2 '"stray" belongs to no option' gen -o d stray
refuses "two units to list" 2 'one unit at a time' list warpbdi fpc
refuses "an unknown unit to list" 2 'no unit "zip"' list zip
refuses "help on an unknown command" 2 'no command "frobnicate"' help frobnicate
refuses "help on an unknown unit" 2 'no unit "zip"; there are' gen --codec zip --help
refuses "an unknown codec" 2 'no unit "zip"; there are warpbdi' gen --codec zip -o d
refuses "an option of former versions" 2 'no option --zero_base' gen --codec linebdi --zero_base off -o d
refuses "the same of a child" 2 'no parameter "zero_base" to set; there are .*zero-base' gen --codec bestof --linebdi.zero_base off -o d
for lanes in 0 3 33 4096 -8 many ''; do
    refuses "$lanes lanes" 2 'accepted are 4, 8, 16, 32, 64 and 128' gen "--lanes=$lanes" -o d
done
refuses "a trace of other words than the design's, before a step is done" 2 'or --word 32' \
    flow --codec affine --word 64 --trace "$top/traces/diverge-t32.wft" -o d
refuses "a vector wider than the warp" 2 'affine, 8 lanes: a vector must not be wider' gen --codec affine --lanes 8 --vector 16 -o d
refuses "what only a model has" 2 'avc: --victims 4 is of the model alone, which replay --with takes; Verilog has 0' gen --unit avc --victims 4 -o d
refuses "an empty mode set" 2 'empty set of modes' gen --modes '' -o d
refuses "an unknown mode" 2 '4-0|4-1|4-2' gen --modes 4-0,4-3 -o d
refuses "an unknown store" 2 'residue|delta' gen --store rows -o d
refuses "a place for bits that there are not" 2 'select=tag .* needs zero-base=on' gen --codec linebdi --select tag --zero-base off -o d
refuses "a bank of 96 bits" 2 '32|64|128' gen --bank 96 -o d
refuses "five ranks" 2 'from 0 to 4' gen --enc-stages 5 -o d
refuses "six ranks for a line" 2 'from 0 to 5' gen --codec fpc --enc-stages 6 -o d
refuses "an unknown cut" 2 'no cut "words" here: any of operands|borrows|verdict|out, separated by commas, or none alone' gen --enc-cuts words,out -o d
refuses "a cut of the other form" 2 'no cut "window" here: .*sum' gen --store delta --dec-cuts window -o d
refuses "a cut given twice" 2 'enc-cuts: out is given twice' gen --enc-cuts out,out -o d
refuses "no cut at all" 2 'no cut ""' gen --enc-cuts '' -o d
refuses "ranks and cuts of another number" 2 'enc-stages 2, but enc-cuts names 1: leave one' gen --enc-stages 2 --enc-cuts out -o d
refuses "a wrapper around outputs without registers" 2 'needs the last cut of enc-cuts and dec-cuts on' gen --wrapper 1 --enc-cuts verdict -o d
refuses "a form that iterates without its rank" 2 'the cut words on' gen --codec fpc --form word --dec-cuts out -o d
refuses "more cuts than ranks" 2 '6 ranks, and 5 are the most' gen --codec fpc --form word --line 32 --rate 8 --dec-cuts step1,step2,step3,step4,step5,out -o d
refuses "cuts of a codec whose ranks have no names" 2 'enc-stages says how many' gen --codec bestof --enc-cuts out -o d
refuses "cuts of a block" 2 'eligible has no parameter "enc-cuts"' gen --block eligible --enc-cuts out -o d
refuses "a search of cuts without a clock" 2 'needs the clock' flow --cuts auto -o d
refuses "a search of cuts that are given" 2 'leave out enc-cuts' flow --cuts auto --clock-ns 1 --enc-cuts out -o d
refuses "a search of cuts with a number of ranks" 2 'leave out dec-stages' flow --cuts auto --clock-ns 1 --dec-stages 2 -o d
refuses "a search of cuts of a module without ranks" 2 'cuts of the modules enc and dec' flow --cuts auto --clock-ns 1 --module move -o d
refuses "a search of cuts of a block" 2 '--cuts auto needs a codec' flow --block compare --cuts auto --clock-ns 1 -o d
refuses "another way to search cuts" 2 'accepted are auto and off' flow --cuts best -o d
refuses "an early tag for a line" 2 'fpc has no parameter "early-tag"' gen --codec fpc --early-tag 1 -o d
refuses "no rank for a block with state" 2 'stages of metacache: accepted is 1$' gen --block metacache --stages 0 -o d
refuses "an early tag without a clock" 2 'dec-stages 1 to 4' gen --early-tag 1 --dec-stages 0 -o d
refuses "an early tag of a decoder that stalls" 2 'early-tag and stall exclude each other' gen --early-tag 1 --stall 1 -o d
refuses "an early mask for a line" 2 'fpc has no parameter "early-mask"' gen --codec fpc --early-mask 1 -o d
refuses "an early mask without a clock" 2 'enc-stages 1 to 4' gen --early-mask 1 --enc-stages 0 -o d
refuses "an early mask of an encoder that stalls" 2 'early-mask and stall exclude each other' gen --early-mask 1 --stall 1 -o d
refuses "an early mask behind a wrapper" 2 'early-mask and the valid/ready wrapper exclude' gen --early-mask 1 --wrapper 1 -o d
refuses "strides of a codec that has none" 2 '--strides: warpbdi has no parameter "strides"; `warpfold list warpbdi` shows' gen --strides any -o d
refuses "a store of a codec that has none" 2 '--store: bytewise has no parameter "store"; `warpfold list bytewise` shows' \
    gen --unit bytewise --store delta -o d
refuses "a flag that no unit has" 2 'gen: no option --pad; `warpfold gen --help` lists' gen --pad 1 -o d
refuses "stall of a block" 2 'compare has no parameter "stall"' gen --block compare --stall 1 -o d
refuses "fewer requesters than decoders" 2 'at least decs' gen --decs 4 --dec-ports 2 -o d
refuses "a name that is no identifier" 2 'cannot name modules' gen --name 4x -o d
refuses "three groups" 2 '1|2|4|8' gen --codec bytewise --groups 3 -o d
refuses "more groups than lanes" 2 'groups must divide the lanes' gen --codec bytewise --lanes 4 --groups 8 -o d
for ports in 0 1 33 many; do refuses "$ports ports" 2 '2..32' gen --block crossbar --ports $ports -o d; done
refuses "an unknown block" 2 'there are .*compare, crossbar' gen --block mixer -o d
refuses "a codec and a block" 2 'a design is of one unit' gen --codec warpbdi --block crossbar -o d
refuses "two units" 2 '--unit fpc and --unit cpack: a design is of one unit' gen --unit fpc --unit cpack -o d
refuses "a codec for a block" 2 '--block: fpc is a codec; --unit takes any unit' gen --block fpc -o d
refuses "a block for a codec" 2 '--codec: crossbar is no codec; --unit takes any unit' gen --codec crossbar -o d
refuses "an encoder's option for a block" 2 'no parameter' gen --block eligible --enc-stages 1 -o d
refuses "a block where a codec is needed" 2 'needs a codec' stats --block crossbar "$top/traces/diverge-t32.wft"
refuses "a flag given twice" 2 'gen: --lanes is given twice: 8 and 16' gen --lanes 8 --lanes=16 -o d
refuses "a letter and its word" 2 'gen: --output is given twice: d and e' gen -od --output e
refuses "two INI files" 2 'gen: --config is given twice' gen --config a.ini --config b.ini -o d
refuses "a member of a set given twice" 2 '4-0 is given twice in the modes of warpbdi' gen --modes 4-0,4-1,4-0 -o d
refuses "a hexadecimal number" 2 'from 1 to 32' gen --encs 0x8 -o d
refuses "a hexadecimal period" 2 'a number above 0' synth one --clock-ns 0x1
refuses "zeros before a number do not make it octal" 2 '010 lanes: accepted are' gen --lanes 010 -o d
refuses "a child's base, with the child and the option" 2 'its linebdi (--linebdi.PARAMETER): base=firstnz .* needs zero-base=on' \
    gen --unit bestof --linebdi.zero-base off --linebdi.base firstnz -o d
# says NAME PATTERN FLAGS...: gen makes it, with one line on standard error that matches, or with none (''); the data sheet has the same line
says() {
    name=$1 pattern=$2 && shift 2
    rm -rf "$work/said"
    (cd "$work" && "$w" gen --name said "$@" -o said > out 2> note.log) || { fail "$name"; return; }
    sed -n 's/^\*\*Note:\*\* \(.*\)\.$/warpfold: \1/p' "$work/said/said.md" > "$work/sheet.log"
    check "$name" sh -c 'cmp "$1" "$2" && [ "$(grep -c . "$1")" = "$(grep -c "$3" "$1")" ] && [ "$(grep -c . "$1")" = "$4" ]' - "$work/note.log" "$work/sheet.log" \
        "$pattern" "$([ -z "$pattern" ]; echo $?)"
    rm -rf "$work/said"
}
file=$(register_file)
says "codes that save no bank" 'no code saves a bank in this configuration: every block is stored raw$' --lanes 4 --bank 128
says "codes that save bytes alone" 'codes save bytes in this configuration, and no burst$' --unit fpc --line 32
says "codes of a register file that save no bank" 'no code of its [a-z]* saves a bank in this configuration' --unit "$file" --lanes 4 --bank 128
says "a register file that does not compress" '' --unit "$file" --lanes 4 --bank 128 --compress off
says "codes that save a bank" '' --lanes 8 --bank 128
refuses "no output folder" 2 'give -o DIR' gen
mkdir "$work/full" && echo mine > "$work/full/file"
refuses "a folder that is not empty" 2 'new or empty' gen -o full
check "what was in it is still there" grep -q mine "$work/full/file"
echo x > "$work/plain"
refuses "a file for a folder" 2 'is a file' gen -o plain
refuses "a folder that cannot be made" 1 'cannot make the folder' gen -o /proc/nowhere/d
# ini NAME PATTERN TEXT: an INI file of this text is refused, with exit code 2
ini() { printf "$3" > "$work/bad.ini"; refuses "INI: $1" 2 "$2" gen --config bad.ini -o d; }
ini "33 lanes" 'bad.ini:2: lanes: 33' '[design]\nlanes = 33\n'
ini "no value" 'bad.ini:2: lanes: (nothing)' '[design]\nlanes =\n'
ini "a line that is no pair" 'bad.ini:2: expected' '[design]\nlanes\n'
ini "an unknown key" 'bad.ini:3: speed: warpbdi has no parameter "speed"' '[design]\nlanes = 8\nspeed = 9\n'
ini "a key of another unit" 'bad.ini:3: groups: fpc has no parameter "groups"' '[design]\ncodec = fpc\ngroups = 2\n'
ini "an unknown section" 'bad.ini:1: section .desing.; there is only .design.' '[desing]\nlanes = 8\n'
ini "an unknown section without keys" 'bad.ini:3: section .report.; there is only .design.' '[design]\nlanes = 8\n[report]\n'
ini "an unknown section behind a byte order mark" 'bad.ini:1: section .desing.; there is' '\357\273\277[desing]\nlanes = 8\n'
ini "a key before the section" 'bad.ini:1: lanes stands before .design.' 'lanes = 8\n[design]\n'
ini "a section that does not end" 'bad.ini:1: ' '[design\nlanes = 8\n'
ini "a key given twice" 'bad.ini:3: lanes is given twice' '[design]\nlanes = 8\nlanes = 16\n'
ini "a key given twice in two sections" 'bad.ini:4: lanes is given twice' '[design]\nlanes = 8\n[design]\nlanes = 8\n'
ini "two units" 'bad.ini:3: block crossbar, and codec fpc before; a design is of one unit' '[design]\ncodec = fpc\nblock = crossbar\n'
ini "the same unit twice" 'bad.ini:3: unit fpc, and codec fpc before' '[design]\ncodec = fpc\nunit = fpc\n'
ini "an unknown unit" 'bad.ini:2: unit: no unit "zip"; there are' '[design]\nunit = zip\n'
ini "a block for a codec" 'bad.ini:2: codec: crossbar is no codec; unit takes any' '[design]\ncodec = crossbar\n'
ini "a codec for a block" 'bad.ini:2: block: fpc is a codec; unit takes any' '[design]\nblock = fpc\n'
ini "a child's parameter that the whole decides" 'bad.ini:3: linebdi.save: save of the linebdi in bestof is set by bestof itself' \
    '[design]\nunit = bestof\nlinebdi.save = burst\n'
ini "a line that is too long" 'bad.ini:2: a line of more than' "[design]\nmodes = $(printf '4-0,%.0s' $(seq 100))4-1\n"
ini "an empty file" 'bad.ini: no section .design.' ''
ini "comments alone" 'bad.ini: no section .design.' '; lanes = 8\n\n'
ini "a NUL in a value" 'bad.ini:2: a NUL byte' '[design]\nlanes = 8\0000\n'
ini "a NUL at the beginning of a line" 'bad.ini:3: a NUL byte' '[design]\nlanes = 8\n\000lanes = 16\n'
ini "a NUL before the section" 'bad.ini:1: a NUL byte' '\000[design]\nlanes = 8\n'
for n in 190 199 398; do
    ini "a parameter behind $n characters of a comment" 'bad.ini:2: a line of more than 198' "[design]\n;$(printf "%${n}s" x)lanes = 8\n"
    ini "the same behind a NUL" 'bad.ini:2: a NUL byte' "[design]\n\000$(printf "%${n}s" x)lanes = 8\n"
done
printf '[design]\nmodes = 4-0\n' > "$work/bad.ini"
refuses "a unit of the flags that does not have the file's keys" 2 'bad.ini:2: modes: affine has no' gen --config bad.ini --unit affine -o d
refuses "a folder that is no design's for an INI file" 2 'full is no folder of a design' gen --config full -o d
refuses "no INI file" 2 'cannot read' gen --config none.ini -o d

(cd "$work" && "$w" gen --lanes 8 --bank 32 --wrapper 1 -o one > out 2> log && "$w" gen --lanes 8 --bank 32 --wrapper 1 -o two > out 2>> log)
check "the same command makes the same bytes" diff -r "$work/one" "$work/two"
cp -r "$work/one" "$work/copy"
(cd "$work" && "$w" gen --lanes 8 --bank 32 --wrapper 1 -o one > out 2> log)
check "the same command on its own folder changes nothing" diff -r "$work/one" "$work/copy"
refuses "another design's folder" 2 'holds another design' gen --lanes 16 -o one
# aside NAME FLAGS: gen with --set-aside makes what two has; what was in one is in the first name that is free, as it was
aside() {
    rm -rf "$work/was" && cp -r "$work/one" "$work/was"
    (cd "$work" && "$w" gen --lanes 8 --bank 32 --wrapper 1 --set-aside -o one > out 2> log)
    check "--set-aside: $1" sh -c 'diff -r "$1/one" "$1/two" && diff -r "$1/$2" "$1/was"' - "$work" "$2"
}
rm -rf "$work/one" && (cd "$work" && "$w" gen --lanes 8 -o one > out 2> log) && echo mine >> "$work/one/rtl/warpbdi8_enc.v"
aside "another design, edited" one.old
sed -i 's/"format":.*/"format": 1,/' "$work/one/manifest.json"
refuses "a design of another version" 2 'another version' gen --lanes 8 --bank 32 --wrapper 1 -o one
aside "another version" one.old2
refuses "--set-aside takes no other folder" 2 'is not empty' gen --lanes 8 --set-aside -o full
sed -i 's|"files":.*|&"path": "rtl/gone.v", "kind": "text", "bytes": 0, "sha256": ""}, {|' "$work/one/manifest.json"
: > "$work/one/rtl/gone.v"
(cd "$work" && "$w" gen --lanes 8 --bank 32 --wrapper 1 -o one > out 2> log)
check "a file that gen does not write any more goes" diff -r "$work/one" "$work/two"
check "no path and no date is in a file" sh -c "! grep -r -e '$work' -e '20[0-9][0-9]-' '$work/one'"
printf '[design]\ncodec = warpbdi\nlanes = 8\nbank = 32\nwrapper = 1\n' > "$work/good.ini"
(cd "$work" && "$w" gen --config good.ini -o three > out 2> log)
check "an INI file says the same as flags" diff -r "$work/one" "$work/three"
# same_as_flags NAME TEXT FLAGS...: an INI file of this text makes the design of these flags
same_as_flags() {
    name=$1 && printf "$2" > "$work/same.ini" && shift 2 && rm -rf "$work/by-flags" "$work/by-file"
    check "INI: $name" sh -c "cd '$work' && '$w' gen $* -o by-flags && '$w' gen --config same.ini -o by-file && diff -r by-flags by-file"
}
same_as_flags "a section alone is all defaults" '[design]\n'
same_as_flags "no end of the last line" '[design]\nlanes = 8' --lanes 8
same_as_flags "CR and LF" '; mine\r\n[design]\r\nunit = fpc\r\nline = 64\r\n\r\n' --unit fpc --line 64
same_as_flags "a section again, and comments" '[design]\nlanes = 8 ; threads\n# wide\n[design]\nbank = 32\n' --lanes 8 --bank 32
same_as_flags "a byte order mark" '\357\273\277[design]\nlanes = 8\n' --lanes 8
same_as_flags "indented lines" '  [design]\n  lanes = 8\n\tbank = 32\n' --lanes 8 --bank 32
same_as_flags "children's parameters" '[design]\nunit = bestof\nlinebdi.base = firstnz\n' --unit bestof --linebdi.base firstnz
same_as_flags "decimal numbers, of parameters" '[design]\nblock = crossbar\nlanes = 08\nports = 010\n' --block crossbar --lanes 8 --ports 10
same_as_flags "decimal numbers, of options" '[design]\nencs = 010\n' --encs 10
check "the same flag with the same value" sh -c "cd '$work' && '$w' gen --lanes 4 --lanes 4 --bank 32 -o twice"
same_as_flags "a block" '[design]\nblock = crossbar\nports = 4\n' --block crossbar --ports 4
printf '[design]\nlanes = 8\n' > "$work/pipe.ini"
check "an INI file that is a pipe" sh -c "cd '$work' && '$w' gen --lanes 8 -o by-flag && cat pipe.ini | '$w' gen --config /dev/stdin -o by-pipe && diff -r by-flag by-pipe"
check "a design's folder says the same as its flags" sh -c "cd '$work' && '$w' gen --config one -o of-folder && diff -r one of-folder"
check "flags go over the folder" sh -c "cd '$work' && '$w' gen --config one --bank 64 -o over-folder && ! diff -q one/manifest.json over-folder/manifest.json"
check "flags go over the file" sh -c "cd '$work' && '$w' gen --config same.ini --ports 2 -o over > out && grep -q 'data_i 2048 ' out"
(cd "$work/one" && for f in rtl/*.v tb/*.v syn/*.sdc; do
    grep -q "\"$(sha256sum "$f" | cut -d' ' -f1)\"" manifest.json || echo "$f"; done) > "$log"
check "the manifest's hashes are the files'" test ! -s "$log"
(cd "$work" && "$w" gen --lanes 16 --name other -o other > out 2> log)
check "two designs fit into one" iverilog -g2005 -Wall -o "$work/vvp" -s warpbdi8_encs -s other_encs "$work"/one/rtl/*.v \
    "$work"/other/rtl/*.v

(cd "$work" && "$w" gen --codec bytewise --lanes 8 --groups 2 --encs 1 --decs 1 -o codec > out 2> log &&
    "$w" gen --block crossbar --lanes 4 --ports 2 -o block > out 2>> log)
check "a block's design holds it, its slice and its bench" sh -c "cd '$work/block' && ls rtl/crossbar4_crossbar.v rtl/crossbar4_crossbar_slice.v tb/crossbar4_bench.v"
check "of a block whose memories its parent has a design holds the slice alone" sh -c "'$warpfold' gen --unit engine -o '$work/engine' && cd '$work/engine/rtl' && ls engine128_engine_metacache_slice.v && ! ls engine128_engine_metacache.v"
check "a codec's design holds the block that it uses" test -f "$work/codec/rtl/bytewise8_compare.v"
(cd "$work" && "$w" gen --block crossbar --lanes 4 --ports 2 -o block > out 2> log)
check "the manifest makes the same design again" diff "$work/out" - << END
block: block crossbar, 4 lanes: en_i 2, from_i 2, data_i 256 -> data_o 256
END

# manifest NAME PATTERN COMMAND...: every subcommand refuses a folder whose manifest this sed command has changed
manifest() {
    name=$1 pattern=$2 && shift 2
    rm -rf "$work/old" && cp -r "$work/copy" "$work/old" && sed -i "$@" "$work/old/manifest.json"
    check "a manifest was changed: $name" sh -c "! cmp -s '$work/copy/manifest.json' '$work/old/manifest.json'"
    for c in cosim synth report; do refuses "$c: $name" 2 "$pattern" $c old; done
}
manifest "a folder of a former version" 'old was made by another version of warpfold (manifest 1, this one takes [0-9]*); remove it' 's/"format":\t[0-9]*/"format":\t1/'
manifest "a manifest of an unknown unit" 'manifest.json: no unit "zip"; there are' 's/"unit":\t"warpbdi"/"unit":\t"zip"/'
manifest "a manifest of a parameter that the unit does not have" 'manifest.json: warpbdi has no parameter "rank"' 's/"bank":/"rank":/'
manifest "a manifest that is no JSON" 'old is no folder of a design' '1d'
manifest "a manifest of another program" 'old is no folder of a design' 's/"tool":\t"warpfold"/"tool":\t"other"/'
rm -rf "$work/old"
refuses "co-simulation of no design" 2 'no folder of a design' cosim full
refuses "no vectors" 2 'from 1 to' cosim one --vectors 0
refuses "an unknown simulator" 2 'verilator, icarus, gates' cosim one --sim modelsim
refuses "gates without a netlist" 2 'warpfold synth' cosim one --sim gates --vectors 10
refuses "checks in a simulator that does not bind them" 2 "accepted with it are --sim verilator" cosim one --sim icarus --checks
refuses "a waveform of a simulator that writes none" 2 "add --sim verilator" cosim one --sim icarus --wave
refuses "a trace that is not there" 2 'none.wft' cosim one --sim icarus --trace none.wft
(cd "$work" && "$w" gen --unit metacache -o counts > out)
refuses "a trace for inputs that have no values" 2 'inputs of metacache have no values of a trace; leave it out' cosim counts --sim icarus --trace none.wft
for t in "$top"/traces/*-t32.wft; do
    refuses "a trace of another warp width" 2 '32' cosim one --sim icarus --vectors 10 --trace "$t"
    break
done
for tool in verilator iverilog; do
    variable=$(echo $tool | tr a-z A-Z) sim=$([ $tool = verilator ] && echo verilator || echo icarus)
    export $variable=/nonexistent/$tool
    refuses "$tool missing" 1 "apt-get install" cosim copy --sim $sim --vectors 10
    unset $variable
done
printf '#!/bin/sh\nkill -9 $$\n' > "$work/killed" && chmod +x "$work/killed"
(cd "$work" && "$w" cosim copy --sim icarus --vectors 10 > out) # a step that fails says so in its file of figures
export IVERILOG=$work/killed
check "a tool that dies" sh -c "! '$w' cosim '$work/copy' --sim icarus --vectors 10 2> '$work/died.log' &&
    grep -q 'killed by signal 9' '$work/died.log' && grep -q cosim__failed '$work/copy/cosim.json'"
unset IVERILOG
check "help lists the commands" sh -c "for c in $commands; do '$w' help | grep -q \"^  $c \" || exit 1; done"
check "-h is --help" sh -c "'$w' -h > '$work/a.log' && '$w' --help | diff '$work/a.log' - && '$w' gen -h > '$work/a.log' && '$w' gen --help | diff '$work/a.log' -"
check "help COMMAND is COMMAND --help" sh -c "'$w' help gen --unit fpc > '$work/a.log' && '$w' gen --unit fpc --help | diff '$work/a.log' -"

# options_of UNIT: the options that `warpfold list UNIT` shows, as words "--NAME=VALUES"; help_of COMMAND UNIT: those that its help shows
options_of() { "$w" list "$1" | awk '/^  [a-z.-]+ +[^ ]+\|[^ ]+( |$)|^  [a-z.-]+ +[0-9]+\.\.[0-9]+ / { print "--" $1 }' | sort -u; }
help_of() { "$w" "$1" --unit "$2" --help | sed -n '/^ Design:/,/^ \(Co-simulation\|.*[Cc]ache lines of traces\):/p' | sed -n 's/^ *\(--[a-z.-]*\)=.*/\1/p' | grep -v -x -e --unit -e --codec -e --block -e --config -e --name | sort; }
units=$("$w" list | sed -n 's/^\([a-z]*\) - .*/\1/p')
check "there are units" test -n "$units"
for u in $units; do
    options_of "$u" > "$work/list.log"
    for c in gen flow stats encode; do
        check "$c --unit $u --help has what list $u has" sh -c "test -s '$work/list.log' && cat > '$work/help.log' && diff '$work/list.log' '$work/help.log'" << END
$(help_of "$c" "$u")
END
    done
done
check "general help shows no unit's parameter" sh -c "! '$w' gen --help | grep -e --modes -e --form -e --linebdi"
check "help shows a child's parameters" sh -c "'$w' gen --unit bestof --help | grep -q -e '--linebdi.base=first|firstnz'"
check "help shows defaults" sh -c "'$w' gen --unit metacache --help | grep -q '(default 8)'"
# short COMMAND...: it prints lines of 100 columns at most
short() { (cd "$work" && "$w" "$@" > out 2> log) && ! awk 'length > 100' "$work/out" | grep .; }
check "list prints no line above 100 columns" short list
for u in $units; do check "list $u prints no line above 100 columns" short list "$u"; done
register_file=$(register_file)
check "gen of a register file prints no line above 100 columns" short gen --unit "$register_file" --force -o ports
check "gen tells the ports of each stream" grep -q '^  write1_\*_i  *warp 5, dest 5, mask 32, values 1024, user 16$' "$work/out"
check "list tells that a default follows from others" sh -c "'$w' list $register_file | grep -A 1 '^  rows  *2\.\.1024  *256 ' | tr -s '\n ' ' ' | grep 'unless given, as many as warps and registers need'"
check "list shows the ranks of registers" sh -c "'$w' list affine | grep -q '^  enc-stages  *0\.\.4 '"
check "list shows the cuts of every form" sh -c "'$w' list linebdi | grep -q '^  dec-cuts .*|sum|.* with --store delta$'"
check "list shows the ranks of lines" sh -c "'$w' list cpack | grep -q '^  enc-stages  *0\.\.5 '"
check "list shows the rank of a block with state" sh -c "'$w' list metacache | grep -q '^  stages  *1\.\.1  *1 '"
check "list shows an early tag for registers only" sh -c "'$w' list bytewise | grep -q early-tag && ! '$w' list fpc | grep early-tag"
check "list shows the units' own arrays" sh -c "'$w' list bytewise | grep -q '^  decs  *1\.\.32  *16 '"
check "list shows the units' own ranks" sh -c "'$w' list bytewise | grep -q '^  enc-stages  *0\.\.4  *1 ' && '$w' list affine | grep -q '^  enc-stages  *0\.\.4  *2 '"
check "the version is the library's" sh -c "'$w' --version | grep -q $(sed -n 's/#define WF_VERSION "\(.*\)"/\1/p' cmodel/warpfold.h)"
plan
