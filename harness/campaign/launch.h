/* Starts the tasks of a campaign here or by ssh, and waits for them. There is no daemon: they end
 * with the process that started them. */
#pragma once

#include "harness/campaign/campaign.h"

/* K tasks on this machine, each with its share of the cores; their messages go to DIR/logs/. One
 * that dies is started again, up to three times. Signals are taken (interrupt_install), and passed
 * on. Errors: ERROR_IO; ERROR_HOST_MEMORY; ERROR_INTERRUPTED; ERROR_CRASHED where cases are left.
 */
enum status launch_local(const struct campaign *campaign, size_t tasks);

/* One task on each host, which sees the folders and this program under the same paths. Errors: the
 * same. */
enum status launch_ssh(const struct campaign *campaign, size_t count, char *const *hosts);
