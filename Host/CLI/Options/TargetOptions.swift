import ArgumentParser

/// Where the stream goes.
struct TargetOptions: ParsableArguments {
    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "Stream or record there; repeats.",
            discussion:
                "rtmp://HOST/APP/KEY, rtmps://…, srt://HOST:PORT?streamid=ID&passphrase=WORDS&latency=MS, udp://HOST:PORT (also multicast, with "
                + "?ttl=N), HLS by http(s)://HOST/PATH/NAME.m3u8, or a file .flv .mkv .mp4 .ts .m3u8, for sound alone .m4a .mka .ogg .opus .aac. "
                + "@FILE reads addresses from a file, one a line, so that 'ps' shows no key.",
            valueName: "URL|FILE|@FILE"))
    var targets: [String] = []

    @Option(
        name: .customLong("record"),
        help: ArgumentHelp("Record into a file, .flv .mkv .mp4 .ts; sound alone into .m4a .mka .ogg .opus .aac; repeats.", valueName: "FILE"))
    var recordings: [String] = []

    @Flag(name: .customLong("overwrite"), help: "Replace recordings that exist.")
    var overwrites = false

    @Option(
        name: .customLong("http"),
        help: ArgumentHelp(
            "Where the page is served: 127.0.0.1:8080, or the next free port up to 8089; off for none. Another host makes it public.",
            valueName: "HOST:PORT|off"))
    var page: String?

    @Option(
        name: .customLong("reconnect-interval"), help: ArgumentHelp("Between attempts to reach a lost target (default: 2s).", valueName: "TIME"))
    var reconnectInterval: String?
}
