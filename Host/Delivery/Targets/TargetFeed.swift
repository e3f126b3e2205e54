import Codec
import Platform

/// Whose packets a target gets: those of one fan-out, and from the key frame on with which it changes over, those of another. A value.
///
/// Both hand out the same audio, each at its own time: none is lost or comes twice.
struct TargetFeed {
    /// What to do with a packet.
    enum Verdict: Hashable {
        case give
        case leave
        /// It is the first picture of the other one: what `takeWaiting` returns goes before it.
        case change
    }

    private var current: ObjectIdentifier?
    private var next: ObjectIdentifier?
    /// Audio of the other one since it was chosen.
    private var waiting: [Packet] = []
    /// Of each track.
    private var lastAudio: [Int: MediaTime] = [:]
    /// Some seconds.
    private static let mostWaiting = 512

    /// From the next key frame of `source` on, its packets; at once where none came from any yet.
    mutating func change(to source: ObjectIdentifier) {
        (next, waiting) = (source == current ? nil : source, [])
        if current == nil { (current, next) = (source, nil) }
    }

    /// Stays with what it gets, unless it has changed over already.
    mutating func stay() { (next, waiting) = (nil, []) }

    func isFed(by source: ObjectIdentifier) -> Bool { current == source }

    mutating func admit(_ packet: Packet, from source: ObjectIdentifier) -> Verdict {
        if current == nil { current = source }
        if source == current {
            guard packet.kind == .audio else { return .give }
            return takesAudio(packet) ? .give : .leave
        }
        guard source == next else { return .leave }
        if packet.kind == .audio {
            if waiting.count == Self.mostWaiting { waiting.removeFirst() }
            waiting.append(packet)
        }
        guard packet.kind == .video, packet.isKeyframe else { return .leave }
        (current, next) = (source, nil)
        return .change
    }

    /// The audio that only the other one has handed out so far, in order.
    mutating func takeWaiting() -> [Packet] {
        defer { waiting = [] }
        return waiting.filter { takesAudio($0) }
    }

    /// Whether it is new; it has been handed out then.
    private mutating func takesAudio(_ packet: Packet) -> Bool {
        if let last = lastAudio[packet.track], packet.dts <= last { return false }
        lastAudio[packet.track] = packet.dts
        return true
    }
}
