# SPDX-License-Identifier: Apache-2.0
# Assist warp routines and the program that runs them (docs/routines.md). They need the cross compiler, as the workloads do.

ROUTINES := $(BUILD)/routines/routines.elf
ROUTINE_LINES ?= 20000

$(ROUTINES): routines/driver.c $(wildcard routines/*.S) $(WORKLOAD_PARTS) routines/routine.h routines/routines.def $(WORKLOAD_HEADS) routines/routines.mk | $(RISCV_TOOLS)
	@mkdir -p $(@D)
	@$(call build_kernel)

.PHONY: routines
routines: ## assist warp routines: built, held to the golden models, and what each costs
	@$(MAKE) -s -j $(JOBS) program
	@$(MAKE) -s -j $(JOBS) $(ROUTINES) $(BUILD)/bin/simt_routines
	@$(BUILD)/bin/simt_routines $(ROUTINES) $(ROUTINE_LINES)
	@$(BUILD)/bin/simt_routines --table $(ROUTINES)
