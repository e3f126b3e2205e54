import Picture
import Platform

/// How viewers see layers change their places.
public struct LayerTransition: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Between two pictures.
        case cut
        /// What was there fades out while what comes fades in.
        case fade
        /// Layers move to their places.
        case slide
    }

    public static let cut = LayerTransition(.cut, .zero)
    public static let usual = Duration.milliseconds(300)
    public static let longest = Duration.seconds(10)
    /// What may be asked for, for people.
    public static let form = "a transition is cut, fade or slide, with its time if 300 ms is not meant, such as fade:500ms or slide:2s, 10s at most"

    public let kind: Kind
    public let duration: Duration

    /// - Parameter duration: 0...10 s; what is outside is moved to the nearest.
    public init(_ kind: Kind, _ duration: Duration = LayerTransition.usual) {
        (self.kind, self.duration) = (kind, min(max(duration, .zero), Self.longest))
    }

    /// Reads `cut`, `fade`, `slide`, `fade:500ms`, `slide:1s`; `nil` for anything else.
    public init?(word: String) {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let kind = Kind(rawValue: parts[0]) else { return nil }
        guard parts.count == 2 else {
            self.init(kind, kind == .cut ? .zero : Self.usual)
            return
        }
        let (text, isMilliseconds) = (parts[1], parts[1].hasSuffix("ms"))
        guard kind != .cut, text.hasSuffix("s"), let number = Double(text.dropLast(isMilliseconds ? 2 : 1)), number >= 0, number.isFinite else {
            return nil
        }
        let duration = Duration.nanoseconds(Int64(clamping: number * (isMilliseconds ? 1e6 : 1e9)))
        guard duration <= Self.longest else { return nil }
        self.init(kind, duration)
    }

    /// As `init(word:)` reads it.
    public var word: String { kind == .cut ? kind.rawValue : "\(kind.rawValue):\(Int(clamping: duration.inMilliseconds.rounded()))ms" }

    var transition: Transition {
        switch kind {
        case .cut: .cut
        case .fade: .fade(duration)
        case .slide: .slide(duration)
        }
    }
}
