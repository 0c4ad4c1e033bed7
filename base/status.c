#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static _Thread_local char message[1024];

enum status fail(enum status code, const char *format, ...)
{
    char text[sizeof message]; /* the arguments may point into the old message */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t length;
    for (char *c = text; *c; c += length) /* always one line, whatever a name or a file contains */
        if (character_at(c, &length, NULL) != CHARACTER_PLAIN) memset(c, '?', length);
    memcpy(message, text, sizeof message);
    return code;
}

bool is_of_device(enum status status)
{
    return status == ERROR_DEVICE || status == ERROR_DEVICE_MEMORY || status == ERROR_ENVIRONMENT ||
           status == ERROR_UNSUPPORTED;
}

const char *fail_message(void)
{
    return message;
}
