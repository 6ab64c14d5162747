#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# many.sh - the forms of the models for arrays of blocks against the specification, without sanitizers, on millions of blocks of 40,000 configurations (MANY=1000), in
# all vectors that this processor has, and in those of an aarch64 on some. TAP.
. tests/tools/tap.sh
make -s build/lib/libwarpfold.a || exit 1
compiles() { "${CC:-cc}" -std=c11 -D_GNU_SOURCE -O2 -iquote . -o "$work/many" tests/units/test_many.c build/lib/libwarpfold.a -lcmocka; }
agrees() { MANY=${MANY:-1000} "$work/many"; }
of_aarch64() { MANY=10 sh tests/foreign/aarch64.sh; }
check "the test compiles" compiles
check "every form is the specification" agrees
check "those for aarch64 are too" of_aarch64
plan
