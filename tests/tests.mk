# SPDX-License-Identifier: Apache-2.0
# The tests. A test is a program or script that prints TAP; tests/tools/run.sh counts.

# C tests run with the address and undefined-behaviour sanitizers, against objects of their own.
SAN         := $(BUILD)/san
# Undefined behaviour that "undefined" leaves out: a floating-point number that its integer type cannot hold
SAN_CHECKS  := -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
SAN_FLAGS   := -O1 -g1 -fPIC $(SAN_CHECKS)
SAN_OBJECTS := $(filter-out $(SAN)/obj/cli/main.o,$(PROGRAM_SOURCES:%.c=$(SAN)/obj/%.o)) $(MODEL_SOURCES:%.c=$(SAN)/obj/%.o)
UNIT_TESTS  := $(patsubst tests/units/%.c,$(SAN)/%,$(wildcard tests/units/test_*.c))
SAN_PROGRAM := $(SAN)/warpfold
# All C tests share it: to link the whole program into each takes a second a test
SAN_LIBRARY := $(SAN)/libtested.so

$(SAN)/obj/%.o: %.c | $(TOOLS) $(PAPERS)
	@mkdir -p $(@D)
	@$(CC) $(BASE_FLAGS) $(SAN_FLAGS) $(OBJECT)

$(SAN_LIBRARY): $(SAN_OBJECTS) $(BUILD)/obj/assets.o $(SOURCES)
	@$(CC) $(SAN_FLAGS) -shared -o $(NEW) $(filter %.o,$^) $(LIBS) $(WHOLE)

$(UNIT_TESTS): $(SAN)/test_%: $(SAN)/obj/tests/units/test_%.o $(SAN_LIBRARY)
	@$(CC) $(SAN_FLAGS) -rdynamic -o $(NEW) $< -L$(SAN) -ltested -Wl,-rpath,'$$ORIGIN' -lcmocka $(LIBS) $(WHOLE)

# Without a quarter of a million relocations at each start
$(SAN_PROGRAM): $(SAN)/obj/cli/main.o $(SAN_OBJECTS) $(BUILD)/obj/assets.o $(SOURCES)
	@$(CC) $(SAN_FLAGS) -rdynamic -no-pie -o $(NEW) $(filter %.o,$^) $(LIBS) $(WHOLE)

-include $(SAN_OBJECTS:.o=.d) $(SAN)/obj/cli/main.d $(FUZZ_SOURCES:%.c=$(SAN)/obj/%.d) $(UNIT_TESTS:$(SAN)/%=$(SAN)/obj/tests/units/%.d)

RUN = JOBS=$(JOBS) WARPFOLD=$(PROGRAM) SAN_WARPFOLD=$(SAN_PROGRAM) LIBRARY=$(LIBRARY) FUZZ=$(FUZZ_READERS) sh tests/tools/run.sh

# `$(call jobs,SCRIPT,KIND,UNITS,ALL)`: one job a unit that has cases of the kind; ALL is "all" or nothing. The C tests of a unit:
# tests/units/test_NAME.c, and what its lines ctest name.
having = $(filter $(2),$(notdir $(shell grep -l '^$(1) ' tests/cases/*)))
jobs   = $(foreach u,$(call having,$(2),$(3)),"sh tests/rtl/$(1).sh $(strip $(4) $u)")
ctests = $(filter $(UNIT_TESTS),$(patsubst %,$(SAN)/test_%,$(1) $(shell sed -n "s/^ctest //p" /dev/null $(wildcard tests/cases/$(1)))))
scripts = $(call jobs,cosim,cosim,$(1),$(2)) $(call jobs,prove,prove,$(1)) $(call jobs,faults,fault,$(1),$(2)) $(call jobs,checks,formal,$(1),$(2)) \
    $(call jobs,lint,lint,$(1),$(2)) $(call jobs,override,design,$(1),$(2))
# `$(call unit_jobs,UNIT)`: all of one unit
unit_jobs = $(call ctests,$(1)) "sh tests/tree/units.sh $(1)" "sh tests/tree/docs.sh docs/$(1).md" $(call scripts,$(1))
# `$(call all_jobs,ALL)`: everything
each_with = $(foreach s,$(1),"sh tests/$(strip $s $(2))")
all_jobs = $(call each_with,$(LONG_SCRIPTS),$(1)) $(call scripts,$(UNITS),$(1)) "sh tests/rtl/override.sh $(strip $(1) cells)" $(UNIT_TESTS) \
    $(TSAN)/threads $(call each_with,$(TEST_SCRIPTS),$(1))

# Of what the units have in common: those that take a minute before all, the rest after all, the shortest last, so that two at a time end together
LONG_SCRIPTS = rtl/synth.sh cli/cli_power.sh cli/io.sh cli/fuzz.sh tree/docs.sh
TEST_SCRIPTS = cli/cli_memory.sh rtl/cells.sh rtl/power.sh cli/cli_sweep.sh rtl/product.sh cli/cli_replay.sh tree/adding.sh tree/checkout.sh cli/cli_traces.sh foreign/readers.sh foreign/liberty.sh foreign/promises.sh foreign/aarch64.sh cli/cli_lines.sh cli/cli_peers.sh cli/writer.sh cli/gem5.sh cli/library.sh rtl/example.sh cli/progress.sh cli/robust.sh cli/cli_counted.sh cli/cli.sh rtl/waves.sh tree/units.sh tree/links.sh tree/manual.sh cli/exits.sh cli/cli_study.sh cli/cli_simt.sh cli/cli_time.sh cli/workloads.sh cli/routines.sh cli/assist_uses.sh cli/own_kernel.sh campaigns/qor_rules.sh tree/layers.sh tree/format.sh

.PHONY: test test-all test-programs
test: test-programs ## all tests (14 minutes on two cores: docs/testing.md)
	@$(RUN) $(call all_jobs)

test-all: test-programs ## the same with all that is left to the campaigns, but the proofs of make prove
	@ALL=1 $(RUN) $(call all_jobs,all)

test-programs:
	@$(MAKE) -s -j $(JOBS) program $(UNIT_TESTS) $(SAN_PROGRAM) $(FUZZ_READERS) $(SIMT_TOOLS) $(PEERS_TOOLS) $(TSAN)/threads

.PHONY: qor
qor: $(PROGRAM) ## areas and delays against tests/campaigns/qor.rules; UPDATE=1 tightens bounds that figures beat
	@WARPFOLD=$(PROGRAM) sh tests/campaigns/qor.sh

.PHONY: test-units
test-units: ## the C tests only
	@$(MAKE) -s -j $(JOBS) $(UNIT_TESTS)
	@$(RUN) $(UNIT_TESTS)

test-%: ## the tests of the unit % only
	@$(if $(filter $*,$(UNITS)),,echo "make $@: no unit $*; units.def has $(UNITS)" >&2; exit 2)
	@$(MAKE) -s -j $(JOBS) program $(call ctests,$*)
	@$(RUN) $(call unit_jobs,$*)

check-%: ## a minute of the unit %: one design linted, one simulated, one fault, the C tests
	@$(if $(filter $*,$(UNITS)),,echo "make $@: no unit $*; units.def has $(UNITS)" >&2; exit 2)
	@$(MAKE) -s -j $(JOBS) program $(call ctests,$*)
	@FEW=1 $(RUN) $(call ctests,$*) $(foreach s,lint cosim faults,"sh tests/rtl/$s.sh $*")

# What test-% runs, a line each
scripts-%:
	@printf '%s\n' $(call unit_jobs,$*)

.PHONY: campaigns campaigns-table
campaigns: $(PROGRAM) ## all campaigns that are stale, for days (resumable); CAMPAIGNS="prove soak" for some of them
	@sh tests/campaigns/campaigns.sh run $(CAMPAIGNS)

campaigns-table: ## which results in docs/results are stale, and since what
	@sh tests/campaigns/campaigns.sh table $(CAMPAIGNS)

.PHONY: detect
detect: $(PROGRAM) ## what each test finds: 60 faults, one at a time, for hours (resumable); FAULT="gen/" for some of them
	@sh tests/campaigns/detect.sh $(FAULT)

.PHONY: lint
lint: $(PROGRAM) ## lint emitted Verilog of many designs in all three tools
	@$(RUN) "sh tests/tree/layers.sh" "sh tests/tree/format.sh" "sh tests/tree/units.sh" $(foreach u,$(UNITS),"sh tests/rtl/lint.sh all $u")

.PHONY: format
format: ## format the C files (clang-format 14)
	@find . -path ./build -prune -o -name "*.[ch]" -print -o -name "*.cpp" -print -o -name "*.hh" -print | xargs clang-format -i

.PHONY: keys
keys: $(PROGRAM) ## write the list of figures, base/keys.def, into docs/keys.md
	@{ sed '/^<!-- keys -->$$/q' docs/keys.md; echo; $(PROGRAM) report --keys; echo; sed -n '/^<!-- end of keys -->$$/,$$p' docs/keys.md; } \
	    > docs/keys.md.tmp
	@mv docs/keys.md.tmp docs/keys.md

.PHONY: prove
prove: $(PROGRAM) ## prove the units equal to the plain reference RTL in many configurations (resumable)
	@sh tests/rtl/prove.sh all
	@$(RUN) "sh tests/rtl/prove.sh plain"

.PHONY: valgrind
valgrind: $(PROGRAM) ## every command under valgrind
	@sh setup.sh valgrind
	@sh tests/campaigns/valgrind.sh

.PHONY: mutate
mutate: $(PROGRAM) ## break the cells and the emitted Verilog in many places and see the benches notice (resumable); UNIT=NAME for one unit
	@$(if $(UNIT),,sh tests/rtl/cells.sh mutate && )sh tests/campaigns/mutate.sh $(UNIT)

.PHONY: soak
soak: $(PROGRAM) ## the long co-simulation: 1,000,000 vectors in Verilator and 2,000 in Icarus of many designs (resumable); UNIT=NAME for one unit
	@sh tests/campaigns/soak.sh $(UNIT)

.PHONY: slurm
slurm: $(PROGRAM) ## a sweep through a Slurm of this machine alone (installed, as root) is the same as without; SWEEP="FILE KEY=VALUES ..." for another one
	@sh setup.sh slurmctld slurmd slurm-client munge
	@sh tests/cli/cli_slurm.sh $(SWEEP)

.PHONY: bench
bench: $(PROGRAM) $(BUILD)/bin/bench_model ## speed of model and benches, area and delay against the plain reading, growth
	@sh tests/campaigns/bench.sh

PEERS_TOOLS := $(BUILD)/bin/bench_model $(BUILD)/bin/peers_data

.PHONY: compare
compare: $(PROGRAM) ## all codecs on the same traces and library, beside what the papers publish
	@sh tests/campaigns/published.sh

.PHONY: peers
peers: $(PROGRAM) $(PEERS_TOOLS) ## line codecs beside public ones: data, ratios, speeds, areas
	@sh tests/campaigns/peers.sh

$(BUILD)/bin/bench_model: tests/campaigns/bench_model.c $(LIBRARY)
	@mkdir -p $(@D)
	@$(CC) $(PLAIN_FLAGS) $(CFLAGS) -o $(NEW) $< $(LIBRARY) $(WHOLE)

$(BUILD)/bin/peers_data $(BUILD)/bin/spent: $(BUILD)/bin/%: tests/campaigns/%.c base/random.h base/clock.h
	@mkdir -p $(@D)
	@$(CC) $(PLAIN_FLAGS) $(CFLAGS) -o $(NEW) $< $(WHOLE)

# Programs beside the tests, as fast as the program is: what register files move and how late, the speed of a datapath, of the cache of vectors, of a channel of memory and of the SIMT machine, ELF files for its
# tests, its orders against each other
FILE_TOOLS := $(BUILD)/bin/throughput $(BUILD)/bin/latency $(BUILD)/bin/datapath $(BUILD)/bin/cache_speed $(BUILD)/bin/channel_speed $(BUILD)/bin/helper_speed
SIMT_TOOLS := $(BUILD)/bin/bench_simt $(BUILD)/bin/simt_program $(BUILD)/bin/simt_orders $(BUILD)/bin/simt_routines

$(SIMT_TOOLS): $(BUILD)/bin/%: tests/cli/%.c tests/units/simt_asm.h $(filter-out $(BUILD)/obj/cli/main.o,$(PROGRAM_OBJECTS)) $(LIBRARY)
	@mkdir -p $(@D)
	@$(CC) $(PLAIN_FLAGS) $(CFLAGS) -rdynamic -o $(NEW) $(filter-out %.h,$^) $(LIBS) $(WHOLE)

$(BUILD)/bin/simt_routines: tests/cli/simt_routines.h routines/routine_code.h

$(FILE_TOOLS): $(BUILD)/bin/%: tests/campaigns/%.c tests/campaigns/loop.h $(filter-out $(BUILD)/obj/cli/main.o,$(PROGRAM_OBJECTS)) $(LIBRARY)
	@mkdir -p $(@D)
	@$(CC) $(PLAIN_FLAGS) $(CFLAGS) -rdynamic -o $(NEW) $(filter-out %.h,$^) $(LIBS) $(WHOLE)

# The model in several threads: the thread sanitizer excludes the others
TSAN         := $(BUILD)/tsan
TSAN_FLAGS   := -O1 -g -fsanitize=thread
TSAN_OBJECTS := $(MODEL_SOURCES:%.c=$(TSAN)/%.o) $(TSAN)/tests/units/threads.o

$(TSAN)/%.o: %.c | $(TOOLS)
	@mkdir -p $(@D)
	@$(CC) $(BASE_FLAGS) $(TSAN_FLAGS) $(OBJECT)

$(TSAN)/threads: $(TSAN_OBJECTS)
	@$(CC) $(TSAN_FLAGS) -o $(NEW) $^ -lpthread $(WHOLE)

-include $(TSAN_OBJECTS:.o=.d)

# The fuzz harness: every reader, with the sanitizers and, for `make fuzz`, as AFL++ compiles it
FUZZ_SOURCES := $(wildcard tests/fuzz/*.c)
FUZZ_READERS := $(SAN)/fuzz
AFL          := $(BUILD)/afl
AFL_CC       ?= afl-clang-fast
# AFL's macros are not ISO C
AFL_FLAGS    := -Wno-pedantic -Wno-extra-semi -Wno-shorten-64-to-32 $(SAN_CHECKS)

$(FUZZ_READERS): $(FUZZ_SOURCES:%.c=$(SAN)/obj/%.o) $(SAN_OBJECTS) $(BUILD)/obj/assets.o
	@$(CC) $(SAN_FLAGS) -rdynamic -Wl,--wrap=exit -o $(NEW) $^ $(LIBS) $(WHOLE)

AFL_OBJECTS := $(filter-out $(AFL)/cli/main.o,$(PROGRAM_SOURCES:%.c=$(AFL)/%.o)) $(MODEL_SOURCES:%.c=$(AFL)/%.o) $(FUZZ_SOURCES:%.c=$(AFL)/%.o)

$(AFL)/.tools:
	@mkdir -p $(@D)
	@sh setup.sh afl++
	@touch $@

$(AFL)/%.o: %.c | $(AFL)/.tools $(TOOLS) $(PAPERS)
	@mkdir -p $(@D)
	@AFL_QUIET=1 $(AFL_CC) $(BASE_FLAGS) -O1 -g $(AFL_FLAGS) $(OBJECT)

$(AFL)/fuzz: $(AFL_OBJECTS) $(BUILD)/obj/assets.o
	@AFL_QUIET=1 $(AFL_CC) $(AFL_FLAGS) -rdynamic -Wl,--wrap=exit -o $(NEW) $^ $(LIBS) $(WHOLE)

-include $(AFL_OBJECTS:.o=.d)

.PHONY: fuzz
fuzz: ## fuzz every reader with AFL++, FUZZ_SECONDS (1200) each; READERS="..." for some of them (resumable)
	@flock tests/fuzz $(MAKE) -s -j $(JOBS) program $(AFL)/fuzz
	@FUZZ=$(AFL)/fuzz sh tests/cli/fuzz.sh afl
