# SPDX-License-Identifier: Apache-2.0
# fpga.sh - sourced by cells.sh: what wf_ram takes on three families of FPGAs, as it is and without what it tells tools
echo "sh tests/rtl/cells.sh fpga: LUTs, flip-flops and block RAMs of wf_ram, mapped by $(yosys -V | cut -d ' ' -f 1,2), nothing placed or routed"
printf '%-32s %18s %18s %18s\n' "words, bits, bits an enable" ecp5 xilinx ice40
for told in "" " untold"; do
    [ -z "$told" ] || plain_cells 's/(\* no_rw_check.*//'
    for size in "256 128 32" "256 64 32" "64 64 64" "64 21 21"; do
        printf '%-32s' "$size$told"
        for family in ecp5 xilinx ice40; do
            # shellcheck disable=SC2046
            printf ' %6s %5s %5s' $(ram_on $family "$(echo "$size" | awk '{ print "WORDS=" $1 " BITS=" $2 " PART=" $3 }')")
        done
        echo
    done
done
