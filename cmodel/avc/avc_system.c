/* SPDX-License-Identifier: Apache-2.0
 *
 * avc_system.c - avc as a cache that others drive: what it does and counts, and its plain form. */
#include "avc.h"

enum {
    AVC_LOOKUPS,
    L1_LOOKUPS,
    VECTOR_WRITES,
    WORD_READS,
    WORD_WRITES,
    ENCODES,
    DECODES,
    EVENTS, /* the counts of `state` from here on */
    NEAR = EVENTS + AVC_COUNTS
};

static const wf_activity activities[] = {
    [AVC_LOOKUPS] = {"avc_lookups", "tags of a set of the AVC that are read, with the vector that they find", WF_ENERGY_TAG, NULL, false},
    [L1_LOOKUPS] = {"l1_lookups", "tags of a set of the L1 that are read, with the state of the line that they find", WF_ENERGY_TAG, NULL,
                    false},
    [VECTOR_WRITES] = {"vector_writes", "vectors that are written", WF_ENERGY_TAG, NULL, false},
    [WORD_READS] = {"word_reads", "lines of the L1 whose words are read", WF_ENERGY_BANK_READ, NULL, false},
    [WORD_WRITES] = {"word_writes", "lines of the L1 of which words are written", WF_ENERGY_BANK_WRITE, NULL, false},
    [ENCODES] = {"encodes", "blocks that are encoded", WF_ENERGY_ENCODE, NULL, false},
    [DECODES] = {"decodes", "vectors that are decoded", WF_ENERGY_DECODE, NULL, false},
    [EVENTS + AVC_AVC_LOADS] = {"avc_loads", "loads that the AVC answers, in part or whole", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_L1_LOADS] = {"l1_loads", "loads that the L1 answers, or what is left of them", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_MISSED] = {"misses", "loads that ask memory", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_JOINED] = {"joined", "loads whose block another one has asked for", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_AVC_STORES] = {"avc_stores", "stores that the AVC takes", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_L1_STORES] = {"l1_stores", "stores that the L1 takes", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_REPLAYS] = {"replays", "loads of which only some lanes were in the AVC", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_CONFLICTS] = {"conflicts", "stores that meet other valid lanes with another code", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_FILL_CONFLICTS] = {"fill_conflicts", "fills that do", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_AVC_FILLS] = {"avc_fills", "fills that the AVC takes", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_L1_FILLS] = {"l1_fills", "fills that the L1 takes", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_UNKEPT] = {"unkept", "fills that are kept nowhere", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_EVICTED] = {"evicted", "vectors that are written back", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_DROPPED] = {"dropped", "lines of the L1 that are written back", WF_ENERGY_NONE, NULL, true},
    [EVENTS + AVC_MERGED] = {"merged", "vectors that are written back with words of the L1", WF_ENERGY_NONE, NULL, true},
    [EVENTS +
        AVC_FETCHED] = {"fetches", "blocks that the L1 asks for since only some of their lanes are stored", WF_ENERGY_NONE, NULL, true},
    [NEAR] = {"near", "meetings with another code in which one side is a single lane on the other's line", WF_ENERGY_NONE, NULL, true},
    {NULL, NULL, WF_ENERGY_UNTOLD, NULL, false},
};

static void count(const wf_config *c, const void *state, int activity, uint64_t *counts)
{
    const avc_state *s = state;
    (void)c;
    switch (activity) {
    case AVC_LOOKUPS: *counts = s->lookups[AVC_AVC]; break;
    case L1_LOOKUPS: *counts = s->lookups[AVC_L1]; break;
    case VECTOR_WRITES: *counts = s->vector_writes; break;
    case WORD_READS: *counts = s->word_reads; break;
    case WORD_WRITES: *counts = s->word_writes; break;
    case ENCODES: memcpy(counts, s->encodes, sizeof s->encodes); break;
    case DECODES: memcpy(counts, s->decodes, sizeof s->decodes); break;
    case NEAR: *counts = s->near_conflicts; break;
    default: *counts = s->count[activity - EVENTS]; break;
    }
}

const wf_system avc_system = {
    .kind = WF_CACHE,
    .activities = activities,
    .count = count,
    .codec = "affine",
    .baseline = "l1-ways=6 avc-ways=0 dec-latency=0",
};
