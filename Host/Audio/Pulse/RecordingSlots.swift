import Platform
import Synchronization

/// The streams of one source, summed. Slots are made when first needed and kept, since each has two seconds of storage.
///
/// `pull` is for the mixer's thread, the figures for any.
final class RecordingSlots: StreamSlots {
    private final class Entry: Sendable {
        let isMade = Atomic<Bool>(false)
        let slot = Mutex<RecordingSlot?>(nil)
    }

    let name: String
    private let entries: [Entry]
    /// What the mixer's thread reads, without a lock: an entry's slot once it is made, which then never changes.
    private let made: Made
    private let silent = Atomic<Int>(0)

    private final class Made: @unchecked Sendable {
        // @unchecked: an entry is written before `isMade` is set, and read after.
        let slots: UnsafeMutablePointer<Unmanaged<RecordingSlot>?>
        init(_ count: Int) {
            slots = .allocate(capacity: count)
            slots.initialize(repeating: nil, count: count)
        }
        deinit { slots.deallocate() }
    }

    init(name: String, count: Int) {
        self.name = name
        entries = (0..<count).map { _ in Entry() }
        made = Made(count)
    }

    var count: Int { entries.count }

    /// libpulse's thread; makes the slot the first time.
    func slot(_ index: Int) -> RecordingSlot {
        entries[index].slot.withLock { slot in
            if let slot { return slot }
            let new = RecordingSlot(name: name)
            slot = new
            made.slots[index] = .passUnretained(new)
            // SYNC POINT slot-made
            entries[index].isMade.store(true, ordering: .releasing)
            return new
        }
    }

    func makeStream(on index: Int, of client: PulseClient, title: String) -> any PulseStream {
        let slot = slot(index)
        slot.open()
        return PulseRecordStream(client: client, number: index, title: title, ring: slot.followed.ring)
    }

    func retire(_ index: Int, _ isRetiring: Bool) { slot(index).retire(isRetiring) }

    func closed(_ index: Int) { if entries[index].isMade.load(ordering: .relaxed) { slot(index).close() } }

    func pull(_ time: MediaTime, isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>) {
        samples.update(repeating: 0, count: AudioFormat.quantumFloats)
        var isEstablished = false
        var isHeard = false
        for index in entries.indices {
            withSlot(index) { slot in
                guard slot.isAwake else { return }
                slot.pull(time, isCatchingUp: isCatchingUp)
                isEstablished = isEstablished || slot.isEstablished
                isHeard = isHeard || slot.followed.isPlaying
                slot.isPulled = true
            }
        }
        for index in entries.indices {
            withSlot(index) { slot in
                guard slot.isPulled else { return }
                slot.isPulled = false
                slot.add(to: samples, isReplaced: isEstablished)
            }
        }
        if !isHeard { silent.wrappingAdd(AudioFormat.quantumSampleFrames, ordering: .relaxed) }
    }

    func statistics(_ status: AudioDeviceStatus) -> AudioDeviceStatistics {
        let slots = entries.indices.filter { entries[$0].isMade.load(ordering: .relaxed) }.map { slot($0) }
        let figures = slots.map(\.followed.figures)
        let open = slots.filter(\.isOpen).map(\.followed.figures)
        return AudioDeviceStatistics(
            status: status, driftPPM: open.first { $0.driftPPM != 0 }?.driftPPM ?? 0, lateBy: open.map(\.lateBy).max() ?? .zero,
            tooLateBy: open.map(\.tooLateBy).min() ?? .zero,
            resyncs: figures.reduce(0) { $0 + $1.resyncs }, underruns: figures.reduce(0) { $0 + $1.underruns },
            silence: AudioFormat.span(ofSampleFrames: silent.load(ordering: .relaxed)),
            dropped: AudioFormat.span(ofSampleFrames: slots.reduce(0) { $0 + $1.followed.ring.droppedSampleFrames }))
    }

    private func withSlot(_ index: Int, _ body: (RecordingSlot) -> Void) {
        // SYNC POINT slot-made: the entry is read only after it was written.
        guard entries[index].isMade.load(ordering: .acquiring), let slot = made.slots[index] else { return }
        slot._withUnsafeGuaranteedRef { body($0) }
    }
}
