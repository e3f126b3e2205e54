#pragma once
// Arithmetic coding (ITU-T H.264, 9.3.4).
#include "tables.h"
#include <stddef.h>

struct coder {
    uint8_t *next, *end;   // where the next byte goes; `end` is kept free of bytes
    uint32_t low, range;
    int queue;             // bits of `low` above its ten, less 8
    int waiting;           // bytes 0xFF that a carry would still change
    int last;              // the byte before them; -1 for none
    uint8_t states[CONTEXTS];  // the state, and the more probable symbol in bit 0
};

// The engine anew, behind what was written past it (9.3.1.2); the contexts stay as they are.
static inline void coder_restart(struct coder *coder, uint8_t *bytes) {
    coder->next = bytes;
    coder->low = 0;
    coder->range = 0x1FE;
    coder->queue = -9;
    coder->waiting = 0;
    coder->last = -1;
}

static inline void coder_start(struct coder *coder, uint8_t *bytes, uint8_t *end, int quantiser) {
    *coder = (struct coder){.end = end};
    coder_restart(coder, bytes);
    for (int i = 0; i < CONTEXTS; i++) {
        int state = ((starts[i][0] * quantiser) >> 4) + starts[i][1];
        state = state < 1 ? 1 : state > 126 ? 126 : state;
        coder->states[i] = (uint8_t)(state <= 63 ? (63 - state) << 1 : (state - 64) << 1 | 1);
    }
}

static inline void coder_put(struct coder *coder, int byte) {
    if (coder->next < coder->end) *coder->next++ = (uint8_t)byte;
}

// No room is left: what was written is of no use.
static inline int coder_is_full(const struct coder *coder) { return coder->next >= coder->end; }

static inline void coder_move_byte(struct coder *coder) {
    uint32_t out = coder->low >> (coder->queue + 10);
    coder->low &= (0x400u << coder->queue) - 1;
    coder->queue -= 8;
    if ((out & 0xFF) == 0xFF && out < 0x100) {
        coder->waiting++;
        return;
    }
    int carry = (int)(out >> 8);
    if (coder->last >= 0) coder_put(coder, coder->last + carry);
    for (; coder->waiting > 0; coder->waiting--) coder_put(coder, carry ? 0x00 : 0xFF);
    coder->last = (int)(out & 0xFF);
}

static inline void coder_shift(struct coder *coder, int count) {
    coder->low <<= count;
    coder->queue += count;
    if (coder->queue >= 0) coder_move_byte(coder);
}

static inline void code(struct coder *coder, int context, int symbol) {
    uint8_t *state = coder->states + context;
    uint32_t less = shares[*state >> 1][coder->range >> 6 & 3];
    coder->range -= less;
    if (symbol == (*state & 1)) {
        if (*state < 62 << 1) *state += 2;
    } else {
        coder->low += coder->range;
        coder->range = less;
        *state = *state < 2 ? *state ^ 1 : (uint8_t)(after_less[*state >> 1] << 1 | (*state & 1));
    }
    if (coder->range < 0x100) {
        int count = __builtin_clz(coder->range) - 23;
        coder->range <<= count;
        coder_shift(coder, count);
    }
}

// A symbol that is as probable as the other.
static inline void code_evenly(struct coder *coder, int symbol) {
    coder->low <<= 1;
    if (symbol) coder->low += coder->range;
    coder->queue++;
    if (coder->queue >= 0) coder_move_byte(coder);
}

// Another macroblock follows.
static inline void code_more(struct coder *coder) {
    coder->range -= 2;
    if (coder->range >= 0x100) return;
    coder->range <<= 1;
    coder_shift(coder, 1);
}

// None follows, or pixels do; with the bit that ends a unit (rbsp_slice_trailing_bits), or that stands there all the same (9.3.4.5).
static inline uint8_t *coder_end(struct coder *coder) {
    coder->low += coder->range - 2;
    coder_shift(coder, 7);
    coder->low |= 1u << 7;
    coder->low &= ~0x7Fu;
    coder_shift(coder, 3);
    if (coder->queue > -8) coder_shift(coder, -coder->queue);
    if (coder->last >= 0) coder_put(coder, coder->last);
    for (; coder->waiting > 0; coder->waiting--) coder_put(coder, 0xFF);
    return coder->next;
}
