# SPDX-License-Identifier: Apache-2.0
# Assist warp routines and the program that runs them (docs/routines.md). They need the cross compiler, as the workloads do.

# Where driver.c, routines.def and the routines are
ROUTINE_DIR    ?= routines
ROUTINES       ?= $(BUILD)/$(notdir $(ROUTINE_DIR:%/=%))/routines.elf
# make routines tries so many lines, and those of these traces
ROUTINE_LINES  ?= 20000
ROUTINE_TRACES ?= workloads/traces/spmv-t32.wft

$(ROUTINES): $(ROUTINE_DIR)/driver.c $(wildcard $(ROUTINE_DIR)/*.S) $(WORKLOAD_PARTS) $(ROUTINE_DIR)/routine.inc $(ROUTINE_DIR)/routines.def $(WORKLOAD_HEADS) routines/routines.mk | $(RISCV_TOOLS)
	@mkdir -p $(@D)
	@$(call build_kernel)

.PHONY: routines
routines: ## assist warp routines: built, held to the golden models, and what each costs
	@[ -e $(ROUTINE_DIR)/driver.c ] || { echo "no $(ROUTINE_DIR)/driver.c; ROUTINE_DIR is a folder as routines is, copy that" >&2; exit 2; }
	@$(MAKE) -s -j $(JOBS) program
	@$(MAKE) -s -j $(JOBS) $(ROUTINES) $(BUILD)/bin/simt_routines
	@$(BUILD)/bin/simt_routines $(ROUTINES) $(ROUTINE_LINES) $(ROUTINE_TRACES)
	@$(BUILD)/bin/simt_routines --table $(ROUTINES)

.PHONY: routines-store
routines-store: $(ROUTINES) $(BUILD)/bin/simt_routines ## write routines/store.txt, the code of the routines, which `warpfold time` runs
	@$(BUILD)/bin/simt_routines --store $(ROUTINES) > $(ROUTINE_DIR)/store.txt.new && mv $(ROUTINE_DIR)/store.txt.new $(ROUTINE_DIR)/store.txt

# Needs no more of the program than what reads ELF files
$(BUILD)/bin/assist_code: routines/assist_code.c routines/routine_code.h $(filter $(BUILD)/obj/base/% %/simt/elf.o %/simt/decode.o %/assets.o,$(PROGRAM_OBJECTS))
	@mkdir -p $(@D)
	@$(CC) $(PLAIN_FLAGS) $(CFLAGS) -rdynamic -o $(NEW) $(filter-out %.h,$^) $(LIBS) $(WHOLE)

# Routines that events trigger (docs/events.md): NAME.S of a folder, and their code in routines.txt of it
ASSIST_DIR  ?= examples/assist
ASSIST_CODE := $(BUILD)/assist-code/$(notdir $(ASSIST_DIR:%/=%)).elf

# Made anew each time: another folder of this name may have been there before
$(ASSIST_CODE): $(wildcard $(ASSIST_DIR)/*.S) FORCE | $(RISCV_TOOLS)
	@mkdir -p $(@D)
	@$(RISCV)gcc -march=rv32imaf -mabi=ilp32f -nostdlib -Iroutines -Wl,-Ttext=0x10000,-e,0x10000 -o $@.tmp $(filter %.S,$^) && mv $@.tmp $@

.PHONY: assist-code
assist-code: ## the code of the routines in ASSIST_DIR (examples/assist), which `warpfold time --events` runs: ASSIST_DIR/routines.txt
	@[ -n '$(wildcard $(ASSIST_DIR)/*.S)' ] || { echo "no NAME.S in $(ASSIST_DIR); ASSIST_DIR is a folder of routines, as examples/assist" >&2; exit 2; }
	@$(MAKE) -s -j $(JOBS) $(ASSIST_CODE) $(BUILD)/bin/assist_code
	@$(BUILD)/bin/assist_code $(ASSIST_CODE) > $(ASSIST_DIR)/routines.txt.new || { rm $(ASSIST_DIR)/routines.txt.new; exit 1; }
	@mv $(ASSIST_DIR)/routines.txt.new $(ASSIST_DIR)/routines.txt
