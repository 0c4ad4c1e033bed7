#include "harness/machine/nvml.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "store/results.h"

/* The part of nvml.h that is used here; the driver does not install that header. */
enum {
    NVML_SUCCESS = 0,
    NVML_INSUFFICIENT_SIZE = 7,
    CLOCK_SM = 1,
    CLOCK_MEMORY = 2,
    SENSOR_GPU = 0
};
struct utilisation {
    unsigned gpu, memory; /* per cent */
};

#define REQUIRED(FUNCTION)                                            \
    FUNCTION(int, nvmlInit_v2, (void))                                \
    FUNCTION(int, nvmlShutdown, (void))                               \
    FUNCTION(const char *, nvmlErrorString, (int))                    \
    FUNCTION(int, nvmlDeviceGetCount_v2, (unsigned *))                \
    FUNCTION(int, nvmlDeviceGetHandleByIndex_v2, (unsigned, void **)) \
    FUNCTION(int, nvmlDeviceGetHandleByPciBusId_v2, (const char *, void **))

/* Functions that a driver may lack; their readings are then missing. */
#define OPTIONAL(FUNCTION)                                                                   \
    FUNCTION(int, nvmlSystemGetDriverVersion, (char *, unsigned))                            \
    FUNCTION(int, nvmlDeviceGetName, (void *, char *, unsigned))                             \
    FUNCTION(int, nvmlDeviceGetClockInfo, (void *, int, unsigned *))                         \
    FUNCTION(int, nvmlDeviceGetMaxClockInfo, (void *, int, unsigned *))                      \
    FUNCTION(int, nvmlDeviceGetTemperature, (void *, int, unsigned *))                       \
    FUNCTION(int, nvmlDeviceGetPowerUsage, (void *, unsigned *))                             \
    FUNCTION(int, nvmlDeviceGetPowerManagementLimit, (void *, unsigned *))                   \
    FUNCTION(int, nvmlDeviceGetPowerManagementDefaultLimit, (void *, unsigned *))            \
    FUNCTION(int, nvmlDeviceGetTotalEnergyConsumption, (void *, unsigned long long *))       \
    FUNCTION(int, nvmlDeviceGetCurrentClocksEventReasons, (void *, unsigned long long *))    \
    FUNCTION(int, nvmlDeviceGetCurrentClocksThrottleReasons, (void *, unsigned long long *)) \
    FUNCTION(int, nvmlDeviceGetPersistenceMode, (void *, unsigned *))                        \
    FUNCTION(int, nvmlDeviceGetEccMode, (void *, unsigned *, unsigned *))                    \
    FUNCTION(int, nvmlDeviceGetMigMode, (void *, unsigned *, unsigned *))                    \
    FUNCTION(int, nvmlDeviceGetComputeRunningProcesses_v3, (void *, unsigned *, void *))     \
    FUNCTION(int, nvmlDeviceGetUtilizationRates, (void *, struct utilisation *))

static struct {
    void *library; /* NULL: closed */
#define FUNCTION(type, name, arguments) type(*name) arguments;
    REQUIRED(FUNCTION) OPTIONAL(FUNCTION)
#undef FUNCTION
} nvml;

static enum status said(int code, const char *what)
{
    if (code == NVML_SUCCESS) return OK;
    return fail(ERROR_ENVIRONMENT, "NVML: %s: %s", what, nvml.nvmlErrorString(code));
}

static enum status nvml_find_functions(const char *name)
{
    const char *lacking = NULL;
#define FUNCTION(type, function, arguments) \
    *(void **)&nvml.function = dlsym(nvml.library, #function);
    REQUIRED(FUNCTION)
    OPTIONAL(FUNCTION)
#undef FUNCTION
#define FUNCTION(type, function, arguments) \
    if (!nvml.function) lacking = #function;
    REQUIRED(FUNCTION)
#undef FUNCTION
    if (lacking)
        return fail(ERROR_ENVIRONMENT, "NVML: %s has no %s: the driver is too old", name, lacking);
    return OK;
}

enum status nvml_open(const char *name)
{
    enum status status = OK;
    if (nvml.library) return OK;
    if (!name) name = "libnvidia-ml.so.1";
    nvml.library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!nvml.library)
        return fail(ERROR_ENVIRONMENT, "NVML, of the NVIDIA driver, cannot be loaded: %s",
                    dlerror());
    TRY(nvml_find_functions(name));
    TRY(said(nvml.nvmlInit_v2(), "starting"));
    return OK;
out:
    dlclose(nvml.library);
    nvml.library = NULL;
    return status;
}

void nvml_close(void)
{
    if (!nvml.library) return;
    nvml.nvmlShutdown();
    dlclose(nvml.library);
    nvml.library = NULL;
}

enum status nvml_count(unsigned *out)
{
    return said(nvml.nvmlDeviceGetCount_v2(out), "counting GPUs");
}

enum status nvml_card_at(unsigned index, struct nvml_card *out)
{
    return said(nvml.nvmlDeviceGetHandleByIndex_v2(index, &out->handle), "opening a GPU");
}

enum status nvml_card_on(const char *bus, struct nvml_card *out)
{
    char what[64];
    snprintf(what, sizeof what, "opening GPU %s", bus);
    return said(nvml.nvmlDeviceGetHandleByPciBusId_v2(bus, &out->handle), what);
}

const char *nvml_driver(void)
{
    static char version[96];
    if (!nvml.nvmlSystemGetDriverVersion ||
        nvml.nvmlSystemGetDriverVersion(version, sizeof version) != NVML_SUCCESS)
        version[0] = '\0';
    return version;
}

/* Reads value from the card with the function; NaN if the function is missing or fails. */
#define READ(value, function, ...) \
    (nvml.function && nvml.function(card.handle, __VA_ARGS__) == NVML_SUCCESS ? (value) : NAN)

double nvml_energy(struct nvml_card card)
{
    unsigned long long millijoules;
    return READ((double)millijoules * 1e-3, nvmlDeviceGetTotalEnergyConsumption, &millijoules);
}

/* Drivers before 535 know only the second of the two names. */
static uint64_t reasons_of(struct nvml_card card)
{
    unsigned long long reasons;
    int (*read)(void *, unsigned long long *) =
        nvml.nvmlDeviceGetCurrentClocksEventReasons
            ? nvml.nvmlDeviceGetCurrentClocksEventReasons
            : nvml.nvmlDeviceGetCurrentClocksThrottleReasons;
    return read && read(card.handle, &reasons) == NVML_SUCCESS ? reasons : MISSING;
}

void nvml_read(struct nvml_card card, struct nvml_reading *out)
{
    unsigned value;
    out->sm_clock = READ(value * 1e6, nvmlDeviceGetClockInfo, CLOCK_SM, &value);
    out->memory_clock = READ(value * 1e6, nvmlDeviceGetClockInfo, CLOCK_MEMORY, &value);
    out->temperature = READ(value, nvmlDeviceGetTemperature, SENSOR_GPU, &value);
    out->power = READ(value * 1e-3, nvmlDeviceGetPowerUsage, &value);
    out->energy = nvml_energy(card);
    out->reasons = reasons_of(card);
}

/* Number of processes on the card. Without room for the list, NVML returns its length. */
static double processes_on(struct nvml_card card)
{
    unsigned count = 0;
    if (!nvml.nvmlDeviceGetComputeRunningProcesses_v3) return NAN;
    int code = nvml.nvmlDeviceGetComputeRunningProcesses_v3(card.handle, &count, NULL);
    return code == NVML_SUCCESS || code == NVML_INSUFFICIENT_SIZE ? count : NAN;
}

/* Reads the properties. NVML returns some modes twice: the current one, and that after the next
 * start (later). */
void nvml_describe(struct nvml_card card, struct nvml_facts *out)
{
    unsigned value, later;
    struct utilisation busy;
    if (isnan(READ(0, nvmlDeviceGetName, out->name, sizeof out->name))) out->name[0] = '\0';
    out->power_limit = READ(value * 1e-3, nvmlDeviceGetPowerManagementLimit, &value);
    out->default_power_limit = READ(value * 1e-3, nvmlDeviceGetPowerManagementDefaultLimit, &value);
    out->most_sm_clock = READ(value * 1e6, nvmlDeviceGetMaxClockInfo, CLOCK_SM, &value);
    out->persistence = READ(value, nvmlDeviceGetPersistenceMode, &value);
    out->ecc = READ(value != 0, nvmlDeviceGetEccMode, &value, &later);
    out->mig = READ(value != 0, nvmlDeviceGetMigMode, &value, &later);
    out->processes = processes_on(card);
    out->busy = READ(busy.gpu / 100.0, nvmlDeviceGetUtilizationRates, &busy);
}
