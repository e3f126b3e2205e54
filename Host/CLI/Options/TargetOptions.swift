import ArgumentParser

/// Where the stream goes.
struct TargetOptions: ParsableArguments {
    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "Stream or record there; repeats.",
            discussion:
                "rtmp://HOST/APP/KEY, rtmps://…, srt://HOST:PORT?streamid=ID&passphrase=TEXT&latency=MS, udp://HOST:PORT (also multicast, with "
                + "?ttl=N), HLS by http(s)://HOST/PATH/NAME.m3u8, hls:FOLDER, or a file .flv .mkv .mp4 .ts .m3u8, "
                + "for audio alone .m4a .mka .ogg .opus .aac. @FILE reads addresses from a file, one on each line, so that 'ps' shows no key.",
            valueName: "URL|FILE|@FILE"))
    var targets: [String] = []

    @OptionGroup var services: ServiceOptions

    @Option(
        name: .customLong("record"),
        help: ArgumentHelp(
            "Record into a file, .flv .mkv .mp4 .ts; audio alone into .m4a .mka .ogg .opus .aac; repeats.",
            discussion: "A name may have the time in it, as strftime(3) writes it: 'talk-%Y-%m-%d_%H%M%S.mkv'. It follows the moment at which the "
                + "file begins; where it is taken, talk-2.mkv follows.", valueName: "FILE"))
    var recordings: [String] = []

    @Flag(name: .customLong("overwrite"), help: "Replace recordings that exist.")
    var overwrites = false

    @Option(
        name: .customLong("http"),
        help: ArgumentHelp(
            "Where the page is served: 127.0.0.1:8080, or the next free port up to 8089; off for none. At an address that other machines reach, "
                + "it asks for the token in the address that is printed.",
            valueName: "HOST:PORT|off"))
    var page: String?

    @Flag(name: .customLong("http-open"), help: "Show the page to all who can reach it: other users of this machine, and others without a token.")
    var isPageOpen = false

    @OptionGroup var obs: OBSOptions

    @Option(
        name: .customLong("reconnect"),
        help: ArgumentHelp(
            "When a lost target is tried again: fixed:2s, linear:5 (five times, 1 s, 2 s, … apart), exponential:1s..60s (default: fixed:2s).",
            valueName: "POLICY"))
    var reconnect: String?

    @Option(name: .customLong("reconnect-max"), help: ArgumentHelp("Give up after so many retries in a row (default: never).", valueName: "N"))
    var reconnectMost: String?

    @Flag(
        name: .customLong("takeover-suffix"),
        help: "Add a rising number to the stream key with each attempt to connect again: for services that let a new connection take over by it.")
    var takesOver = false

    @Option(name: .customLong("reconnect-interval"), help: ArgumentHelp("The same as --reconnect fixed:TIME.", valueName: "TIME"))
    var reconnectInterval: String?

    @Option(
        name: .customLong("url-hook"),
        help: ArgumentHelp(
            "Prints a fresh address for a target whose own was refused or is used up.",
            discussion:
                "Run by /bin/sh after a refusal (badKey, expired, rejected) and before a lost connection is made anew; the first line that it "
                + "prints is used, if it is an address of the same kind. It gets SPLITCAST_TARGET (the number), SPLITCAST_URL (keys masked) and "
                + "SPLITCAST_REASON, and has 10 s. Without an answer the old address is tried.",
            valueName: "COMMAND"))
    var addressHook: String?

    @Option(
        help: ArgumentHelp(
            "Sign requests to this host for S3, with the key that the environment (AWS_ACCESS_KEY_ID and so on) or a file has; repeats.",
            discussion: "For HLS by https://HOST/PATH/NAME.m3u8. The file is as ~/.aws/credentials; ,REGION behind it where that is another than "
                + "us-east-1.", valueName: "HOST=env|FILE"))
    var s3: [String] = []

    @OptionGroup var ladder: LadderOptions

    @OptionGroup var certificates: CertificateOptions
}
