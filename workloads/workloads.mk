# SPDX-License-Identifier: Apache-2.0
# Kernels in C, run on the machine of `warpfold trace` (docs/workloads.md). Nothing else needs the cross compiler.

# The side of the blocks of kernels that have squares of threads, if it is not 16: 8 or 32. They are built in a folder of their own.
BLOCK_SIDE      ?=
WORKLOADS       := $(BUILD)/workloads$(if $(BLOCK_SIDE),-$(BLOCK_SIDE))
WORKLOAD_PARTS  := workloads/start.S workloads/workload.c workloads/inputs.c workloads/libm.c
WORKLOAD_HEADS  := workloads/workload.h workloads/pages.h
# A study's own kernels stand apart: no trace of them is carried, and what is measured over the kernels is without them.
STUDY_KERNELS   := cfd bh mm mst pvc pvr ss sssp
ALL_KERNELS     := $(filter-out workload inputs libm $(STUDY_KERNELS),$(patsubst workloads/%.c,%,$(wildcard workloads/*.c)))
AVC_KERNELS     := $(sort $(ALL_KERNELS) cfd)
CABA_KERNELS    := $(filter-out cfd,$(STUDY_KERNELS))
# Where KERNELS.c are, how gcc optimises them, and what they are run with
KERNEL_DIR      ?= workloads
KERNELS         ?= $(if $(filter-out workloads,$(KERNEL_DIR:%/=%)),$(sort $(patsubst $(KERNEL_DIR:%/=%)/%.c,%,$(wildcard $(KERNEL_DIR:%/=%)/*.c))),$(ALL_KERNELS))
OPTIMISE        ?= -O2
KERNEL_ARGS     ?=
KERNEL_LIBS     ?=
KERNEL_LICENCE  ?= $(if $(filter workloads%,$(KERNEL_DIR)),Apache-2.0)
REGISTERS       ?= 32 24 16 12 10
RISCV           ?= riscv64-unknown-elf-
RISCV_INCLUDE   ?= /usr/lib/picolibc/riscv64-unknown-elf/include
RISCV_LIBRARIES ?= /usr/lib/picolibc/riscv64-unknown-elf/lib/rv32imf/ilp32f
RISCV_PACKAGES  := gcc-riscv64-unknown-elf binutils-riscv64-unknown-elf picolibc-riscv64-unknown-elf
RISCV_TOOLS     := $(WORKLOADS)/.tools

# The threads of a warp meet again where the code leads them together (docs/kernels.md): gcc must leave the code in its source's order. It must not
# make calls of memset from loops, since memset is one.
RISCV_FLAGS := $(OPTIMISE) -march=rv32imaf -mabi=ilp32f -fno-math-errno -fno-reorder-blocks -fno-tree-loop-distribute-patterns \
               $(if $(BLOCK_SIDE),-DBLOCK_SIDE=$(BLOCK_SIDE)) -Wall -Wextra -Wshadow -Wno-unused-parameter -nostdlib -Iworkloads -isystem $(RISCV_INCLUDE)
# There is no libgcc of rv32imaf, and what is used of it has no atomics.
RISCV_LIBGCC = $$($(RISCV)gcc -march=rv32imf -mabi=ilp32f -print-libgcc-file-name)

$(RISCV_TOOLS): workloads/workloads.mk
	@mkdir -p $(@D)
	@command -v $(RISCV)gcc > /dev/null && [ -e $(RISCV_INCLUDE)/stdint.h ] || sh setup.sh $(RISCV_PACKAGES)
	@touch $@

# NAME.how and NAME.run tell where a kernel is from and how it is compiled and run; they change only with that, so others make it anew.
$(WORKLOADS)/%.how: FORCE
	@mkdir -p $(@D)
	@echo '$(KERNEL_DIR) $(RISCV) $(OPTIMISE) $(KERNEL_LIBS)$(BLOCK_SIDE:%= blocks of %)' | cmp -s - $@ || echo '$(KERNEL_DIR) $(RISCV) $(OPTIMISE) $(KERNEL_LIBS)$(BLOCK_SIDE:%= blocks of %)' > $@

$(WORKLOADS)/%.run: FORCE
	@mkdir -p $(@D)
	@echo '$(KERNEL_ARGS)' | cmp -s - $@ || echo '$(KERNEL_ARGS)' > $@

# $(call build_kernel,FLAGS): the kernel and all that it runs with, by one compiler with the same flags
build_kernel = { failed=; said=$$($(RISCV)gcc $(RISCV_FLAGS) $(1) -o $@.tmp $(filter %.S %.c,$^) \
               $(if $(KERNEL_LIBS),-L$(RISCV_LIBRARIES) $(KERNEL_LIBS)) $(RISCV_LIBGCC) 2>&1) || failed=yes; \
               [ -z "$$said" ] || printf '%s\n' "$$said" >&2; \
               case "$$failed $$said" in yes*"undefined reference"*) echo "$(UNDEFINED)" >&2 ;; esac; \
               [ -z "$$failed" ] && mv $@.tmp $@; }
UNDEFINED = workloads/workload.h tells what a kernel may call: expf, logf, sinf, cosf and root are there; KERNEL_LIBS=-lc links picolibc's functions, those of double too

$(WORKLOADS)/%.elf: $(KERNEL_DIR)/%.c $(WORKLOAD_PARTS) $(WORKLOAD_HEADS) $(WORKLOADS)/%.how | $(RISCV_TOOLS)
	@mkdir -p $(@D)
	$(call build_kernel)

# $(call trace_kernel,NAME,MORE): runs an ELF file into its trace; NAME.txt has what it says, NAME.wfm what is in memory at each launch. A failure and ctrl-C leave neither.
new_trace    = $(@D)/new-$(@F)
new_text     = $(new_trace:.wft=.txt)
new_contents = $(new_trace:.wft=.wfm)
trace_kernel = trap 'rm -f $(new_trace) $(new_text) $(new_contents)' EXIT; trap 'exit 130' INT TERM; \
               $(PROGRAM) trace -F --lanes $(WARP) --source "$(KERNEL_DIR)/$(1).c$(2)$(if $(BLOCK_SIDE), in blocks of $(BLOCK_SIDE) x $(BLOCK_SIDE))" $(if $(KERNEL_LICENCE),--licence '$(KERNEL_LICENCE)') -o $(new_trace) --contents $(new_contents) $< \
               $(if $(KERNEL_ARGS),-- $(KERNEL_ARGS)) > $(new_text) || { cat $(new_text); exit 1; }; \
               mv $(new_text) $(@:.wft=.txt) && mv $(new_contents) $(@:.wft=.wfm) && mv $(new_trace) $@

$(WORKLOADS)/%-t$(WARP).wft: $(WORKLOADS)/%.elf $(WORKLOADS)/%.run $(PROGRAM)
	@$(call trace_kernel,$*)

# NAME-rN.elf has N registers
define pressure_rules
$(WORKLOADS)/%-r$(1).elf: $(KERNEL_DIR)/%.c $(WORKLOAD_PARTS) $(WORKLOAD_HEADS) workloads/registers.sh $(WORKLOADS)/%.how | $(RISCV_TOOLS)
	@mkdir -p $$(@D)
	fixed=$$$$(sh workloads/registers.sh $(1)) && $$(call build_kernel,$$$$fixed)

$(WORKLOADS)/%-r$(1)-t$(WARP).wft: $(WORKLOADS)/%-r$(1).elf $(WORKLOADS)/%.run $(PROGRAM)
	@$$(call trace_kernel,$$*, with $(1) registers)
endef
$(foreach n,$(REGISTERS),$(eval $(call pressure_rules,$(n))))

KERNEL_TRACES   = $(KERNELS:%=$(WORKLOADS)/%-t$(WARP).wft)
PRESSURE_TRACES = $(foreach k,$(KERNELS),$(REGISTERS:%=$(WORKLOADS)/$k-r%-t$(WARP).wft))

# Made by a further make, after the program, as `make all` does. None of these files is intermediate.
.PHONY: kernels pressure kernel-traces pressure-traces
.SECONDARY: $(foreach e,elf how run,$(KERNELS:%=$(WORKLOADS)/%.$e)) $(foreach k,$(KERNELS),$(REGISTERS:%=$(WORKLOADS)/$k-r%.elf))
kernel-traces: $(KERNEL_TRACES)
pressure-traces: $(PRESSURE_TRACES)

# Asked for before anything is built: is there such a kernel?
check_kernels = @for k in $(KERNELS); do [ -e "$(KERNEL_DIR)/$$k.c" ] || \
    { echo "no kernel $$k: there is no $(KERNEL_DIR)/$$k.c; KERNELS are names of files of KERNEL_DIR without .c" >&2; exit 2; }; done; \
    [ -n "$(strip $(KERNELS))" ] || { echo "no kernel in $(KERNEL_DIR); KERNEL_DIR is a folder of C files (docs/own-kernel.md)" >&2; exit 2; }; \
    for k in $(if $(BLOCK_SIDE),$(KERNELS)); do grep -q BLOCK_SIDE "$(KERNEL_DIR)/$$k.c" || \
    { echo "$$k has no blocks of BLOCK_SIDE; KERNELS that have are: $$(grep -l BLOCK_SIDE $(KERNEL_DIR)/*.c | sed 's|.*/||; s|\.c$$||' | tr '\n' ' ')" >&2; exit 2; }; done

kernels: ## build and trace kernels written in C (KERNELS="sgemm bfs"), below build/workloads
	$(check_kernels)
	@$(MAKE) -s -j $(JOBS) program
	@$(MAKE) -s -j $(JOBS) kernel-traces
	@awk -f workloads/table.awk $(KERNEL_TRACES:.wft=.txt)

pressure: ## the same with ever fewer registers (REGISTERS="16 10")
	@[ -z '$(KERNEL_LIBS)' ] || { echo 'make pressure takes no KERNEL_LIBS: a library has code for all registers' >&2; exit 2; }
	$(check_kernels)
	@$(MAKE) -s -j $(JOBS) program
	@$(MAKE) -s -j $(JOBS) pressure-traces
	@awk -f workloads/table.awk $(PRESSURE_TRACES:.wft=.txt)

# The papers' studies of values, on the traces that are carried or on others
STUDIES      := $(BUILD)/studies
STUDY_TRACES ?= workloads/traces/*-t$(WARP).wft

study-%: $(PROGRAM) ## a paper's study: warpfold study --list has their names; STUDY_TRACES="..." for other traces
	@$(PROGRAM) study $* $(STUDY_TRACES) -o $(STUDIES)

# The study of the Affine Vector Cache, in time, on the traces of make pressure
AVC_TRACES ?= $(wildcard $(WORKLOADS)/*-r*-t$(WARP).wft)

.PHONY: study-avc
study-avc: $(PROGRAM) ## the AVC's Figures 2, 6 and 7 and Table 4, on what make pressure KERNELS='$(AVC_KERNELS)' traced; FEWER=1: fewer warps; WARP=16: narrower ones
	@[ -n '$(AVC_TRACES)' ] || { echo 'no traces $(WORKLOADS)/*-r*-t$(WARP).wft; make pressure makes them' >&2; exit 2; }
	@PROGRAM=$(PROGRAM) JOBS=$(JOBS) LANES=$(WARP) sh workloads/study-avc.sh $(BUILD)/study-avc$(if $(FEWER),-fewer)$(if $(filter-out 32,$(WARP)),-$(WARP)) $(AVC_TRACES)

.PHONY: study-caba
study-caba: ## CABA's Figures 3, 9, 13, 14 and 15 without time, with kernels whose data L2 does not hold (ten minutes): build/study-caba; FIGURES="9 15"
	@$(MAKE) -s -j $(JOBS) program
	@$(MAKE) -s -j $(JOBS) $(RISCV_TOOLS)
	@PROGRAM=$(PROGRAM) sh workloads/study-caba.sh $(BUILD)/study-caba $(FIGURES)

.PHONY: assist-uses
assist-uses: ## memoization and prefetching (CABA 8.1, 8.2) in time, by kernels and by routines that events trigger, with their gain: build/assist-uses; MEMO_ARGS="--distinct 5000", PREFETCH_ARGS="--blocks 240"
	@$(MAKE) -s -j $(JOBS) program
	@PROGRAM=$(PROGRAM) MEMO_ARGS="$(MEMO_ARGS)" PREFETCH_ARGS="$(PREFETCH_ARGS)" sh examples/assist/run.sh $(BUILD)/assist-uses

.PHONY: studies variants replay time time-large time-assist time-own
studies: $(PROGRAM) ## all of them: build/studies/NAME.html
	@$(PROGRAM) study all $(STUDY_TRACES) -o $(STUDIES)

replay: $(PROGRAM) ## the carried kernels through the register files of Warped-Compression and G-Scalar (two minutes): build/replay/NAME.html
	@PROGRAM=$(PROGRAM) sh workloads/replay.sh $(BUILD)/replay

time: $(PROGRAM) ## the carried kernels on SMs and their memory: all figures that ask for cycles (a quarter of an hour): build/time/NAME.html
	@PROGRAM=$(PROGRAM) sh workloads/time.sh $(BUILD)/time

time-large: ## CABA's figures with kernels whose data fill DRAM (an hour): build/time-large/NAME.html
	@$(MAKE) -s -j $(JOBS) program
	@$(MAKE) -s -j $(JOBS) $(RISCV_TOOLS)
	@PROGRAM=$(PROGRAM) sh workloads/time-large.sh $(BUILD)/time-large

time-assist: ## what assist warps cost and give: CABA's studies, further uses, large kernels (half an hour): build/time-assist/NAME.html
	@$(MAKE) -s -j $(JOBS) program
	@$(MAKE) -s -j $(JOBS) $(RISCV_TOOLS)
	@PROGRAM=$(PROGRAM) sh workloads/time-assist.sh $(BUILD)/time-assist $(BUILD)/time-large

time-own: ## time-large with kernels after CABA's own programs (some hours): build/time-own/NAME.html
	@$(MAKE) -s -j $(JOBS) program
	@$(MAKE) -s -j $(JOBS) $(RISCV_TOOLS)
	@PROGRAM=$(PROGRAM) sh workloads/time-large.sh $(BUILD)/time-own own

variants: ## the means of the studies, with other flags of gcc, inputs and warp widths
	@$(MAKE) -s -j $(JOBS) program
	@$(MAKE) -s -j $(JOBS) $(RISCV_TOOLS)
	@PROGRAM=$(PROGRAM) sh workloads/variants.sh $(BUILD)/variants
