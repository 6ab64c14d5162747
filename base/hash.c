/* SPDX-License-Identifier: Apache-2.0 */
#include "hash.h"

#include <nettle/sha2.h>
#include <nettle/version.h>
#include <stdint.h>
#include <stdio.h>

void hash_hex(const void *data, size_t len, char hex[HASH_DIGITS + 1])
{
    struct sha256_ctx sum;
    uint8_t digest[SHA256_DIGEST_SIZE];

    sha256_init(&sum);
    sha256_update(&sum, len, data);
#if NETTLE_VERSION_MAJOR < 4
    sha256_digest(&sum, sizeof digest, digest);
#else
    sha256_digest(&sum, digest);
#endif
    for (unsigned i = 0; i < sizeof digest; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}
