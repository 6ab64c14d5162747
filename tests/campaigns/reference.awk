# SPDX-License-Identifier: Apache-2.0
# reference.awk - pairs of kernel and variant, a line each: kernel, variant, cycles of the model, cycles that were recorded, instructions of warps. Prints the
# ratios, and how far model and recordings agree.
function absolute(x) { return x < 0 ? -x : x }

# Pearson's, of x[1..n] and y[1..n]
function correlation(x, y, n,    i, sx, sy, sxx, syy, sxy) {
    for (i = 1; i <= n; i++) {
        sx += x[i]; sy += y[i]; sxx += x[i] * x[i]; syy += y[i] * y[i]; sxy += x[i] * y[i]
    }
    sxx -= sx * sx / n; syy -= sy * sy / n; sxy -= sx * sy / n
    return sxx > 0 && syy > 0 ? sxy / sqrt(sxx * syy) : 0
}

# Ranks from 1; equals share the mean of theirs
function ranks(x, n, r,    i, k) {
    for (i = 1; i <= n; i++) {
        r[i] = 0.5
        for (k = 1; k <= n; k++)
            r[i] += x[k] < x[i] ? 1 : x[k] == x[i] ? 0.5 : 0
    }
}

{
    n++
    kernel[n] = $1; variant[n] = $2; model[n] = $3; recorded[n] = $4
    ratio[$1, $2] = $3 / $4
    of[$1, $2] = n
    lm[n] = log($3); lr[n] = log($4)
    im[n] = log($5 / $3); ir[n] = log($5 / $4)
    error += absolute($3 / $4 - 1)
    if (!($1 in kernels)) { kernels[$1]; name[++k] = $1 }
    if (!($2 in variants)) { variants[$2]; column[++v] = $2 }
}

END {
    print "\nCycles of the model, by those that were recorded\n"
    printf "%-16s", "kernel"
    for (j = 1; j <= v; j++) printf " %*s", length(column[j]) < 5 ? 5 : length(column[j]), column[j]
    for (i = 1; i <= k; i++) {
        printf "\n%-16s", name[i]
        for (j = 1; j <= v; j++) {
            wide = length(column[j]) < 5 ? 5 : length(column[j])
            if ((name[i], column[j]) in ratio) printf " %*.3f", wide, ratio[name[i], column[j]]
            else printf " %*s", wide, "-"
        }
    }
    printf "\n\n%d pairs: mean of |model - recorded| / recorded %.1f %%\n", n, 100 * error / n
    printf "correlation of the logarithms of cycles %.4f, of IPC %.4f\n", correlation(lm, lr, n), correlation(im, ir, n)

    for (i = 1; i <= n; i++) {
        b = of[kernel[i], "base"]
        effect = recorded[i] / recorded[b] - 1
        if (absolute(effect) <= 0.02) continue
        effects++
        if (effect * (model[i] / model[b] - 1) > 0) right++
        else wrong[++wrongs] = sprintf("  %-16s %-16s recorded %+.1f %%, model %+.1f %%", kernel[i], variant[i], 100 * effect, 100 * (model[i] / model[b] - 1))
    }
    printf "effects of a variant that are recorded above 2 %%: %d; the model has the sign of %d\n", effects, right
    for (i = 1; i <= wrongs; i++) print wrong[i]

    for (i = 1; i <= k; i++) {
        m = 0
        for (j = 1; j <= v; j++)
            if ((name[i], column[j]) in of) { m++; a[m] = model[of[name[i], column[j]]]; c[m] = recorded[of[name[i], column[j]]] }
        ranks(a, m, ra); ranks(c, m, rc)
        rank[i] = correlation(ra, rc, m)
        mean += rank[i] / k
        if (i == 1 || rank[i] < rank[least]) least = i
    }
    printf "rank correlation of a kernel's variants: mean %.3f, least %.3f (%s)\n", mean, rank[least], name[least]
    for (i = 1; i <= k; i++) printf "  %-16s %6.3f\n", name[i], rank[i]

    print "\nThe ten worst pairs"
    for (t = 1; t <= 10 && t <= n; t++) {
        worst = 0
        for (i = 1; i <= n; i++)
            if (!(i in told) && (!worst || absolute(model[i] / recorded[i] - 1) > absolute(model[worst] / recorded[worst] - 1))) worst = i
        told[worst]
        printf "  %-16s %-16s model %6d, recorded %6d: %.3f\n", kernel[worst], variant[worst], model[worst], recorded[worst], model[worst] / recorded[worst]
    }
}
