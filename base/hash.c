/* SPDX-License-Identifier: Apache-2.0 */
#include "hash.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "msg.h"
#include "text.h"

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

/* The files that were read. They are as old as the program, so no job frees them. */
typedef struct hashed_file {
    struct hashed_file *next;
    char *path, hash[HASH_DIGITS + 1];
} hashed_file;
static hashed_file *known;

static const hashed_file *read_file(const char *path)
{
    size_t len;
    char *data = file_read(path, &len);
    if (data == NULL)
        die_reading(errno, "cannot read %s", path);
    hashed_file *f = malloc(sizeof *f);
    if (f == NULL)
        die("out of memory");
    f->path = text_kept(path);
    hash_hex(data, len, f->hash);
    arena_free(data);
    f->next = known;
    return known = f;
}

const char *hash_file(const char *path)
{
    const hashed_file *f = known;
    while (f && strcmp(f->path, path) != 0)
        f = f->next;
    return (f ? f : read_file(path))->hash;
}

const char *hash_program(void)
{
    return hash_file("/proc/self/exe");
}
