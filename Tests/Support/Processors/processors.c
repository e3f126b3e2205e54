#define _GNU_SOURCE
#include "processors.h"

#include <sched.h>

int processors_stay_on(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    return sched_setaffinity(0, sizeof set, &set);
}
