#pragma once
// Text as pixels, by Pango: any script and direction, letters from another font where the first has none.
//
// A target of its own because Pango's headers need search paths that a module map cannot name, and SwiftPM takes pkg-config's
// only with a warning. Any thread may use it, each with handles of its own.
#include <stddef.h>
#include <stdint.h>

typedef struct ctext ctext;

// Lays a text (UTF-8, line breaks kept) out, centred, in a box of pixels: with the largest letters, up to `largest`
// pixels high, with which it fits and no word is broken. What fits at no size above a quarter of that is broken anywhere and cut
// with an ellipsis. NULL when no font is installed (Pango would draw nothing, or give the process up) or memory is out.
ctext *ctext_open(const char *text, int box_width, int box_height, double largest);

// Makes the box as wide as the text with a margin on each side, as there is above and below, and not wider than `widest`: that width.
int ctext_tighten(ctext *text, int widest);

// Rows that `ctext_draw` needs, of box_width pixels; accents and tails included. May exceed the box by some.
int ctext_height(const ctext *text);

// Draws over premultiplied BGRA pixels. Rows beyond `height` are cut off, above and below alike.
void ctext_draw(const ctext *text, uint8_t red, uint8_t green, uint8_t blue, uint8_t *pixels, int height, ptrdiff_t stride);

void ctext_close(ctext *text);
