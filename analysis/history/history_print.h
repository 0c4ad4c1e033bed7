/* Prints a judged history for people and for programs. */
#pragma once

#include <stdio.h>

#include "analysis/history/history.h"
#include "base/output/grid.h"
#include "base/output/units.h"

/* "slower", "drifts faster", "crashed", ... */
const char *finding_word(const struct history *history, const struct finding *finding);

/* "24 runs from 2026-11-01 to 2026-11-24, 3 series on 1 machine"; "2 new changes for the worse". */
struct human history_head(const struct history *history);
struct human history_alarms(const struct history *history);

/* Returns "6 runs: too few to find a change of 3 % (about 10 needed) in 2 of 3 series"; "" if all
 * series have enough runs. */
struct human history_too_few_text(const struct history *history);

/* Makes lines such as "vanished since 2026-11-20 (20.h5): tandem 15 jacobi/msr/f64/seq, ...": the
 * cases that came or vanished within the newest runs. *out is new; "" if there are none. Errors:
 * ERROR_HOST_MEMORY. */
enum status history_came_and_gone(const struct history *history, char **out);

/* Returns the day of a run ("2026-11-20"), with the time of day if several runs began on that
 * day. */
struct human history_moment(const struct history *history, size_t run);

/* Returns the word of the column `new`: "alarm", "back since 2026-11-21", "new", ...; "" for old
 * changes. */
struct human history_verdict(const struct history *history, const struct finding *finding);

/* Returns whether series s is the first of its machine. Series of one machine are neighbours. */
bool history_new_machine(const struct history *history, size_t s);

/* Makes the table of the findings of one machine; *out is zeroed, and the caller frees it. Errors:
 * ERROR_HOST_MEMORY. */
enum status history_grid(const struct history *history, const char *machine, struct grid *out);

/* Prints the findings as text or Markdown. Errors: ERROR_HOST_MEMORY. */
enum status history_print(const struct history *history, enum table_format format, FILE *out);

/* Prints everything: runs, series with their points and stretches, findings. */
void history_print_json(const struct history *history, FILE *out);
