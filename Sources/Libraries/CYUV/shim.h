#pragma once
// The C entry points only: libyuv's own headers pull in C++ helpers.
#include <libyuv/convert.h>
#include <libyuv/planar_functions.h>
#include <libyuv/rotate.h>
#include <libyuv/rotate_argb.h>
#include <libyuv/scale.h>
