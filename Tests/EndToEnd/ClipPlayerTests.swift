import Fixtures
import Foundation
import Glibc
import Judging
import ServerFixtures
import TestSupport
import Testing

/// A clip in the place of the slate, as Chromium and VLC play it.
@Suite(.serialized, .rerunWhenLate) struct ClipPlayerTests {
    private let scratch = Scratch()

    /// A moving screen, and a clip that is ready: 1.5 s of red, and green as long.
    private struct Scene {
        let stream: TestSupport.Stream
        private let kept: [Any]

        init(_ scratch: Scratch, _ options: [String]) throws {
            let screen = try XvfbServer(width: 320, height: 180)
            kept = [screen, try Stimulus(.motion, on: screen)]
            let clip = scratch.file("away.mp4")
            _ = try runTool([
                "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:size=320x180:rate=30:duration=1.5", "-f", "lavfi", "-i",
                "color=0x00ff00:size=320x180:rate=30:duration=1.5", "-filter_complex", "[0][1]concat=n=2", "-pix_fmt", "yuv420p", clip,
            ])
            stream = try Stream(
                ["live", "--display", screen.display, "--mic", "none", "--fps", "30"] + options, screen: screen,
                environment: ["XDG_CACHE_HOME": scratch.file("cache")])
            try stream.waitUntilLive()
            try stream.command("background", "--clip", clip)
        }
    }

    /// Red, green or something else.
    private static func letter(_ red: Int, _ green: Int) -> Character { red > 150 && green <= 150 ? "r" : green > 150 && red <= 150 ? "g" : "s" }

    @Test func chromiumPlaysOverTheSeamsWithoutAJump() throws {
        let port = Port.free()
        let scene = try Scene(scratch, ["--http", "127.0.0.1:\(port)"])
        let browser = try ChromiumBrowser()
        try browser.open("http://127.0.0.1:\(port)/")
        try waitUntil("the picture to play", timeout: .seconds(60)) {
            guard let playback = try browser.playback() else { return false }
            return playback.width == 320 && playback.currentTime > .seconds(2) && playback.decodedFrames > 30
        }
        try browser.followPlayback()
        /// What is seen, until that was all of these in their order.
        func waitUntilSeen(_ order: String) throws {
            var seen = ""
            try waitUntil("\(order), not \(seen)") {
                let colour =
                    try browser.evaluate(
                        """
                        (() => { const pen = new OffscreenCanvas(1, 1).getContext('2d'); pen.drawImage(document.querySelector('video'), 0, 0, 1, 1);
                          return [...pen.getImageData(0, 0, 1, 1).data]; })()
                        """) as? [NSNumber]
                guard let colour, colour.count == 4 else { return false }
                let letter = Self.letter(colour[0].intValue, colour[1].intValue)
                if seen.last != letter { seen.append(letter) }
                return seen.hasSuffix(order)
            }
        }
        try scene.stream.command("pause")
        // Around once, and once more.
        try waitUntilSeen("srgrg")
        try scene.stream.command("resume")
        try waitUntilSeen("s")
        letRun(for: .seconds(2))
        #expect(try browser.playback()?.error == "")
        let looks = try browser.progress()
        #expect(zip(looks, looks.dropFirst()).allSatisfy { $1.played >= $0.played && $1.picture >= $0.picture }, "it jumped back")
        var (longest, standing) = (0.0, try #require(looks.first))
        for look in looks {
            if look.picture > standing.picture { standing = look }
            longest = max(longest, look.at - standing.at)
        }
        expectInTime(longest < 1, "the picture stood for \(longest) s")
        try scene.stream.stop()
    }

    private static let hasVLC = FileManager.default.isExecutableFile(atPath: "/usr/bin/vlc")

    /// VLC decodes the recording and makes 25 pictures a second of it: each part of the clip is as long as it should be.
    @Test(.enabled(if: hasVLC, "VLC is not installed: apt-get install vlc-bin vlc-plugin-base")) func vlcPlaysEachPartAsLongAsItIs() throws {
        let (file, decoded) = (scratch.file("a.mkv"), scratch.file("decoded.ts"))
        let scene = try Scene(scratch, ["--http", "off", "--record", file])
        try scene.stream.command("pause")
        letRun(for: .seconds(7))
        try scene.stream.command("resume")
        letRun(for: .seconds(2))
        try scene.stream.stop()
        // VLC does not run as root; what it reads and writes is opened for it.
        let user = geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : ""
        let chain = "#transcode{vcodec=mp2v,vb=4000,fps=25,acodec=none}:std{access=file,mux=ts,dst=-}"
        let command = "exec \(user)env HOME=/nowhere vlc --intf dummy --no-audio --play-and-exit --sout '\(chain)' fd://0 <\"$0\" >\"$1\""
        _ = try runTool(["sh", "-c", command, file, decoded])
        let bytes = [UInt8](
            try runTool([
                "ffmpeg", "-nostdin", "-v", "error", "-i", decoded, "-vf", "scale=1:1:flags=area,format=rgb24", "-fps_mode", "passthrough", "-f",
                "rawvideo", "pipe:1",
            ]))
        var parts: [(letter: Character, pictures: Int)] = []
        for index in stride(from: 0, to: bytes.count - 2, by: 3) {
            let letter = Self.letter(Int(bytes[index]), Int(bytes[index + 1]))
            if parts.last?.letter != letter { parts.append((letter, 0)) }
            parts[parts.count - 1].pictures += 1
        }
        #expect(String(parts.map(\.letter)).hasPrefix("srgrg") && parts.last?.letter == "s", "\(parts)")
        // 1.5 s of red, and green up to the end of the fourth second.
        for (part, pictures) in zip(parts.dropFirst(), [37.5, 62.5, 37.5]) { #expect(abs(Double(part.pictures) - pictures) < 2, "\(parts)") }
    }
}
