#include "CDelta.h"
#include "bits.h"

enum {
    HEADER_BYTES = 96, // more than the header of a slice has
    INTER = 0, INTRA = 2
};

// Of a unit, its first bytes without what keeps start codes out, and where each lies in it.
struct beginning {
    uint8_t plain[HEADER_BYTES];
    uint16_t origins[HEADER_BYTES];
    size_t count;
};

static void open_unit(struct beginning *beginning, const uint8_t *unit, size_t count) {
    int zeros = 0;
    beginning->count = 0;
    for (size_t i = 0; i < count && beginning->count < HEADER_BYTES; i++) {
        if (zeros == 2 && unit[i] == 3) {
            zeros = 0;
            continue;
        }
        zeros = unit[i] == 0 ? zeros + 1 : 0;
        beginning->origins[beginning->count] = (uint16_t)i;
        beginning->plain[beginning->count++] = unit[i];
    }
}

static void skip_lists(struct reader *reader) {
    if (!read_bits(reader, 1)) return;
    while (!reader->has_failed) {
        uint32_t kind = read_golomb(reader);
        if (kind == 3) return;
        if (kind > 3) reader->has_failed = 1;
        read_golomb(reader);
    }
}

static void skip_weights(struct reader *reader, uint32_t references) {
    read_golomb(reader);
    read_golomb(reader);
    for (uint32_t i = 0; i < references && !reader->has_failed; i++) {
        if (read_bits(reader, 1)) read_signed(reader), read_signed(reader);
        if (read_bits(reader, 1))
            for (int k = 0; k < 4; k++) read_signed(reader);
    }
}

static void skip_marking(struct reader *reader, int is_key) {
    if (is_key) {
        read_bits(reader, 2);
        return;
    }
    if (!read_bits(reader, 1)) return;
    while (!reader->has_failed) {
        uint32_t kind = read_golomb(reader);
        if (kind == 0) return;
        if (kind != 5) read_golomb(reader);
        if (kind == 3) read_golomb(reader);
    }
}

// In bits: where the number of a key frame (idr_pic_id) stands in a slice's header, or would, and where the place in the order of pictures
// belongs; and where what is behind the quantiser begins.
struct seam {
    size_t start, end, behind_quantiser;
};

// Reads a slice's header (7.3.3) up to its end. False for one that is none.
static int read_header(const struct cdelta_stream *stream, struct reader *reader, struct cdelta_slice *facts, struct seam *seam) {
    uint32_t first = read_bits(reader, 8);
    int kind = first & 0x1F, importance = first >> 5;
    if (kind != 1 && kind != 5) return 0;
    facts->is_key = kind == 5;
    read_golomb(reader);
    uint32_t type = read_golomb(reader);
    type = type > 4 ? type - 5 : type;
    if ((type != INTER && type != INTRA) || read_golomb(reader) != stream->picture_set) return 0;
    facts->frame_number = read_bits(reader, stream->frame_number_bits);
    seam->start = reader->position;
    if (facts->is_key) read_golomb(reader);
    seam->end = reader->position;
    if (type == INTER) {
        uint32_t references = stream->references;
        if (read_bits(reader, 1)) references = read_golomb(reader) + 1;
        skip_lists(reader);
        if (stream->is_weighted) skip_weights(reader, references);
    }
    if (importance > 0) skip_marking(reader, facts->is_key);
    if (type == INTER) read_golomb(reader);
    facts->quantiser = stream->quantiser + read_signed(reader);
    seam->behind_quantiser = reader->position;
    if (read_golomb(reader) != 1) read_signed(reader), read_signed(reader);
    return !reader->has_failed && facts->quantiser >= 0 && facts->quantiser <= 51;
}

static void copy_bits(struct writer *writer, struct reader *reader, size_t end) {
    while (reader->position < end) write_bits(writer, read_bits(reader, 1), 1);
}

// Writes a unit: another header, and what stands behind the one that was read, in whole bytes behind ones. Returns its bytes; 0 where nothing
// stands there.
static size_t finish(
    struct writer *header, const struct beginning *beginning, struct reader *reader, const uint8_t *slice, size_t count, uint8_t *unit) {
    while (reader->position & 7)
        if (!read_bits(reader, 1)) return 0;
    write_ones(header);
    size_t data = reader->position >> 3;
    if (reader->has_failed || data >= beginning->count) return 0;

    uint8_t *next = unit;
    int zeros = 0, old_zeros = 0;
    for (size_t i = 0; i < header->position >> 3; i++) next = put_escaped(next, &zeros, header->bytes[i]);
    size_t from = beginning->origins[data];
    for (size_t i = 0; i < from; i++) old_zeros = slice[i] == 0 ? old_zeros + 1 : 0;
    // Until both have as many zeros behind them: from there on they are the same.
    for (; from < count && zeros != old_zeros; from++) {
        if (old_zeros == 2 && slice[from] == 3) {
            old_zeros = 0;
            continue;
        }
        old_zeros = slice[from] == 0 ? old_zeros + 1 : 0;
        next = put_escaped(next, &zeros, slice[from]);
    }
    memcpy(next, slice + from, count - from);
    return (size_t)(next - unit) + count - from;
}

size_t cdelta_order(
    const struct cdelta_stream *stream, uint32_t order, int key_number, uint32_t number_offset, const uint8_t *slice, size_t count,
    uint8_t *unit, struct cdelta_slice *facts) {
    struct beginning beginning;
    open_unit(&beginning, slice, count);
    struct reader reader = {.bytes = beginning.plain, .end = 8 * beginning.count};
    struct seam seam = {0};
    if (!read_header(stream, &reader, facts, &seam)) return 0;
    uint8_t header[HEADER_BYTES + 4] = {0};
    struct writer writer = {.bytes = header};
    size_t header_end = reader.position;
    facts->frame_number = (facts->frame_number - number_offset) & ((1u << stream->frame_number_bits) - 1);
    reader.position = 0;
    copy_bits(&writer, &reader, seam.start - stream->frame_number_bits);
    write_bits(&writer, facts->frame_number, stream->frame_number_bits);
    if (facts->is_key) write_golomb(&writer, key_number & 1);
    reader.position = seam.end;
    write_bits(&writer, order & ((1u << stream->order_bits) - 1), stream->order_bits);
    copy_bits(&writer, &reader, header_end);
    return finish(&writer, &beginning, &reader, slice, count, unit);
}

size_t cdelta_move(
    const struct cdelta_stream *stream, const struct cdelta_stream *part, uint32_t first, const uint8_t *slice, size_t count, uint8_t *unit) {
    struct beginning beginning;
    open_unit(&beginning, slice, count);
    struct reader reader = {.bytes = beginning.plain, .end = 8 * beginning.count};
    struct seam seam = {0};
    struct cdelta_slice facts = {0};
    if (!read_header(part, &reader, &facts, &seam) || !facts.is_key) return 0;
    uint8_t header[HEADER_BYTES + 4] = {0};
    struct writer writer = {.bytes = header};
    write_bits(&writer, beginning.plain[0], 8);
    write_golomb(&writer, first);
    write_golomb(&writer, INTRA + 5);
    write_golomb(&writer, stream->picture_set);
    write_bits(&writer, 0, stream->frame_number_bits);
    write_golomb(&writer, 0); // idr_pic_id
    write_bits(&writer, 0, 2); // dec_ref_pic_marking
    write_signed(&writer, facts.quantiser - stream->quantiser);
    size_t header_end = reader.position;
    reader.position = seam.behind_quantiser;
    copy_bits(&writer, &reader, header_end);
    return finish(&writer, &beginning, &reader, slice, count, unit);
}
