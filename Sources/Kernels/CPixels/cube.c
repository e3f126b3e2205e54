#include "CPixels.h"

// Red, green, blue and nothing, of one point.
typedef float colour __attribute__((vector_size(16), aligned(16)));

static inline float clamped(float value, float most) { return value < 0 ? 0 : value > most ? most : value; }

// Tetrahedral: of the cube's eight corners the four around the colour.
static inline colour looked_up(const struct cpixels_cube *cube, float red, float green, float blue) {
    const float most = (float)(cube->size - 1);
    red = clamped((red - cube->least[0]) * cube->scale[0], most);
    green = clamped((green - cube->least[1]) * cube->scale[1], most);
    blue = clamped((blue - cube->least[2]) * cube->scale[2], most);
    const int last = cube->size - 2;
    int r = (int)red, g = (int)green, b = (int)blue;
    r = r > last ? last : r;
    g = g > last ? last : g;
    b = b > last ? last : b;
    red -= (float)r;
    green -= (float)g;
    blue -= (float)b;
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

static inline colour limited(colour c) { return (colour){clamped(c[0], 1), clamped(c[1], 1), clamped(c[2], 1), 0}; }

void cpixels_apply_cube(const struct cpixels_cube *cube, const uint8_t *luma, ptrdiff_t luma_stride, const uint8_t *blue, const uint8_t *red,
                        ptrdiff_t chroma_stride, uint8_t *new_luma, ptrdiff_t new_luma_stride, uint8_t *new_blue, uint8_t *new_red,
                        ptrdiff_t new_chroma_stride, int width, int height) {
    for (int y = 0; y < height; y += 2) {
        for (int x = 0; x < width; x += 2) {
            const float u = ((float)blue[x / 2] - 128) / 224, v = ((float)red[x / 2] - 128) / 224;
            const float to_red = 1.5748f * v, to_green = -0.187324f * u - 0.468124f * v, to_blue = 1.8556f * u;
            colour sum = {0, 0, 0, 0};
            for (int pixel = 0; pixel < 4; pixel++) {
                const ptrdiff_t row = pixel / 2, column = x + pixel % 2;
                const float grey = ((float)luma[row * luma_stride + column] - 16) / 219;
                const colour c = limited(looked_up(cube, grey + to_red, grey + to_green, grey + to_blue));
                new_luma[row * new_luma_stride + column] = (uint8_t)(16.5f + 219 * luma_of(c));
                sum += c;
            }
            sum *= 0.25f;
            const float mean = luma_of(sum);
            new_blue[x / 2] = (uint8_t)(128.5f + 224 * (sum[2] - mean) / 1.8556f);
            new_red[x / 2] = (uint8_t)(128.5f + 224 * (sum[0] - mean) / 1.5748f);
        }
        luma += 2 * luma_stride;
        new_luma += 2 * new_luma_stride;
        blue += chroma_stride;
        red += chroma_stride;
        new_blue += new_chroma_stride;
        new_red += new_chroma_stride;
    }
}
