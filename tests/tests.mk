# SPDX-License-Identifier: Apache-2.0
# The tests. A test is a program or script that prints TAP; tests/run.sh counts.

# C tests run with the address and undefined-behaviour sanitizers, against objects of their own.
SAN         := $(BUILD)/san
SAN_FLAGS   := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
SAN_OBJECTS := $(filter-out $(SAN)/cli/main.o,$(PROGRAM_SOURCES:%.c=$(SAN)/%.o)) $(MODEL_SOURCES:%.c=$(SAN)/%.o)
UNIT_TESTS  := $(patsubst tests/%.c,$(SAN)/%,$(wildcard tests/test_*.c))
SAN_PROGRAM := $(SAN)/warpfold

$(SAN)/%.o: %.c | $(TOOLS)
	@mkdir -p $(@D)
	@$(CC) $(BASE_FLAGS) $(SAN_FLAGS) -c -o $@ $<

$(UNIT_TESTS): $(SAN)/test_%: $(SAN)/tests/test_%.o $(SAN_OBJECTS) $(BUILD)/obj/assets.o
	@$(CC) $(SAN_FLAGS) -rdynamic -o $@ $^ -lcmocka $(LIBS)

$(SAN_PROGRAM): $(SAN)/cli/main.o $(SAN_OBJECTS) $(BUILD)/obj/assets.o
	@$(CC) $(SAN_FLAGS) -rdynamic -o $@ $^ $(LIBS)

-include $(SAN_OBJECTS:.o=.d) $(UNIT_TESTS:$(SAN)/%=$(SAN)/tests/%.d)

RUN = JOBS=$(JOBS) WARPFOLD=$(PROGRAM) SAN_WARPFOLD=$(SAN_PROGRAM) LIBRARY=$(LIBRARY) sh tests/run.sh

# The longest first, so that two at a time end together
TEST_SCRIPTS = cosim.sh:lines cosim.sh:warpbdi prove-small.sh faults.sh lint.sh synth.sh cosim.sh:affine cosim.sh:bytewise cli_traces.sh cli_lines.sh cli.sh layers.sh cells.sh \
    stream.sh

.PHONY: test
test: ## all tests (about ten minutes on two cores)
	@$(MAKE) -s -j $(JOBS) program $(UNIT_TESTS) $(SAN_PROGRAM)
	@$(RUN) $(foreach t,$(TEST_SCRIPTS),"sh tests/$(subst :, ,$(t))") $(UNIT_TESTS)

.PHONY: test-units test-warpbdi test-bytewise test-affine test-lines
test-units: ## the C tests only
	@$(MAKE) -s -j $(JOBS) $(UNIT_TESTS)
	@$(RUN) $(UNIT_TESTS)

test-warpbdi: ## the tests of the room warpbdi only
	@$(MAKE) -s -j $(JOBS) program $(SAN)/test_model
	@$(RUN) $(SAN)/test_model "sh tests/prove-small.sh warpbdi" "sh tests/cosim.sh warpbdi"

test-bytewise: ## the tests of the room bytewise and the blocks around it only
	@$(MAKE) -s -j $(JOBS) program $(SAN)/test_bytewise $(SAN)/test_blocks
	@$(RUN) $(SAN)/test_bytewise $(SAN)/test_blocks "sh tests/prove-small.sh bytewise" "sh tests/cosim.sh bytewise"

test-affine: ## the tests of the room affine and of expand only
	@$(MAKE) -s -j $(JOBS) program $(SAN)/test_affine
	@$(RUN) $(SAN)/test_affine "sh tests/prove-small.sh affine" "sh tests/cosim.sh affine"

test-lines: ## the tests of the codecs of cache lines and of metacache only
	@$(MAKE) -s -j $(JOBS) program $(addprefix $(SAN)/test_,linebdi fpc cpack bestof lines metacache)
	@$(RUN) $(addprefix $(SAN)/test_,linebdi fpc cpack bestof lines metacache) "sh tests/prove-small.sh lines" "sh tests/cosim.sh lines"

.PHONY: lint
lint: $(PROGRAM) ## lint emitted Verilog of many designs in all three tools
	@$(RUN) "sh tests/layers.sh" "sh tests/lint.sh all"

.PHONY: prove
prove: $(PROGRAM) ## prove the units equal to the plain reference RTL in every configuration (resumable)
	@sh tests/prove.sh

.PHONY: mutate
mutate: $(PROGRAM) ## break the emitted Verilog in many places and see the benches notice (resumable)
	@sh tests/mutate.sh

.PHONY: soak
soak: $(PROGRAM) ## 1,000,000 vectors in Verilator and 20,000 in Icarus of every room at 8 to 64 lanes (resumable)
	@sh tests/soak.sh

.PHONY: bench
bench: $(PROGRAM) $(BUILD)/bin/bench_model ## speed of model and benches, area and delay against the plain reading, growth
	@sh tests/bench.sh

$(BUILD)/bin/bench_model: tests/bench_model.c $(LIBRARY)
	@$(CC) $(BASE_FLAGS) $(CFLAGS) -o $@ $< $(LIBRARY)
