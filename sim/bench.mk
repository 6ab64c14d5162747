# SPDX-License-Identifier: Apache-2.0
#
# bench.mk - a Verilated bench is compiled in two pieces, since each file that Verilator writes takes longer for its headers than for itself:
# fast.cpp is what runs in every cycle, with our shim; slow.cpp, what runs once, is not optimised.
fast.cpp: $(VM_CLASSES_FAST:%=%.cpp) $(VM_SUPPORT_FAST:%=%.cpp) shim.cpp
slow.cpp: $(VM_CLASSES_SLOW:%=%.cpp) $(VM_SUPPORT_SLOW:%=%.cpp)
fast.cpp slow.cpp:
	printf '#include "%s"\n' $^ > $@
