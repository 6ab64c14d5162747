# SPDX-License-Identifier: Apache-2.0

from m5.objects.Compressors import BaseCacheCompressor
from m5.params import *


class WarpfoldCompressor(BaseCacheCompressor):
    type = "WarpfoldCompressor"
    cxx_class = "gem5::compression::Warpfold"
    cxx_header = "warpfold_compressor.hh"

    manifest = Param.String("manifest.json of a design of `warpfold gen`")
    encoding_in_tags = Param.Bool(
        True, "the code's tag is in the cache's tag array, and not counted"
    )
    by_bytes = Param.Bool(
        True,
        "a codec that chooses among others takes the code of the fewest bytes, "
        "whatever the manifest says; False: as the design does",
    )

    chunk_size_bits = 64
    # A code of any size is kept; only raw lines count as failed
    size_threshold_percentage = 99
