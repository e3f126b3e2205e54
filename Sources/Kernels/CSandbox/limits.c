#define _GNU_SOURCE
#include "CSandbox.h"
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>

int csandbox_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int csandbox_limits(void) {
    static const struct rlimit none = {0, 0};
    int core = setrlimit(RLIMIT_CORE, &none), urgency = setrlimit(RLIMIT_RTPRIO, &none);
    return core < 0 || urgency < 0 ? -1 : 0;
}

int csandbox_seals(int descriptor) { return fcntl(descriptor, F_GET_SEALS); }

int csandbox_size_seals(void) { return F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL; }
