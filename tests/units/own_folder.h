/* SPDX-License-Identifier: Apache-2.0
 *
 * own_folder.h - a folder of the test's own, `dir`, which goes at its end, and files in it. Include it after cmocka.h. */
#ifndef WF_TESTS_OWN_FOLDER_H
#define WF_TESTS_OWN_FOLDER_H

#include <stdio.h>
#include <stdlib.h>

#include "../../base/file.h"

static char *dir;

static inline int own_folder_make(void **state)
{
    static char path[] = "/tmp/warpfold-test-XXXXXX";
    (void)state;
    dir = mkdtemp(path);
    return dir ? 0 : -1;
}

static inline int own_folder_remove(void **state)
{
    (void)state;
    dir_remove(dir);
    return 0;
}

static inline char *put_file(const char *name, const void *data, size_t len)
{
    char *path = path_join(dir, name);
    remove(path); /* what replaces a file's bytes is written to the disk at once */
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, len, f), len);
    fclose(f);
    return path;
}

#endif
