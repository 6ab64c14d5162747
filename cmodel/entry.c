/* SPDX-License-Identifier: Apache-2.0
 *
 * entry - what a program asks of a unit in a configuration, which is judged first. A codec's functions are in registry.c. */
#include <string.h>

#include "fault.h"

/* ---- Geometry and ports ---- */

wf_status wf_sizes_of(const wf_unit *unit, const wf_config *config, wf_sizes *sizes, char *why)
{
    if (no_unit(unit, why))
        return WF_ERR_CONFIG;
    if (!unit->codec)
        fault(why, "%s is no codec; it has streams", unit->name);
    return unit->codec && !wf_config_error(unit, config, why) ? unit->codec->sizes(config, sizes, NULL) : WF_ERR_CONFIG;
}

wf_status wf_streams_of(const wf_unit *unit, const wf_config *config, wf_streams *streams, char *why)
{
    if (no_unit(unit, why))
        return WF_ERR_CONFIG;
    if (unit->codec)
        fault(why, "%s is a codec; it has sizes", unit->name);
    return !unit->codec && !wf_config_error(unit, config, why) ? unit->streams(config, streams, NULL) : WF_ERR_CONFIG;
}

/* ---- Models ---- */

wf_status wf_eval(const wf_unit *unit, const wf_config *config, const uint32_t *in, uint32_t *out)
{
    if (!unit || !unit->eval || wf_config_error(unit, config, NULL))
        return WF_ERR_CONFIG;
    unit->eval(config, in, out);
    return WF_OK;
}

/* The state of a stepped unit, as programs have it: whose it is, then the unit's own. To judge the configuration in every cycle would take longer
 * than the cycle; to compare it does not. */
typedef union {
    struct {
        const wf_unit *unit;
        wf_config config;
    };
    max_align_t aligned;
} owner;

/* The unit's own state; NULL: it is of another configuration or unit. */
static void *own_state(const wf_unit *unit, const wf_config *config, void *state)
{
    const owner *of = state;
    return unit && unit->stepped && of->unit == unit && memcmp(&of->config, config, sizeof *config) == 0 ? (char *)state + sizeof *of
                                                                                                         : NULL;
}

size_t wf_state_size(const wf_unit *unit, const wf_config *config)
{
    return unit && unit->stepped && !wf_config_error(unit, config, NULL) ? sizeof(owner) + unit->stepped->state_size(config) : 0;
}

wf_status wf_reset(const wf_unit *unit, const wf_config *config, void *state)
{
    if (!unit || !unit->stepped || wf_config_error(unit, config, NULL))
        return WF_ERR_CONFIG;
    memset(state, 0, sizeof(owner));
    *(owner *)state = (owner){.unit = unit, .config = *config};
    unit->stepped->reset(config, (char *)state + sizeof(owner));
    return WF_OK;
}

wf_status wf_outputs(const wf_unit *unit, const wf_config *config, const void *state, uint32_t *out, uint32_t *care)
{
    const void *own = own_state(unit, config, (void *)state);
    if (own)
        unit->stepped->outputs(config, own, out, care);
    return own ? WF_OK : WF_ERR_CONFIG;
}

wf_status wf_clock(const wf_unit *unit, const wf_config *config, void *state, const uint32_t *in)
{
    void *own = own_state(unit, config, state);
    if (own)
        unit->stepped->clock(config, own, in);
    return own ? WF_OK : WF_ERR_CONFIG;
}
