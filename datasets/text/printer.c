#include "datasets/text/printer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "datasets/format.h"

enum status printer_create(const char *folder, const char *name, uint64_t total,
                           struct printer *out)
{
    enum status status = OK;
    char *path = NULL;
    *out = (struct printer){.total = total};
    TRY(format_text(&path, "%s/%s", folder, name));
    TRY(allocate_zeroed(PRINTED_VALUES, sizeof *out->known, "writing a file", &out->known));
    TRY(file_create(path, format_origin.fresh ? NULL : &any_file, &out->file));
out:
    free(path);
    out->status = status;
    return status == OK ? OK : printer_finish(out);
}

static void print_bytes(struct printer *printer, const char *bytes, size_t size)
{
    if (printer->status == OK) printer->status = file_write(&printer->file, bytes, size);
}

static void printer_put_text(struct printer *printer, const char *text)
{
    print_bytes(printer, text, strlen(text));
}

static void print_count(struct printer *printer, uint64_t count)
{
    char digits[20], *at = digits + sizeof digits;
    do *--at = (char)('0' + count % 10);
    while (count /= 10);
    print_bytes(printer, at, (size_t)(digits + sizeof digits - at));
}

static void format_number(double value, char text[PRINTED_LENGTH])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, PRINTED_LENGTH, "%.*g", digits, value);
        if (strtod(text, NULL) == value) return;
    }
}

static void print_number(struct printer *printer, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    struct printed *known = &printer->known[(bits * 0x9e3779b97f4a7c15u >> 32) % PRINTED_VALUES];
    if (!*known->text || memcmp(&known->value, &value, sizeof value) != 0) {
        known->value = value;
        format_number(value, known->text);
    }
    printer_put_text(printer, known->text);
}

static void end_line(struct printer *printer)
{
    enum { SOME = 1 << 16 };
    print_bytes(printer, "\n", 1);
    if (++printer->lines % SOME == 0 && printer->status == OK &&
        !progress_hook_call("lines written", printer->lines, printer->total))
        printer->status = progress_hook_stopped();
}

void print(struct printer *printer, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    for (const char *at = format; *at; at++) {
        size_t plain = strcspn(at, "%\n");
        print_bytes(printer, at, plain);
        at += plain;
        if (!*at) break;
        if (*at == '\n') end_line(printer);
        else if (*++at == 's') printer_put_text(printer, va_arg(values, const char *));
        else if (*at == 'g') print_number(printer, va_arg(values, double));
        else if (*at == 'u') print_count(printer, va_arg(values, unsigned));
        else if (*at == '%') printer_put_text(printer, "%");
        else at++, print_count(printer, va_arg(values, unsigned long));
    }
    va_end(values);
}

enum status printer_finish(struct printer *printer)
{
    enum status status = printer->status;
    if (status == OK) status = file_commit(&printer->file);
    file_abandon(&printer->file);
    free(printer->known);
    *printer = (struct printer){0};
    return status;
}
