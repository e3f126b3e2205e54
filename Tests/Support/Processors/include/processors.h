#ifndef PROCESSORS_H
#define PROCESSORS_H

/// The processors that this process may use, counted from 0, into `processors`; how many there are, or -1. sched_getaffinity(2)
int processors_usable(int *processors, int capacity);

/// Keeps the calling thread on one processor, counted from 0. 0 when it was done, else -1 and errno. sched_setaffinity(2)
int processors_stay_on(int processor);

/// Runs the calling thread before every thread of lower priority (SCHED_FIFO, 1...99). 0 when it was done, else -1 and errno.
/// Threads and processes that it starts do not inherit that.
int processors_run_first(int priority);

#endif
