import Audio
import Codec
import Fixtures
import Foundation
import Synchronization

@testable import Session

/// Music, and a mixer that pulls as fast as there is something: no clock, so that tests are short and exact.
final class MusicListener {
    let player: MusicPlayer
    let scratch = Scratch()
    let changes: Changes
    private(set) var left: [Float] = []
    private(set) var right: [Float] = []

    /// What `onChange` said.
    final class Changes: Sendable {
        private let list = Mutex<[MusicStatus]>([])
        func add(_ status: MusicStatus) { list.withLock { $0.append(status) } }
        var states: [MusicState] { list.withLock { $0.map(\.state) } }
    }

    init(limits: MusicLimits = .init()) {
        let changes = Changes()
        self.changes = changes
        player = MusicPlayer(limits: limits) { changes.add($0) }
    }

    deinit { player.close() }

    /// A WAV file of a tone at half of full scale.
    func tone(_ name: String, hertz: Double = 1000, seconds: Double, phase: Double = 0) -> String {
        let count = Int((seconds * 48_000).rounded())
        var samples: [Float] = []
        for index in 0..<count { samples.append(Float(0.5 * sin(2 * Double.pi * hertz * Double(index) / 48_000 + phase))) }
        return wave(name, samples)
    }

    /// A WAV file of these samples, the same on both sides, as 32-bit floats.
    func wave(_ name: String, _ samples: [Float]) -> String {
        func word(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let size = samples.count * 8
        var data = Array("RIFF".utf8) + word(36 + size, 4) + Array("WAVEfmt ".utf8) + word(16, 4) + word(3, 2) + word(2, 2)
        data += word(48_000, 4) + word(48_000 * 8, 4) + word(8, 2) + word(32, 2) + Array("data".utf8) + word(size, 4)
        for sample in samples { for _ in 0..<2 { data += word(Int(sample.bitPattern), 4) } }
        let path = scratch.file(name)
        // What cannot be written is not there, and the test fails.
        _ = FileManager.default.createFile(atPath: path, contents: Data(data))
        return path
    }

    func wait(_ condition: () -> Bool) -> Bool { Watchdog.until(.seconds(20), condition) }

    func wait(for state: MusicState) -> Bool { wait { player.status.state == state } }

    /// Pulls one quantum, whatever is there.
    func pull(isCatchingUp: Bool = false) {
        var samples = [Float](repeating: .nan, count: AudioFormat.quantumFloats)
        player.pull(.now(), isCatchingUp: isCatchingUp, into: &samples)
        for index in 0..<AudioFormat.quantumSampleFrames {
            left.append(samples[2 * index])
            right.append(samples[2 * index + 1])
        }
    }

    /// Pulls so many quanta, each when the track that is heard has enough decoded, so that nothing depends on who is faster.
    func pull(quanta: Int) -> Bool {
        for _ in 0..<quanta {
            let isThere = wait {
                guard let buffer = player.heardTrack?.buffer else { return true }
                return buffer.isFinished || buffer.available >= 4 * AudioFormat.quantumSampleFrames
            }
            guard isThere else { return false }
            pull()
        }
        return true
    }

    /// Pulls until the player is in a state, and 20 ms more.
    func pull(until state: MusicState) -> Bool {
        let isThere = wait {
            _ = pull(quanta: 1)
            return player.status.state == state
        }
        return isThere && pull(quanta: 2)
    }

    /// The largest step between two neighbours; 0.0654 for the tone at 1 kHz itself.
    func largestStep(in range: Range<Int>? = nil) -> Float {
        let part = [0] + left[range ?? 0..<left.count]
        return zip(part, part.dropFirst()).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }
}
