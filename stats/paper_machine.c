/* SPDX-License-Identifier: Apache-2.0 */
#include "paper_machine.h"

static const paper_machine machines[] = {
#define PAPER_MACHINE(...) {__VA_ARGS__},
#include "papers.def"
};

const paper_machine *paper_machine_default(void)
{
    return &machines[0];
}
