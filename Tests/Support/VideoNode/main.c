// VideoNode feed NAME FORMAT WxH FPS POOL COMMANDS   a source of video; POOL buffers (0: as many as the reader likes)
//     FORMAT: BGRx BGRA RGBx RGBA xRGB xBGR RGB BGR I420 Y42B NV12 NV21 P010_10LE YUY2 UYVY YVYU GRAY8 GRAY16_LE. Prints "node ID"
//     when it is there.
//     COMMANDS is a FIFO from which it takes lines:
//       still | go                frames stop, frames come again
//       size WxH                  another size from the next frame on
//       transform N               as in SPA_META_VideoTransform
//       crop X,Y,WxH | crop none
//       cursor X,Y | cursor none  the pointer, by metadata: a square of 8x8 red pixels
//       corrupt                   one buffer with the flag of a broken one
//       empty                     one buffer without a picture, for the cursor alone
// VideoNode listen FD|- NODE COUNT FILE              a reader: prints each frame's metadata, the last one into
//     FILE, BGRx and BGRA as PPM, others as they lie in memory
#include "node.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void node_fail(const char *what)
{
    fprintf(stderr, "VideoNode: %s\n", what);
    exit(1);
}

int main(int count, char **arguments)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    const char *mode = count > 1 ? arguments[1] : "";
    if (count == 8 && !strcmp(mode, "feed"))
        return feed(arguments[2], arguments[3], arguments[4], atof(arguments[5]), atoi(arguments[6]), arguments[7]);
    if (count == 6 && !strcmp(mode, "listen"))
        return listen_to(strcmp(arguments[2], "-") ? atoi(arguments[2]) : -1, (uint32_t)atoi(arguments[3]), atoi(arguments[4]), arguments[5]);
    fprintf(stderr, "usage: VideoNode feed NAME FORMAT WxH FPS POOL COMMANDS, VideoNode listen FD|- NODE COUNT FILE\n");
    return 2;
}
