#include "CPixels.h"

// Red, green, blue and nothing, of one point.
typedef float colour __attribute__((vector_size(16), aligned(16)));

typedef int32_t place __attribute__((vector_size(16)));

static inline colour bounded(colour c, colour most) {
    return __builtin_elementwise_min(__builtin_elementwise_max(c, (colour){0, 0, 0, 0}), most);
}

// Tetrahedral: of the cube's eight corners the four around the colour.
static inline colour looked_up(const struct cpixels_cube *cube, colour wanted, colour scale, colour most) {
    wanted = bounded(wanted * scale, most);
    const int last = cube->size - 2;
    place corner = __builtin_elementwise_min(__builtin_convertvector(wanted, place), (place){last, last, last, 0});
    const colour rest = wanted - __builtin_convertvector(corner, colour);
    const float red = rest[0], green = rest[1], blue = rest[2];
    const int r = corner[0], g = corner[1], b = corner[2];
    const int along_green = cube->size, along_blue = cube->size * cube->size;
    const colour *at = (const colour *)cube->points + (r + g * along_green + b * along_blue);
    // The way from the first corner to the opposite one, along the axis of the largest part first.
    int first, second;
    float large, middle, small;
    if (red >= green) {
        if (green >= blue) {
            first = 1, second = 1 + along_green, large = red, middle = green, small = blue;
        } else if (red >= blue) {
            first = 1, second = 1 + along_blue, large = red, middle = blue, small = green;
        } else {
            first = along_blue, second = 1 + along_blue, large = blue, middle = red, small = green;
        }
    } else if (blue >= green) {
        first = along_blue, second = along_green + along_blue, large = blue, middle = green, small = red;
    } else if (blue >= red) {
        first = along_green, second = along_green + along_blue, large = green, middle = blue, small = red;
    } else {
        first = along_green, second = 1 + along_green, large = green, middle = red, small = blue;
    }
    return at[0] * (1 - large) + at[first] * (large - middle) + at[second] * (middle - small) + at[1 + along_green + along_blue] * small;
}

static inline float luma_of(colour c) { return 0.2126f * c[0] + 0.7152f * c[1] + 0.0722f * c[2]; }

void cpixels_apply_cube(const struct cpixels_cube *cube, const uint8_t *luma, ptrdiff_t luma_stride, const uint8_t *blue, const uint8_t *red,
                        ptrdiff_t chroma_stride, uint8_t *new_luma, ptrdiff_t new_luma_stride, uint8_t *new_blue, uint8_t *new_red,
                        ptrdiff_t new_chroma_stride, int width, int height) {
    const float end = (float)(cube->size - 1);
    const colour least = {cube->least[0], cube->least[1], cube->least[2], 0}, most = {end, end, end, 0};
    const colour scale = {cube->scale[0], cube->scale[1], cube->scale[2], 0}, one = {1, 1, 1, 0};
    for (int y = 0; y < height; y += 2) {
        const uint8_t *next = luma + luma_stride;
        uint8_t *new_next = new_luma + new_luma_stride;
        // A picture of a screen repeats itself: what was looked up for the block before is not looked up again.
        int known_luma = -1, known_chroma = 0;
        uint8_t known = 0, known_blue = 0, known_red = 0;
        for (int x = 0; x < width; x += 2) {
            const int values[4] = {luma[x], luma[x + 1], next[x], next[x + 1]};
            const int chroma = blue[x / 2] << 8 | red[x / 2];
            const int is_flat = values[0] == values[1] && values[0] == values[2] && values[0] == values[3];
            if (is_flat && values[0] == known_luma && chroma == known_chroma) {
                new_luma[x] = new_luma[x + 1] = new_next[x] = new_next[x + 1] = known;
                new_blue[x / 2] = known_blue;
                new_red[x / 2] = known_red;
                continue;
            }
            const float u = ((float)blue[x / 2] - 128) * (1 / 224.0f), v = ((float)red[x / 2] - 128) * (1 / 224.0f);
            const colour offset = (colour){1.5748f * v, -0.187324f * u - 0.468124f * v, 1.8556f * u, 0} - least;
            colour sum = {0, 0, 0, 0};
            uint8_t made[4];
            for (int pixel = 0; pixel < 4; pixel++) {
                const float grey = ((float)values[pixel] - 16) * (1 / 219.0f);
                const colour c = bounded(looked_up(cube, (colour){grey, grey, grey, 0} + offset, scale, most), one);
                made[pixel] = (uint8_t)(16.5f + 219 * luma_of(c));
                sum += c;
            }
            new_luma[x] = made[0];
            new_luma[x + 1] = made[1];
            new_next[x] = made[2];
            new_next[x + 1] = made[3];
            sum *= 0.25f;
            const float mean = luma_of(sum);
            new_blue[x / 2] = (uint8_t)(128.5f + 224 / 1.8556f * (sum[2] - mean));
            new_red[x / 2] = (uint8_t)(128.5f + 224 / 1.5748f * (sum[0] - mean));
            known_luma = is_flat ? values[0] : -1;
            known_chroma = chroma;
            known = made[0];
            known_blue = new_blue[x / 2];
            known_red = new_red[x / 2];
        }
        luma += 2 * luma_stride;
        new_luma += 2 * new_luma_stride;
        blue += chroma_stride;
        red += chroma_stride;
        new_blue += new_chroma_stride;
        new_red += new_chroma_stride;
    }
}
