#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

int clinux_hide_memory(int is_hidden) { return prctl(PR_SET_DUMPABLE, is_hidden ? 0 : 1, 0, 0, 0); }

void clinux_forbid_core_files(void) {
    static const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

int clinux_finish_output(void) {
    const int was_lost = ferror(stdout);
    errno = 0;
    if (fflush(stdout) != 0) return errno != 0 ? errno : EIO;
    if (!was_lost) return 0;
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP)) != 0 ? EPIPE : EIO;
}

char *const *clinux_environment(void) { return environ; }
