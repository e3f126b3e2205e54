#include "CLinux.h"
#include <malloc.h>

void clinux_trim_heap(void) {
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TRIM_THRESHOLD, 64 * 1024);
    mallopt(M_MMAP_THRESHOLD, 64 * 1024);
}

void clinux_return_large_memory(void) {
    mallopt(M_ARENA_MAX, 4);
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
}
