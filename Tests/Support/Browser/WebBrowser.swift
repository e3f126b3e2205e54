import Fixtures
public import Foundation

/// A real browser without a window, which opens a page and tells what became of its video. One thread at a time.
public protocol WebBrowser: AnyObject {
    /// Opens `url` and waits until its document is loaded.
    func open(_ url: String) throws
    /// The value of a JavaScript expression in the page, promises awaited.
    func evaluate(_ expression: String) throws -> Any?
    /// Clicks in the middle of what `selector` finds, as a user does.
    func click(_ selector: String) throws
    /// Presses a key, and lets it go.
    func press(_ key: BrowserKey, withShift: Bool) throws
    /// Types into what has the focus.
    func type(_ text: String) throws
    /// A picture of the page as PNG.
    func screenshot() throws -> Data
}

/// A key that has no letter.
public enum BrowserKey: String, Sendable {
    case tab = "Tab"
    case enter = "Enter"
    case space = " "
    case escape = "Escape"
    case left = "ArrowLeft"
    case right = "ArrowRight"
}

extension WebBrowser {
    public func press(_ key: BrowserKey) throws { try press(key, withShift: false) }

    /// Whether an expression is true.
    public func holds(_ expression: String) throws -> Bool { (try evaluate("!!(\(expression))") as? NSNumber)?.boolValue ?? false }

    public func text(of id: String) throws -> String { try evaluate("document.getElementById('\(id)')?.textContent ?? ''") as? String ?? "" }

    /// Goes on with the tab key until what `selector` finds has the focus, as who has no mouse does.
    ///
    /// Not past the end of the page: the browser's own bars come there. Firefox's driver has keys go to the page even then, which does not take
    /// them for its own: `document.hasFocus()` is false, and Enter presses no button.
    public func tab(to selector: String, isBackwards: Bool = false, most: Int = 150) throws {
        for _ in 0..<most {
            if try holds("document.activeElement?.matches('\(selector)')") { return }
            try press(.tab, withShift: isBackwards)
        }
        throw FixtureError("no tab key leads to \(selector)")
    }

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
