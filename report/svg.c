/* SPDX-License-Identifier: Apache-2.0 */
#include "svg.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* The bytes of the UTF-8 character at s; 0: it is none, or none that XML takes. */
static size_t character(const char *s)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*s;
    size_t n = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf8 ? 4 : 0;
    if (n < 2)
        return n;
    uint32_t code = first & (0xffu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if (((unsigned char)s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | ((unsigned char)s[i] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000, none = (code & 0xfffe) == 0xfffe;
    return code < least[n] || code > 0x10ffff || surrogate || none ? 0 : n;
}

void svg_escape(text *t, const char *s)
{
    size_t n;
    for (; *s; s += n > 0 ? n : 1) {
        n = character(s);
        switch (*s) {
        case '&': text_puts(t, "&amp;"); break;
        case '<': text_puts(t, "&lt;"); break;
        case '>': text_puts(t, "&gt;"); break;
        case '"': text_puts(t, "&quot;"); break;
        default:
            if (n == 0)
                text_puts(t, "\ufffd");
            else if ((unsigned char)*s < 0x20)
                text_puts(t, " ");
            else
                text_add(t, s, n);
        }
    }
}

char *svg_shortened(const char *s, int most)
{
    size_t len = 0;
    if (text_letters(s) <= most)
        return format_new("%s", s);
    for (int n = 0; s[len]; len++) {
        n += ((unsigned char)s[len] & 0xc0) != 0x80;
        if (n == most)
            break;
    }
    return format_new("%.*s…", (int)len, s);
}

static void add_title(text *t, const char *tag, const char *s)
{
    text_printf(t, "<%s>", tag);
    svg_escape(t, s);
    text_printf(t, "</%s>", tag);
}

void svg_begin(text *t, double w, double h, const char *class, const char *title, const char *desc)
{
    text_printf(t, "<svg class=\"%s\" viewBox=\"0 0 %g %g\" role=\"img\">", class, w, h);
    add_title(t, "title", title);
    if (desc)
        add_title(t, "desc", desc);
    text_puts(t, "\n");
}

void svg_end(text *t)
{
    text_puts(t, "</svg>\n");
}

void svg_rect(text *t, double x, double y, double w, double h, double radius, const char *class)
{
    text_printf(t, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"", x, y, w, h);
    if (radius > 0)
        text_printf(t, " rx=\"%g\"", radius);
    text_printf(t, " class=\"%s\"/>\n", class);
}

void svg_line(text *t, double x1, double y1, double x2, double y2, const char *class)
{
    text_printf(t, "<path d=\"M%g %gL%g %g\" class=\"%s\"/>\n", x1, y1, x2, y2, class);
}

void svg_arrow(text *t, double x1, double y1, double x2, double y2, const char *class)
{
    double length = hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    const double head = 5, half = 3;
    svg_line(t, x1, y1, x2 - ux * head, y2 - uy * head, class);
    text_printf(t, "<path d=\"M%g %gL%g %gL%g %gZ\" class=\"head\"/>\n", x2, y2, x2 - ux * head - uy * half, y2 - uy * head + ux * half,
                x2 - ux * head + uy * half, y2 - uy * head - ux * half);
}

void svg_text(text *t, double x, double y, char anchor, const char *class, const char *format, ...)
{
    char line[256];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_printf(t, "<text x=\"%g\" y=\"%g\" class=\"%s\"", x, y, class);
    if (anchor != 's')
        text_printf(t, " text-anchor=\"%s\"", anchor == 'm' ? "middle" : "end");
    text_puts(t, ">");
    svg_escape(t, line);
    text_puts(t, "</text>\n");
}

bool svg_bar(text *t, const svg_part *parts, int n, double max, double mark, const char *title)
{
    /* Widths in thousandths of the cell; stretched, so nothing round or written inside. */
    const double width = 1000;
    double scale = max > 0 && isfinite(max) ? width / max : 0, x = 0, sum = 0;
    text_printf(t, "<svg class=\"bar\" viewBox=\"0 0 %g 16\" preserveAspectRatio=\"none\" role=\"img\">", width);
    add_title(t, "title", title);
    text_puts(t, "<path d=\"M0 0H1000V16H0Z\" class=\"track\"/>");
    for (int i = 0; i < n && scale > 0; i++) {
        if (!isfinite(parts[i].value) || parts[i].value <= 0)
            continue;
        sum += parts[i].value;
        double w = fmin(parts[i].value * scale, width - x);
        if (w <= 0)
            continue;
        text_printf(t, "<rect x=\"%.1f\" width=\"%.1f\" height=\"16\" class=\"%s\">", x, w, parts[i].class);
        if (parts[i].label)
            add_title(t, "title", parts[i].label);
        text_puts(t, "</rect>");
        x += w;
    }
    if (isfinite(mark) && scale > 0)
        text_printf(t, "<path d=\"M%.1f 0V16\" class=\"mark\"/>", fmin(mark * scale, width));
    bool cut = scale > 0 && sum > max * (1 + 1e-6); /* sums are rounded */
    if (cut)
        text_puts(t, "<path d=\"M920 16L940 0M945 16L965 0\" class=\"break\"/>");
    text_puts(t, "</svg>");
    return cut;
}
