# Warpfold. `make` builds and runs the main job, `make test` the tests, `make help` lists the rest.
# SPDX-License-Identifier: Apache-2.0

WARP     ?= 32
LINE     ?= 128
CODEC    ?= warpbdi
BUILD    ?= build
PREFIX   ?= /usr/local
CC       ?= cc
AR       ?= ar
CFLAGS   ?= -O3 -g
WARNINGS ?= -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wformat-security
TRACES   ?= $(wildcard traces/*-t$(WARP).wft)

JOBS     ?= $(shell nproc)

MAKEFLAGS += --no-print-directory --no-builtin-rules

.DEFAULT_GOAL := all
.PHONY: all
all: ## install what is missing, build, and run the main job: build/warpbdi32/report.html
	@$(MAKE) -s -j $(JOBS) program
	@$(MAKE) report

include build.mk
include tests/tests.mk
include workloads/workloads.mk
include routines/routines.mk

# The unit itself says whether its width is lanes or the bytes of a line
.PHONY: report
report: $(PROGRAM) ## run the main job again
	@case $$($(PROGRAM) list $(CODEC)) in *"  line "*) width="line $(LINE)" ;; *) width="lanes $(WARP)" ;; esac; \
	set -x; $(PROGRAM) flow --set-aside --unit $(CODEC) --$$width $(addprefix --trace ,$(TRACES)) $(FLOW) -o $(BUILD)/$(CODEC)$${width#* }

# The + hands make's job server down. It runs under make -n too, which only shows the line
DRY := $(if $(filter-out -%,$(firstword $(MAKEFLAGS))),$(findstring n,$(firstword $(MAKEFLAGS))))
.PHONY: sweep
sweep: program ## many designs, of which the best: SWEEP="FILE FLAGS" (examples/sweep/registers32.ini) to build/sweep; with -j N, N at a time
	+@$(if $(DRY),echo )$(PROGRAM) sweep $(or $(SWEEP),examples/sweep/registers32.ini) -o $(BUILD)/sweep

.PHONY: clean
clean: ## remove everything that was built
	rm -rf $(BUILD)

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z][a-z%-]*:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST) | sort
	@echo '  variables: CODEC=$(CODEC) WARP=$(WARP) (LINE=$(LINE) of a codec of cache lines) TRACES="..." FLOW="flags of warpfold flow" PREFIX=/usr/local'
