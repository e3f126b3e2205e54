// Finds what was scrolled up or down, by hashes of what stands in each row.
#include "CDelta.h"
#include <stdlib.h>
#include <string.h>

enum {
    PROBES = 64,     // places that are looked for elsewhere
    LEAST_PROBES = 4 // fewer say nothing
};

// Sixteen pixels; below 256 where all are the same.
static uint32_t hash(uint64_t first, uint64_t second) {
    if (first == second && first == (first & 0xFF) * 0x0101010101010101) return (uint32_t)(first & 0xFF);
    uint64_t mixed = (first ^ 0x9E3779B97F4A7C15) * 0xFF51AFD7ED558CCD;
    mixed = (mixed ^ mixed >> 32 ^ second) * 0xC4CEB9FE1A85EC53;
    return (uint32_t)(mixed >> 32) | 256;
}

static uint64_t load(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

void cdelta_hash(const struct cdelta_picture *picture, const uint8_t *unchanged, struct cdelta_hashes *hashes) {
    int columns = (picture->width + 15) / 16;
    for (int column = 0; column < picture->width / 16; column++) {
        for (int row = 0; row < picture->height / 16; row++) {
            if (unchanged && unchanged[row * columns + column]) continue;
            uint32_t *luma = hashes->luma + column * picture->height + 16 * row;
            const uint8_t *bytes = picture->luma + 16 * row * picture->luma_stride + 16 * column;
            for (int y = 0; y < 16; y++, bytes += picture->luma_stride) luma[y] = hash(load(bytes), load(bytes + 8));
            uint32_t *chroma = hashes->chroma + column * (picture->height / 2) + 8 * row;
            ptrdiff_t offset = 8 * row * picture->chroma_stride + 8 * column;
            for (int y = 0; y < 8; y++, offset += picture->chroma_stride)
                chroma[y] = hash(load(picture->blue + offset), load(picture->red + offset));
        }
    }
}

// The first row of a changed macroblock that has a mark of its own; -1 for none.
static int probe(const struct cdelta_hashes *now, const struct cdelta_hashes *before, size_t start) {
    for (int y = 0; y < 16; y++)
        if (now->luma[start + y] > 255 && now->luma[start + y] != before->luma[start + y]) return y;
    return -1;
}

int cdelta_find_scroll(
    const struct cdelta_picture *picture, const struct cdelta_hashes *now, const struct cdelta_hashes *before, int most) {
    int columns = (picture->width + 15) / 16, whole = picture->height / 16 * 16, changed = 0, probes = 0, seen = 0;
    uint8_t votes[2 * CDELTA_MOST_SCROLL + 1] = {0};
    if (most > CDELTA_MOST_SCROLL) most = CDELTA_MOST_SCROLL;
    for (int column = 0; column < picture->width / 16; column++)
        for (int row = 0; row < whole / 16; row++) changed += !picture->unchanged[row * columns + column];
    int step = changed / PROBES + 1;
    for (int column = 0; column < picture->width / 16; column++) {
        for (int row = 0; row < whole / 16; row++) {
            if (picture->unchanged[row * columns + column] || seen++ % step != 0) continue;
            size_t start = (size_t)column * picture->height;
            int found = probe(now, before, start + 16 * row);
            if (found < 0) continue;
            probes++;
            int y = 16 * row + found, first = y - most < 0 ? 0 : y - most, end = y + most + 1 > whole ? whole : y + most + 1;
            uint32_t mark = now->luma[start + y];
            for (int other = first; other < end; other++) votes[other - y + most] += before->luma[start + other] == mark;
        }
    }
    if (probes < LEAST_PROBES) return 0;
    int best = 0, most_votes = 0;
    for (int rows = 1; rows <= most; rows++)
        for (int sign = -1; sign <= 1; sign += 2) {
            int count = votes[sign * rows + most];
            if (count > most_votes) best = sign * rows, most_votes = count;
        }
    return 2 * most_votes >= probes ? best : 0;
}

int cdelta_mark_scroll(
    const struct cdelta_picture *picture, const struct cdelta_hashes *now, const struct cdelta_hashes *before, int rows, uint8_t *unchanged,
    int16_t *motion) {
    int columns = (picture->width + 15) / 16, lines = (picture->height + 15) / 16, count = 0;
    // An odd number needs another row of chroma.
    int end = picture->height / 16 * 16 - (rows & 1);
    for (int row = 0; row < lines; row++) {
        for (int column = 0; column < columns; column++) {
            int index = row * columns + column, from = 16 * row + rows;
            unchanged[index] = picture->unchanged[index];
            motion[index] = 0;
            if (unchanged[index]) continue;
            int is_inside = column < picture->width / 16 && row < picture->height / 16 && from >= 0 && from + 16 <= end;
            size_t start = (size_t)column * picture->height;
            int same = 0, is_same = 0;
            if (is_inside) {
                for (int y = 0; y < 16; y++) same += now->luma[start + 16 * row + y] == before->luma[start + from + y];
                is_same = same == 16;
                if (is_same && !(rows & 1)) {
                    start = (size_t)column * (picture->height / 2);
                    is_same = !memcmp(now->chroma + start + 8 * row, before->chroma + start + from / 2, 8 * sizeof *now->chroma);
                }
            }
            if (same >= 8) motion[index] = (int16_t)rows;
            unchanged[index] = (uint8_t)is_same;
            count += !is_same;
        }
    }
    return count;
}
