#define _GNU_SOURCE
#include "processors.h"

#include <sched.h>

int processors_usable(int *processors, int capacity) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return -1;
    int count = 0;
    for (int processor = 0; processor < CPU_SETSIZE && count < capacity; processor++)
        if (CPU_ISSET(processor, &set)) processors[count++] = processor;
    return count;
}

int processors_stay_on(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    return sched_setaffinity(0, sizeof set, &set);
}

int processors_run_first(int priority) {
    struct sched_param parameters = { .sched_priority = priority };
    return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters);
}
