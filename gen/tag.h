/* SPDX-License-Identifier: Apache-2.0
 *
 * tag.h - the fields of a codec's tag. */
#ifndef WF_TAG_H
#define WF_TAG_H

#include "../cmodel/warpfold.h"

/* Fills in the fields from bit 0 on and returns how many; one field `code` for a codec that does not tell them. */
int tag_fields(const wf_codec *codec, const wf_config *config, const wf_sizes *sizes, wf_tag_field field[WF_MAX_TAG_FIELDS]);

/* How many of the lowest bits of the tag tell where a code has what: those of its first field if that is the class, else all. */
int tag_fixed(const wf_codec *codec, const wf_config *config, const wf_sizes *sizes);

/* The class of a value of the first field, if that has classes; -1: none. */
int tag_class(const wf_codec *codec, const wf_config *config, int value);

#endif
