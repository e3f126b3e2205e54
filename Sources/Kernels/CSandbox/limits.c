#include "CSandbox.h"
#include <sys/resource.h>

int csandbox_limits(void) {
    static const struct rlimit none = {0, 0};
    int core = setrlimit(RLIMIT_CORE, &none), urgency = setrlimit(RLIMIT_RTPRIO, &none);
    return core < 0 || urgency < 0 ? -1 : 0;
}
