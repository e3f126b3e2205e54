import Platform
import Synchronization

/// The mixer's sources: rows that a control thread fills and asks to be emptied, and that the mixer's thread mixes.
///
/// The hand-over is one atomic byte a row, so it is bounded, never full with requests and never waited for. The control
/// side keeps each source alive until the mixer's thread has let go of it.
final class SourceTable: @unchecked Sendable {
    // @unchecked: a row's pointer is written by the control side while free and read by the mixer's thread otherwise.
    static let capacity = 16

    private enum Phase {
        static let free: UInt8 = 0
        static let present: UInt8 = 1
        static let leaving: UInt8 = 2
        /// The mixer's thread has let go; the control side clears it up.
        static let left: UInt8 = 3
    }

    private final class Row: @unchecked Sendable {
        let phase = Atomic<UInt8>(Phase.free)
        var source: Unmanaged<MixerSource>?
    }

    /// One that is recorded by itself keeps its track when it leaves, so that these rows are only ever filled.
    private final class TrackRow: @unchecked Sendable {
        let isPresent = Atomic<Bool>(false)
        var track: Unmanaged<RecordedTrack>?
    }

    private let rows: [Row] = (0..<capacity).map { _ in Row() }
    private let trackRows: [TrackRow] = (0..<capacity).map { _ in TrackRow() }
    /// What the control side keeps alive, row by row. Never locked by the mixer's thread.
    private let kept = Mutex<[MixerSource?]>(Array(repeating: nil, count: capacity))
    private let keptTracks = Mutex<[RecordedTrack]>([])

    /// Sources present, in any order. Any thread but the mixer's.
    var sources: [MixerSource] {
        kept.withLock { kept in
            rows.indices.compactMap { rows[$0].phase.load(ordering: .relaxed) == Phase.present ? kept[$0] : nil }
        }
    }

    /// Control side. Throws `tooManySources`, or `alreadyInUse` for a source that is here already. Of sources with a recorder there may be
    /// `capacity` in all, those that left among them.
    func add(_ source: MixerSource) throws(AudioError) {
        let refusal = kept.withLock { kept -> AudioError? in
            clearUp(&kept)
            if kept.contains(where: { $0?.source === source.source }) {
                return AudioError(.alreadyInUse, "the source \(source.name) is already in the mix; remove it first")
            }
            guard let index = kept.firstIndex(where: { $0 == nil }) else {
                return AudioError(.tooManySources, "the mixer holds \(Self.capacity) sources; remove one before adding \(source.name)")
            }
            if let track = source.track, !keep(track) {
                return AudioError(.tooManySources, "there is no track left to record \(source.name) on")
            }
            kept[index] = source
            rows[index].source = .passUnretained(source)
            // SYNC POINT row-filled
            rows[index].phase.store(Phase.present, ordering: .releasing)
            return nil
        }
        if let refusal { throw refusal }
    }

    /// False when there are too many.
    private func keep(_ track: RecordedTrack) -> Bool {
        keptTracks.withLock { kept in
            guard kept.count < Self.capacity else { return false }
            trackRows[kept.count].track = .passUnretained(track)
            // SYNC POINT track-kept
            trackRows[kept.count].isPresent.store(true, ordering: .releasing)
            kept.append(track)
            return true
        }
    }

    /// Control side. The mixer's thread fades the source out and lets go; asking twice does nothing.
    func remove(_ source: MixerSource) {
        kept.withLock { kept in
            clearUp(&kept)
            guard let index = kept.firstIndex(where: { $0 === source }) else { return }
            _ = rows[index].phase.compareExchange(expected: Phase.present, desired: Phase.leaving, ordering: .relaxed)
        }
    }

    /// Control side. Lets go of what has left.
    func clearUp() { kept.withLock { clearUp(&$0) } }

    /// When no mixer's thread runs: what is leaving has left.
    func settle() {
        for row in rows where row.phase.load(ordering: .relaxed) == Phase.leaving {
            row.phase.store(Phase.left, ordering: .relaxed)
        }
        clearUp()
    }

    /// The mixer's thread. How far the source with the lowest offset is to be ahead of the others, in sample frames.
    var lead: Int {
        var lead = 0
        each(isBeginning: true) { source, _ in
            lead = max(lead, -source.offsetSampleFrames)
            return true
        }
        return lead
    }

    /// The mixer's thread. Takes one quantum of every source.
    ///
    /// - Parameter isHeld: it is kept for later; else `release` follows.
    func take(_ time: MediaTime, isCatchingUp: Bool, isAllMuted: Bool, isHeld: Bool) {
        var reference: UnsafePointer<Float>?
        each(isBeginning: true) { source, _ in
            source.pull(time, isCatchingUp: isCatchingUp)
            reference = source.reference ?? reference
            return true
        }
        // All have their quantum before the first is changed: the reference is what the speakers play, whatever its gain.
        each { source, _ in
            source.treat(reference: source.isEchoReference ? nil : reference)
            return true
        }
        each { source, _ in
            source.shape(time, isAllMuted: isAllMuted, isHeld: isHeld)
            return true
        }
    }

    /// The mixer's thread. Adds one quantum of every source to `sum`, `lead` sample frames later than it was captured.
    ///
    /// - Parameter time: when what is heard was captured, but for the sources' offsets.
    func release(_ time: MediaTime, lead: Int, isAllMuted: Bool, ducking: Ducking, into sum: UnsafeMutablePointer<Float>) {
        var speech: Float = 0
        each { source, isLeaving in
            source.release(lead: lead, isLeaving: isLeaving)
            source.record(time, isAllMuted: isAllMuted)
            if source.role == .speech { speech = max(speech, source.power) }
            return true
        }
        for row in trackRows {
            // SYNC POINT track-kept: the pointer is read only after the control side has written it.
            guard row.isPresent.load(ordering: .acquiring), let track = row.track else { break }
            track._withUnsafeGuaranteedRef { $0.complete(at: time, isAllMuted: isAllMuted) }
        }
        let duck = ducking.step(speechPower: speech)
        each { source, isLeaving in source.add(ducking: duck, isLeaving: isLeaving, into: sum) }
    }

    /// The mixer's thread. Calls `body` with every source and whether it is leaving; false lets go of it.
    ///
    /// - Parameter isBeginning: also with those that have come since the last quantum.
    private func each(isBeginning: Bool = false, _ body: (MixerSource, Bool) -> Bool) {
        for row in rows {
            // SYNC POINT row-filled: the pointer is read only after the control side has written it.
            let phase = row.phase.load(ordering: .acquiring)
            guard phase == Phase.present || phase == Phase.leaving, let source = row.source else { continue }
            let stays = source._withUnsafeGuaranteedRef { isBeginning || $0.isPulled ? body($0, phase == Phase.leaving) : true }
            // SYNC POINT row-left
            if !stays { row.phase.store(Phase.left, ordering: .releasing) }
        }
    }

    private func clearUp(_ kept: inout [MixerSource?]) {
        // SYNC POINT row-left: a source is let go only after the mixer's thread has used it for the last time.
        for index in rows.indices where rows[index].phase.load(ordering: .acquiring) == Phase.left {
            rows[index].source = nil
            rows[index].phase.store(Phase.free, ordering: .relaxed)
            kept[index] = nil
        }
    }
}
