import Fixtures
import Frames
import TestSupport

/// Who streams a desktop of Wayland: all with the same size, encoder settings and target, without sound.
enum WaylandContender: String, CaseIterable {
    /// Through the desktop portal.
    case portal = "splitcast-pipewire"
    /// From the compositor itself.
    case compositor = "splitcast-wlr"
    case wfRecorder = "wf-recorder"
    /// GStreamer's pipewiresrc, with a cast of the portal that a small client holds for it.
    case gstreamer = "pipewiresrc"

    static let compositorRole = "compositor"

    func command(screen: PixelSize, canvas: PixelSize, url: String, group: String) throws -> [String] {
        switch self {
        case .portal, .compositor:
            return [
                try releaseProduct("splitcast"), "live", "--capture", self == .portal ? "pipewire" : "wlr", "--size", "\(canvas)", "--fps", "30",
                "--video-bitrate", "4500k", "--mic", "none", "--http", "off", "--group", group, "--to", url,
            ]
        case .wfRecorder:
            let encoder = ["preset=veryfast", "tune=zerolatency", "b=4500000", "maxrate=4500000", "bufsize=2250000", "g=60"]
            let scale = screen == canvas ? [] : ["-F", "scale=\(canvas.width):\(canvas.height)"]
            return ["wf-recorder", "-c", "libx264", "-x", "yuv420p", "-m", "flv", "-f", url] + encoder.flatMap { ["-p", $0] } + scale
        case .gstreamer:
            let scale = screen == canvas ? [] : ["videoscale", "!"]
            let source = ["pipewiresrc", "fd={fd}", "path={node}", "do-timestamp=true", "keepalive-time=500", "!", "videoconvert", "!"]
            let shape = ["video/x-raw,format=I420,width=\(canvas.width),height=\(canvas.height)", "!"]
            let encoder = [
                "x264enc", "tune=zerolatency", "speed-preset=veryfast", "bitrate=4500", "vbv-buf-capacity=500", "key-int-max=60", "!", "h264parse",
                "!",
            ]
            let target = ["flvmux", "streamable=true", "!", "rtmpsink", "location=\(url)"]
            return PortalClient.command(then: ["gst-launch-1.0", "-q"] + source + scale + shape + encoder + target)
        }
    }

    /// Splitcast sends a silent track where there is no microphone, as servers expect one; a player that is told there is none would take
    /// the stream for sound alone.
    var hasSound: Bool { self == .portal || self == .compositor }

    /// What a process of this peer does, by its name; nil for one that is there for the test alone.
    func role(ofProcess name: String) -> String? {
        switch self {
        case .portal, .compositor: return name.hasPrefix("splitcast-cap") ? "agent" : "host"
        case .wfRecorder: return rawValue
        case .gstreamer: return name.hasPrefix("python") ? nil : rawValue
        }
    }
}
