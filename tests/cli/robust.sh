#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# robust.sh - what an unlucky user does: full disks, outputs that are inputs, two programs in one folder, signals in the middle. TAP.
. tests/tools/tap.sh
. tests/cli/quick.sh
cp traces/psort-t32.wft "$work/t.wft"
program=$(realpath "$warpfold")
export XDG_CACHE_HOME="$work/cache"
warpfold=$program
cd "$work" || exit 1

# ends CODE TEXT COMMAND...: with this code and one line on standard error that has the text
ends() {
    what="$3${4:+ $4}: $2" code=$1 text=$2 && shift 2
    "$program" "$@" > out 2> "$log"
    is=$?
    if [ $is = "$code" ] && [ "$(wc -l < "$log")" = 1 ] && grep -q -e "$text" "$log"; then
        pass "$what"
    else
        echo "exit code $is, expected $code" >> "$log"
        fail "$what"
    fi
}

# ---- Outputs ----

"$program" gen --lanes 4 --bank 32 --encs 1 --decs 1 -o d > out
"$program" cosim d --sim icarus --vectors 50 > out
full() { "$program" "$@" > /dev/full 2> err; [ $? = 1 ] && grep -q 'standard output: No space left' err; }
for command in list "gen --help" "stats t.wft" "report d" "cosim d --sim icarus --vectors 50"; do
    # shellcheck disable=SC2086
    check "a full standard output is no success: $command" full $command
done

ends 2 "is an input" stats t.wft --json ./t.wft
ends 2 "is an input" convert t.wft -o t.wft --force
ln t.wft same.wft
ends 2 "is an input" convert t.wft -o same.wft --force
check "the trace is as it was" cmp t.wft "$OLDPWD/traces/psort-t32.wft"
echo '{"mine": 1}' > mine.json
ends 2 "already and is not overwritten" stats t.wft --json mine.json
check "a foreign file is as it was" grep -qx '{"mine": 1}' mine.json
check "figures replace figures of the same command" sh -c '"$1" stats t.wft --json f.json && "$1" stats t.wft --json f.json' - "$program"
check "--force replaces" sh -c '"$1" stats t.wft --json mine.json --force && grep -q trace__count mine.json' - "$program"
for to in c.wfc c.wft; do
    command=$([ $to = c.wfc ] && echo encode || echo convert)
    "$program" $command t.wft -o $to > out
    ends 2 "already and is not overwritten" $command t.wft -o $to
    check "$command --force replaces" "$program" $command t.wft -o $to --force
done
"$program" report d > out
check "a report replaces its own files" "$program" report d
for file in report.html metrics.json metrics.csv; do
    mv d/$file kept.$file && echo '{"mine": 1}' > d/$file
    ends 2 "d/$file is there already and is not overwritten; --force" report d
    ends 2 "d/$file is there already and is not overwritten; --force" flow --lanes 4 --bank 32 --encs 1 --decs 1 -o d
    check "a foreign $file is as it was" grep -qx '{"mine": 1}' d/$file
    check "report --force replaces it" sh -c '"$1" report d --force && cmp "$2" "d/$3"' - "$program" kept.$file $file
done
ends 2 "d/cosim.json is an input" report d -o d/cosim.json --force
ends 2 "metrics.csv is a file of the report of d alone" report d -o d/metrics.csv --force
cp -r d d2 && cp -r d d3 && "$program" report d d2 > out
ends 2 "report.html is a file of the report of d2 alone" report d d2 -o d2/report.html
ends 2 "compares other folders" report d d3
check "report --force replaces a page of other folders" sh -c '"$1" report d d3 --force && cat ./*.html | grep -q "d, d3"' - "$program"
ends 2 "no folder none" convert t.wft -o none/x.wft
ends 2 "is a folder" convert t.wft -o d --force
check "standard output as a file" sh -c '"$1" stats t.wft --json /dev/stdout | grep -q trace__count' - "$program"
check "a link that waits under the name of a temporary file is not followed" sh -c '
    echo kept > kept && ln -s kept g.json.tmp && "$1" stats t.wft --json g.json && grep -qx kept kept' - "$program"
mkdir closed && chmod a-w closed
if [ -w closed ]; then
    skip "an unwritable folder" "run by root"
else
    ends 2 "the folder closed: Permission denied" convert t.wft -o closed/x.wft
fi
ends 1 "d/manifest.json: Not a directory" gen --lanes 8 -o d/manifest.json/x
check "a relative TMPDIR" sh -c 'mkdir tmp && TMPDIR=tmp "$1" cosim d --sim icarus --vectors 50 && [ -z "$(ls tmp)" ]' - "$program"
TMPDIR=none ends 1 "below TMPDIR, .*none: No such file" cosim d --sim icarus --vectors 50

# begun FILE: a command that reads what it converts from a pipe writes beside FILE, and waits until there is FILE.go. Sets $pid
begun() {
    mkfifo "$1.in"
    { cat many.wtx; until [ -e "$1.go" ]; do sleep 0.1; done; } > "$1.in" 2> feeder &
    (exec env --default-signal "$program" convert /dev/stdin -o "$1") < "$1.in" > out 2> said &
    pid=$!
    for i in $(seq 600); do ls "$1".?????? > found 2> /dev/null && return; sleep 0.1; done
    return 1
}
"$program" convert t.wft -o many.wtx > out
# late: what comes while a command writes is not overwritten
late() {
    begun "$1" && echo mine > "$1"
    touch "$1.go"
    wait $pid
    [ $? = 1 ] && grep -q "^warpfold: $1 came while this command ran and is not overwritten; --force" said && grep -qx mine "$1" && ! ls "$1".?????? 2> /dev/null
}
check "a file that comes while a command runs is as it was" late late.wft
# A file system that cannot rename without overwriting, and one that has no links either
n=0
for calls in '' 'int link(const char *a, const char *b) { (void)a, (void)b; errno = EPERM; return -1; }'; do
    printf '#include <errno.h>\nint renameat2(int a, const char *b, int c, const char *d, unsigned e) { (void)a, (void)b, (void)c, (void)d, (void)e; errno = EINVAL; return -1; }\n%s\n' \
        "$calls" > plain.c && cc -shared -fPIC -o plain.so plain.c
    n=$((n + 1))
    check "the same where a file system can do less: a new file" env LD_PRELOAD="$PWD/plain.so" "$program" convert t.wft -o new$n.wft
    LD_PRELOAD=$PWD/plain.so check "the same: a file that comes" late late$n.wft
done
ln -s none nowhere.wft
ends 2 "nowhere.wft is a link to nothing and is not overwritten; --force" convert t.wft -o nowhere.wft
check "--force overwrites the link" sh -c '"$1" convert t.wft -o nowhere.wft --force && [ ! -L nowhere.wft ] && [ ! -e none ]' - "$program"
# ended SIGNAL: in the middle of writing; nothing is left of what was written
ended() {
    begun "$1.wft" && kill -s "$1" $pid
    wait $pid
    code=$?
    touch "$1.wft.go"
    [ "$(kill -l $code)" = "$1" ] && [ ! -e "$1.wft" ] && ! ls "$1.wft".?????? 2> /dev/null
}
for signal in HUP INT QUIT TERM ALRM USR1 USR2 XCPU VTALRM PROF ABRT; do check "SIG$signal leaves nothing half-written" ended $signal; done
limited() { (ulimit -f 1 && "$program" "$@") 2>&1 | grep -q '^warpfold: .*File too large$' && ! ls limited* 2> /dev/null; }
check "a limit of file sizes is told, and nothing is left" limited convert t.wft -o limited.wtx
check "the same of a folder" limited gen --lanes 4 -o limited

# ---- Memory ----

# scarce COMMAND...: with less and less memory, it runs or says that there is too little, and nothing else
scarce() {
    few=0
    for kb in $(seq 20000 -250 9000); do
        (ulimit -v $kb && exec "$program" "$@") > out 2> said
        code=$?
        case $code in 0 | 127 | 139) continue ;; esac
        [ $code = 1 ] && grep -qi -e 'out of memory' -e 'not enough memory' -e 'cannot allocate memory' said || { echo "$kb KiB: exit code $code" && cat said && return 1; }
        few=$((few + 1))
    done
    [ $few -gt 1 ]
}
check "too little memory is not the trace's fault" scarce stats t.wft
awk 'BEGIN { printf "{"; for (i = 0; i < 30000; i++) printf "\"trace__count\": 1,\n"; print "\"trace__count\": 1}" }' > many.json
check "nor that of a file of figures" scarce report --keys many.json

# ---- Two in one folder ----

exec 8< d && flock 8
ends 1 "d is in use by another warpfold" cosim d --sim icarus --vectors 50
ends 1 "d is in use by another warpfold" synth d
ends 1 "d is in use by another warpfold" report d
ends 1 "d is in use by another warpfold" gen --lanes 4 --bank 32 --encs 1 --decs 1 -o d
exec 8<&-
check "and free again" "$program" cosim d --sim icarus --vectors 50

# ---- Signals ----

check "a caller that ignores SIGCHLD" sh -c "trap '' CHLD; exec \"\$1\" cosim d --sim icarus --vectors 50" - "$program"

# A compiler that does not end: its process, and one that it starts, must go with us
cat > slow <<'S'
#!/bin/sh
sleep 60 &
echo "$$ $!" > pids.new && mv pids.new "$PIDS"
wait
S
chmod +x slow
alive() { for pid in $(cat pids); do [ ! -d "/proc/$pid" ] || grep -q '^State:.Z' "/proc/$pid/status" || echo "$pid"; done; }
# struck SIGNAL CODE: in the middle of a tool; the tools end, nothing is left. Who runs this test may ignore signals, as nohup does
struck() {
    rm -f pids
    (IVERILOG=$PWD/slow PIDS=$PWD/pids TMPDIR=$PWD/tmp exec env --default-signal "$program" cosim d --sim icarus --vectors 50) > out 2>&1 &
    for i in $(seq 600); do [ -f pids ] && break || sleep 0.1; done
    kill -s "$1" $!
    wait $!
    code=$?
    for i in $(seq 600); do [ -z "$(alive)" ] && break || sleep 0.1; done
    echo "code $code, alive: $(alive), left: $(ls tmp)"
    [ $code = "$2" ] && [ -z "$(alive)" ] && { [ "$1" = KILL ] || [ -z "$(ls tmp)" ]; }
}
check "SIGTERM ends all" struck TERM 143
check "SIGHUP ends all" struck HUP 129
check "SIGPIPE ends all" struck PIPE 141
check "SIGKILL leaves no tool" struck KILL 137
# buried: the next run removes the folder that the killed one left, if it is not new, and not what a live one holds
buried() {
    [ -n "$(ls tmp)" ] && mkdir tmp/warpfold.living tmp/warpfold.newone && exec 8< tmp/warpfold.living && flock 8 || return 1
    find tmp -mindepth 1 -maxdepth 1 ! -name '*newone' -exec touch -d '2 minutes ago' {} +
    TMPDIR=$PWD/tmp "$program" cosim d --sim icarus --vectors 50
    exec 8<&-
    [ "$(cd tmp && echo *)" = "warpfold.living warpfold.newone" ]
}
check "and the next run removes its folder" buried
rm -rf tmp/*
# nohup: a signal that was ignored before us stays ignored
unheard() {
    rm -f pids
    (trap '' HUP; IVERILOG=$PWD/slow PIDS=$PWD/pids TMPDIR=$PWD/tmp exec "$program" cosim d --sim icarus --vectors 50) > out 2>&1 &
    for i in $(seq 600); do [ -f pids ] && break || sleep 0.1; done
    kill -s HUP $!
    sleep 0.3
    kill -0 $! && [ -n "$(alive)" ] && kill -s TERM $!
}
check "nohup works" unheard
wait

# ---- Tools ----

printf '#!/bin/sh\nexit 200\n' > ends200 && printf '#!/bin/sh\nkill -9 $$\n' > killed && chmod +x ends200 killed
IVERILOG=$PWD/ends200 ends 1 "failed with exit code 200" cosim d --sim icarus --vectors 10
IVERILOG=$PWD/killed ends 1 "was killed by signal 9" cosim d --sim icarus --vectors 10
printf "#!/none\n" > broken && chmod +x broken
IVERILOG=$PWD/broken ends 1 "cannot run .*broken: No such file" cosim d --sim icarus --vectors 10

# ---- Folders from elsewhere ----

hostile='x; touch stolen; $(touch stolen2) "q" '"'"' # = : ( ) [ ] \ y'
"$program" gen --lanes 4 --bank 32 --encs 1 --decs 1 -o "./$hostile" > out
check "a path that a shell could take for commands, Icarus" "$program" cosim "./$hostile" --sim icarus --vectors 50
check "the same, Verilator" "$program" cosim "./$hostile" --sim verilator --vectors 50
check "the same, report" "$program" report "./$hostile"
check "nobody ran them" sh -c '! find . -name "stolen*" | grep .'
rm -rf "./$hostile"
"$program" cosim d --sim verilator --vectors 50 > out
mv d moved
check "a folder that was moved" "$program" cosim moved --sim verilator --vectors 50
mv moved d
# A Verilated design has its stack whatever the shell allows: Icarus runs after it and inherits the limit
printf '#!/bin/sh\nulimit -S -s > "%s/stack"\nexec iverilog "$@"\n' "$PWD" > asks && chmod +x asks
deep() {
    (ulimit -S -s 512 && IVERILOG=$PWD/asks "$program" cosim d --vectors 50) > out || return 1
    case $(cat stack) in unlimited | "$(ulimit -H -s)") ;; *) [ "$(cat stack)" -ge 98304 ] ;; esac
}
check "a stack of 512 KiB is made more" deep
# A library that someone else left there: loading it would run it
printf '#include <unistd.h>\n#include <fcntl.h>\n__attribute__((constructor)) static void f(void) { close(open("%s/stolen", O_CREAT, 0600)); }\n' "$PWD" > evil.c
cc -shared -fPIC -o evil.so evil.c && cp evil.so d/tb/verilator_bench/bench.so
check "a library that was put there is not loaded" sh -c '"$1" cosim d --sim verilator --vectors 50 && [ ! -e stolen ]' - "$program"
sed 's|"rtl/[^"]*_move.v"|"rtl/x;exec -- touch stolen.v"|' d/manifest.json > m && cp d/manifest.json kept && cp m d/manifest.json
ends 2 "is no name of a file that gen writes" synth d
ends 2 "is no name of a file that gen writes" cosim d --sim icarus --vectors 50
cp kept d/manifest.json
: > 'd/rtl/a;exec -- touch stolen.v'
check "a file that gen did not write is not read" sh -c '"$1" synth d --module move --effort 0 && [ ! -e stolen.v ] && [ ! -e stolen ]' - "$program"
rm d/rtl/a*
mkdir elsewhere && echo kept > elsewhere/file
for part in tb syn rtl; do
    mv d/$part d/away && ln -s ../elsewhere d/$part
    ends 2 "d/$part is a link" cosim d --sim icarus --vectors 50
    rm d/$part && mv d/away d/$part
done
for tool in icarus verilator; do rm -f d/tb/$tool.log && ln -s ../../elsewhere/file d/tb/$tool.log; done
ends 1 "cannot write d/tb/icarus.log" cosim d --sim icarus --vectors 50
ends 1 "cannot write d/tb/verilator.log" cosim d --sim verilator --vectors 50
check "what links lead to is as it was" grep -qx kept elsewhere/file

# ---- Inputs that are none ----

# keeps CODE TEXT COMMAND...: ends, and nothing is written
state() { ls -lR --time-style=full-iso . | grep -v -e ' \(out\|log\|said\|before\|after\)$' -e '^total'; }
keeps() {
    state > before
    ends "$@"
    cp "$log" said
    state > after
    check "and nothing changed: $3 $4" diff before after
}
for c in cosim synth report; do
    for name in folder broken foreign; do
        rm -rf n && cp -r d n && rm n/manifest.json
        case $name in
        folder) mkdir n/manifest.json && says="manifest.json: Is a directory" ;;
        broken) head -n 5 d/manifest.json > n/manifest.json && says="manifest.json:5: broken JSON" ;;
        foreign) echo '{"name": "mine"}' > n/manifest.json && says="manifest.json is of another program" ;;
        esac
        keeps 2 "n is no folder of a design ($says)" $c n
    done
    cp d/manifest.json n/manifest.json && chmod a-r n/manifest.json
    if [ -r n/manifest.json ]; then
        skip "$c of an unreadable manifest" "run by root"
    else
        keeps 2 "n is no folder of a design (manifest.json: Permission denied)" $c n
    fi
    rm n/manifest.json
    ends 2 "n is no folder of a design (no manifest.json)" $c n
    ends 2 "none is no folder of a design (no such folder)" $c none
    ends 2 "t.wft is no folder of a design (it is a file)" $c t.wft
done
rm -rf n && cp -r d n && rm -r n/rtl n/*.json && cp d/manifest.json n
for c in cosim synth; do keeps 2 "n/rtl is missing; .warpfold gen. makes it again" $c n; done
check "report tells what is missing" sh -c '"$1" report n 2>&1 | grep "n/rtl is missing"' - "$program"
cp -r d/rtl n && rm n/rtl/warpbdi4_dec.v
for c in cosim synth; do keeps 2 "n/rtl/warpbdi4_dec.v is missing" $c n; done
check "gen makes it again" sh -c '"$1" gen --lanes 4 --bank 32 --encs 1 --decs 1 -o n && cmp n/rtl/warpbdi4_dec.v d/rtl/warpbdi4_dec.v' - "$program"
rm -f n/cosim.json n/syn/cells.v
echo "# mine" > mine.md
keeps 2 "mine.md: broken JSON in line 1; a file of figures is expected" report --keys mine.md
check "nobody is told to delete it" sh -c '! grep -i delete said'
keeps 2 "n: is a folder; a file of figures" report --keys n
keeps 2 "none: No such file" report --keys none
keeps 2 "rtl none: no such folder; accepted is one with files" cosim n --rtl none
keeps 2 "rtl mine.md: no such folder" cosim n --rtl mine.md
keeps 2 "rtl n/tb: no file in it has the name of one in n/rtl" cosim n --rtl n/tb
keeps 2 "no netlist n/syn/cells.v" cosim n --sim gates
keeps 2 "none: cannot open the trace file: No such file" cosim n --trace none
mkfifo fifo
keeps 2 "fifo: is read several times; a regular file" cosim n --trace fifo
rm -rf n
keeps 2 "none: cannot open the code file (.wfc) or memory image (.wfi): No such file" decode none -o x.wft
keeps 2 "d: is a folder, a code file (.wfc) or memory image (.wfi) is expected" decode d -o x.wft

# Flow looks at every input before the first step
keeps 2 "the driving cell NONE is not in" flow --lanes 4 --driver NONE -o x
keeps 2 "Liberty file none: No such file" flow --lanes 4 --liberty none -o x
keeps 2 "mine.md: line 1: not a Liberty file" flow --lanes 4 --liberty mine.md -o x
keeps 2 "a trace of 32 lanes; .* needs 4" flow --lanes 4 --trace t.wft -o x
keeps 2 "no netlist x/syn/cells.v" flow --lanes 4 --sim gates -o x
keeps 2 "rtl none: no such folder" flow --lanes 4 --rtl none -o x
keeps 2 "the driving cell NONE is not in" synth d --driver NONE
awk 'BEGIN { print "library (l) {"; for (i = 0; i < 200000; i++) printf "a () {" }' > deep.lib
keeps 2 "deep.lib: line 2, column 600: groups nested more than 100 deep" synth d --liberty deep.lib

# ---- Failures are told, edits are kept ----

"$program" gen --lanes 4 --bank 32 --encs 1 --decs 1 -o e > out
"$program" cosim e --sim icarus --vectors 50 > out
sed -i "s/valid_q <= 1'b0/valid_q <= 1'b1/" e/rtl/warpbdi4_rank.v
ends 2 "e/rtl/warpbdi4_rank.v is not what .warpfold gen. wrote; --edited" cosim e --sim icarus --vectors 50
ends 2 "e/rtl/warpbdi4_rank.v is not what .warpfold gen. wrote; --edited" synth e
ends 2 "is not overwritten; --force" gen --lanes 4 --bank 32 --encs 1 --decs 1 -o e
check "edited RTL is as it was edited" grep -q "valid_q <= 1'b1" e/rtl/warpbdi4_rank.v
check "a mismatch voids the figures of the run before" sh -c '! "$1" cosim e --edited --sim icarus --vectors 50 &&
    grep -q "\"cosim__failed\": \"icarus unit disagrees" e/cosim.json && ! grep -q "mismatches\": 0" e/cosim.json' - "$program"
check "and the report tells it" sh -c '"$1" report e 2> err; grep -q "Co-simulation failed: icarus unit disagrees" err &&
    grep -q "tile bad" e/report.html && ! grep -q "tile good" e/report.html' - "$program"
check "--force writes it again" sh -c '"$1" gen --lanes 4 --bank 32 --encs 1 --decs 1 -o e --force &&
    "$1" cosim e --sim icarus --vectors 50 && ! grep failed e/cosim.json' - "$program"
check "synth of one module" "$program" synth e --module move --effort 0
ends 1 "does not meet the clock of 0.100 ns: slack -" synth e --module move --effort 0 --clock-ns 0.1
echo "mine" > e/syn/mine.v
check "a file of the user's in DIR/syn is kept" sh -c '"$1" synth e --module move --effort 0 && grep -qx mine e/syn/mine.v' - "$program"
check "--allow-slack" "$program" synth e --module move --effort 0 --clock-ns 0.1 --allow-slack
sed -i 's/assign /asign /' e/rtl/warpbdi4_enc.v
check "a syntax error is told with its place" sh -c '! "$1" cosim e --edited --sim verilator --vectors 50 2> err &&
    grep -q "rtl/warpbdi4_enc.v:[0-9]*:.*syntax error" err' - "$program"
check "a failed synthesis voids the figures of the run before" sh -c '! "$1" synth e --edited --effort 0 && ! grep um2 e/synth.json &&
    grep -q "synth__failed" e/synth.json' - "$program"
plan
