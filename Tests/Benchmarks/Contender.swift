import Fixtures
import ServerFixtures

/// Who streams the screen: all with the same size, rate, encoder settings, sound and target.
enum Contender: String, CaseIterable {
    case splitcast
    /// As people run it.
    case ffmpeg
    /// With the input options that lower its delay.
    case ffmpegTuned = "ffmpeg-tuned"

    /// The command line that streams `screen` and the default microphone to `url`.
    func command(screen: XvfbServer, workload: Workload, url: String, group: String) throws -> [String] {
        let size = "\(workload.width)x\(workload.height)"
        if self == .splitcast {
            return [
                try builtProduct("splitcast"), "live", "--capture", "x11", "--display", screen.display, "--size", size, "--fps", "30",
                "--video-bitrate", "4500k", "--mic", "default", "--http", "off", "--group", group, "--to", url,
            ]
        }
        let eager = self == .ffmpegTuned ? ["-fflags", "nobuffer", "-probesize", "32", "-analyzeduration", "0"] : []
        let fragments = self == .ffmpegTuned ? ["-fragment_size", "1920"] : []
        let picture = ["-f", "x11grab", "-draw_mouse", "1", "-framerate", "30", "-video_size", size, "-i", screen.display]
        let sound = ["-f", "pulse"] + fragments + ["-i", "default"]
        let encoders = [
            "-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-b:v", "4500k", "-maxrate", "4500k", "-bufsize", "2250k",
            "-g", "60", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k", "-flags", "+global_header",
        ]
        return ["ffmpeg", "-nostdin", "-v", "error"] + eager + picture + eager + sound + encoders + ["-f", "flv", url]
    }

    /// What a process of this peer does, by its name.
    func role(ofProcess name: String) -> String {
        guard self == .splitcast else { return rawValue }
        return name.hasPrefix("splitcast-cap") ? "agent" : "host"
    }
}
