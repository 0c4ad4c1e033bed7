#include "store/facts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/columns.h"

enum status facts_add(struct facts *facts, const char *name, const char *format, ...)
{
    char value[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    struct fact fact = {0};
    enum status status = OK;
    TRY(copy_text(name, &fact.name));
    TRY(copy_text(value, &fact.value));
    TRY(reallocate(&facts->fact, facts->count + 1, sizeof fact, "facts"));
    facts->fact[facts->count++] = fact;
    return OK;
out:
    free(fact.name);
    free(fact.value);
    return status;
}

struct quantity quantity(double value, const char *unit)
{
    struct quantity out = {"unknown"};
    if (!isnan(value))
        snprintf(out.text, sizeof out.text, "%.4g%s%s", value, *unit ? " " : "", unit);
    return out;
}

void facts_free(struct fact *facts, size_t count)
{
    rows_free(GROUP_BUILD, facts, count);
}

enum status facts_finish(enum status status, struct facts *facts, struct fact **out, size_t *count)
{
    if (status != OK) {
        facts_free(facts->fact, facts->count);
        *facts = (struct facts){0};
    }
    *out = facts->fact;
    *count = facts->count;
    return status;
}

const char *fact_value(const struct fact *facts, size_t count, const char *name)
{
    for (size_t k = 0; k < count; k++)
        if (!strcmp(facts[k].name, name)) return facts[k].value;
    return "";
}
