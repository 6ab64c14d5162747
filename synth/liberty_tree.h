/* SPDX-License-Identifier: Apache-2.0
 *
 * liberty_tree.h - the structure of a Liberty file: groups `name (args) { ... }`, attributes `name : value ;` and
 * `name (args) ;`. Groups of tables are left out, or empty; of timing the attribute
 * related_pin is there. */
#ifndef WF_LIBERTY_TREE_H
#define WF_LIBERTY_TREE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lib_node {
    char *name;
    char *value; /* the attribute's value or the text between the parentheses, without quotes */
    bool group;
    size_t from, to; /* place in the source */
    struct lib_node *child, *next;
} lib_node;

/* The library group, or NULL with *error. */
lib_node *lib_tree_read(const char *source, size_t len, char **error);
/* The same with what it tells of power: leakage_power, internal_power, power_lut_template, pg_pin. lib_tree_read leaves these groups empty. */
lib_node *lib_tree_read_power(const char *source, size_t len, char **error);
void lib_tree_free(lib_node *node);
/* Value of a node's attribute; NULL if it has none. */
const char *lib_value(const lib_node *node, const char *name);
/* The n-th comma-separated argument, trimmed; "" if there is none. */
char *lib_argument(const lib_node *node, int n);

#endif
