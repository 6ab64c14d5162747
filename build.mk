# SPDX-License-Identifier: Apache-2.0
# The program, the library, and what they need of the system.

PROGRAM := $(BUILD)/bin/warpfold
LIBRARY := $(BUILD)/lib/libwarpfold.a
SHARED  := $(BUILD)/lib/libwarpfold.so.0

BASE_FLAGS = -std=c11 -D_GNU_SOURCE $(WARNINGS) -Werror=format -Werror=format-security -iquote . -iquote $(BUILD) -MMD -MP
# Of what has no objects
PLAIN_FLAGS = $(filter-out -MMD -MP,$(BASE_FLAGS))
# What a recipe makes has a name of its own until it is whole, so that two makes may run in one tree. $(OBJECT) ends the line of a compiler
# that makes an object of $<, $(WHOLE) that of what makes $(NEW)
NEW    = $@.$$$$
WHOLE  = && mv $(NEW) $@
OBJECT = -MF $(NEW).d -MT $@ -c -o $(NEW) $< && mv $(NEW).d $(@:.o=.d) $(WHOLE)
LIBS       = -linih -lcjson -lzstd -lz -llzma -lnettle -lm -ldl

# A unit of the registry has its model, cmodel/NAME.c or cmodel/NAME/NAME.c, and its templates: NAME_enc.v and NAME_dec.v, or NAME.v.
UNITS   := $(shell sed -nE 's/^WF_(UNIT|LINE_CODEC)\(([a-z0-9_]*)\).*/\2/p' units.def)
TWICE   := $(strip $(foreach u,$(sort $(UNITS)),$(if $(filter-out 1,$(words $(filter $u,$(UNITS)))),$u)))
$(if $(TWICE),$(error units.def registers $(TWICE) twice))
missing  = $(if $(wildcard $(1)),,$(1))
HALVES   = $(if $(wildcard $(1)_enc.v $(1)_dec.v),$(call missing,$(1)_enc.v) $(call missing,$(1)_dec.v),$(call missing,$(1).v))
MISSING := $(strip $(foreach u,$(UNITS),$(if $(wildcard cmodel/$u/$u.c),,$(call missing,cmodel/$u.c)) $(call HALVES,rtl_templates/$u/$u)))
$(if $(MISSING),$(error units.def registers what is not there: $(MISSING) is missing))
# A codec of cache lines has its fast form, if only to tell its parameters.
FAST    := $(patsubst wf_%_fast,%,$(shell sed -nE 's/^const wf_fast (wf_[a-z0-9_]*_fast)\b.*/\1/p' cmodel/*.c cmodel/*/*.c))
LINES   := $(shell sed -nE 's/^WF_LINE_CODEC\(([a-z0-9_]*)\).*/\1/p' units.def)
SLOW    := $(firstword $(filter-out $(FAST),$(LINES)))
$(if $(SLOW),$(error units.def: WF_LINE_CODEC($(SLOW)) needs a wf_fast named wf_$(SLOW)_fast; WF_UNIT($(SLOW)) registers another unit))

# Each may include those before it; the model is base's equal.
FOLDERS         := base gen trace memory stats simt sim machine synth report sweep cli
MODEL_SOURCES   := $(wildcard cmodel/*.c cmodel/*/*.c)
PROGRAM_SOURCES := $(wildcard $(FOLDERS:%=%/*.c) sim/spec/*.c sim/env/*.c)
ASSET_FILES     := $(sort $(wildcard rtl_templates/*/*.v rtl_templates/*/*.vh rtl_templates/*/*.sv sim/*.v sim/*.cpp sim/shim.h sim/bench.mk synth/*.tcl synth/*.ys synth/*.v report/*.css machines/*.ini routines/store.txt routines/sets.ini))
MODEL_OBJECTS   := $(MODEL_SOURCES:%.c=$(BUILD)/obj/%.o)
SHARED_OBJECTS  := $(MODEL_SOURCES:%.c=$(BUILD)/obj/pic/%.o)
PROGRAM_OBJECTS := $(PROGRAM_SOURCES:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/assets.o

PAPERS          := $(BUILD)/papers_of_units.def
SOURCES         := $(BUILD)/sources

# Debian packages of everything that the targets use.
PACKAGES := verilator iverilog yosys opensta libinih-dev libcjson-dev libzstd-dev zlib1g-dev liblzma-dev nettle-dev uthash-dev \
            libcmocka-dev qflow-tech-osu018 pkg-config g++ ccache zstd
TOOLS    := $(BUILD)/.tools

# Installs what is missing: as root, through sudo, or by naming the command.
$(TOOLS): build.mk
	@mkdir -p $(@D)
	@sh setup.sh $(PACKAGES)
	@touch $@

.PHONY: setup
setup: $(TOOLS) ## install the Debian packages that are missing

.PHONY: program
program: $(PROGRAM) $(LIBRARY) $(SHARED) ## build the program and the library only

$(PROGRAM): $(PROGRAM_OBJECTS) $(LIBRARY) $(SOURCES)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $(NEW) $(filter %.o %.a,$^) $(LIBS) $(WHOLE)

$(LIBRARY): $(MODEL_OBJECTS) $(SOURCES)
	@mkdir -p $(@D)
	$(AR) rcs $(NEW) $(filter %.o,$^) $(WHOLE)

$(SHARED): $(SHARED_OBJECTS) $(SOURCES)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -o $(NEW) $(filter %.o,$^) $(WHOLE)
	@ln -sf $(@F) $(@D)/libwarpfold.so

# Published figures: a file a unit. Written only where it changes.
$(PAPERS): FORCE
	@mkdir -p $(@D)
	@for f in $(filter-out docs/papers/studies.def,$(sort $(wildcard docs/papers/*.def))); do \
	     printf '#define PAPER_UNIT "%s"\n#include "%s"\n#undef PAPER_UNIT\n' "$$(basename $$f .def)" $$f; \
	 done > $(NEW); cmp -s $(NEW) $@ && rm $(NEW) || mv $(NEW) $@

# The names of the sources, written only where one comes or goes: what is gone is linked no more.
$(SOURCES): FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(MODEL_SOURCES) $(PROGRAM_SOURCES) > $(NEW); cmp -s $(NEW) $@ && rm $(NEW) || mv $(NEW) $@

.PHONY: FORCE
FORCE:

$(BUILD)/obj/%.o: %.c | $(TOOLS) $(PAPERS)
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) $(CFLAGS) $(OBJECT)

$(BUILD)/obj/pic/%.o: %.c | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) $(CFLAGS) -fPIC $(OBJECT)

# Templates, scripts and styles are built in: a table {name, start, length} in assembler, one .incbin a file.
$(BUILD)/assets.s: build.mk $(ASSET_FILES)
	@mkdir -p $(@D)
	@{ n=0; for f in $(ASSET_FILES); do n=$$((n + 1)); \
	     printf '.section .rodata\nname%d: .asciz "%s"\nstart%d: .incbin "%s"\nend%d: .byte 0\n' $$n $$f $$n $$f $$n; \
	   done; \
	   printf '.section .data.rel.ro,"aw"\n.balign 16\n.globl assets\nassets:\n'; \
	   n=0; for f in $(ASSET_FILES); do n=$$((n + 1)); printf '.dc.a name%d, start%d, end%d - start%d\n' $$n $$n $$n $$n; \
	   done; printf '.dc.a 0, 0, 0\n.section .note.GNU-stack,"",%%progbits\n'; } > $(NEW) $(WHOLE)

$(BUILD)/obj/assets.o: $(BUILD)/assets.s $(ASSET_FILES) | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) -c -o $(NEW) $< $(WHOLE)

-include $(MODEL_OBJECTS:.o=.d) $(SHARED_OBJECTS:.o=.d) $(PROGRAM_OBJECTS:.o=.d)

.PHONY: install
install: program ## install program, library, headers, man page and pkg-config file below PREFIX
	@case "$(PREFIX)" in /*) ;; *) echo "make install: PREFIX is $(PREFIX): an absolute path is accepted, as the pkg-config file has it" >&2; exit 2 ;; esac
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/lib/pkgconfig" "$(DESTDIR)$(PREFIX)/include" \
	    "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/warpfold"
	install -m 644 $(LIBRARY) "$(DESTDIR)$(PREFIX)/lib/libwarpfold.a"
	install -m 755 $(SHARED) "$(DESTDIR)$(PREFIX)/lib/libwarpfold.so.0"
	ln -sf libwarpfold.so.0 "$(DESTDIR)$(PREFIX)/lib/libwarpfold.so"
	install -m 644 cmodel/warpfold.h trace/warpfold_writer.h "$(DESTDIR)$(PREFIX)/include/"
	install -m 644 docs/warpfold.1 "$(DESTDIR)$(PREFIX)/share/man/man1/warpfold.1"
	sed -e 's|@PREFIX@|$(PREFIX)|' -e "s|@VERSION@|$$(sed -n 's/^#define WF_VERSION "\(.*\)"/\1/p' cmodel/warpfold.h)|" \
	    cmodel/warpfold.pc.in > "$(DESTDIR)$(PREFIX)/lib/pkgconfig/warpfold.pc"
