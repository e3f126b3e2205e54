import CLibAV
public import Platform

/// Where packets lie in a container or a published stream: in each track's ticks from 0 on, strictly increasing in each track however
/// long a tick is, and without the time that was left out.
///
/// A value that belongs to one thread. Packets of one track come in order; those of different tracks should.
public struct PacketTimeline {
    private struct Track {
        let coding: Coding
        let number: Int
        let base: AVRational
        let frameRate: AVRational
        /// Tick of the packet that was stamped last.
        var last: Int64 = -1
        /// When what was admitted last ends, as far as is known; a picture counts as long as the one before it lasted.
        var end: MediaTime?
        var newest: MediaTime?

        mutating func note(_ packet: Packet) {
            let span = packet.kind == .audio ? packet.duration : newest.map { min(packet.dts - $0, .milliseconds(100)) } ?? .milliseconds(33)
            (newest, end) = (packet.dts, packet.dts + max(span, .zero))
        }
    }

    private let start: MediaTime
    private var first: MediaTime
    /// What was left out, all pauses together: later packets move forward by it.
    private var skipped: Duration = .zero
    private var tracks: [Track] = []

    /// - Parameters:
    ///   - start: what becomes time 0.
    ///   - first: packets before it are left out; `start` unless an earlier timeline began at `start` already.
    init(start: MediaTime, from first: MediaTime? = nil) {
        (self.start, self.first) = (start, max(start, first ?? start))
    }

    /// A timeline in milliseconds, with a track for each stream in their order.
    public init(milliseconds streams: [StreamDescription], start: MediaTime, from first: MediaTime? = nil) {
        self.init(start: start, from: first)
        for stream in streams { addTrack(for: stream, in: Ticks.milliseconds) }
    }

    mutating func addTrack(for stream: StreamDescription, in base: AVRational) {
        tracks.append(Track(coding: stream.coding, number: stream.track, base: base, frameRate: stream.frameRate))
    }

    /// The track of this coding; of audio with this number.
    public func track(of coding: Coding, number: Int = 0) -> Int? { tracks.firstIndex { $0.coding == coding && $0.number == number } }

    /// The track of a packet that belongs in; `nil` when it lies before the first, or there is no track of its coding.
    public mutating func admit(_ packet: Packet) -> Int? {
        guard packet.dts >= first, let track = track(of: packet.coding, number: packet.track) else { return nil }
        tracks[track].note(packet)
        return track
    }

    /// When a packet that was admitted is decoded and shown.
    public mutating func stamp(_ packet: Packet, track: Int) -> (dts: Int64, pts: Int64) {
        stamp(dts: packet.dts, pts: packet.pts, track: track)
    }

    /// What is shown before it is decoded is shown when it is decoded.
    mutating func stamp(dts: MediaTime, pts: MediaTime, track: Int) -> (dts: Int64, pts: Int64) {
        let decoded = ticks(at: dts, track: track)
        // A tick may be longer than the time between two pictures: MKV, FLV and RTMP count milliseconds.
        let shift = max(0, tracks[track].last + 1 - decoded)
        tracks[track].last = decoded + shift
        return (decoded + shift, max(decoded, ticks(at: pts, track: track)) + shift)
    }

    func ticks(at time: MediaTime, track: Int) -> Int64 { Ticks.from(time - start - skipped, in: tracks[track].base) }

    /// When the packet that was stamped last in this track is decoded; `nil` before the first.
    public func last(track: Int) -> Int64? { tracks[track].last >= 0 ? tracks[track].last : nil }

    /// How far from the container's beginning `time` lies: of a time that was left out, what comes after it.
    func position(of time: MediaTime) -> Duration { max(.zero, max(time, first) - start - skipped) }

    /// When what was admitted last to this track ends, as far as is known.
    func end(track: Int) -> MediaTime? { tracks[track].end }

    /// Leaves out the time between what was admitted last and `next`: what comes plays on without a hole. Packets before `next` are left
    /// out.
    public mutating func skip(to next: MediaTime) {
        guard let end = tracks.compactMap(\.end).max().map({ onGrid($0) }), next > end else { return }
        skipped += next - end
        first = next
    }

    /// The first position at or after `time` that is whole pictures behind the last one: pictures go on in step, so that tools which count
    /// in frames see no two in one position.
    private func onGrid(_ time: MediaTime) -> MediaTime {
        guard let pictures = tracks.first(where: { $0.coding.kind == .video }), let last = pictures.newest else { return time }
        let rate = pictures.frameRate
        guard rate.num > 0, rate.den > 0 else { return time }
        let span = 1_000_000_000 * Int64(rate.den) / Int64(rate.num)
        return last + .nanoseconds(max(1, ((time - last).inNanoseconds + span - 1) / span) * span)
    }
}
