# SPDX-License-Identifier: Apache-2.0
# peers_data.sh - sourced after tap.sh: the data of tests/campaigns/peers.sh. A function for each set prints its bytes; one that this machine has not
# prints nothing.

# sets: a line each: its name and what it is
sets() {
    cat << 'end'
elf        programs: bash, perl
tables     tables of ICU: libicudata
locale     tables of the C library: LC_CTYPE of C.utf8
text       the licences in /usr/share/common-licenses
database   a table of 20,000 rows and its index, as sqlite3 writes them
picture    pixels of 3 bytes: smooth, lit discs, noise in two bits
heap       the heap of perl with 20,000 objects: hashes, strings, numbers, lists, references
registers  registers of warps, whole, after each write of traces/*.wft
kernels    the same after each 8th write of workloads/traces/*.wft
float      a field of neighbours, numbers of 32 bits
double     the same field, numbers of 64 bits
random     seeded random bytes
end
}

files() { for file; do [ ! -f "$file" ] || cat "$file"; done; }

set_elf() { files /bin/bash /usr/bin/perl; }
set_tables() { files /usr/lib/*/libicudata.so.*.* | head -c 16000000; }
set_locale() { files /usr/lib/locale/C.utf8/LC_CTYPE; }
set_text() { find /usr/share/common-licenses -type f 2> /dev/null | LC_ALL=C sort | xargs -r cat; }
set_picture() { build/bin/peers_data picture 1572864; }
set_float() { build/bin/peers_data float 2097152; }
set_double() { build/bin/peers_data double 2097152; }
set_random() { build/bin/peers_data random 1048576; }
set_registers() { registers 1 traces/*.wft; }
set_kernels() { registers 8 workloads/traces/*.wft; }

set_database() {
    command -v "${SQLITE:=sqlite3}" > /dev/null || return 0
    rm -f "$work/made.db"
    "$SQLITE" "$work/made.db" "
        create table part (id integer primary key, name text, price real, stock integer, note text);
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
        insert into part select i, 'part ' || (i * 7919 % 20011), (i * 104729 % 99991) / 100.0, i * 31 % 257,
            case i % 5 when 0 then null else 'shelf ' || i % 40 end from n;
        create index by_name on part (name);" && cat "$work/made.db"
    rm -f "$work/made.db"
}

# A process prints its own heap: this needs no rights. No seed of hashes and no environment, and no random places where the kernel allows that: so the
# heap is nearly the same each time.
set_heap() {
    fixed=$(setarch -R true 2> /dev/null && echo setarch -R)
    $fixed env -i PERL_HASH_SEED=0 PERL_PERTURB_KEYS=0 perl -e '
        srand 7;
        my %all;
        for my $i (1 .. 20000) {
            $all{$i} = {id => $i, name => "node " . int(rand 1e6), weight => rand, kind => ("leaf", "branch", "root")[rand 3],
                        next => $all{int(rand $i)}, list => [map int(rand 100), 1 .. rand 6]};
        }
        open my $maps, "<", "/proc/self/maps" or exit;
        my ($from, $to) = map { /^(\w+)-(\w+) .*\[heap\]/ ? (hex $1, hex $2) : () } <$maps>;
        open my $memory, "<:raw", "/proc/self/mem" or exit;
        sysseek $memory, $from, 0 or exit;
        for (my $left = $to - $from; $left > 0; $left -= length $_) {
            sysread $memory, $_, $left < 65536 ? $left : 65536 or exit;
            print;
        }' 2> /dev/null
}

# registers N TRACE...: the register of each Nth write as it then stands, whole; lanes that were never written are 0
registers() {
    every=$1 && shift
    for trace; do
        "$warpfold" convert "$trace" -o "$work/registers.wtx" --force > /dev/null || return 1
        EVERY=$every perl -ane '
            next unless $F[0] =~ /^\+?w$/;
            my $register = $file{"@F[1, 2, 5]"} ||= [(0) x (@F - 7)];
            my $mask = hex $F[6];
            for (0 .. $#F - 7) { $register->[$_] = hex $F[7 + $_] if $mask >> $_ & 1 }
            print pack "V*", @$register if ++$writes % $ENV{EVERY} == 0' "$work/registers.wtx"
    done
    rm -f "$work/registers.wtx"
}

# data NAME: makes the set, once, of whole lines of 64 bytes; false if this machine has none
data() {
    [ -f "$work/$1.data" ] || {
        "set_$1" > "$work/$1.data"
        truncate -s $(($(wc -c < "$work/$1.data") / 64 * 64)) "$work/$1.data"
    }
    [ -s "$work/$1.data" ]
}
