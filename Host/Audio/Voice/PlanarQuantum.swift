/// One quantum, channel by channel, as signal processing needs it. Belongs to one thread; storage is made once.
final class PlanarQuantum {
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
    private static let count = AudioFormat.quantumSampleFrames

    init() {
        left = .allocate(capacity: Self.count)
        right = .allocate(capacity: Self.count)
        left.initialize(repeating: 0, count: Self.count)
        right.initialize(repeating: 0, count: Self.count)
    }

    deinit {
        left.deallocate()
        right.deallocate()
    }

    /// Splits interleaved stereo; true when the channels differ.
    @discardableResult
    func split(_ samples: UnsafePointer<Float>) -> Bool {
        var isDifferent = false
        for index in 0..<Self.count {
            left[index] = samples[2 * index]
            right[index] = samples[2 * index + 1]
            isDifferent = isDifferent || left[index] != right[index]
        }
        return isDifferent
    }

    func copy(from other: PlanarQuantum) {
        left.update(from: other.left, count: Self.count)
        right.update(from: other.right, count: Self.count)
    }

    /// The right channel becomes the left where its own weight is 0, stays where it is 1, and moves between the two.
    func mixRight(ownFrom: Float, ownTo: Float) {
        if ownFrom == 1, ownTo == 1 { return }
        let step = (ownTo - ownFrom) / Float(Self.count)
        for index in 0..<Self.count {
            right[index] = left[index] + (ownFrom + step * Float(index + 1)) * (right[index] - left[index])
        }
    }

    /// Moves to another quantum, from one part of the fade (0...1) to another.
    func fade(to other: PlanarQuantum, from start: Float, to end: Float) {
        let step = (end - start) / Float(Self.count)
        for index in 0..<Self.count {
            let weight = Fade.smooth(start + step * Float(index + 1))
            left[index] += weight * (other.left[index] - left[index])
            right[index] += weight * (other.right[index] - right[index])
        }
    }

    func interleave(into samples: UnsafeMutablePointer<Float>) {
        for index in 0..<Self.count {
            samples[2 * index] = left[index]
            samples[2 * index + 1] = right[index]
        }
    }
}
