/// What libavcodec's encoders are told beyond size, rate and colours, each in its own words: no delay, key frames when they are asked for
/// and at no other time, headers where they are wanted.
enum EncoderOptions {
    static func all(_ settings: VideoSettings) -> [(String, String)] {
        switch settings.encoder {
        case "libx265": x265(settings)
        case "libsvtav1": svtav1(settings)
        case "libaom-av1": aom(settings)
        case let name where name.hasSuffix("_nvenc"): [("preset", "p4"), ("tune", "ull"), ("rc", "cbr"), ("forced-idr", "1"), ("delay", "0")]
        case let name where name.hasSuffix("_vaapi"): [("rc_mode", "CBR"), ("async_depth", "1")]
        case let name where name.hasSuffix("_qsv"): [("forced_idr", "1"), ("async_depth", "1")]
        default: []
        }
    }

    /// It takes the number of threads for that of pictures at a time, each of which is one of delay: its pool is named instead. Two threads
    /// gain little, and hand each other every row: beside busy programs 30 small pictures took 17 s with a pool and 3 s without.
    private static func x265(_ settings: VideoSettings) -> [(String, String)] {
        var own = ["log-level=none", "info=0", "scenecut=0", "open-gop=0", settings.threadCount > 2 ? "pools=\(settings.threadCount)" : "pools=none"]
        if settings.repeatsHeaders { own.append("repeat-headers=1") }
        var options = [("preset", settings.preset), ("forced-idr", "1"), ("x265-params", own.joined(separator: ":"))]
        if settings.isLowLatency { options.append(("tune", "zerolatency")) }
        return options
    }

    /// Its numbers for x264's names: from 8, the slowest that it does without reordering, to 12, the fastest.
    private static func svtav1(_ settings: VideoSettings) -> [(String, String)] {
        let preset = ["ultrafast": 12, "superfast": 11, "veryfast": 10, "faster": 9][settings.preset] ?? 8
        let own = settings.isLowLatency ? "pred-struct=1:rc=2:buf-sz=500:buf-initial-sz=300:buf-optimal-sz=400" : "rc=1"
        return [("preset", "\(preset)"), ("svtav1-params", own)]
    }

    private static func aom(_ settings: VideoSettings) -> [(String, String)] {
        let speed = ["ultrafast": 10, "superfast": 9, "veryfast": 9, "faster": 8, "fast": 7][settings.preset] ?? 6
        // Each column at least 256 pixels wide.
        let columns = settings.size.width >= 1024 && settings.threadCount >= 4 ? 4 : settings.size.width >= 512 && settings.threadCount >= 2 ? 2 : 1
        return [
            ("usage", "realtime"), ("lag-in-frames", "0"), ("row-mt", "1"), ("tiles", "\(columns)x1"), ("aq-mode", "3"),
            ("aom-params", "cpu-used=\(speed)"),
        ]
    }
}

/// What an encoder of libavcodec 5.1 can do while it is open.
struct EncoderTraits {
    /// It makes a key frame of the picture that asks for one; else it is opened anew for that.
    let makesKeyframes: Bool
    /// It takes another bit rate; else it is opened anew with the next key frame.
    let followsBitRate: Bool
    /// A picture leaves it in the call after its own (SVT-AV1 works on it meanwhile, and libavcodec asks no second time).
    let holdsPicture: Bool
    /// It cannot be closed before it was given a picture: SVT-AV1 1.4 waits for one for ever.
    let needsPicture: Bool

    init(of encoder: String) {
        makesKeyframes = encoder != "libsvtav1"
        followsBitRate = encoder == "libx264" || encoder.hasSuffix("_nvenc")
        (holdsPicture, needsPicture) = (encoder == "libsvtav1", encoder == "libsvtav1")
    }
}
