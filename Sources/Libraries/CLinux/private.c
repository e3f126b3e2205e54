#define _GNU_SOURCE
#include "CLinux.h"
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

int clinux_hide_memory(int is_hidden) { return prctl(PR_SET_DUMPABLE, is_hidden ? 0 : 1, 0, 0, 0); }

void clinux_forbid_core_files(void) {
    static const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

char *const *clinux_environment(void) { return environ; }
