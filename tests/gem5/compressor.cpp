/* SPDX-License-Identifier: Apache-2.0
 *
 * compressor - runs examples/gem5/warpfold_compressor.hh on the lines of a file, as a cache would (gem5.sh):
 *     compressor MANIFEST FILE BYTES CHUNK IN_TAGS BY_BYTES
 * BYTES of a line, CHUNK bits of a chunk, IN_TAGS 0 or 1: encoding_in_tags, BY_BYTES 0 or 1: by_bytes. It prints a row
 * "line,offset,bits,encode,decode" for each line; the last two are cycles. It ends with code 1 if a line does not come back, and with 2 and the message if gem5 would end. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>

#include "warpfold_compressor.hh"

using namespace gem5;

/* Does a line come back from its code? A byte of `back` that is not written differs from the line's. */
static bool comesBack(compression::Base &compressor, const compression::Base::CompressionData *data, const std::vector<uint64_t> &line)
{
    std::vector<uint64_t> back;

    for (uint64_t word : line)
        back.push_back(~word);
    compressor.decompressLine(data, back.data());
    return back == line;
}

static int run(char **argument)
{
    WarpfoldCompressorParams p;
    p.block_size = std::atoi(argument[3]);
    p.chunk_size_bits = (unsigned)std::atoi(argument[4]);
    p.size_threshold_percentage = 99;
    p.manifest = argument[1];
    p.encoding_in_tags = std::atoi(argument[5]) != 0;
    p.by_bytes = std::atoi(argument[6]) != 0;

    compression::Warpfold own(p);
    compression::Base &compressor = own;
    std::vector<uint64_t> line((std::size_t)p.block_size / 8);
    std::ifstream file(argument[2], std::ios::binary);
    for (int i = 0; file.read(reinterpret_cast<char *>(line.data()), p.block_size); i++) {
        Cycles encode, decode;
        const auto data = compressor.compress(line.data(), encode, decode);
        if (!comesBack(compressor, data.get(), line)) {
            std::printf("line %d does not come back\n", i);
            return 1;
        }
        std::printf("%d,%d,%d,%d,%d\n", i, i * p.block_size, (int)data->getSizeBits(), (int)encode, (int)decode);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 7)
        return 2;
    try {
        return run(argv);
    } catch (const std::exception &e) {
        std::fprintf(stderr, "fatal: %s\n", e.what());
        return 2;
    }
}
