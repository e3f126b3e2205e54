import Fixtures
public import Platform

extension ChromiumBrowser {
    /// What the page's first `<video>` showed at a moment, and what stood in the element `id`.
    public struct Look: Sendable {
        public let stamp: Stamp
        public let text: String
        /// Between asking and the answer.
        public let times: ClosedRange<MediaTime>
    }

    /// Reads the stamp of a `Stimulus` at the top left of the picture; `nil` when there is none that can be read.
    public func look(beside id: String) throws -> Look? {
        let script = """
            (() => { const video = document.querySelector('video'), canvas = document.createElement('canvas');
              [canvas.width, canvas.height] = [256, 80];
              const pen = canvas.getContext('2d', { willReadFrequently: true });
              pen.drawImage(video, 0, 0, 256, 80, 0, 0, 256, 80);
              const { data } = pen.getImageData(0, 0, 256, 80), cells = [];
              for (let row = 0; row < 5; row++) for (let column = 0; column < 16; column++)
                cells.push(data[((row * 16 + 8) * 256 + column * 16 + 8) * 4 + 1]);
              return { cells, text: document.getElementById('\(id)').textContent }; })()
            """
        let before = MediaTime.now()
        guard let value = try evaluate(script) as? [String: Any], let cells = value["cells"] as? [Int], cells.count == 80 else { return nil }
        let after = MediaTime.now()
        guard let stamp = Stamp(cells: cells.map { UInt8(clamping: $0) }) else { return nil }
        return Look(stamp: stamp, text: value["text"] as? String ?? "", times: before...after)
    }

    /// How far the page's first `<video>` had played at one moment; all in seconds.
    public struct Progress: Sendable {
        /// On the page's clock.
        public let at: Double
        /// On the video's.
        public let played: Double
        /// Of the picture that was shown, on the video's clock.
        public let picture: Double
    }

    /// Notes from now on, 20 times a second, how far the page's first `<video>` has played; `progress` has it.
    public func followPlayback() throws {
        _ = try evaluate(
            """
            (() => { const video = document.querySelector('video'); window.progress = []; let picture = video.currentTime;
              const follow = (now, { mediaTime }) => { picture = mediaTime; video.requestVideoFrameCallback(follow); };
              video.requestVideoFrameCallback(follow);
              setInterval(() => progress.push([performance.now() / 1000, video.currentTime, picture]), 50); })()
            """)
    }

    /// What `followPlayback` noted so far.
    public func progress() throws -> [Progress] {
        let noted = try evaluate("window.progress") as? [[Double]] ?? []
        return noted.filter { $0.count == 3 }.map { Progress(at: $0[0], played: $0[1], picture: $0[2]) }
    }
}
