/* SPDX-License-Identifier: Apache-2.0
 *
 * machine_file.h - a machine that runs traces in time: its streaming multiprocessors (SMs) and their memory, as an INI file tells them.
 *
 * machine_keys.def names every parameter: section, key, unit and what it may be. A file gives each of them once, or names another machine as its
 * `base` before its first section, and gives those that differ. Its comments tell the source of each number.
 *
 *     base = gtx480
 *     [l1]
 *     sets = 64
 *     ways = 6 */
#ifndef WF_MACHINE_FILE_H
#define WF_MACHINE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* What an operation works on, and which one it is: rows and columns of the latencies. */
typedef enum { MACHINE_INT, MACHINE_FLOAT, MACHINE_DOUBLE, MACHINE_TYPES } machine_type;
typedef enum { MACHINE_ADD, MACHINE_MAX, MACHINE_MUL, MACHINE_MAD, MACHINE_DIV, MACHINE_OPERATIONS } machine_operation;

/* Values of keys that are words, in the order in which machine_keys.def has them. */
typedef enum { MACHINE_IN_ORDER, MACHINE_REVERSE, MACHINE_ODD_LAST } machine_block_order; /* in which a launch's blocks are given out */
typedef enum { MACHINE_GTO, MACHINE_LRR, MACHINE_TWO_LEVEL } machine_policy;
typedef enum { MACHINE_LINEAR, MACHINE_FERMI } machine_index;               /* the set of a line in L1 */
typedef enum { MACHINE_STORE_EVICTS, MACHINE_STORE_UPDATES } machine_store; /* a store to global memory that hits in L1 */
typedef enum {
    MACHINE_PLAIN,
    MACHINE_AT_MEMORY,
    MACHINE_AT_L2,
    MACHINE_ASSIST
} machine_compress; /* where lines are compressed. ASSIST: as AT_L2, by helper warps */
typedef enum {
    MACHINE_END_RAW,
    MACHINE_END_WAITS
} machine_end; /* of stores that wait for their compression when a launch has no instruction left in the SM */
typedef enum {
    MACHINE_STOP_BRANCH,
    MACHINE_STOP_LOAD
} machine_stop; /* where a routine of low priority stops until it is told to go on: behind branches; and behind loads */
typedef enum {
    MACHINE_LOAD_LINE,
    MACHINE_LOAD_DIRECT
} machine_load; /* loads wait until their line is decompressed; or take their bytes out of the code */
typedef enum { MACHINE_L2_CODE, MACHINE_L2_RAW } machine_l2;   /* what L2 has of a line that an SM has decompressed */
typedef enum { MACHINE_POOL, MACHINE_WARP } machine_registers; /* whose registers of routines are: of those that use them; of each warp */
enum { MACHINE_CODEC = -1, MACHINE_OFF = -1 };

typedef struct {
    char name[64];

    /* SM */
    int sms, lanes, warps, threads, registers, shared_bytes, blocks, block_order; /* of one SM; registers: of 32 bits a lane */
    int core_mhz, dram_mhz;
    int pipe_lanes;                       /* lanes of a warp that enter a pipe in a cycle: a warp takes lanes / pipe_lanes cycles */
    int schedulers, policy, active_warps; /* active_warps: of two-level */
    int ideal_fetch, instruction_bytes;   /* ideal_fetch: 0 or 1 */
    int fetch_line, code_sets, code_ways; /* the instruction cache */
    int constant_line, constant_sets, constant_ways;
    int wait_for_file, read_order; /* 0 or 1: results of pipes wait until the register file takes them; write after read is held up */
    int banks, sp_collectors, sfu_collectors, mem_collectors, result_buses;
    int sp_pipes, sfu_pipes, mem_pipes;
    int simple_latency, simple_interval, sfu_latency, sfu_interval;
    int latency[MACHINE_TYPES][MACHINE_OPERATIONS], interval[MACHINE_TYPES][MACHINE_OPERATIONS];
    int shared_banks, shared_latency;

    /* L1 */
    int l1, l1_sets, l1_ways, l1_tags, l1_line, l1_latency, l1_mshrs, l1_merges, l1_misses, l1_index,
        l1_store,      /* l1: 0 or 1. l1_misses: its miss queue */
        l1_interleave; /* of private memory: private_interleave of private_memory.h */
    int responses;     /* that wait in front of an SM's L1 */

    /* Interconnect, in each direction */
    int net_latency, net_flit, net_header, net_in, net_out, net_speedup; /* net_in, net_out: flits of a port's queue */

    /* L2, a part */
    int l2, l2_parts, l2_sets, l2_ways, l2_tags, l2_line, l2_sector, l2_mshrs, l2_merges, l2_misses, l2_latency, l2_queue,
        l2_fill; /* l2, l2_fill: 0 or 1 */

    /* DRAM, a channel; times in its clock unless said */
    int dram_channels, dram_queue, dram_returns, dram_latency; /* dram_latency: cycles of the core */
    int dram_bytes, dram_bus;                                  /* of a command: how much it moves, how long it holds the bus */
    int dram_banks, dram_groups, dram_row;                     /* dram_row: bytes of a row */
    int ccd, ccdl, rrd, rcd, ras, rp, rc, cl, wl, cdlr, wr, rtpl;

    /* Compression of lines on their way */
    int compress, metadata;           /* metadata: 0 or 1, a cache of burst counts */
    int encode_cycles, decode_cycles; /* MACHINE_CODEC: those of the codec (mem_codec.h) */
    int assist_sets, assist_wait, assist_end, assist_stop, assist_load, assist_l2, assist_registers,
        assist_profile; /* sets of L1 for stores; cycles that they wait; profile: MACHINE_OFF or a share (timing.h) */
    int energy_dram, energy_net, energy_cache, energy_lane;         /* fJ (timing.h) */
    int energy_encode, energy_decode, energy_counts, energy_static; /* pJ; static: mW */
    int encode_interval,
        decode_interval; /* cycles between two lines, of the codec; no keys: 0 where the cycles are given, which takes a line at any time */
} machine;

/* A parameter, as machine_keys.def tells it. */
typedef struct {
    const char *section, *key, *unit, *words; /* words: "a|b" or NULL, then it is a number */
    const char *word;                         /* that stands for -1 beside the numbers; NULL: there is none */
    int min, max;
    size_t at; /* of its int in a machine */
} machine_key;

/* Do L2 and the interconnect have codes? */
static inline bool machine_codes(const machine *m)
{
    return m->compress >= MACHINE_AT_L2;
}

int machine_key_count(void);
const machine_key *machine_key_at(int n);
int machine_value(const machine *m, const machine_key *k);

/* Is it the path of a file, and no name? */
bool machine_is_path(const char *name);
/* By its name, if it is one of the program's, else from the file with this path. Dies (2) with one line that names file, section, key, what is wrong
 * and what is accepted. */
void machine_read(machine *m, const char *name);
/* Sets parameters, "SECTION.KEY=VALUE SECTION.KEY=VALUE", that a flag (`where`) gives. Dies (2) as machine_read does. */
void machine_set_all(machine *m, const char *words, const char *where);
/* Is "NAME.REST" a word of a machine, as NAME is one of its sections? Others are of a design's children. */
bool machine_is_word(const char *word);
/* Lines are compressed as `how` says, whatever the file says: none; memory, in DRAM; l2, from DRAM to the SMs; ideal, the same without any cycle or energy of the codec, and burst
 * counts that everybody knows. Dies (2) if it is another word, or the machine cannot. */
void machine_set_compression(machine *m, const char *how);
/* The names of the program's machines; NULL behind the last. */
const char *machine_name(int n);
/* All parameters of machines side by side, a line each. */
void machine_print(const machine *m, int count);

#endif
