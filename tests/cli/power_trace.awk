# SPDX-License-Identifier: Apache-2.0
# power_trace.awk - register values of 4 lanes: scalars, small and larger distances, any bits, a few of them under a partial mask. -v count=N
# values; -v still=1: one value, again and again.
# Each value is in a warp of its own, so that no register is written twice.
BEGIN {
    srand(3)
    print "# warptrace-text 1\n# lanes 4"
    for (k = 0; k < count; k++) {
        kind = still ? 0 : int(rand() * 4)
        base = still ? 12345 : int(rand() * 65536)
        printf "w 0 %d 10 alu x1 %s", k, !still && rand() < 0.1 ? "7" : "f"
        for (i = 0; i < 4; i++)
            printf " %x", kind == 0 ? base : kind == 1 ? base * 16 + int(rand() * 100) : kind == 2 ? base * 16 + int(rand() * 20000) : int(rand() * 2147483647)
        print ""
    }
}
