// Files in memory, and words in memory that several processes map.
#define _GNU_SOURCE
#include "CLinux.h"
#include <fcntl.h>
#include <sys/mman.h>

enum { SIZE_SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL };

int clinux_memfd_create(const char *name) {
    return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int clinux_seal_for_readers(int descriptor) { return fcntl(descriptor, F_ADD_SEALS, SIZE_SEALS | F_SEAL_FUTURE_WRITE); }

void clinux_store_release(void *word, uint64_t value) { __atomic_store_n((uint64_t *)word, value, __ATOMIC_RELEASE); }

void clinux_store_before(void *word, uint64_t value) {
    __atomic_store_n((uint64_t *)word, value, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
}

uint64_t clinux_load_acquire(const void *word) { return __atomic_load_n((const uint64_t *)word, __ATOMIC_ACQUIRE); }

int clinux_seal_size(int descriptor) { return fcntl(descriptor, F_ADD_SEALS, SIZE_SEALS); }

int clinux_empty_file(int descriptor, size_t bytes) {
    return fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)bytes);
}
