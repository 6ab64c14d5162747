#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh - every reader takes bad input without a crash, a hang or a sanitizer's report: it dies with one line, or accepts. TAP. The inputs
# are made of tests/fuzz/corpus from SEED (1), COUNT (500; fuzz.sh all: 2000) a reader, fewer where they cost more. READERS="liberty ini"
# restricts it. What the program writes itself, and with the parameters of a codec at its head, is no file of the corpus: it is encoded here, by
# the program of the day. ELF files come from tests/cli/simt_program.c.
