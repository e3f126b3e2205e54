#pragma once
// The bits of a header, most significant first (ITU-T H.264, 7.2 and 9.1).
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct reader {
    const uint8_t *bytes;
    size_t position, end; // in bits
    int has_failed;       // read past the end, or what is no number
};

static inline uint32_t read_bits(struct reader *reader, int count) {
    uint32_t value = 0;
    for (; count > 0; count--) {
        if (reader->position >= reader->end) {
            reader->has_failed = 1;
            return 0;
        }
        value = value << 1 | (reader->bytes[reader->position >> 3] >> (7 - (reader->position & 7)) & 1);
        reader->position++;
    }
    return value;
}

static inline uint32_t read_golomb(struct reader *reader) {
    int zeros = 0;
    while (!reader->has_failed && read_bits(reader, 1) == 0) zeros++;
    if (zeros > 16) reader->has_failed = 1;
    if (reader->has_failed) return 0;
    return (1u << zeros) - 1 + read_bits(reader, zeros);
}

static inline int read_signed(struct reader *reader) {
    uint32_t value = read_golomb(reader);
    return value & 1 ? (int)((value + 1) / 2) : -(int)(value / 2);
}

// Writes into bytes that are 0, and knows how many there are.
struct writer {
    uint8_t *bytes;
    size_t position; // in bits
};

static inline void write_bits(struct writer *writer, uint32_t value, int count) {
    while (count-- > 0) {
        writer->bytes[writer->position >> 3] |= (uint8_t)((value >> count & 1) << (7 - (writer->position & 7)));
        writer->position++;
    }
}

static inline void write_golomb(struct writer *writer, uint32_t value) {
    int length = 31 - __builtin_clz(value + 1);
    write_bits(writer, 0, length);
    write_bits(writer, value + 1, length + 1);
}

static inline void write_signed(struct writer *writer, int value) {
    write_golomb(writer, value > 0 ? 2 * (uint32_t)value - 1 : 2 * (uint32_t)-value);
}

// Ones up to the next byte (cabac_alignment_one_bit).
static inline void write_ones(struct writer *writer) {
    while (writer->position & 7) write_bits(writer, 1, 1);
}

// Puts bytes one behind the other, with what keeps start codes out (7.4.1). `zeros` are those that end what was put before.
static inline uint8_t *put_escaped(uint8_t *next, int *zeros, uint8_t byte) {
    if (*zeros == 2 && byte <= 3) {
        *next++ = 3;
        *zeros = 0;
    }
    *zeros = byte == 0 ? *zeros + 1 : 0;
    *next++ = byte;
    return next;
}
