public import Foundation

/// A real browser without a window, which opens a page and tells what became of its video. One thread at a time.
public protocol WebBrowser: AnyObject {
    /// Opens `url` and waits until its document is loaded.
    func open(_ url: String) throws
    /// The value of a JavaScript expression in the page, promises awaited.
    func evaluate(_ expression: String) throws -> Any?
    /// A picture of the page as PNG.
    func screenshot() throws -> Data
}

extension WebBrowser {
    /// What the page's first `<video>` is doing; nil when there is none.
    public func playback() throws -> Playback? {
        let figures = """
            (() => { const v = document.querySelector('video'); if (!v) return null; const q = v.getVideoPlaybackQuality();
              return { time: v.currentTime, width: v.videoWidth, height: v.videoHeight, frames: q.totalVideoFrames,
                dropped: q.droppedVideoFrames, sound: v.webkitAudioDecodedByteCount ?? 0, ready: v.readyState, paused: v.paused,
                error: v.error ? v.error.message || String(v.error.code) : '' }; })()
            """
        guard let value = try evaluate(figures) as? [String: Any] else { return nil }
        func number(_ name: String) -> Double { (value[name] as? NSNumber)?.doubleValue ?? 0 }
        return Playback(
            currentTime: .seconds(number("time")), width: Int(number("width")), height: Int(number("height")),
            decodedFrames: Int(number("frames")), droppedFrames: Int(number("dropped")), decodedAudioBytes: Int(number("sound")),
            isPaused: (value["paused"] as? NSNumber)?.boolValue ?? true, error: value["error"] as? String ?? "")
    }
}
