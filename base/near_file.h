/* The file that was meant by a path that is not there. */
#pragma once

enum { NEAR_FILE_SIZE = 512 };

/* Writes ", did you mean 'x'?" into buffer, where the folder of path has a name that is near; or
 * that there is no such folder; else "". Returns buffer, to be used inside fail(). */
const char *near_file(const char *path, char buffer[NEAR_FILE_SIZE]);
