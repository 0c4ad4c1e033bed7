/* Suggests an existing file for a path that does not exist. */
#pragma once

enum { NEAR_FILE_SIZE = 512 };

/* Writes ", did you mean 'x'?" into buffer if the folder of path has a similar name, or " (there is
 * no folder ...)" if the folder does not exist; else "". Returns buffer, to be used inside
 * fail(). */
const char *near_file(const char *path, char buffer[NEAR_FILE_SIZE]);
