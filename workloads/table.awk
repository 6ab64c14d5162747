# SPDX-License-Identifier: Apache-2.0
# table.awk - a table of the summaries that `warpfold trace` printed, a file a kernel.

FNR == 1 {
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/-t[0-9]+\.txt$/, "", name)
    names[++n] = name
    partial[name] = "0.0%" # where there is none, the summary does not tell
}
/^kernels / { kernels[name] = $2 }
/^warp instructions / { warps[name] = $3 }
/^ *partial mask / { partial[name] = $4 }
/^ *loads / { loads[name] = $2 }
/^ *stores / { stores[name] = $2 }
/^thread instructions / { threads[name] = $3 }
/^registers used / { integers[name] = $3; floats[name] = $5 }
END {
    printf "%-16s %8s %12s %14s %8s %8s %8s %9s\n", "kernel", "launches", "thread inst.", "warp inst.", "partial", "loads", "stores", "registers"
    for (i = 1; i <= n; i++) {
        k = names[i]
        printf "%-16s %8d %12d %14d %8s %8d %8d %9s\n", k, kernels[k], threads[k], warps[k], partial[k], loads[k], stores[k],
            integers[k] " + " floats[k]
    }
}
