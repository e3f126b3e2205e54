// A seccomp filter in the making, and how each begins: calls of another architecture's numbers are refused.
#pragma once
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the seccomp filter knows x86-64 and aarch64: add this machine's AUDIT_ARCH_ value"
#endif

enum { X32_BIT = 0x40000000, LONGEST = 512 };

struct program {
    struct sock_filter steps[LONGEST];
    unsigned short count; // LONGEST: it did not fit
};

static inline void add(struct program *program, struct sock_filter step) {
    if (program->count < LONGEST)
        program->steps[program->count++] = step;
}

static inline void load(struct program *program, size_t offset) {
    add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static inline void answer(struct program *program, uint32_t verdict) {
    add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, verdict));
}

// The lower half of an argument: all that the kernel looks at in those that are checked.
static inline void load_argument(struct program *program, int index) {
    load(program, offsetof(struct seccomp_data, args) + sizeof(uint64_t) * (size_t)index);
}

// Leaves the number of the call to be looked at.
static inline void begin(struct program *program, uint32_t refusal) {
    load(program, offsetof(struct seccomp_data, arch));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0));
    answer(program, refusal);
    load(program, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
    // The same calls once more, numbered for x32.
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1));
    answer(program, refusal);
#endif
}
