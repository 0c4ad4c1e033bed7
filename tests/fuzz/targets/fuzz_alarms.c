/* Feeds alarms.txt, the file of what is known about the alarms of a history: the input is the file.
 * It must end in a clean refusal, or in lines whose texts are there and have no control characters.
 */
#include <math.h>

#include "analysis/history/kept_alarms.h"
#include "tests/fuzz/fuzz.h"

static void fuzz_begin(void) {}

static void check_plain(const char *text)
{
    for (; *text; text++) require((unsigned char)*text >= ' ');
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct kept_alarm *kept;
    size_t count;
    memory_file_put(KEPT_ALARMS_NAME, bytes, size);
    if (kept_alarms_read(MEMORY_PATH(KEPT_ALARMS_NAME), &kept, &count) != OK)
        require_clean_message();
    for (size_t k = 0; k < count; k++) {
        const char *const texts[] = {kept[k].day,     kept[k].became,  kept[k].machine,
                                     kept[k].source,  kept[k].variant, kept[k].settings,
                                     kept[k].note};
        require((unsigned)kept[k].verdict < NKEPT_VERDICTS);
        require(isnan(kept[k].change) || kept[k].change > 0);
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) check_plain(texts[j]);
    }
    kept_alarms_free(kept, count);
}
