/* A libnvidia-ml.so.1 without a GPU, for tests: FAKE_NVML in the environment says what its cards
 * read, item by item, separated by blanks, each NAME=VALUE:
 *
 *   cards=N                       so many cards (1), on the PCI buses 00, 01, ...
 *   init=CODE                     nvmlInit_v2 returns this code
 *   sm= memory= most_sm=          MHz (1500, 2600, 1980)
 *   temperature=                  degC (40)
 *   power= limit= default_limit=  mW (300000, 700000, 700000)
 *   energy=A,B,...                mJ; each reading takes the next number, the last one stays (1000)
 *   reasons=A,B,...               the same for the throttle reasons, in hexadecimal (0)
 *   persistence= ecc= mig=        0 or 1 (1, 1, 0)
 *   processes= busy=              number, per cent (0, 0)
 *   unsupported=NAME,...          these of the names above cannot be read
 *
 * Card k reads k more MHz, degC and mW than card 0. Compiled with -DOLD it has nothing that drivers
 * before 535 lack, with -DBROKEN not even what every driver has. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int nvmlInit_v2(void);
int nvmlShutdown(void);
const char *nvmlErrorString(int code);
int nvmlSystemGetDriverVersion(char *out, unsigned size);
int nvmlDeviceGetCount_v2(unsigned *out);
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **out);
int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **out);
int nvmlDeviceGetName(void *card, char *out, unsigned size);
int nvmlDeviceGetClockInfo(void *card, int which, unsigned *out);
int nvmlDeviceGetMaxClockInfo(void *card, int which, unsigned *out);
int nvmlDeviceGetTemperature(void *card, int sensor, unsigned *out);
int nvmlDeviceGetPowerUsage(void *card, unsigned *out);
int nvmlDeviceGetPowerManagementLimit(void *card, unsigned *out);
int nvmlDeviceGetPowerManagementDefaultLimit(void *card, unsigned *out);
int nvmlDeviceGetTotalEnergyConsumption(void *card, unsigned long long *out);
int nvmlDeviceGetCurrentClocksEventReasons(void *card, unsigned long long *out);
int nvmlDeviceGetCurrentClocksThrottleReasons(void *card, unsigned long long *out);
int nvmlDeviceGetPersistenceMode(void *card, unsigned *out);
int nvmlDeviceGetEccMode(void *card, unsigned *now, unsigned *later);
int nvmlDeviceGetMigMode(void *card, unsigned *now, unsigned *later);
int nvmlDeviceGetComputeRunningProcesses_v3(void *card, unsigned *count, void *list);
int nvmlDeviceGetUtilizationRates(void *card, unsigned out[2]);

enum { SUCCESS = 0, INVALID = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6, INSUFFICIENT_SIZE = 7 };

static char cards[256]; /* a card's handle is an address in here */

static unsigned index_of(const void *card)
{
    return (unsigned)((const char *)card - cards);
}

/* Returns the text of name in FAKE_NVML, after the '='; NULL: none. */
static const char *item(const char *name)
{
    const char *all = getenv("FAKE_NVML");
    size_t length = strlen(name);
    for (; all && *all; all += strcspn(all, " "), all += strspn(all, " "))
        if (!strncmp(all, name, length) && all[length] == '=') return all + length + 1;
    return NULL;
}

static unsigned long long number(const char *name, unsigned long long fallback)
{
    const char *text = item(name);
    return text ? strtoull(text, NULL, 10) : fallback;
}

/* Returns whether name is in the list of another item. */
static int listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = item(list); at; at = *at == ',' ? at + 1 : NULL) {
        size_t word = strcspn(at, ", ");
        if (word == length && !strncmp(at, name, length)) return 1;
        at += word;
    }
    return 0;
}

/* The turn-th number of a list, or its last. */
static unsigned long long scripted(const char *name, int base, unsigned turn,
                                   unsigned long long fallback)
{
    const char *text = item(name);
    char *end;
    if (!text) return fallback;
    unsigned long long value = strtoull(text, &end, base);
    while (turn-- && *end == ',') value = strtoull(end + 1, &end, base);
    return value;
}

static int give(const char *name, unsigned long long value, unsigned *out)
{
    if (listed("unsupported", name)) return NOT_SUPPORTED;
    *out = (unsigned)value;
    return SUCCESS;
}

static unsigned energy_turn, reasons_turn;

int nvmlInit_v2(void)
{
    energy_turn = reasons_turn = 0;
    return (int)number("init", 0);
}

int nvmlShutdown(void)
{
    return SUCCESS;
}

const char *nvmlErrorString(int code)
{
    static char text[32];
    snprintf(text, sizeof text, "fake error %d", code);
    return text;
}

int nvmlSystemGetDriverVersion(char *out, unsigned size)
{
    snprintf(out, size, "555.42");
    return SUCCESS;
}

int nvmlDeviceGetCount_v2(unsigned *out)
{
    *out = (unsigned)number("cards", 1);
    return SUCCESS;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **out)
{
    *out = &cards[index];
    return index < number("cards", 1) ? SUCCESS : INVALID;
}

#ifndef BROKEN
int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **out)
{
    unsigned index;
    if (sscanf(bus, "%*x:%2x:", &index) != 1 || index >= sizeof cards) return NOT_FOUND;
    return nvmlDeviceGetHandleByIndex_v2(index, out) == SUCCESS ? SUCCESS : NOT_FOUND;
}
#endif

int nvmlDeviceGetName(void *card, char *out, unsigned size)
{
    (void)card;
    snprintf(out, size, "Fake GPU");
    return SUCCESS;
}

int nvmlDeviceGetClockInfo(void *card, int which, unsigned *out)
{
    if (which == 1) return give("sm", number("sm", 1500) + index_of(card), out);
    return give("memory", number("memory", 2600) + index_of(card), out);
}

int nvmlDeviceGetMaxClockInfo(void *card, int which, unsigned *out)
{
    (void)card;
    return which == 1 ? give("most_sm", number("most_sm", 1980), out) : INVALID;
}

int nvmlDeviceGetTemperature(void *card, int sensor, unsigned *out)
{
    return sensor ? INVALID : give("temperature", number("temperature", 40) + index_of(card), out);
}

int nvmlDeviceGetPowerUsage(void *card, unsigned *out)
{
    return give("power", number("power", 300000) + index_of(card), out);
}

int nvmlDeviceGetPowerManagementLimit(void *card, unsigned *out)
{
    (void)card;
    return give("limit", number("limit", 700000), out);
}

int nvmlDeviceGetPowerManagementDefaultLimit(void *card, unsigned *out)
{
    (void)card;
    return give("default_limit", number("default_limit", 700000), out);
}

int nvmlDeviceGetTotalEnergyConsumption(void *card, unsigned long long *out)
{
    (void)card;
    *out = scripted("energy", 10, energy_turn++, 1000);
    return listed("unsupported", "energy") ? NOT_SUPPORTED : SUCCESS;
}

static int reasons(unsigned long long *out)
{
    *out = scripted("reasons", 16, reasons_turn++, 0);
    return listed("unsupported", "reasons") ? NOT_SUPPORTED : SUCCESS;
}

#ifndef OLD
int nvmlDeviceGetCurrentClocksEventReasons(void *card, unsigned long long *out)
{
    (void)card;
    return reasons(out);
}

int nvmlDeviceGetComputeRunningProcesses_v3(void *card, unsigned *count, void *list)
{
    (void)card, (void)list;
    *count = (unsigned)number("processes", 0);
    return *count ? INSUFFICIENT_SIZE : SUCCESS;
}
#endif

int nvmlDeviceGetCurrentClocksThrottleReasons(void *card, unsigned long long *out)
{
    (void)card;
    return reasons(out);
}

int nvmlDeviceGetPersistenceMode(void *card, unsigned *out)
{
    (void)card;
    return give("persistence", number("persistence", 1), out);
}

int nvmlDeviceGetEccMode(void *card, unsigned *now, unsigned *later)
{
    (void)card, (void)later;
    return give("ecc", number("ecc", 1), now);
}

int nvmlDeviceGetMigMode(void *card, unsigned *now, unsigned *later)
{
    (void)card, (void)later;
    return give("mig", number("mig", 0), now);
}

int nvmlDeviceGetUtilizationRates(void *card, unsigned out[2])
{
    (void)card;
    out[1] = 0;
    return give("busy", number("busy", 0), out);
}
