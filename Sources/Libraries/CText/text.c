#include "CText.h"
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <stdlib.h>

struct ctext {
    PangoFontMap *map;
    PangoContext *context;
    PangoLayout *layout;
    PangoRectangle extents;
    int box_width;
    int left;
    // Above and below: accents and tails may reach beyond a line's own height.
    int margin;
};

static int has_font(void) {
    FcFontSet *fonts = FcConfigGetFonts(NULL, FcSetSystem);
    return fonts && fonts->nfont > 0;
}

// Grey edges, wherever a letter stands: coloured ones belong to one kind of panel, and video halves its colour.
static void smooth_evenly(PangoContext *context) {
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
}

static void set_letters(ctext *text, double pixels) {
    PangoFontDescription *font = pango_font_description_from_string("Sans Bold");
    pango_font_description_set_absolute_size(font, pixels * PANGO_SCALE);
    pango_layout_set_font_description(text->layout, font);
    pango_font_description_free(font);
    pango_layout_get_pixel_extents(text->layout, NULL, &text->extents);
    text->margin = (int)(pixels / 3);
}

static void fit(ctext *text, int box_height, double largest) {
    pango_layout_set_alignment(text->layout, PANGO_ALIGN_CENTER);
    pango_layout_set_width(text->layout, text->box_width * PANGO_SCALE);
    pango_layout_set_wrap(text->layout, PANGO_WRAP_WORD);
    for (double pixels = largest; pixels > largest / 4; pixels *= 0.9) {
        set_letters(text, pixels);
        if (text->extents.width <= text->box_width && text->extents.height <= box_height)
            return;
    }
    pango_layout_set_wrap(text->layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_height(text->layout, box_height * PANGO_SCALE);
    pango_layout_set_ellipsize(text->layout, PANGO_ELLIPSIZE_END);
    set_letters(text, largest / 4);
}

ctext *ctext_open(const char *words, int box_width, int box_height, double largest) {
    if (!has_font())
        return NULL;
    ctext *text = calloc(1, sizeof *text);
    if (!text)
        return NULL;
    text->box_width = box_width;
    text->map = pango_cairo_font_map_new();
    text->context = pango_font_map_create_context(text->map);
    text->layout = pango_layout_new(text->context);
    smooth_evenly(text->context);
    pango_layout_set_text(text->layout, words, -1);
    fit(text, box_height, largest);
    return text;
}

int ctext_tighten(ctext *text, int widest) {
    int width = text->extents.width + 2 * text->margin;
    text->box_width = width < widest ? width : widest;
    text->left = text->extents.x - (text->box_width - text->extents.width) / 2;
    return text->box_width;
}

int ctext_height(const ctext *text) { return text->extents.height + 2 * text->margin; }

void ctext_draw(const ctext *text, uint8_t red, uint8_t green, uint8_t blue, uint8_t *pixels, int height, ptrdiff_t stride) {
    // A native-endian word: B, G, R, A in memory, premultiplied.
    cairo_surface_t *surface = cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, text->box_width, height, (int)stride);
    cairo_t *context = cairo_create(surface);
    cairo_set_source_rgb(context, red / 255.0, green / 255.0, blue / 255.0);
    cairo_move_to(context, -text->left, (height - text->extents.height) / 2 - text->extents.y);
    pango_cairo_show_layout(context, text->layout);
    cairo_destroy(context);
    cairo_surface_flush(surface);
    cairo_surface_destroy(surface);
}

void ctext_close(ctext *text) {
    g_object_unref(text->layout);
    g_object_unref(text->context);
    g_object_unref(text->map);
    free(text);
}
