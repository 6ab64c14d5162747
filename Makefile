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
WARNINGS ?= -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
LINES     = linebdi fpc cpack bestof
WIDTH     = $(if $(filter $(CODEC),$(LINES)),line $(LINE),lanes $(WARP))
NAME      = $(CODEC)$(lastword $(WIDTH))
TRACES   ?= $(wildcard traces/*-t$(WARP).wft)

JOBS     ?= $(shell nproc)

MAKEFLAGS += --no-print-directory

.DEFAULT_GOAL := all
.PHONY: all
all: ## install what is missing, build, and run the main job: build/warpbdi32/report.html
	@$(MAKE) -s -j $(JOBS) program
	@$(MAKE) report

include build.mk
include tests/tests.mk

.PHONY: report
report: $(PROGRAM) ## run the main job again
	$(PROGRAM) flow --codec $(CODEC) --$(WIDTH) $(addprefix --trace ,$(TRACES)) $(FLOW) -o $(BUILD)/$(NAME)

.PHONY: clean
clean: ## remove everything that was built
	rm -rf $(BUILD)

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST) | sort
	@echo '  variables: CODEC=warpbdi WARP=32 (LINE=128 of a line codec) TRACES="..." FLOW="flags of warpfold flow" PREFIX=/usr/local'
