# SPDX-License-Identifier: Apache-2.0
# quick.sh - sourced after tap.sh by scripts that simulate many small designs for a moment each. Verilator's output is compiled without
# optimisation (or as QUICK says), then all files of a design at once: most of the time goes into the headers, which each of ten files would
# read anew. Its runtime is the same in all designs and is compiled once: build/quick keeps the objects.
kept=$PWD/build/quick
mkdir -p "$work/quick" "$kept"
verilator_is=$("${VERILATOR:-verilator}" --version 2> /dev/null | cksum | tr -d ' ')
cat > "$work/quick/verilator" << END
#!/bin/sh
case \${QUICK:--O0} in -O0) files=0 ;; *) files=1 ;; esac
exec ${VERILATOR:-verilator} "\$@" -MAKEFLAGS "VM_PARALLEL_BUILDS=\$files OPT_FAST=\${QUICK:--O0} OPT_SLOW=-O0 OBJCACHE=$work/quick/compile"
END
cat > "$work/quick/compile" << END
#!/bin/sh
# compile COMPILER... -o OBJECT SOURCE: objects of the runtime are kept
for word; do case \${before:-} in -o) object=\$word ;; esac; before=\$word; done
case \$before in */verilated*.cpp) ;; *) exec "\$@" ;; esac
kept=$kept/$verilator_is-\$(echo "\$*" | cksum | tr -d ' ').o
[ -s "\$kept" ] || { "\$@" && cp "\$object" "\$kept.\$\$" && mv "\$kept.\$\$" "\$kept"; } || exit
cp "\$kept" "\$object"
END
chmod +x "$work/quick/verilator" "$work/quick/compile"
export VERILATOR="$work/quick/verilator"
