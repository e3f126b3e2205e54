#pragma once
#include <zlib.h>

// A macro. Takes gzip and zlib streams, as servers mean either by "deflate".
static inline int czlib_begin(z_stream *stream) { return inflateInit2(stream, 15 + 32); }
