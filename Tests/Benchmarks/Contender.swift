import Fixtures
import ServerFixtures

/// Who streams the screen: all with the same size, rate, encoder settings, sound and target.
enum Contender: String, CaseIterable {
    case splitcast
    /// As people run it.
    case ffmpeg
    /// With the input options that lower its delay.
    case ffmpegTuned = "ffmpeg-tuned"
    /// gst-launch-1.0 with ximagesrc.
    case gstreamer = "gst"
    /// SimpleScreenRecorder, with settings from a file and its window hidden.
    case simpleScreenRecorder = "ssr"

    static let usual: [Contender] = [.splitcast, .ffmpeg, .gstreamer, .simpleScreenRecorder]

    /// Those that `names` has, with commas between them.
    static func list(_ names: String) throws(Options.Problem) -> [Contender] {
        var contenders: [Contender] = []
        for name in names.split(separator: ",") {
            guard let contender = Contender(rawValue: String(name)) else { throw Options.Problem(message: "no peer '\(name)'") }
            contenders.append(contender)
        }
        return contenders
    }

    /// What is streamed, and where to.
    struct Stream {
        var width: Int
        var height: Int
        var kilobits = 4500
        var url: String

        var size: String { "\(width)x\(height)" }
    }

    /// The command line that streams `screen` and the default microphone; files that the peer needs for that are written to `folder`.
    func command(screen: XvfbServer, stream: Stream, group: String, folder: Scratch) throws -> [String] {
        switch self {
        case .splitcast: try Self.splitcast(screen, stream, group) + ["--to", stream.url]
        case .ffmpeg, .ffmpegTuned: ffmpeg(screen, stream)
        case .gstreamer: Self.gstreamer(screen, stream)
        case .simpleScreenRecorder: try Self.simpleScreenRecorder(stream, folder)
        }
    }

    /// Without a target.
    static func splitcast(_ screen: XvfbServer, _ stream: Stream, _ group: String) throws -> [String] {
        [
            try builtProduct("splitcast"), "live", "--capture", "x11", "--display", screen.display, "--size", stream.size, "--fps", "30",
            "--video-bitrate", "\(stream.kilobits)k", "--mic", "default", "--http", "off", "--group", group,
        ]
    }

    private func ffmpeg(_ screen: XvfbServer, _ stream: Stream) -> [String] {
        let eager = self == .ffmpegTuned ? ["-fflags", "nobuffer", "-probesize", "32", "-analyzeduration", "0"] : []
        let fragments = self == .ffmpegTuned ? ["-fragment_size", "1920"] : []
        let picture = ["-f", "x11grab", "-draw_mouse", "1", "-framerate", "30", "-video_size", stream.size, "-i", screen.display]
        let sound = ["-f", "pulse"] + fragments + ["-i", "default"]
        let encoders = [
            "-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-b:v", "\(stream.kilobits)k", "-maxrate", "\(stream.kilobits)k",
            "-bufsize", "\(stream.kilobits / 2)k", "-g", "60", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k", "-flags", "+global_header",
        ]
        return ["ffmpeg", "-nostdin", "-v", "error"] + eager + picture + eager + sound + encoders + ["-f", "flv", stream.url]
    }

    private static func gstreamer(_ screen: XvfbServer, _ stream: Stream) -> [String] {
        // Without damage, as its users run it: ximagesrc then needs less for what moves, and loses fewer frames.
        let picture = """
            ximagesrc display-name=\(screen.display) use-damage=false ! video/x-raw,framerate=30/1 ! \
            videoconvert ! video/x-raw,format=I420 ! queue ! x264enc speed-preset=veryfast tune=zerolatency \
            bitrate=\(stream.kilobits) vbv-buf-capacity=500 key-int-max=60 ! h264parse ! mux.
            """
        let sound = """
            pulsesrc ! audioconvert ! audioresample ! audio/x-raw,rate=48000,channels=2 ! queue ! voaacenc bitrate=128000 ! aacparse ! mux.
            """
        let target = "flvmux name=mux streamable=true ! rtmp2sink location=\(stream.url)"
        return ["gst-launch-1.0", "-q"] + [target, picture, sound].flatMap { $0.split(separator: " ").map(String.init) }
    }

    private static func simpleScreenRecorder(_ stream: Stream, _ folder: Scratch) throws -> [String] {
        try folder.write(SimpleScreenRecorderSettings(stream).text, to: "ssr.conf")
        let settings = "--settingsfile=" + folder.file("ssr.conf")
        return ["simplescreenrecorder", settings, "--start-recording", "--start-hidden", "--no-systray"]
    }

    /// What a process of this peer does, by its name.
    func role(ofProcess name: String) -> String {
        guard self == .splitcast else { return rawValue }
        return name.hasPrefix("splitcast-cap") ? "agent" : "host"
    }
}
