#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_lines.sh - stats, encode and decode of cache lines as a user calls them, with every line codec: TAP. Bad input gives
# one line on standard error, exit code 2, and leaves nothing behind.
. tests/tools/tap.sh
traces=traces
: > "$log"

# result CODE WHAT
result() { if [ "$1" = 0 ]; then pass "$2"; else fail "$2"; fi; }

# refused WHAT TEXT COMMAND...: exit code 2, one line that has TEXT, and the work folder as before
refused() {
    what=$1 text=$2
    shift 2
    before=$(ls "$work")
    "$warpfold" "$@" > /dev/null 2> "$log"
    [ $? = 2 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q -e "$text" "$log" && [ "$(ls "$work")" = "$before" ]
    result $? "$what"
}

codecs=$("$warpfold" list | awk '/^[a-z]+ - / { codec = /\([a-z ]*\)$/ ? "" : $1 }
                                / bytes of a cache line/ && codec != "" { print codec }')
[ -n "$codecs" ]
result $? "there are line codecs"
codec=$(echo "$codecs" | tail -n 1)

# accesses FILE.wtx BYTES: the number of line accesses of its loads and stores, none of which crosses a line
accesses() {
    awk -v digits=$(($2 / 16)) '
        function digit(c) { return index("0123456789abcdef", c) - 1 }
        function padded(x) { return substr("0000000000000000000000000000000", length(x)) x }
        function active(mask, lane) { return int(digit(substr(mask, length(mask) - int(lane / 4), 1)) / 2 ^ (lane % 4)) % 2 }
        $2 == "lanes" { lanes = $3 }
        $1 == "m" {
            split("", seen)
            for (i = 0; i < lanes; i++) {
                a = padded($(9 + i))
                line = substr(a, 1, length(a) - 2) " " int(digit(substr(a, length(a) - 1, 1)) / digits)
                if (active(padded($8), i) && !(line in seen)) { seen[line]; n++ }
            }
        }
        END { print n }' "$1"
}

t=$traces/diverge-t32.wft
"$warpfold" convert "$t" -o "$work/t.wtx" > /dev/null
for line in 32 64 128; do
    "$warpfold" stats --codec "$codec" --line $line --stack flat "$t" --json "$work/s.json" > /dev/null 2> "$log"
    [ $? = 0 ] && [ "$(value "$work/s.json" trace__accesses)" = "$(accesses "$work/t.wtx" $line)" ] && [ ! -s "$log" ]
    result $? "accesses to lines of $line bytes, stacks flat, are as many as awk counts"
done
# figure KEY: of the trace
figure() { value "$work/s.json" "trace__$1"; }
[ "$(($(figure whole) + $(figure partial)))" = "$(figure accesses)" ] && [ "$(figure lines)" = "$(figure whole)" ] &&
    [ "$(($(figure accesses__loads) + $(figure accesses__stores)))" = "$(figure accesses)" ]
result $? "whole and partial ones, loads and stores are all of them"

"$warpfold" stats --line 64 "$traces"/*.wft --json "$work/s.json" > "$work/s.txt"
[ $? = 0 ] && [ "$(figure count)" = 4 ] && [ -n "$(figure "diverge_t32__${codec}__ratio")" ]
result $? "traces without a codec: figures of all line codecs"
seen=1
for r in $codecs; do
    rows=$(grep -c "^$r.*  [0-9.]*%$" "$work/s.txt")
    [ "$rows" -gt 0 ] && [ "$(grep -c "^$r.*  [0-9]*$" "$work/s.txt")" = "$rows" ] || seen=
done
[ -n "$seen" ]
result $? "rows for each line codec, of its lines and at DRAM"
"$warpfold" stats --line 64 "$traces"/*.wft > "$work/s2.txt"
cmp -s "$work/s.txt" "$work/s2.txt"
result $? "stats says the same twice"

# Behind the plain head of 12 bytes is one zstd stream
"$warpfold" encode --codec "$codec" --raw "$t" -o "$work/sizes.wfc" > "$work/z.txt"
unpacked=$(tail -c +13 "$work/sizes.wfc" | zstd -dc | wc -c)
grep -q ", $(($(wc -c < "$work/sizes.wfc"))) bytes (zstd packs $unpacked);" "$work/z.txt"
result $? "encode says the size of a code file, and its size before zstd packs it"

# A table of lines, counted by hand. Zeros; ABCDEFGH eight times; "hell", "o", and zeros that fill the line up.
{ head -c 64 /dev/zero; printf '%s' ABCDEFGHABCDEFGHABCDEFGHABCDEFGHABCDEFGHABCDEFGHABCDEFGHABCDEFGHhello; } > "$work/table.bin"
# table FLAGS...: the rows, without the titles
table() { "$warpfold" stats "$@" --line 64 --raw "$work/table.bin" --csv "$work/table.csv" --force > /dev/null 2> "$log" && tail -n +2 "$work/table.csv" | tr '\n' ' '; }
# zzzz 2 bits, mmmm 6, zzzx 12, xxxx 34: 16 x 2; 2 x 34 + 14 x 6; 34 + 12 + 14 x 2
# Beside it the other form: 16 codes of 4 bits; two entries; one entry and a byte for each word, since "o" is partly zero
[ "$(table --unit cpack --form fifo)" = "0,0,4,8,compressed,compressed 1,64,19,16,compressed,compressed 2,128,10,28,compressed,compressed " ]
result $? "a table of lines: cpack"
# Runs of 8 zeros 6 bits, a byte 11, a word 35: 2 x 6; too long; 35 + 11 + 2 x 6. Beside it four prefixes, and in the last line a segment of four words
[ "$(table --unit fpc --form word)" = "0,0,2,2,compressed,compressed 1,64,64,64,raw,raw 2,128,8,18,compressed,compressed " ]
result $? "a table of lines: fpc"
# Zeros, repeat, 8-1 with its select bits; the last row is the same for both bases
[ "$(table --unit linebdi)" = "0,0,1,1,zeros,zeros 1,64,8,8,repeat,repeat 2,128,17,17,8-1,8-1 " ] && head -1 "$work/table.csv" |
    grep -qx 'line,offset,linebdi first,linebdi firstnz,linebdi first class,linebdi firstnz class'
result $? "a table of lines: linebdi, and its variant beside it"
[ "$(cat "$log")" = "warpfold: $work/table.bin: the last line has 5 of 64 bytes; its row in the table is of a line filled up with zeros" ]
result $? "the rest of a file has a row, and one message"

# added_up FLAGS...: the table of a file, added up, is what the figures say: lines, bytes, lines of each class and of each number of bursts
added_up() {
    "$warpfold" stats "$@" --line 64 --raw "$work/some.bin" --csv "$work/table.csv" --json "$work/z.json" --force > /dev/null || return 1
    awk -F , '
        FNR == 1 { files++ }
        files == 1 { if (split($0, part, "\"") == 3) says[part[2]] = substr(part[3], 2) + 0; next }
        FNR == 1 { own = $3 " class"; for (i = 4; i <= NF; i++) if ($i == own) class = i; next }
        { lines++; bytes += $3; of["raw__class__" $class]++; of["raw__bursts__" int(($3 + 31) / 32)]++ }
        END { off = 64 * lines / bytes - says["raw__ratio_bytes"]
              wrong = lines != says["raw__lines"] || off * off > 1e-8
              for (c in says) if (c ~ /^raw__(class|bursts)__/) { seen += of[c]; wrong += of[c] != says[c] }
              exit (wrong || lines == 0 || seen != 2 * lines) }' "$work/z.json" "$work/table.csv"
}
head -c 256000 "$warpfold" > "$work/some.bin"

head -c 6405 /dev/zero > "$work/zero.bin"
tail -c +101 "$t" | head -c 6400 > "$work/dense.bin"
for r in $codecs; do
    added_up --codec "$r"
    result $? "$r: its table of lines adds up to the figures"
    "$warpfold" stats --codec "$r" --line 64 --raw "$work/zero.bin" --json "$work/z.json" > "$work/z.txt" 2> "$log"
    [ $? = 0 ] && [ "$(value "$work/z.json" raw__zero_bin__lines)" = 100 ] && [ "$(value "$work/z.json" raw__rest)" = 5 ] &&
        [ "$(value "$work/z.json" raw__ratio)" = 2 ] && [ "$(value "$work/z.json" raw__bursts__1)" = 100 ] &&
        [ "$(value "$work/z.json" raw__compressed)" = 100 ] && [ ! -s "$log" ] &&
        grep -q '^zero.bin  *100  *5 ' "$work/z.txt"
    result $? "$r: lines of zeros are a burst, the last 5 bytes are said to be left out"
    "$warpfold" stats --codec "$r" --line 64 --raw "$work/dense.bin" --json "$work/z.json" > /dev/null
    [ "$(value "$work/z.json" raw__class__raw)" = 100 ] && [ "$(value "$work/z.json" raw__ratio)" = 1 ] &&
        [ "$(value "$work/z.json" raw__ratio_bytes)" = 1 ]
    result $? "$r: compressed bytes are raw lines"
    for line in 32 64 128; do
        for file in "$warpfold" "$work/zero.bin" "$work/dense.bin"; do
            rm -f "$work/c.wfc" "$work/back"
            "$warpfold" encode --codec "$r" --line $line --raw "$file" -o "$work/c.wfc" > /dev/null 2> "$log" &&
                "$warpfold" decode "$work/c.wfc" -o "$work/back" > /dev/null 2> "$log" && cmp -s "$file" "$work/back"
            result $? "$r: encode $(basename "$file") as lines of $line bytes, decode gives it back"
        done
    done
done
rm -f "$work/back"

truncate -s 256M "$work/large.bin"
(ulimit -v 150000 && "$warpfold" stats --codec "$codec" --raw "$work/large.bin") > "$work/l.txt" 2> "$log"
[ $? = 0 ] && grep -q '^large.bin  *2097152 ' "$work/l.txt"
result $? "a file larger than the memory that there is"
rm -f "$work/large.bin"

# ---- Images of memory ----

images > "$work/images"
[ -s "$work/images" ]
result $? "there are codecs whose lines fit an image"
# bytes_of FILE AT COUNT: in hexadecimal
bytes_of() { od -An -v -tx1 -j "$2" -N "$3" "$1" | tr -d ' \n'; }
while read -r flags; do
    for line in 32 64 128; do
        # shellcheck disable=SC2086 # flags are words
        "$warpfold" gen $flags --line $line -o "$work/gen" > /dev/null 2>&1 || continue
        rm -rf "$work/gen"
        : > "$work/nothing.bin"
        head -c 1000 "$t" > "$work/short.bin"
        for file in "$warpfold" "$work/zero.bin" "$work/dense.bin" "$work/short.bin" "$work/nothing.bin"; do
            rm -f "$work/c.wfi" "$work/back"
            # shellcheck disable=SC2086
            "$warpfold" encode $flags --line $line --image "$file" -o "$work/c.wfi" > /dev/null 2> "$log" &&
                "$warpfold" decode "$work/c.wfi" -o "$work/back" > /dev/null 2> "$log" && cmp -s "$file" "$work/back"
            result $? "$flags: encode $(basename "$file") to an image of lines of $line bytes, decode gives it back"
        done
    done
    rm -f "$work/z.wfi"
    # 6405 zeros: 100 lines of 64 bytes and a part of one, each in one of two bursts
    # shellcheck disable=SC2086
    "$warpfold" encode $flags --line 64 --image "$work/zero.bin" -o "$work/z.wfi" > "$work/z.txt" 2> "$log" &&
        grep -q '101 lines of 64 bytes, 10624 bytes; ratio by bursts 2.000, with the counts 1.984' "$work/z.txt" &&
        [ "$(bytes_of "$work/z.wfi" 6464 26)" = 0000000000000000000000000000000000000000000000000054 ] &&
        [ "$(bytes_of "$work/z.wfi" 6490 38 | tr -d 5)" = "" ] && [ "$(wc -c < "$work/z.wfi")" = 10624 ]
    result $? "$flags: counts of zeros"
    tail -c 4096 "$work/z.wfi" > "$work/z.ini"
    # shellcheck disable=SC2086
    "$warpfold" gen --config "$work/z.ini" -o "$work/of.image" > "$log" 2>&1 && "$warpfold" gen $flags --line 64 -o "$work/of.flags" > "$log" 2>&1 &&
        diff -r "$work/of.image/rtl" "$work/of.flags/rtl" > "$log"
    result $? "$flags: gen takes the description of an image"
    rm -rf "$work/of.image" "$work/of.flags"
done < "$work/images"

image=$(head -n 1 "$work/images")
truncate -s 64M "$work/large.bin"
# shellcheck disable=SC2086
(ulimit -v 50000 && "$warpfold" encode $image --image "$work/large.bin" -o "$work/large.wfi" && "$warpfold" decode "$work/large.wfi" -o "$work/large.back") \
    > "$work/l.txt" 2> "$log" && cmp "$work/large.bin" "$work/large.back" > "$log"
result $? "an image larger than the memory that there is"
rm -f "$work"/large.*

# A model of memory loads slots and counts as they stand in the file
# shellcheck disable=SC2086
"$warpfold" encode $image --line 64 --image "$work/short.bin" -o "$work/m.wfi" > /dev/null
cat > "$work/m.v" << 'END'
module m;
    reg [7:0] memory [0:65535];
    reg [1:0] count;
    integer file, bytes, line, sum;
    initial begin
        file = $fopen("m.wfi", "rb");
        bytes = $fread(memory, file);
        sum = 0;
        for (line = 0; line < 16; line = line + 1) begin
            count = memory[16 * 64 + line / 4] >> 2 * (line % 4);
            sum = sum + count + 1;
        end
        $display("%0d bytes, %0d bursts", bytes, sum);
    end
endmodule
END
# shellcheck disable=SC2086
"$warpfold" stats $image --line 64 --raw "$work/short.bin" --json "$work/m.json" > /dev/null # 15 lines; the last is of 40 bytes
(cd "$work" && "${IVERILOG:-iverilog}" -g2005 -o m m.v && ./m) > "$work/m.txt" 2> "$log"
bursts=$(($(value "$work/m.json" raw__bursts__1) + 2 * $(value "$work/m.json" raw__bursts__2)))
grep -q "^$((16 * 64 + 64 + 4096)) bytes, \($((bursts + 1))\|$((bursts + 2))\) bursts$" "$work/m.txt"
result $? "a model of memory in Verilog loads an image"

size=$(wc -c < "$work/c.wfc")
head -c $((size / 2)) "$work/c.wfc" > "$work/cut.wfc"
flipped "$work/c.wfc" $((size / 2)) > "$work/corrupt.wfc"
{ head -c 8 "$work/c.wfc"; printf '\007\000'; tail -c +11 "$work/c.wfc"; } > "$work/version.wfc"
printf hello > "$work/five"
: > "$work/empty"
echo precious > "$work/precious.wfc"
refused "a register codec, --raw" "--raw needs a codec of cache lines, and warpbdi is none" stats --codec warpbdi --raw "$t"
refused "a register codec, --line" "needs a codec of cache lines, and affine is none" stats --codec affine --line 64 "$t"
refused "a block" "needs a codec of cache lines, and crossbar is none" stats --block crossbar --raw "$t"
refused "a register codec, encode" "needs a codec of cache lines, and warpbdi is none" encode --raw "$t" -o "$work/x.wfc"
refused "a table of a trace" "csv is for the lines of one file; give it with --raw" stats --codec "$codec" --csv "$work/x.csv" "$t"
refused "a table of two files" "csv is for the lines of one file" stats --codec "$codec" --csv "$work/x.csv" --raw "$t" "$t"
refused "a table that is there" "table.csv is there already and is not overwritten" stats --codec "$codec" --csv "$work/table.csv" --raw "$t"
refused "an empty file" "is empty" stats --codec "$codec" --raw "$work/empty"
refused "a file smaller than a line" "5 bytes; at least one line of 64" stats --codec "$codec" --line 64 --raw "$work/five"
refused "a folder" "is a folder" stats --codec "$codec" --raw "$work"
refused "no such file" "cannot open" stats --codec "$codec" --raw "$work/none"
refused "no file" "no file" stats --codec "$codec" --raw
refused "no trace" "no known trace format" stats --codec "$codec" "$warpfold"
refused "no such line" "accepted are 32, 64 and 128" stats --codec "$codec" --line 48 --raw "$t"
refused "lanes" "takes cache lines" stats --codec "$codec" --lanes 32 --raw "$t"
refused "energies" "are for warp registers" stats --codec "$codec" --enc-pj 1 --raw "$t"
refused "a trace through a line codec" "codecs of cache lines (.*) encode any file, with --raw" encode --codec "$codec" "$t" -o "$work/x.wfc"
refused "encode a folder" "is a folder" encode --codec "$codec" --raw "$work" -o "$work/x.wfc"
refused "nothing foreign is overwritten" "not overwritten" encode --codec "$codec" --raw "$t" -o "$work/precious.wfc"
refused "nothing at all by decode" "not overwritten" decode "$work/c.wfc" -o "$work/zero.bin"
refused "a folder" "is a folder; give the name of a file" decode "$work/c.wfc" -o "$work"
refused "its own input" "is an input" decode "$work/c.wfc" -o "$work/./c.wfc"
head -c 3000 "$work/m.wfi" > "$work/cut.wfi"
flipped "$work/m.wfi" 1024 > "$work/corrupt.wfi"
flipped "$work/m.wfi" 1087 > "$work/pad.wfi"
{ cat "$work/m.wfi" && echo; } > "$work/more.wfi"
# shellcheck disable=SC2086
refused "an image by another name" "x.wfc: a name that ends in .wfi is expected" encode $image --image "$t" -o "$work/x.wfc"
for r in $codecs; do
    refused "$r: tags beside the lines" "no place for the tags of $r; accepted are codecs with tag=head" encode --codec "$r" --image "$t" -o "$work/x.wfi"
done
refused "a register codec, --image" "image needs a codec of cache lines, and warpbdi is none" encode --image "$t" -o "$work/x.wfi"
# shellcheck disable=SC2086
refused "both forms" "encode: --raw and --image exclude each other" encode $image --raw --image "$t" -o "$work/x.wfi"
refused "a register codec, --image, before the output that is there" "image needs a codec of cache lines, and warpbdi is none" encode --image "$t" -o "$work/m.wfi"
# shellcheck disable=SC2086
refused "no such file, --image, before the output that is there" "none: cannot open the input: No such file" encode $image --image "$work/none" -o "$work/m.wfi"
refused "no such file, --raw, before the output that is there" "none: cannot open the input: No such file" encode --codec "$codec" --raw "$work/none" -o "$work/c.wfc"
refused "no such file, decode, before the output that is there" "none: cannot open the code file (.wfc) or memory image (.wfi): No such file" decode "$work/none" -o "$work/five"
refused "a codec of lines, before the output that is there" "codecs of cache lines (.*) encode any file" encode --codec "$codec" "$t" -o "$work/c.wfc"
# shellcheck disable=SC2086
refused "an image that is there" "m.wfi is there already and is not overwritten" encode $image --line 64 --image "$work/short.bin" -o "$work/m.wfi"
refused "a truncated image" "cut.wfi: truncated, or no memory image" decode "$work/cut.wfi" -o "$work/x"
refused "a longer image" "more.wfi: truncated, or no memory image" decode "$work/more.wfi" -o "$work/x"
refused "a corrupt count" "corrupt.wfi: line [1-4]: corrupt: " decode "$work/corrupt.wfi" -o "$work/x"
refused "a corrupt count behind the lines" "pad.wfi: corrupt: byte 1087 is 170; expected is 85" decode "$work/pad.wfi" -o "$work/x"
refused "an image of another codec" "m.wfi: holds lines of .*, not of warpbdi" decode "$work/m.wfi" --codec warpbdi -o "$work/x"
refused "truncated" "cut.wfc: line [0-9]*: truncated" decode "$work/cut.wfc" -o "$work/x"
refused "corrupt" "corrupt.wfc: corrupt zstd data" decode "$work/corrupt.wfc" -o "$work/x"
refused "wrong version" "version.wfc: code file of version 7; accepted are versions 1 (registers), 2" decode "$work/version.wfc" -o "$work/x"
refused "codes of another codec" "c.wfc: holds codes of .*, not of warpbdi" decode "$work/c.wfc" --codec warpbdi -o "$work/x"
refused "an unwritable folder" "cannot be written" decode "$work/c.wfc" -o /nonexistent/x

# Parameters of a unit in a unit, as flags and in an INI file
while read -r key value says; do
    printf '[design]\ncodec = bestof\nline = 32\n%s = %s\n' "$key" "$value" > "$work/parameter.ini"
    refused "--$key $value" "^warpfold: --$key: $says" gen --codec bestof --line 32 "--$key" "$value" -o "$work/x"
    refused "$key = $value in an INI file" "parameter.ini:4: $key: $says" gen --config "$work/parameter.ini" -o "$work/x"
done << END
fpc.save burst save of the fpc in bestof is set by bestof itself
bpc.tag head tag of the bpc in bestof is set by bestof itself
fpc.rate 3 3 for rate of fpc: accepted is 1|2|4|8
cpack.form word word for form of cpack: accepted is fifo|parallel
members foo "foo" is not one of the members of bestof: any of linebdi|fpc|cpack|bpc, separated by commas
members linebdi,fpc,linebdi linebdi is given twice in the members of bestof
linebdi.nothing 1 the linebdi in bestof has no parameter "nothing" to set; there are encodings, base,
bdi.base first no unit "bdi" in bestof; there are linebdi, fpc, cpack, bpc
linebdi.base last last for base of linebdi: accepted is first|firstnz
fpc.segments 3 3 for segments of fpc: accepted is 2|4|8|16
END
refused "segments of a member that the line does not have" "at most the line's words" gen --codec bestof --line 32 --fpc.segments 16 -o "$work/x"
refused "a decoder of a serial member without a rank" "iterates and needs a clock" gen --codec bestof --cpack.form fifo --dec-stages 0 -o "$work/x"
refused "a base of a member without what it needs" "needs zero-base=on" gen --codec bestof --linebdi.base firstnz --linebdi.zero-base off \
    -o "$work/x"

# ---- The encoding in the head of the line ----

# Four unrelated words, eight times: 32 bytes of cpack, a burst. With a head they are 33 bytes, two bursts
four='\0\021\021\021\0\042\042\042\0\063\063\063\0\104\104\104'
for i in 1 2 3 4 5 6 7 8; do printf "$four"; done > "$work/four.bin"
while read -r tag bursts with; do
    "$warpfold" stats --codec cpack --tag "$tag" --raw "$work/four.bin" --json "$work/z.json" > "$work/z.txt" 2> "$log"
    [ $? = 0 ] && [ "$(value "$work/z.json" raw__ratio)" = "$bursts" ] &&
        grep -q "encodings $with\$" "$work/z.txt"
    result $? "a line of exactly a burst, encoding in the $tag: ratio $bursts, and which of the two it is"
done << END
side 4 beside them
head 2 in their heads
END
"$warpfold" encode --codec cpack --tag head --raw "$work/four.bin" -o "$work/h.wfc" > "$work/z.txt" && "$warpfold" decode "$work/h.wfc" -o "$work/h.back" > /dev/null
cmp "$work/four.bin" "$work/h.back" > "$log" 2>&1 && grep -q 'ratio by bursts 2.000, .*, encodings in the heads of the lines$' "$work/z.txt"
result $? "encode and decode lines with heads"

# ---- Forms: the parameters on which sources differ ----

while read -r flags own; do
    # shellcheck disable=SC2086 # flags are words
    "$warpfold" encode --codec $(echo "$flags" | tr + ' ') --raw "$work/four.bin" --force -o "$work/o.wfc" > "$work/o.txt" 2> "$log" &&
        "$warpfold" decode "$work/o.wfc" --force -o "$work/o.back" > "$work/o2.txt" 2> "$log" &&
        [ "$(grep -c ", with tag [0-9.]*, $own, encodings beside the lines\$" "$work/o.txt")" = 1 ] &&
        [ "$(sed 's/[^:]*: //; s/ bytes, [0-9]* bytes\( (zstd packs [0-9]*)\)\{0,1\}/ bytes/' "$work/o.txt")" = "$(sed 's/[^:]*: //; s/ bytes, [0-9]* bytes/ bytes/' "$work/o2.txt")" ]
    result $? "encode and decode $flags: $own is named"
done << END
linebdi linebdi first
linebdi+--base+firstnz linebdi firstnz
bestof bestof by bursts (linebdi first)
bestof+--linebdi.base+firstnz+--choose+bytes bestof by bytes (linebdi firstnz)
bestof+--members+cpack,fpc bestof by bursts
linebdi+--zero-base+off linebdi first
cpack cpack parallel
fpc+--form+word fpc word
bpc bpc
END
# shellcheck disable=SC2086
"$warpfold" encode --codec linebdi --base firstnz --tag head --image "$work/four.bin" -o "$work/o.wfi" > "$work/o.txt" 2> "$log" &&
    grep -q ', with the counts [0-9.]*, linebdi firstnz$' "$work/o.txt"
result $? "an image names the base"

# ---- Pipes, which can be read once ----

"$warpfold" encode --codec "$codec" --raw "$t" -o "$work/p.wfc" > /dev/null && "$warpfold" decode "$work/p.wfc" -o "$work/p.back" > /dev/null
cat "$work/p.wfc" | timeout 300 "$warpfold" decode /dev/stdin -o "$work/p.piped" > "$log" 2>&1
cmp "$work/p.back" "$work/p.piped" >> "$log" 2>&1
result $? "decode a pipe of codes of lines"
cat "$t" | timeout 300 "$warpfold" encode --codec "$codec" --raw /dev/stdin -o "$work/q.wfc" > "$log" 2>&1
cmp "$work/p.wfc" "$work/q.wfc" >> "$log" 2>&1
result $? "encode --raw a pipe"
# shellcheck disable=SC2086
"$warpfold" encode $image --image "$t" -o "$work/p.wfi" > /dev/null
# shellcheck disable=SC2086
cat "$t" | timeout 300 "$warpfold" encode $image --image /dev/stdin -o "$work/q.wfi" > "$log" 2>&1
cmp "$work/p.wfi" "$work/q.wfi" >> "$log" 2>&1
result $? "encode --image a pipe"
cat "$work/p.wfi" | timeout 300 "$warpfold" decode /dev/stdin -o "$work/p.image" > "$log" 2>&1
[ $? = 2 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q 'is no code file of this program' "$log" && [ ! -e "$work/p.image" ]
result $? "an image is a file, not a pipe"
# Beside files, in their order; folders are left out and counted
mkdir "$work/one" "$work/two"
"$warpfold" stats --codec "$codec" --raw "$work/one" - "$t" "$work/two" --json "$work/both.json" < "$t" > "$work/both.txt" 2> "$log" &&
    [ "$(cat "$log")" = "warpfold: stats: 2 folders are left out" ] && [ "$(value "$work/both.json" raw__count)" = 2 ] &&
    [ "$(value "$work/both.json" raw__stdin__lines)" = "$(value "$work/both.json" "raw__$(basename "$t" .wft | tr - _)__lines")" ] &&
    [ -n "$(value "$work/both.json" raw__stdin__lines)" ] && grep -q '^stdin ' "$work/both.txt"
result $? "stats --raw - is standard input, beside files and folders"
refused "folders alone" "one: is a folder, a file is expected" stats --codec "$codec" --raw "$work/one" "$work/two"
refused "a standard input that is empty" "standard input: is empty" stats --codec "$codec" --raw - < /dev/null
for flags in "--line 64" "--codec $codec" "--raw"; do
    # shellcheck disable=SC2086 # flags are words
    cp "$t" "$work/stdin" && "$warpfold" stats $flags "$work/stdin" > "$work/file.said" 2>&1
    # shellcheck disable=SC2086
    cat "$t" | timeout 300 "$warpfold" stats $flags /dev/stdin > "$log" 2>&1
    cmp "$work/file.said" "$log"
    result $? "stats $flags a pipe"
done

plan
