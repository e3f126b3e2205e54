#pragma once
// No pkgConfig: Debian's libzmq.pc carries flags that SwiftPM refuses.
#include <zmq.h>
