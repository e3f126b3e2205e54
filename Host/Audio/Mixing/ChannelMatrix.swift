/// What a source's channels are multiplied with: map and gain in one.
struct ChannelMatrix: Equatable {
    var leftFromLeft: Float
    var leftFromRight: Float
    var rightFromLeft: Float
    var rightFromRight: Float

    static func * (matrix: ChannelMatrix, gain: Float) -> ChannelMatrix {
        ChannelMatrix(
            leftFromLeft: matrix.leftFromLeft * gain, leftFromRight: matrix.leftFromRight * gain, rightFromLeft: matrix.rightFromLeft * gain,
            rightFromRight: matrix.rightFromRight * gain)
    }

    static let identity = ChannelMap.stereo.matrix

    /// Multiplies one quantum in place, moving from `self` to `end` on a straight line.
    func apply(movingTo end: ChannelMatrix, to samples: UnsafeMutablePointer<Float>) {
        if self == end {
            if self == .identity { return }
            for index in 0..<AudioFormat.quantumSampleFrames { apply(to: samples + 2 * index) }
            return
        }
        let part = 1 / Float(AudioFormat.quantumSampleFrames)
        for index in 0..<AudioFormat.quantumSampleFrames {
            let weight = Float(index + 1) * part
            ChannelMatrix(
                leftFromLeft: leftFromLeft + (end.leftFromLeft - leftFromLeft) * weight,
                leftFromRight: leftFromRight + (end.leftFromRight - leftFromRight) * weight,
                rightFromLeft: rightFromLeft + (end.rightFromLeft - rightFromLeft) * weight,
                rightFromRight: rightFromRight + (end.rightFromRight - rightFromRight) * weight
            ).apply(to: samples + 2 * index)
        }
    }

    @inline(__always) private func apply(to frame: UnsafeMutablePointer<Float>) {
        let (left, right) = (frame[0], frame[1])
        frame[0] = leftFromLeft * left + leftFromRight * right
        frame[1] = rightFromLeft * left + rightFromRight * right
    }
}
