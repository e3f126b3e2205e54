import Platform
import Synchronization

@testable import Audio

/// A source of one constant value, or of a tone at a given frequency, for the mixer's tests.
final class SteadySource: AudioSource, @unchecked Sendable {
    // @unchecked: `position` belongs to the mixer's thread.
    let name: String
    let value: Float
    let hertz: Double?
    let pulls = Atomic<Int>(0)
    private var position = 0
    private let period: [Float]

    init(_ value: Float, hertz: Double? = nil, name: String = "steady") {
        self.value = value
        self.hertz = hertz
        self.name = name
        period = hertz.map { Tone.samples(hertz: $0, amplitude: value, count: 48_000) } ?? []
    }

    func pull(_ time: MediaTime, isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>) {
        pulls.wrappingAdd(1, ordering: .relaxed)
        for index in 0..<AudioFormat.quantumSampleFrames {
            let sample = hertz == nil ? value : period[position]
            position = (position + 1) % 48_000
            samples[2 * index] = sample
            samples[2 * index + 1] = sample
        }
    }
}
