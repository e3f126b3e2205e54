import CaptureKit
import Frames
import Platform

/// The options that only this agent has.
struct MediaOptions {
    enum Origin: Hashable {
        case device(String)
        case file(String)
        case address(String)
    }

    /// `nil` for `--list`.
    var origin: Origin?
    var camera = CameraRequest()
    var isLooping = false
    /// `--no-audio`
    var isSilent = false
    /// `--list`: show the cameras and end.
    var listing: CameraListing.Form?

    static let usage = """
          --device PATH         a camera or capture card, such as /dev/video0; --list shows them
          --size WxH            the camera's size (default: the largest up to 1920x1080 that runs at 24 frames a second)
          --rate N              the camera's frames a second (default: the most that it has)
          --format WORD         the camera's format: nv12, i420, yuyv, uyvy, bgrx or mjpeg (default: the best of them that it has)
          --file PATH           a video, of any kind that libavcodec decodes, in its own time; a still picture stays. '-' is
                                standard input: ffmpeg … -f yuv4mpegpipe - | splitcast-capture-media --file -
          --loop                play the file again from its start when it ends
          --url ADDRESS         a stream: http(s), rtmp(s), rtsp, srt or udp. What is live is shown as it comes. @FILE reads the address
                                from a file, @- from standard input, so that 'ps' shows no password
          --no-audio            leave out the audio of a file or stream
          --audio               for a host that plays music: decodes what it asks for over standard input, a socket, and sends it the
                                samples. Of the other options it takes --sandbox
          --clip                the same for a host that prepares a background clip: the pictures of a file
          --list [--json]       show the cameras of this machine, and end

        Pictures are delivered in the format that they have. The audio of a file or stream goes into the mix while its pictures are
        streamed, under its name; that of standard input is left out. At the end of a file the agent ends, with status 0.
        Decoding takes memory that grows with the picture: nine pictures and 10 MiB, which is 38 MiB at 1080p, and 1 MiB for audio. The
        host gives that with 'splitcast live --agent-memory 64M'. A stream takes 8 MiB more, for a process that fetches it and decodes
        nothing. A camera that does not compress takes 10 MiB at any size.

        Of --file that one file is read: playlists and scripts, which name others, are refused.

        """

    /// Takes its own options out of `arguments` and leaves the rest.
    /// - Throws: `.badOption`, naming the option.
    static func parse(from arguments: inout [String]) throws(CaptureError) -> MediaOptions {
        var options = MediaOptions()
        let device = try value("--device", &arguments)
        let file = try value("--file", &arguments)
        let address = try value("--url", &arguments).map { (text) throws(CaptureError) in try AddressFile.address(text) }
        let size = try value("--size", &arguments)
        let rate = try value("--rate", &arguments)
        let format = try value("--format", &arguments)
        options.isLooping = AgentOptions.takeFlag("--loop", from: &arguments)
        options.isSilent = AgentOptions.takeFlag("--no-audio", from: &arguments)
        let isList = AgentOptions.takeFlag("--list", from: &arguments)
        let isJSON = AgentOptions.takeFlag("--json", from: &arguments)
        if isJSON, !isList { throw CaptureError(.badOption, "--json needs --list") }
        if isList { options.listing = isJSON ? .json : .text }
        let origins = [device.map(Origin.device), file.map(Origin.file), address.map(Origin.address)].compactMap { $0 }
        guard origins.count == 1 || (isList && origins.isEmpty) else {
            throw CaptureError(
                .badOption,
                origins.isEmpty
                    ? "nothing to show: give --device PATH, --file PATH or --url ADDRESS" : "give one of --device, --file and --url, not more")
        }
        options.origin = origins.first
        if file == nil || file == "-", options.isLooping {
            throw CaptureError(.badOption, "--loop needs --file\(file == nil ? "" : "; standard input can be read only once")")
        }
        if device != nil, options.isSilent { throw CaptureError(.badOption, "--no-audio needs --file or --url: nothing else has audio") }
        for (name, text) in [("--size", size), ("--rate", rate), ("--format", format)] where text != nil && device == nil {
            throw CaptureError(.badOption, "\(name) needs --device")
        }
        if let size { options.camera.size = try Self.size(size) }
        if let rate {
            guard let number = Double(rate), number >= 1, number <= 240 else {
                throw CaptureError(.badOption, "--rate \(rate): give a number from 1 to 240")
            }
            options.camera.milliFramesPerSecond = UInt32(clamping: number * 1000)
        }
        if let format {
            guard let known = CameraFormat(rawValue: format) else {
                let names = CameraFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw CaptureError(.badOption, "--format \(format): give one of \(names)")
            }
            options.camera.format = known
        }
        return options
    }

    private static func size(_ text: String) throws(CaptureError) -> PixelSize {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], FrameGeometry(size: PixelSize(width: width, height: height)) != nil
        else {
            throw CaptureError(.badOption, "--size \(text): give WIDTHxHEIGHT, such as 1280x720")
        }
        return PixelSize(width: width, height: height)
    }

    private static func value(_ name: String, _ arguments: inout [String]) throws(CaptureError) -> String? {
        let value = try AgentOptions.takeValue(name, from: &arguments)
        if value == "" { throw CaptureError(.badOption, "\(name) needs a value: see --help") }
        return value
    }
}
