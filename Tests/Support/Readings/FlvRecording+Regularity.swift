extension FlvRecording {
    /// What is irregular in a stream that shows full motion from its first to its last picture: every place of the grid of
    /// `framesPerSecond` should hold one picture, every AAC frame follow the one before.
    ///
    /// - Parameter keyframeMilliseconds: how often key frames are due.
    public func irregularities(framesPerSecond: Int, keyframeMilliseconds: Int = 2000) -> [Irregularity] {
        (pictureIrregularities(framesPerSecond) + keyframeIrregularities(keyframeMilliseconds, framesPerSecond) + soundIrregularities)
            .sorted { $0.position < $1.position }
    }

    private func pictureIrregularities(_ framesPerSecond: Int) -> [Irregularity] {
        guard let first = pictures.first?.presentationMilliseconds else { return [] }
        var found: [Irregularity] = []
        for (earlier, later) in zip(pictures, pictures.dropFirst()) {
            let (time, previous) = (later.presentationMilliseconds, earlier.presentationMilliseconds)
            let position = Duration.milliseconds(time)
            if later.decodingMilliseconds <= earlier.decodingMilliseconds || time <= previous {
                found.append(Irregularity(.disorder, at: position, "picture at \(time) ms after one at \(previous) ms"))
                continue
            }
            let exact = Double(time - first) * Double(framesPerSecond) / 1000
            // Whole milliseconds of two times: off by less than one each.
            if abs(exact - exact.rounded()) * 1000 / Double(framesPerSecond) > 1.01 {
                found.append(Irregularity(.latePicture, at: position, "between two places of the grid"))
            }
            let places = Int((Double(time - previous) * Double(framesPerSecond) / 1000).rounded())
            for place in 1..<max(1, places) {
                found.append(
                    Irregularity(.missingPicture, at: .milliseconds(previous + place * 1000 / framesPerSecond), "after the one at \(previous) ms"))
            }
        }
        return found
    }

    private func keyframeIrregularities(_ interval: Int, _ framesPerSecond: Int) -> [Irregularity] {
        let times = pictures.filter(\.isKeyframe).map(\.presentationMilliseconds)
        return zip(times, times.dropFirst()).compactMap { earlier, later in
            // A picture early is in time, as the encoder has it.
            guard later - earlier < interval - 1000 / framesPerSecond - 1 else { return nil }
            return Irregularity(.extraKeyframe, at: .milliseconds(later), "\(later - earlier) ms after the one before")
        }
    }

    private var soundIrregularities: [Irregularity] {
        var found: [Irregularity] = []
        guard var origin = sounds.first.map(Double.init) else { return [] }
        var count = 0.0
        for (previous, time) in zip(sounds, sounds.dropFirst()) {
            count += 1
            let expected = origin + count * 1024 / 48
            guard abs(Double(time) - expected) > 1.01 else { continue }
            found.append(Irregularity(.soundStep, at: .milliseconds(time), "\(time - previous) ms after the one before"))
            (origin, count) = (Double(time), 0)
        }
        return found
    }
}
