import Fixtures

@testable import Audio

/// A processor fed by hand, quantum by quantum: no mixer, no threads.
final class VoiceFixture {
    let processor: VoiceProcessor

    init(_ processing: VoiceProcessing = []) throws { processor = try VoiceProcessor(processing) }

    /// Processes a mono microphone. What comes back is moved to where it belongs: `delay` earlier, with silence at the end.
    func run(_ microphone: [Float], reference: [Float]? = nil, before: (Int) throws -> Void = { _ in }) throws -> [Float] {
        try run(left: microphone, right: microphone, reference: reference, before: before).left
    }

    func run(
        left: [Float], right: [Float], reference: [Float]? = nil, before: (Int) throws -> Void = { _ in }
    ) throws -> (
        left: [Float], right: [Float]
    ) {
        let count = AudioFormat.quantumSampleFrames
        var (madeLeft, madeRight): ([Float], [Float]) = ([], [])
        for quantum in 0..<(left.count / count) {
            try before(quantum)
            let frames = quantum * count..<(quantum + 1) * count
            var samples = frames.flatMap { [left[$0], right[$0]] }
            let heard = reference.map { reference in frames.flatMap { [reference[$0], reference[$0]] } }
            processor.process(&samples, reference: heard)
            for index in 0..<count {
                madeLeft.append(samples[2 * index])
                madeRight.append(samples[2 * index + 1])
            }
        }
        let end = [Float](repeating: 0, count: count)
        return (madeLeft.dropFirst(count) + end, madeRight.dropFirst(count) + end)
    }

    /// What a microphone in a small room hears of a loudspeaker.
    static func echo(of audio: [Float], milliseconds: Double, decibels: Double = -10) -> [Float] {
        let direct = audio.delayed(by: Int(milliseconds * 48))
        var random = SeededRandom(seed: 5)
        var room = direct
        for reflection in 1...12 {
            let delay = reflection * 90 + Int.random(in: 0..<60, using: &random)
            let gain = Float.random(in: -0.5...0.5, using: &random) * (1 - Float(reflection) / 13)
            for index in delay..<direct.count { room[index] += gain * direct[index - delay] }
        }
        let change = audio.decibels(0..<Double(audio.count) / 48_000) + decibels - room.decibels(0..<Double(room.count) / 48_000)
        return room.scaled(byDecibels: change)
    }
}
