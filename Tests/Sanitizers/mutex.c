// Lets ThreadSanitizer see what a Synchronization.Mutex does when threads meet at it. Where none waits, lock and unlock are inlined and
// instrumented; where one does, they go on in libswiftSynchronization, which is not, and all that the mutex guards would look like a race.
// These stand before the library's functions (LD_PRELOAD), call them, and say what has been handed over. Nothing needs to be suppressed
// then, and a race through withLock is seen.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

typedef SWIFT void (*Lock)(uint32_t thread, SELF);
typedef SWIFT bool (*TryLock)(SELF);
typedef SWIFT void (*Unlock)(SELF);

static Lock library_lock;
static TryLock library_try_lock;
static Unlock library_unlock;

// Of the program under ThreadSanitizer; the symbolizer that it starts has none.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

__attribute__((constructor)) static void find(void) {
    // Not for what the tests start.
    unsetenv("LD_PRELOAD");
    if (!__tsan_acquire) return;
    library_lock = (Lock)dlsym(RTLD_NEXT, LOCK);
    library_try_lock = (TryLock)dlsym(RTLD_NEXT, TRY_LOCK);
    library_unlock = (Unlock)dlsym(RTLD_NEXT, UNLOCK);
    if (library_lock && library_try_lock && library_unlock) return;
    fputs("Tests/Sanitizers/mutex.c: this Swift's Mutex has other functions: see _MutexHandle in nm -D libswiftSynchronization.so\n", stderr);
    exit(1);
}

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF) {
    library_lock(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);
SWIFT bool try_lock(SELF) {
    bool is_locked = library_try_lock(mutex);
    if (is_locked) __tsan_acquire(mutex);
    return is_locked;
}

SWIFT void unlock(SELF) __asm__(UNLOCK);
SWIFT void unlock(SELF) {
    __tsan_release(mutex);
    library_unlock(mutex);
}
