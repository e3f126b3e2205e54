#pragma once
// The GnuTLS flavour (libsrt-gnutls-dev), which libavformat loads already: a second libsrt in one process would be a second world.
#include <srt/srt.h>

#include <srt/access_control.h>
