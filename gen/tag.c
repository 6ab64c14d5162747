/* SPDX-License-Identifier: Apache-2.0 */
#include "tag.h"

int tag_fields(const wf_codec *codec, const wf_config *config, const wf_sizes *sizes, wf_tag_field field[WF_MAX_TAG_FIELDS])
{
    if (codec->tag_fields)
        return codec->tag_fields(config, field);
    bool one = sizes->tag_bits == 1;
    field[0] =
        (wf_tag_field){"code", one ? "the class of the block" : "the code", sizes->tag_bits, 1, NULL, one ? WF_TAG_CLASSES : WF_TAG_ANY};
    return 1;
}

int tag_fixed(const wf_codec *codec, const wf_config *config, const wf_sizes *sizes)
{
    wf_tag_field field[WF_MAX_TAG_FIELDS];
    tag_fields(codec, config, sizes, field);
    return field[0].values == WF_TAG_CLASSES ? field[0].bits : sizes->tag_bits;
}

int tag_class(const wf_codec *codec, const wf_config *config, int value)
{
    int classes = 0, of = codec->tag_class ? codec->tag_class(config, value) : value;
    while (codec->class_names[classes])
        classes++;
    return of < classes ? of : -1;
}
