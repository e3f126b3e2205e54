#include "allocations.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#ifdef IS_SANITIZED
int64_t allocations_of_thread(void) { return -1; }
#else
#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);

static __thread int64_t count;

int64_t allocations_of_thread(void) { return count; }

void *malloc(size_t bytes) {
    count++;
    return __libc_malloc(bytes);
}

void *calloc(size_t items, size_t bytes) {
    count++;
    return __libc_calloc(items, bytes);
}

void *realloc(void *held, size_t bytes) {
    count++;
    return __libc_realloc(held, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    count++;
    return __libc_memalign(alignment, bytes);
}

int posix_memalign(void **memory, size_t alignment, size_t bytes) {
    count++;
    *memory = __libc_memalign(alignment, bytes);
    return *memory ? 0 : ENOMEM;
}
#endif
