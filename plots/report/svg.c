#include "plots/report/svg.h"

#include <stdbool.h>
#include <string.h>

#include "base/output/html.h"

/* Returns the place behind "<name ...>...</name>" if the text at `at` begins with it, else at. */
static const char *skip_element(const char *at, const char *begin, const char *close)
{
    const char *end = strncmp(at, begin, strlen(begin)) ? NULL : strstr(at, close);
    return end ? end + strlen(close) : at;
}

/* Returns the place behind elements that say nothing: gnuplot's title, and groups without marks. */
static const char *skip_silent(const char *at)
{
    for (const char *begin = NULL; begin != at;) {
        begin = at;
        at = skip_element(skip_element(at, "<title>", "</title>"), "<desc>", "</desc>");
        const char *tag = strncmp(at, "<g ", 3) ? NULL : strchr(at, '>'),
                   *inside = tag ? tag + 1 + strspn(tag + 1, " \n") : "";
        if (!strncmp(inside, "</g>\n", 5)) at = inside + 5;
    }
    return at;
}

void svg_write(const char *svg, const char *prefix, const char *title, FILE *out)
{
    static const char *const forms[] = {" id=\"", " id='", "href=\"#", "href='#", "url(#"};
    const char *head = strstr(svg, "<svg"), *spaces = head ? strstr(head, " xmlns=") : NULL,
               *at = spaces ? strchr(spaces, '>') : NULL, *end = at ? strstr(at, "</svg>") : NULL;
    bool in_tag = true;
    if (!end) return;
    fputs("<svg role=\"img\" aria-label=\"", out);
    html_text(title, out);
    fprintf(out, "\"%.*s", (int)(spaces - head - 4), head + 4);
    while ((at = skip_silent(at)) < end) {
        size_t length = 0;
        if (*at == '<' || *at == '>') in_tag = *at == '<';
        for (size_t k = 0; in_tag && k < sizeof forms / sizeof *forms && !length; k++)
            if (!strncmp(at, forms[k], strlen(forms[k]))) length = strlen(forms[k]);
        fwrite(at, 1, length ? length : 1, out);
        if (length) fputs(prefix, out);
        at += length ? length : 1;
    }
    fputs("</svg>\n", out);
}
