import CX264

/// How fine libx264's pictures are, and shall be.
extension X264Encoder {
    var isFine: Bool { delta == nil || intervalBits == nil || quality.isFine || settlingCount >= Self.mostSettling }

    /// Of libx264's last picture.
    var quality: DeltaPacing.Quality { DeltaPacing.Quality(quantiser: lastQuantiser, decibels: lumaDecibels) }

    /// A slice says that of its first macroblock, which adaptive quantisation has changed.
    var lastQuantiser: Int { givenQuantiser ?? delta?.lastQuantiser ?? 51 }

    /// Another scene: what came of the pictures before says nothing about the next.
    func forgetPage() {
        keyframeQuantiser.forget()
        settlingQuantiser.forget()
    }

    /// What a picture of which little changed is given; `nil` to leave it to libx264.
    ///
    /// - Parameter wasFine: libx264's last picture.
    func quantiserOfPage(isKeyframe: Bool, wasFine: Bool) -> Int? {
        // What is fine stays so: libx264 would make all of it finer, for bits that are there.
        guard !isKeyframe, !wasFine else {
            settlingQuantiser.forget()
            return keyframeQuantiser.choice
        }
        return settlingQuantiser.choose(
            isBehindKeyframe: isKeyframeLast, isSparing: isSparing, wasGiven: givenQuantiser != nil, decibels: lumaDecibels)
    }

    /// Tells libx264 how fine `picture` shall be; `nil` to leave it to it.
    func give(_ quantiser: Int?) {
        (givenQuantiser, picture.i_qpplus1) = (quantiser, quantiser.map { Int32($0) + 1 } ?? X264_QP_AUTO)
    }

    /// libx264's last picture is a key frame.
    ///
    /// - Parameters:
    ///   - isOfPage: little changed since the picture before.
    ///   - quantiser: the one that it was given.
    func noteKeyframe(isOfPage: Bool, _ quantiser: Int?) {
        guard isOfPage, let delta else { return }
        let duration = Duration.seconds(8 * Double(keyframe.byteCount) / Double(max(1, bitsPerSecond)))
        keyframeQuantiser.encoded(quantiser: delta.lastQuantiser, decibels: lumaDecibels, duration: duration)
        if let quantiser, keyframeQuantiser.choice == quantiser, let encoded { patches?.keep(encoded, quantiser: quantiser) }
    }
}
