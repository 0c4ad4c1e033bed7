/* A folder that replaces / in paths under /proc, /sys and /etc. */
#pragma once

extern char fake_root[512];

void fake_root_remove(void);

/* Makes a fresh, empty folder. */
void fake_root_create(void);

/* Makes path, which begins with '/', hold text. */
void fake_file(const char *path, const char *text);

/* The first caches of a CPU: index, level, type, size, CPUs that share it. */
void fake_cache(unsigned cpu, int index, const char *level, const char *type, const char *size,
                const char *shared);
