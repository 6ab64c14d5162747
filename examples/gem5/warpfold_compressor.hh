/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold_compressor.hh - a line codec of Warpfold as a compressor of gem5's caches (docs/gem5.md). The manifest of a design says which
 * codec it is, with which parameters and which latencies. The golden model, libwarpfold, encodes and decodes. */
#ifndef WARPFOLD_COMPRESSOR_HH
#define WARPFOLD_COMPRESSOR_HH

#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <warpfold.h>

#include "base/logging.hh"
#include "mem/cache/compressors/base.hh"
#include "params/WarpfoldCompressor.hh"

namespace gem5
{

namespace compression
{

class Warpfold : public Base
{
  public:
    typedef WarpfoldCompressorParams Params;

    Warpfold(const Params &p) : Base(p), path(p.manifest), encodingInTags(p.encoding_in_tags)
    {
        const Values manifest = readManifest();
        const std::string name = get(manifest, "unit");
        const wf_unit *unit = wf_find_unit(name.c_str());
        char why[WF_WHY];

        fatal_if(unit == nullptr, "%s: libwarpfold %s has no unit %s", path, WF_VERSION, name);
        fatal_if(unit->codec == nullptr || !unit->line, "%s: %s is no codec of cache lines", path, name);
        fatal_if(getNumber(manifest, "line") != (int)blkSize, "%s: of lines of %s bytes; the cache's have %d", path, get(manifest, "line"),
                 (int)blkSize);
        codec = unit->codec;
        config = wf_default_config(unit, (int)blkSize);
        setParams(unit, unit, manifest, "", config);
        fatal_if(wf_config_error(unit, &config, why), "%s: %s", path, why);
        if (p.by_bytes)
            preferBytes(unit);
        if (codec->choice != nullptr)
            inform("%s: %s takes %s", path, name, codec->choice(&config));
        fatal_if(wf_sizes_of(unit, &config, &sizes, why) != WF_OK, "%s: %s", path, why);
        encLatency = Cycles(getNumber(manifest, "enc_latency"));
        decLatency = Cycles(getNumber(manifest, "dec_latency"));
    }

  protected:
    /* A line as the codec stores it. */
    struct Code : public CompressionData {
        wf_code code;
    };

    /* The strings and numbers of a manifest, by their keys. */
    typedef std::map<std::string, std::string> Values;

    const std::string path;    /* of the manifest, for messages */
    const bool encodingInTags; /* the code's tag is in the cache's tag array, and not counted */
    const wf_codec *codec;
    wf_config config;
    wf_sizes sizes;
    Cycles encLatency, decLatency;

    std::unique_ptr<CompressionData> compress(const std::vector<Chunk> &chunks, Cycles &comp_lat, Cycles &decomp_lat) override
    {
        std::vector<uint64_t> line(blkSize / 8);
        std::vector<uint32_t> block;
        std::unique_ptr<Code> data(new Code);
        wf_input in = wf_input();

        fromChunks(chunks, line.data());
        for (uint64_t word : line) {
            block.push_back((uint32_t)word);
            block.push_back((uint32_t)(word >> 32));
        }
        in.block = block.data();
        wf_encode(codec, &config, &in, &data->code);
        data->setSizeBits(wf_size(codec, &config, &data->code) + (encodingInTags ? 0 : sizes.tag_bits));
        comp_lat = encLatency;
        decomp_lat = decLatency;
        return data;
    }

    void decompress(const CompressionData *comp_data, uint64_t *line) override
    {
        const wf_code &code = static_cast<const Code *>(comp_data)->code;
        uint32_t block[WF_MAX_WORDS];

        fatal_if(wf_decode(codec, &config, &code, block) != WF_OK, "%s: a code that its encoder does not write", path);
        for (std::size_t i = 0; i < blkSize / 8; i++)
            line[i] = block[2 * i] | (uint64_t)block[2 * i + 1] << 32;
    }

  private:
    /* A line of a manifest is a key and a value, `"key": "text",` or `"key": 7,`. The keys of its files, below "files", are not needed. */
    Values readManifest() const
    {
        std::ifstream file(path);
        std::string text;
        Values values;

        fatal_if(!file, "%s: cannot open the manifest; make the design with `warpfold gen`", path);
        while (std::getline(file, text) && text.find("\"files\"") == std::string::npos) {
            const std::size_t from = text.find('"'), to = text.find("\":");
            if (from == std::string::npos || to == std::string::npos)
                continue;
            const std::size_t begin = text.find_first_not_of(" \t\"", to + 2), end = text.find_last_not_of(" \t\r\",");
            if (begin != std::string::npos && end >= begin)
                values[text.substr(from + 1, to - from - 1)] = text.substr(begin, end + 1 - begin);
        }
        return values;
    }

    std::string get(const Values &manifest, const std::string &key) const
    {
        const auto found = manifest.find(key);

        fatal_if(found == manifest.end(), "%s: no \"%s\"; the manifest of a codec of cache lines is expected", path, key);
        return found->second;
    }

    int getNumber(const Values &manifest, const std::string &key) const
    {
        return std::atoi(get(manifest, key).c_str());
    }

    /* Sets the parameters of a unit in the whole and of its children, which the manifest has as "parameter" and "child.parameter". Those that it
     * does not have, the parent sets itself. */
    void setParams(const wf_unit *whole, const wf_unit *unit, const Values &manifest, const std::string &prefix, wf_config &into) const
    {
        char why[WF_WHY];

        for (const wf_param *p = unit->params; p->name != nullptr; p++) {
            const std::string name = prefix + p->name;
            fatal_if(manifest.count(name) > 0 && wf_set_param(whole, &into, name.c_str(), get(manifest, name).c_str(), why) != WF_OK,
                     "%s: %s", path, why);
        }
        for (const wf_child *child = unit->children; child != nullptr && child->name != nullptr; child++)
            setParams(whole, child->unit, manifest, prefix + child->name + ".", into);
    }

    /* A cache counts bytes: the parameters with which codes have the fewest of them (wf_codec.by_bytes) stand before the manifest's. What the unit
     * does not take with its other parameters stays. */
    void preferBytes(const wf_unit *unit)
    {
        std::istringstream words(codec->by_bytes != nullptr ? codec->by_bytes : "");
        std::string word;
        wf_config fewest = config;

        while (words >> word) {
            const std::size_t end = word.find('=');
            setParams(unit, unit, Values{{word.substr(0, end), word.substr(end + 1)}}, "", fewest);
        }
        if (!wf_config_error(unit, &fewest, nullptr))
            config = fewest;
    }
};

} // namespace compression
} // namespace gem5

#endif
