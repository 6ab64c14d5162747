/* SPDX-License-Identifier: Apache-2.0 */
#include "hash.h"

#include <openssl/evp.h>
#include <stdio.h>

#include "msg.h"

void hash_hex(const void *data, size_t len, char hex[HASH_DIGITS + 1])
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    if (!EVP_Digest(data, len, digest, NULL, EVP_sha256(), NULL))
        die("SHA-256 cannot be computed");
    for (unsigned i = 0; i < HASH_DIGITS / 2; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}
