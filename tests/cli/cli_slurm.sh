#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_slurm.sh [FILE [VALUE...]] - a sweep through Slurm gives the same bytes as one without it. Slurm runs on this machine alone: munged, slurmctld and slurmd
# with a configuration and a key of their own, as root, without systemd; all of them end with the script. FILE: the sweep, by default a small
# one. VALUE: KEY=VALUES, as `sweep --set` takes them. CACHE=DIR: where the sweep without Slurm keeps its results, or has them,
# by default a new folder. `make slurm` installs what it needs. TAP.
. tests/tools/tap.sh
warpfold=$(realpath "$warpfold")
file=${1:-}
[ $# = 0 ] || shift
sets=
for value; do sets="$sets --set $value"; done
for tool in munged slurmctld slurmd sbatch squeue scontrol; do
    command -v $tool > /dev/null || PATH=$PATH:/usr/sbin:/sbin
    command -v $tool > /dev/null || { echo "cli_slurm.sh: no $tool; make slurm installs it" >&2; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo "cli_slurm.sh: slurmd without systemd needs root" >&2; exit 2; }

# ---- A Slurm of one node ----

host=$(hostname -s) cpus=$(nproc) base=$((20000 + $$ % 20000))
mkdir -p "$work/state" "$work/spool" "$work/munge"
chmod 755 "$work" && chmod 711 "$work/munge"
head -c 1024 /dev/urandom > "$work/munge/key" && chmod 400 "$work/munge/key"
cat > "$work/slurm.conf" << END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
SlurmdPort=$((base + 1))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$work/slurm.conf"
daemons=
trap 'scancel --user=root 2> /dev/null; sleep 1; kill $daemons 2> /dev/null; wait $daemons 2> /dev/null; rm -rf "$work"' EXIT
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
    --log-file="$work/munge/log" --seed-file="$work/munge/seed" > "$work/munged.out" 2>&1 &
daemons=$!
sleep 1
slurmctld -D > "$work/slurmctld.out" 2>&1 &
daemons="$! $daemons"
slurmd -D -N "$host" > "$work/slurmd.out" 2>&1 &
daemons="$! $daemons"

# until SECONDS COMMAND...: waits for it
until_true() {
    left=$1 && shift
    while [ "$left" -gt 0 ]; do
        "$@" > /dev/null 2>&1 && return 0
        sleep 1
        left=$((left - 1))
    done
    return 1
}
idle() { sinfo -h -o %T | grep -q '^\(idle\|mixed\|allocated\)$'; }
until_true 60 idle || { cat "$work"/*.out "$work"/slurm*.log | tail -n 30 >&2; echo "cli_slurm.sh: Slurm does not come up" >&2; exit 1; }

# ---- The sweep ----

if [ -z "$file" ]; then
    file=$work/small.ini
    cat > "$file" << 'END'
# Three sets: what is cheap to map; one with a trace; an impossible point
[sweep]
effort = 0
module = move
[set clocks]
unit = warpbdi
lanes = 4 8
clock-ns = 2 3 4
[set ratios]
unit = warpbdi bytewise
lanes = 4
bank = 32
trace = small-t4.wtx
[set impossible]
unit = warpbdi
lanes = 4
dec-stages = 0
early-tag = 1
END
    printf '# warptrace-text 2\n# lanes 4\nw 0 0 10 alu x1 f 1 1 1 1\nw 0 0 14 alu x2 f 1 2 3 4\n' > "$work/small-t4.wtx"
fi
stem=$(basename "$file" .ini)
# shellcheck disable=SC2086
here() { "$warpfold" sweep "$file" $sets "$@"; }

seconds() { date +%s; }
begun=$(seconds)
check "it writes a job array and what collects, and submits both" here --cache "$work/cache-slurm" -o "$work/slurm" --slurm
sed 's/^/# /' "$log"
done_all() { [ -z "$(squeue -h)" ]; }
check "the jobs end" until_true "${SLURM_SECONDS:-7200}" done_all
echo "# $(($(seconds) - begun)) s through Slurm on $cpus cores"
sed 's/^/# /' "$work/slurm/slurm/collect.log"
check "no element failed" sh -c "! grep -L 'tasks: .* 0 failed' '$work'/slurm/slurm/array-*.log | grep ."
begun=$(seconds)
check "the same sweep without Slurm" here --cache "${CACHE:-$work/cache-here}" -o "$work/here"
echo "# $(($(seconds) - begun)) s without"
for f in points.csv sweep.json report.html; do
    check "$stem: $f is the same to the byte" cmp "$work/slurm/$f" "$work/here/$f"
done
again() { [ "$(here --cache "$work/cache-slurm" -o "$work/again" | grep -c ' 0 made, .* 0 failed')" = 1 ]; }
check "nothing is left to do" again
check "it may be submitted again" here --cache "$work/cache-slurm" -o "$work/slurm" --slurm
check "the jobs end again" until_true "${SLURM_SECONDS:-7200}" done_all
check "and the page is the same" cmp "$work/slurm/report.html" "$work/here/report.html"
rm -rf "$work/slurm" "$work/here" "$work/again"
plan
