/* SPDX-License-Identifier: Apache-2.0
 *
 * base.hh - a stand-in of gem5's compression::Base: what a compressor has from it, and what a cache does with a compressor. */
#ifndef TESTS_GEM5_BASE_HH
#define TESTS_GEM5_BASE_HH

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gem5
{

/* A number of cycles. It does not become a number, or come from one, unasked. */
class Cycles
{
    uint64_t c = 0;

  public:
    Cycles() = default;
    explicit constexpr Cycles(uint64_t cycles) : c(cycles)
    {
    }
    constexpr operator uint64_t() const
    {
        return c;
    }
};

struct BaseCacheCompressorParams {
    int block_size;
    unsigned chunk_size_bits;
    int size_threshold_percentage;
};

namespace compression
{

class Base
{
  public:
    class CompressionData
    {
        std::size_t bits = 0;

      public:
        virtual ~CompressionData() = default;
        void setSizeBits(std::size_t size)
        {
            bits = size;
        }
        std::size_t getSizeBits() const
        {
            return bits;
        }
    };

    typedef BaseCacheCompressorParams Params;

    Base(const Params &p)
        : blkSize((std::size_t)p.block_size), chunkSizeBits(p.chunk_size_bits),
          sizeThreshold(blkSize * (std::size_t)p.size_threshold_percentage / 100)
    {
    }
    virtual ~Base() = default;

    /* What a cache calls: a code above the threshold counts as a whole line. */
    std::unique_ptr<CompressionData> compress(const uint64_t *line, Cycles &comp_lat, Cycles &decomp_lat)
    {
        std::unique_ptr<CompressionData> data = compress(toChunks(line), comp_lat, decomp_lat);

        if (data->getSizeBits() > 8 * sizeThreshold)
            data->setSizeBits(8 * blkSize);
        return data;
    }

    /* For the test; gem5's own is protected. */
    void decompressLine(const CompressionData *data, uint64_t *line)
    {
        decompress(data, line);
    }

  protected:
    using Chunk = uint64_t;

    const std::size_t blkSize;
    const unsigned chunkSizeBits;
    const std::size_t sizeThreshold;

    std::vector<Chunk> toChunks(const uint64_t *line) const
    {
        const unsigned each = 64 / chunkSizeBits;
        std::vector<Chunk> chunks(blkSize / 8 * each);

        for (std::size_t i = 0; i < chunks.size(); i++)
            chunks[i] = line[i / each] << (64 - chunkSizeBits * (i % each + 1)) >> (64 - chunkSizeBits);
        return chunks;
    }

    void fromChunks(const std::vector<Chunk> &chunks, uint64_t *line) const
    {
        const unsigned each = 64 / chunkSizeBits;

        for (std::size_t i = 0; i < blkSize / 8; i++)
            line[i] = 0;
        for (std::size_t i = 0; i < chunks.size(); i++)
            line[i / each] |= chunks[i] << (chunkSizeBits * (i % each));
    }

    virtual std::unique_ptr<CompressionData> compress(const std::vector<Chunk> &chunks, Cycles &comp_lat, Cycles &decomp_lat) = 0;
    virtual void decompress(const CompressionData *data, uint64_t *line) = 0;
};

} // namespace compression
} // namespace gem5

#endif
