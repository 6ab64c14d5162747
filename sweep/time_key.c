/* SPDX-License-Identifier: Apache-2.0 */
#include "time_key.h"

#include <string.h>

#include "../base/msg.h"
#include "../gen/design.h"
#include "../machine/machine_file.h"

static void check_machine(const sweep_key *k, const char *name)
{
    machine m;
    machine_read(&m, name);
    if (m.compress != MACHINE_PLAIN)
        die_usage("%s: %s compresses lines; expected a machine that does not", k->where, m.name);
}

void time_key_check(const sweep_set *s, const sweep_key *k)
{
    const sweep_key *units = sweep_set_find(s, "unit");
    for (int i = 0; i < k->count; i++) {
        design d;
        if (strcmp(k->values[i], SWEEP_DEFAULT) == 0)
            continue;
        for (int u = 0; u < units->count; u++) {
            design_init_named(&d, units->values[u], units->where);
            if (!wf_is_kind(d.unit, WF_REGISTER_FILE))
                die_usage("%s: %s is no register file; expected in [set %s] are units of this kind alone", k->where, units->values[u],
                          s->name);
        }
        if (sweep_set_find(s, "trace") == NULL)
            die_usage("%s: there is nothing to run; expected trace = FILE ... in [set %s]", k->where, s->name);
        check_machine(k, k->values[i]);
    }
}

char *time_key_fault(const char *value, int lanes, int traces)
{
    machine m;
    machine_read(&m, value);
    if (m.lanes != lanes)
        return format_new("the machine %s has %d lanes", m.name, m.lanes);
    return traces == 0 ? format_new("none of its traces has %d lanes", m.lanes) : NULL;
}

char *time_key_machine(const char *value)
{
    machine m;
    machine_read(&m, value);
    return format_new("%s", m.name);
}
