#pragma once
// Counts what a thread asks the C library's memory for, by standing before its functions. Not under a sanitizer, which stands there itself.
#include <stdint.h>

// How often this thread has allocated so far; -1 where that is not counted.
int64_t allocations_of_thread(void);
