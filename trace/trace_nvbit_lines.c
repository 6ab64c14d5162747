/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_nvbit_lines.h"

#include <ctype.h>
#include <string.h>

#include "../base/text.h"

/* NVBit's mem_trace: "CTX ... - CTA 0,0,0 - warp 0 - LDG.E - 0x00007f0000000000 ...", an opcode where the others have an instruction. */
static bool has_address_line(const char *head)
{
    for (const char *p = head; (p = strstr(p, " - warp ")) != NULL;) {
        p += strlen(" - warp ");
        size_t digits = strspn(p, "0123456789"), line = strcspn(p, "\n");
        const char *list = memmem(p, line, " - 0x", 5);
        if (digits > 0 && list != NULL && list > p + digits && memchr(p, ';', line) == NULL)
            return true;
    }
    return false;
}

bool nvbit_is_addresses(const char *head)
{
    return (strstr(head, "MEMTRACE: ") != NULL || has_address_line(head)) && strstr(head, "Reg0_T0") == NULL &&
           strstr(head, "Memory Addresses:") == NULL;
}

bool nvbit_is_header(const char *line)
{
    for (const char *p = line; (p = strstr(p, "CTA ")) != NULL; p++)
        if (isdigit((unsigned char)p[4]))
            return true;
    return strstr(line, "CTX 0x") != NULL;
}

/* Moves *p behind the text that is wanted and blanks around it. */
static bool pass(const char **p, const char *want)
{
    const char *at = *p + strspn(*p, " ");
    if (!starts_with(at, want))
        return false;
    at += strlen(want);
    *p = at + strspn(at, " ");
    return true;
}

/* The instruction behind "warp n -": "IADD3 R1, R2 ;:", "PC 16 - EXIT ;". NULL, or what is wrong. */
static char *header_text(nvbit_header *h, const char *sass)
{
    size_t len = strlen(sass);
    bool pc = pass(&sass, "PC ");

    if (pc && (!take_number(&sass, 10, UINT64_MAX, &h->pc) || !pass(&sass, "-")))
        return format_new("\"PC n -\" with a number of 64 bits expected");
    len = strlen(sass);
    if (len == 0 || (sass[len - 1] != ':' && !(pc && sass[len - 1] == ';')))
        return format_new("truncated: the line of an instruction ends with ':'");
    h->sass = format_new("%.*s", (int)(len - (sass[len - 1] == ':')), sass);
    return NULL;
}

char *nvbit_header_at(nvbit_header *h, const char *p)
{
    uint64_t x, y, z, warp;

    *h = (nvbit_header){0};
    if (!pass(&p, "CTA ") || !take_number(&p, 10, UINT64_MAX, &x) || !pass(&p, ",") || !take_number(&p, 10, UINT64_MAX, &y) ||
        !pass(&p, ",") || !take_number(&p, 10, UINT64_MAX, &z) || !pass(&p, "- warp ") || !take_number(&p, 10, UINT32_MAX, &warp) ||
        !pass(&p, "-"))
        return format_new("\"CTA x,y,z - warp n - instruction:\" expected");
    if (!cta_fits((double)x, (double)y, (double)z))
        return format_new("block %llu,%llu,%llu is outside of " CTA_LIMITS, (unsigned long long)x, (unsigned long long)y,
                          (unsigned long long)z);
    h->cta = x | y << 32 | z << 48;
    h->warp = (uint32_t)warp;
    char *what = header_text(h, p);
    h->valid = what == NULL;
    return what;
}

const char *nvbit_find_values(const char *line)
{
    for (const char *p = line; (p = strstr(p, "Reg")) != NULL; p++)
        if (isdigit((unsigned char)p[3]) && starts_with(p + 3 + strspn(p + 3, "0123456789"), "_T"))
            return p;
    return NULL;
}

char *nvbit_values_at(const char *p, uint64_t *ordinal, uint32_t *value)
{
    uint64_t number, thread, v;

    for (int lane = 0; lane < NVBIT_LANES; lane++) {
        const char *from = p += strspn(p, " ");
        bool right = pass(&p, "Reg") && take_number(&p, 10, UINT32_MAX, &number) && pass(&p, "_T") &&
                     take_number(&p, 10, NVBIT_LANES, &thread) && pass(&p, ":") && starts_with(p, "0x");
        const char *digits = p;
        if (!right || !take_number(&p, 16, UINT32_MAX, &v) || p - digits != 10 || thread != (uint64_t)lane ||
            (lane > 0 && number != *ordinal))
            return format_new("lane %d: \"RegN_T%02d: 0x\" and 8 hexadecimal digits expected at \"%.24s\"", lane, lane, from);
        *ordinal = number;
        value[lane] = (uint32_t)v;
    }
    if (*ordinal >= NVBIT_OPERANDS)
        return format_new("register operand %llu; accepted are 0 to %d", (unsigned long long)*ordinal, NVBIT_OPERANDS - 1);
    return NULL;
}

bool nvbit_addresses_at(const char *p, uint32_t *mask, uint64_t *addr)
{
    uint64_t lane, value;

    for (pass(&p, "*"); *(p += strspn(p, " ")) != '\0';) {
        if (!pass(&p, "T") || !take_number(&p, 10, NVBIT_LANES - 1, &lane) || !pass(&p, ":") || !starts_with(p, "0x") ||
            !take_number(&p, 16, UINT64_MAX, &value) || (*mask >> lane & 1))
            return false;
        *mask |= (uint32_t)1 << lane;
        addr[lane] = value;
    }
    return true;
}
