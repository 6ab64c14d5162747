// SPDX-License-Identifier: Apache-2.0
//
// The Verilated bench behind eight C functions; sim/verilator.c loads the library that this becomes.
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "Vbench.h"
#include "verilated.h"
#if VM_TRACE_FST
#include "verilated_fst_c.h"
#endif

double sc_time_stamp()
{
    return 0;
}

// $finish ends the run, not the program: the caller sees it. Verilator is told so by VL_USER_FINISH.
void vl_finish(const char *, int, const char *) VL_MT_UNSAFE
{
    Verilated::threadContextp()->gotFinish(true);
}

// The last assertion that failed: what stands behind "ASSERT ", which no other text of the Verilog begins with.
static char said[256];

int dut_print(const char *format, ...)
{
    static const char mark[] = "ASSERT ";
    char line[sizeof said + sizeof mark];
    va_list args;
    va_start(args, format);
    int n = std::vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (std::strncmp(line, mark, sizeof mark - 1) == 0) {
        line[std::strcspn(line, "\n")] = '\0';
        std::strcpy(said, line + sizeof mark - 1);
    }
    return n;
}

namespace
{
struct Dut {
    VerilatedContext context;
    Vbench top{&context};
    std::uint64_t time = 0;
#if VM_TRACE_FST
    VerilatedFstC wave;
#endif
};
} // namespace

extern "C" {

void *dut_new()
{
    Dut *dut = new Dut;
#if VM_TRACE_FST
    dut->context.traceEverOn(true);
    dut->top.trace(&dut->wave, 99);
#endif
    return dut;
}

// From here on the waveform goes to this file; nullptr: to none.
void dut_wave(void *p, const char *path)
{
#if VM_TRACE_FST
    Dut *dut = static_cast<Dut *>(p);
    if (path)
        dut->wave.open(path);
    else
        dut->wave.close();
#else
    (void)p;
    (void)path;
#endif
}

// The words of in_i and out_o.
void dut_ports(void *p, std::uint32_t *ports[2])
{
    Dut *dut = static_cast<Dut *>(p);
    ports[0] = dut->top.in_i.data();
    ports[1] = dut->top.out_o.data();
}

// The words of nets_o, of a bench that shows nets.
const std::uint32_t *dut_nets(void *p)
{
#ifdef WF_NETS
    return static_cast<Dut *>(p)->top.nets_o.data();
#else
    (void)p;
    return nullptr;
#endif
}

// 1: the RTL called $finish, which an assertion does.
int dut_eval(void *p, int clk, int rst_n)
{
    Dut *dut = static_cast<Dut *>(p);
    dut->top.clk_i = static_cast<CData>(clk);
    dut->top.rst_ni = static_cast<CData>(rst_n);
    dut->top.eval();
#if VM_TRACE_FST
    if (dut->wave.isOpen())
        dut->wave.dump(dut->time);
    dut->time += 5;
#endif
    return dut->context.gotFinish();
}

// The assertion that called $finish; empty: none
const char *dut_said()
{
    return said;
}

void dut_delete(void *p)
{
    Dut *dut = static_cast<Dut *>(p);
#if VM_TRACE_FST
    dut->wave.close();
#endif
    dut->top.final();
    delete dut;
}
}
