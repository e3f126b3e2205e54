#ifndef PROCESSORS_H
#define PROCESSORS_H

/// Keeps the calling thread on one processor, counted from 0. 0 when it was done, else -1 and errno. sched_setaffinity(2)
int processors_stay_on(int processor);

#endif
