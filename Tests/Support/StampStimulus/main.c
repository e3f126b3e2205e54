// StampStimulus MODE [FPS [WIDTH HEIGHT [FIRST]]]: puts a known workload on $DISPLAY, or on $WAYLAND_DISPLAY when that is the only one,
// over everything else.
//   motion   the whole window changes with every frame (30 a second)
//   grain    the same, with heavy grain that moves over all of it (30)
//   scroll   the left half scrolls up by a line of text a frame (30)
//   typing   a character appears a frame (10)
//   idle     a cursor blinks (2)
//   flash    black; white for 100 ms at each moment of moments.h, some 2 s apart; prints the time of each in nanoseconds
//   chart RRGGBB,…   a still chart, six patches a row
//   lines RRGGBB RRGGBB   still, of the first colour on the second: upright lines in the upper left, lying ones in the upper right, each a
//                         pixel wide in every fourth place from the second on, and made-up text in the lower half
//   render MODE WIDTH HEIGHT   no window: reads frame numbers from standard input, a line each and none lower than the one before, and
//                              writes what the window shows then (but for the stamp's time) to standard output, 32 bits a pixel
// All but flash, chart and lines carry a stamp at the top left. Frame numbers are consecutive as shown, from FIRST (0): when the machine is
// late a due time is skipped, not a number. Prints "ready" when the first frame is on the screen.
#include "screen.h"
#include "moments.h"
#include "stamp.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const int64_t SECOND = 1000000000;
enum { GLYPH_WIDTH = 8, LINE = 16, CHART_COLUMNS = 6 };

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}

static void wait_until(int64_t due)
{
    struct timespec time = { due / SECOND, due % SECOND };
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL)) {
    }
}

static void ready(struct screen *screen)
{
    screen_finish(screen);
    puts("ready");
    fflush(stdout);
}

// How far the grain of a moving picture changes a colour at most, up and down.
static int grain = 0;

// A number that looks random and is the same in every run.
static uint32_t hash(uint32_t value)
{
    value = (value ^ value >> 16) * 0x7feb352d;
    value = (value ^ value >> 15) * 0x846ca68b;
    return value ^ value >> 16;
}

static uint32_t with_grain(uint32_t colour, uint32_t seed)
{
    int change = (int)(hash(seed) % (uint32_t)(2 * grain + 1)) - grain;
    uint32_t grained = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int level = (int)(colour >> shift & 0xff) + change;
        grained |= (uint32_t)(level < 0 ? 0 : level > 255 ? 255 : level) << shift;
    }
    return grained;
}

// Soft waves in all three colours, a bar with hard edges, and a patch of coarse noise: something for every part of an encoder.
static void paint_motion(struct screen *screen, int picture)
{
    uint32_t *pixels = screen_picture(screen, picture);
    double turn = 2 * M_PI * picture / screen->pictures;
    int width = screen->width, height = screen->height, bar = width * picture / screen->pictures;
    uint8_t across[width], down[height];
    for (int x = 0; x < width; x++) across[x] = (uint8_t)(127 + 100 * sin(12.0 * x / width + turn));
    for (int y = 0; y < height; y++) down[y] = (uint8_t)(127 + 100 * sin(9.0 * y / height - turn));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uint32_t colour = (uint32_t)across[x] << 16 | (uint32_t)down[y] << 8 | (uint32_t)(across[x] + down[y]) / 2;
            if (x - bar >= 0 && x - bar < width / 16) colour = (x / 8 + y / 8) & 1 ? 0xf0f0f0 : 0x101010;
            if (x > width * 3 / 4 && y > height * 3 / 4) colour = hash((uint32_t)(x / 4 + y / 4 * 65536 + picture * 977)) & 0xffffff;
            pixels[(size_t)y * width + x] = grain ? with_grain(colour, (uint32_t)(x + 3 * picture + (y + 2 * picture) * 8192)) : colour;
        }
}

// What text is written with, and on.
static uint32_t ink = 0xd8d8d8, paper = 0x1c2430;

// A character of made-up text: a pattern of strokes, as dense as letters are.
static void paint_glyph(uint32_t *pixels, int stride, int x, int y, uint32_t seed)
{
    for (int row = 0; row < LINE; row++) {
        uint32_t strokes = row < 3 || row > 12 || seed % 6 == 0 ? 0 : hash(seed * 31 + (uint32_t)row / 2) & hash(seed) & 0x7e;
        for (int column = 0; column < GLYPH_WIDTH; column++)
            pixels[(y + row) * stride + x + column] = strokes >> column & 1 ? ink : paper;
    }
}

static void paint_text(struct screen *screen, int picture)
{
    uint32_t *pixels = screen_picture(screen, picture);
    for (size_t at = 0; at < (size_t)screen->width * screen->height; at++) pixels[at] = 0x1c2430;
    for (int y = STAMP_HEIGHT + LINE; y + LINE <= screen->height; y += LINE)
        for (int x = LINE; x + GLYPH_WIDTH <= screen->width * 2 / 3; x += GLYPH_WIDTH)
            paint_glyph(pixels, screen->width, x, y, hash((uint32_t)(x + y * 8192)));
}

static void draw_stamp(struct screen *screen, int picture, uint32_t number, int apart)
{
    struct stamp stamp = stamp_make(number, (uint32_t)(now() / 1000000));
    stamp_draw(&stamp, screen_picture(screen, picture), screen->width);
    if (apart) screen_put(screen, picture, 0, 0, STAMP_WIDTH, STAMP_HEIGHT);
}

static void step_motion(struct screen *screen, uint32_t number)
{
    int picture = (int)(number % (uint32_t)screen->pictures);
    draw_stamp(screen, picture, number, 0);
    screen_put(screen, picture, 0, 0, screen->width, screen->height);
}

static void step_scroll(struct screen *screen, uint32_t number)
{
    int top = STAMP_HEIGHT + LINE, bottom = screen->height / LINE * LINE - LINE, half = screen->width / 2;
    screen_scroll(screen, top, bottom, half, LINE);
    for (int x = LINE; x + GLYPH_WIDTH <= half; x += GLYPH_WIDTH)
        paint_glyph(screen_picture(screen, 0), screen->width, x, bottom, hash(number * 4099 + (uint32_t)x));
    screen_put(screen, 0, 0, bottom, half, LINE);
    draw_stamp(screen, 0, number, 1);
}

static void step_typing(struct screen *screen, uint32_t number)
{
    int columns = (screen->width - 2 * LINE) / GLYPH_WIDTH, rows = (screen->height - STAMP_HEIGHT) / LINE - 2;
    int x = LINE + (int)(number % (uint32_t)columns) * GLYPH_WIDTH;
    int y = STAMP_HEIGHT + LINE + (int)(number / (uint32_t)columns % (uint32_t)rows) * LINE;
    paint_glyph(screen_picture(screen, 0), screen->width, x, y, hash(number) | 1);
    screen_put(screen, 0, x, y, GLYPH_WIDTH, LINE);
    draw_stamp(screen, 0, number, 1);
}

static void step_idle(struct screen *screen, uint32_t number)
{
    screen_fill(screen, number & 1 ? 0x1c2430 : 0xd8d8d8, screen->width / 2, screen->height / 2, GLYPH_WIDTH, LINE);
    draw_stamp(screen, 0, number, 1);
}

static void prepare(struct screen *screen)
{
    if (screen->width < STAMP_WIDTH || screen->height < 2 * STAMP_HEIGHT) screen_fail("the screen is too small for a stamp");
    int moves = screen->pictures > 1;
    for (int picture = 0; picture < screen->pictures; picture++) {
        if (moves) paint_motion(screen, picture); else paint_text(screen, picture);
    }
    if (!moves) screen_put(screen, 0, 0, 0, screen->width, screen->height);
}

static void draw_steps(struct screen *screen, double fps, uint32_t first, void (*step)(struct screen *, uint32_t))
{
    double interval = 1e9 / fps;
    int64_t start = now(), due_count = 0;
    for (uint32_t number = first;; number++, due_count++) {
        int64_t late = now() - (start + (int64_t)((double)due_count * interval));
        if ((double)late > interval) due_count += (int64_t)((double)late / interval);
        wait_until(start + (int64_t)((double)due_count * interval));
        if (screen_follow(screen)) prepare(screen);
        step(screen, number);
        if (number == first) ready(screen); else screen_finish(screen);
    }
}

static void render(struct screen *screen, void (*step)(struct screen *, uint32_t))
{
    size_t bytes = (size_t)screen->width * screen->height * 4;
    uint32_t number, next = 0;
    while (scanf("%u", &number) == 1) {
        if (number + 1 < next) screen_fail("the numbers of the frames have to rise");
        while (next <= number) step(screen, next++);
        if (fwrite(screen_shown(screen), 1, bytes, stdout) != bytes) screen_fail("cannot write the pictures");
    }
    if (fflush(stdout)) screen_fail("cannot write the pictures");
    exit(0);
}

static void flash(struct screen *screen)
{
    ready(screen);
    for (;;) {
        int64_t due = moment_after(now());
        wait_until(due);
        screen_fill(screen, 0xffffff, 0, 0, screen->width, screen->height);
        screen_finish(screen);
        printf("flash %lld\n", (long long)now());
        fflush(stdout);
        wait_until(due + SECOND / 10);
        screen_fill(screen, 0, 0, 0, screen->width, screen->height);
        screen_finish(screen);
    }
}

static void draw_chart(struct screen *screen, const char *colours)
{
    int count = 1, patch = 0;
    for (const char *at = colours; *at; at++) count += *at == ',';
    int rows = (count + CHART_COLUMNS - 1) / CHART_COLUMNS;
    for (const char *at = colours; at; at = strchr(at, ','), at = at ? at + 1 : NULL, patch++) {
        int left = patch % CHART_COLUMNS * screen->width / CHART_COLUMNS, top = patch / CHART_COLUMNS * screen->height / rows;
        screen_fill(screen, (uint32_t)strtoul(at, NULL, 16), left, top, screen->width / CHART_COLUMNS + 1, screen->height / rows + 1);
    }
}

static void chart(struct screen *screen, const char *colours)
{
    draw_chart(screen, colours);
    ready(screen);
    for (;;) {
        wait_until(now() + SECOND);
        if (screen_follow(screen)) draw_chart(screen, colours); else screen_refresh(screen);
        screen_finish(screen);
    }
}

static void draw_lines(struct screen *screen)
{
    uint32_t *pixels = screen_picture(screen, 0);
    int width = screen->width, half = screen->height / 2;
    for (int y = 0; y < screen->height; y++)
        for (int x = 0; x < width; x++)
            pixels[(size_t)y * width + x] = y < half && (x < width / 2 ? x : y) % 4 == 1 ? ink : paper;
    for (int y = half + LINE; y + LINE <= screen->height; y += LINE)
        for (int x = LINE; x + GLYPH_WIDTH <= width; x += GLYPH_WIDTH) paint_glyph(pixels, width, x, y, hash((uint32_t)(x + y * 8192)));
    screen_put(screen, 0, 0, 0, width, screen->height);
}

static void lines(struct screen *screen)
{
    draw_lines(screen);
    ready(screen);
    for (;;) {
        wait_until(now() + SECOND);
        if (screen_follow(screen)) draw_lines(screen); else screen_refresh(screen);
        screen_finish(screen);
    }
}

int main(int count, char **arguments)
{
    static const struct { const char *name; double fps; void (*step)(struct screen *, uint32_t); } modes[] = {
        { "motion", 30, step_motion }, { "grain", 30, step_motion }, { "scroll", 30, step_scroll }, { "typing", 10, step_typing },
        { "idle", 2, step_idle },
    };
    int is_rendered = count == 5 && !strcmp(arguments[1], "render");
    const char *mode = count > 1 ? arguments[1 + is_rendered] : "";
    double fps = count > 2 ? atof(arguments[2]) : 0;
    int width = count > 4 ? atoi(arguments[3]) : 0, height = count > 4 ? atoi(arguments[4]) : 0;
    uint32_t first = count > 5 ? (uint32_t)strtoul(arguments[5], NULL, 10) : 0;
    for (size_t at = 0; at < sizeof modes / sizeof *modes; at++) {
        if (strcmp(mode, modes[at].name)) continue;
        int pictures = modes[at].step == step_motion ? 10 : 1;
        if (!strcmp(mode, "grain")) grain = 80;
        struct screen screen = is_rendered ? screen_open_unseen(width, height, pictures) : screen_open(width, height, pictures);
        prepare(&screen);
        if (is_rendered) render(&screen, modes[at].step);
        draw_steps(&screen, fps > 0 ? fps : modes[at].fps, first, modes[at].step);
    }
    int is_chart = count == 3 && !strcmp(mode, "chart");
    if (is_chart || !strcmp(mode, "flash")) {
        struct screen screen = screen_open(width, height, 1);
        if (is_chart) chart(&screen, arguments[2]); else flash(&screen);
    }
    if (count == 4 && !strcmp(mode, "lines")) {
        ink = (uint32_t)strtoul(arguments[2], NULL, 16);
        paper = (uint32_t)strtoul(arguments[3], NULL, 16);
        struct screen screen = screen_open(0, 0, 1);
        lines(&screen);
    }
    fprintf(stderr, "usage: StampStimulus motion|grain|scroll|typing|idle|flash [FPS [WIDTH HEIGHT [FIRST]]], StampStimulus chart RRGGBB,...,\n"
        "       StampStimulus lines RRGGBB RRGGBB, StampStimulus render MODE WIDTH HEIGHT\n");
    return 2;
}
