import Glibc

/// Holds a source's audio back, as far as its offset and the mixer's lead ask for. Belongs to the mixer's thread but for its making.
///
/// Until it is first used it costs no memory: pages that were never written are not there. From then on it runs, so that an offset can be
/// changed under a cross-fade, to audio that was heard before or to newer.
final class OffsetLine {
    /// The longest offset, and the lead that other sources may ask for.
    static let longestSampleFrames = 120_000
    private static let quantum = AudioFormat.quantumSampleFrames
    /// A whole number of quanta: none is split.
    private static let capacity = longestSampleFrames + 2 * quantum
    /// Length of a cross-fade: 5 ms.
    private static let fade = 240

    private let storage: UnsafeMutablePointer<Float>
    private let old: UnsafeMutablePointer<Float>
    private(set) var isRunning = false
    /// Sample frames since it runs.
    private var written = 0
    /// What is read next, on the same scale; less than 0 is before it ran.
    private var position = 0
    /// `old` holds what would have been heard.
    private var isBeginning = false

    /// - Throws: `system` where there is no memory.
    init(_ name: String) throws(AudioError) {
        guard let memory = calloc(Self.capacity, AudioFormat.bytesPerSampleFrame) else {
            throw AudioError(.system, "no memory for the source \(name)")
        }
        storage = memory.assumingMemoryBound(to: Float.self)
        old = .allocate(capacity: 2 * Self.fade)
        old.initialize(repeating: 0, count: 2 * Self.fade)
    }

    deinit {
        free(storage)
        old.deallocate()
    }

    /// Takes the next quantum.
    ///
    /// - Parameter isHeld: nothing is read before the next one is taken.
    func write(_ samples: UnsafePointer<Float>, isHeld: Bool) {
        let place = storage + 2 * (written % Self.capacity)
        place.update(from: samples, count: AudioFormat.quantumFloats)
        if !isRunning, !isHeld {
            // Silence is heard until what is taken now is old enough: it fades in then, and out now.
            isBeginning = true
            old.update(from: samples, count: 2 * Self.fade)
            for index in 0..<2 * Self.fade { place[index] *= 1 - Fade.down(index / 2, of: Self.fade) }
        }
        isRunning = true
        written += Self.quantum
    }

    /// Gives a quantum for each one taken, `delay` sample frames (0...`longestSampleFrames`) old; where that is another one than what is
    /// next, under a cross-fade. A quantum that is taken and not asked for makes what comes next a quantum older: nothing is lost.
    func read(delay: Int, into samples: UnsafeMutablePointer<Float>) {
        let wanted = written - Self.quantum - min(max(delay, 0), Self.longestSampleFrames)
        copy(from: wanted, sampleFrames: Self.quantum, into: samples)
        if wanted != position || isBeginning {
            if !isBeginning { copy(from: position, sampleFrames: Self.fade, into: old) }
            for index in 0..<Self.fade {
                let weight = Fade.down(index, of: Self.fade)
                samples[2 * index] += weight * (old[2 * index] - samples[2 * index])
                samples[2 * index + 1] += weight * (old[2 * index + 1] - samples[2 * index + 1])
            }
        }
        isBeginning = false
        position = wanted + Self.quantum
    }

    private func copy(from start: Int, sampleFrames: Int, into samples: UnsafeMutablePointer<Float>) {
        // What is older than the storage is not there any more: silence, as before the beginning.
        let oldest = max(0, written - Self.capacity)
        for index in 0..<sampleFrames {
            let frame = start + index
            let isThere = frame >= oldest && frame < written
            let place = 2 * (isThere ? frame % Self.capacity : 0)
            (samples[2 * index], samples[2 * index + 1]) = isThere ? (storage[place], storage[place + 1]) : (0, 0)
        }
    }
}
