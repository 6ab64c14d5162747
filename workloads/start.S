# SPDX-License-Identifier: Apache-2.0
# The entry of a workload, and the machine's calls that the host makes (docs/kernels.md has the numbers).

    .text
    .globl _start
_start:
    .option push
    .option norelax
    la gp, __global_pointer$
    .option pop
    call main
    .globl quit
quit:                           # _Noreturn void quit(int status)
    li a7, 93
    ecall
    j quit

    .globl write_bytes
write_bytes:                    # int write_bytes(int file, const void *bytes, size_t count)
    li a7, 64
    ecall
    ret

    .globl move_end
move_end:                       # uintptr_t move_end(uintptr_t end)
    li a7, 214
    ecall
    ret

    .globl launch
launch:                         # void launch(kernel *, const void *arguments, unsigned blocks, unsigned threads, unsigned shared_bytes)
    li a7, 1000
    ecall
    ret

    .globl launch_2d
launch_2d:                      # void launch_2d(kernel_2d *, const void *arguments, extent grid, extent block, unsigned shared_bytes)
    li a7, 1002
    ecall
    ret
