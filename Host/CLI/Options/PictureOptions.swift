import ArgumentParser

/// How the picture is composed and encoded.
struct PictureOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The stream's size, even (default: the screen's, at most 1920x1080).", valueName: "WxH"))
    var size: String?

    @Option(help: ArgumentHelp("How the screen stands on it: fit, fill or stretch (default: fit).", valueName: "WORD"))
    var aspect: String?

    @Option(name: .customLong("fps"), help: ArgumentHelp("At most so many frames a second, such as 60 or 29.97 (default: 30).", valueName: "N"))
    var framesPerSecond: String?

    @Option(
        help: ArgumentHelp(
            "damage: frames when something changes, 2 a second else; constant: always --fps (default: damage).", valueName: "WORD"))
    var cadence: String?

    @Option(
        help: ArgumentHelp(
            "x264, x265 (HEVC), svtav1 or aom (AV1), or a hardware encoder such as h264_vaapi: 'splitcast encoders' tells which work here "
                + "(default: auto, which is x264).", valueName: "NAME"))
    var encoder: String?

    @Option(help: ArgumentHelp("A hardware encoder's device, such as /dev/dri/renderD128 (default: the first that works).", valueName: "PATH"))
    var encoderDevice: String?

    @Option(help: ArgumentHelp("x264's preset, ultrafast to placebo (default: veryfast).", valueName: "WORD"))
    var preset: String?

    @Option(
        help: ArgumentHelp(
            "auto: --preset at most, less before a slow machine loses frames; fixed: always --preset (default: auto).", valueName: "WORD"))
    var effort: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The encoder's niceness, -20 to 19 (default: -5 where the system allows it, else 0).", valueName: "N"))
    var nice: String?

    @Option(help: ArgumentHelp("H.264 profile: baseline, main, high (default: high; that of pixel=444 is High 4:4:4).", valueName: "WORD"))
    var profile: String?

    @Option(
        name: .customLong("encoding"),
        help: ArgumentHelp(
            "One more encoding of the picture, for targets that name it: --to URL@NAME. Keys: size, fps, bitrate or crf, preset, codec, "
                + "pixel=444 (a recording whose coloured text stays sharp), align. There are "
                + "low (640x360, 600k), mid (1280x720, 2M) and high (6M) without it. May be repeated.", valueName: "NAME:KEY=VALUE,…"))
    var encodings: [String] = []

    @Option(help: ArgumentHelp("A key frame at least this often: 2, 2s, 500ms (default: 2s).", valueName: "TIME"))
    var keyframeInterval: String?
}
