import Platform
import Synchronization

/// The streams of one source, summed. Lanes are made when first needed and kept, since each has two seconds of storage.
///
/// `pull` is for the mixer's thread, the figures for any.
final class RecordingSlots: StreamSlots {
    private final class Place: Sendable {
        let isMade = Atomic<Bool>(false)
        let lane = Mutex<RecordingSlot?>(nil)
    }

    let name: String
    private let places: [Place]
    /// What the mixer's thread reads, without a lock: a place's lane once it is made, which then never changes.
    private let made: Made
    private let silent = Atomic<Int>(0)

    private final class Made: @unchecked Sendable {
        // @unchecked: an entry is written before its place says that it is made, and read after.
        let lanes: UnsafeMutablePointer<Unmanaged<RecordingSlot>?>
        init(_ count: Int) {
            lanes = .allocate(capacity: count)
            lanes.initialize(repeating: nil, count: count)
        }
        deinit { lanes.deallocate() }
    }

    init(name: String, count: Int) {
        self.name = name
        places = (0..<count).map { _ in Place() }
        made = Made(count)
    }

    var count: Int { places.count }

    /// libpulse's thread; makes the lane the first time.
    func lane(_ index: Int) -> RecordingSlot {
        places[index].lane.withLock { lane in
            if let lane { return lane }
            let new = RecordingSlot(name: name)
            lane = new
            made.lanes[index] = .passUnretained(new)
            // SYNC POINT lane-made
            places[index].isMade.store(true, ordering: .releasing)
            return new
        }
    }

    func makeStream(on index: Int, of client: PulseClient, title: String) -> any PulseStream {
        let lane = lane(index)
        lane.open()
        return PulseRecordStream(client: client, number: index, title: title, ring: lane.followed.ring)
    }

    func retire(_ index: Int, _ isRetiring: Bool) { lane(index).retire(isRetiring) }

    func closed(_ index: Int) { if places[index].isMade.load(ordering: .relaxed) { lane(index).close() } }

    func pull(_ time: MediaTime, isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>) {
        samples.update(repeating: 0, count: AudioFormat.quantumFloats)
        var isEstablished = false
        var isHeard = false
        for index in places.indices {
            withLane(index) { lane in
                guard lane.isAwake else { return }
                lane.pull(time, isCatchingUp: isCatchingUp)
                isEstablished = isEstablished || lane.isEstablished
                isHeard = isHeard || lane.followed.isPlaying
                lane.isPulled = true
            }
        }
        for index in places.indices {
            withLane(index) { lane in
                guard lane.isPulled else { return }
                lane.isPulled = false
                lane.add(to: samples, isReplaced: isEstablished)
            }
        }
        if !isHeard { silent.wrappingAdd(AudioFormat.quantumSampleFrames, ordering: .relaxed) }
    }

    func statistics(_ status: AudioDeviceStatus) -> AudioDeviceStatistics {
        let lanes = places.indices.filter { places[$0].isMade.load(ordering: .relaxed) }.map { lane($0) }
        let figures = lanes.map(\.followed.figures)
        let open = lanes.filter(\.isOpen).map(\.followed.figures)
        return AudioDeviceStatistics(
            status: status, driftPPM: open.first { $0.driftPPM != 0 }?.driftPPM ?? 0, lateBy: open.map(\.lateBy).max() ?? .zero,
            resyncs: figures.reduce(0) { $0 + $1.resyncs }, underruns: figures.reduce(0) { $0 + $1.underruns },
            silence: AudioFormat.span(ofSampleFrames: silent.load(ordering: .relaxed)),
            dropped: AudioFormat.span(ofSampleFrames: lanes.reduce(0) { $0 + $1.followed.ring.droppedSampleFrames }))
    }

    private func withLane(_ index: Int, _ body: (RecordingSlot) -> Void) {
        // SYNC POINT lane-made: the entry is read only after it was written.
        guard places[index].isMade.load(ordering: .acquiring), let lane = made.lanes[index] else { return }
        lane._withUnsafeGuaranteedRef { body($0) }
    }
}
