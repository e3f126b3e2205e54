import Codec
import Platform

/// A clip in place of what the encoder would make: its packets go out at the times of the frame grid, and the encoder rests. Both seams are key
/// frames with the same headers. The encoding's thread.
extension EncodingThread {
    /// Longer late than this, time is left out instead of being caught up with.
    private static let mostLate = Duration.seconds(1)
    private static let longRest = Duration.seconds(3600)

    /// What to send while nothing can be captured; `nil` for what the canvas shows. One thread; does not wait.
    func play(_ clip: EncodedClip?) {
        clips.post((clip, ()))
        wakeup.signal()
    }

    /// What a clip has to be encoded for.
    func publish() {
        guard let settings = encoder?.settings, !settings.isReduced else { return }
        opened.withLockIfAvailable { if $0 != settings { $0 = settings } }
    }

    /// Sends what of the clip is due.
    ///
    /// - Returns: when there is more to do; `nil` where the canvas is to be encoded.
    func playClip(at now: MediaTime) throws(SessionError) -> MediaTime? {
        if let new = clips.take() { changeClip(to: new.clip) }
        let (isCovered, isDark) = canvas.withState { ($0.isCovered(for: id), $0.isDark(for: id)) }
        // What is aligned is a ladder's: its playlists go on, with the slate.
        if isDark, !cadence.isAligned {
            isResting = true
            return now + Self.longRest
        }
        if isResting {
            isResting = false
            endClip()
        }
        guard playback.clip != nil, let encoder = self.encoder else { return nil }
        let fits = fits(encoder)
        // What begins is shown now; what goes on is caught up with.
        var mostLate = Self.mostLate
        if !playback.isPlaying {
            guard isCovered, !isDark, fits else { return nil }
            // With the others', where key frames are aligned. Until then the last picture stays, where pictures need not follow each other.
            guard cadence.mayBeginGOP(at: now) else { return cadence.restEnd }
            guard try makeReady() else { return nil }
            playback.begin()
            mostLate = configuration.framesPerSecond.interval
        }
        if !fits || (!isCovered || isDark) && cadence.mayBeginGOP(at: now) {
            endClip()
            return nil
        }
        let due = cadence.nextTime ?? now
        guard now >= due else { return due }
        let isLate = now - due > mostLate
        if isLate { playback.resume() }
        guard let picture = playback.next() else { return nil }
        let time = cadence.spliced(at: now, shown: isLate ? now : due)
        if picture.isKeyframe { _ = keyframes.take(at: now) }
        shownTime = time
        do throws(CodecError) { handOn(try picture.moved(to: time, in: (self.encoder ?? encoder).stream)) } catch {
            figures.count(failure: error.description)
        }
        figures.countSpliced()
        return cadence.nextTime.map { max(now, $0) }
    }

    private func changeClip(to clip: EncodedClip?) {
        let wasPlaying = playback.isPlaying
        playback.change(to: clip)
        if wasPlaying, !playback.isPlaying { endClip() }
    }

    /// The next picture is the canvas's, and a key frame.
    private func endClip() {
        playback.end()
        canvas.withState { $0.forget(id) }
        needsKeyframe = true
    }

    /// Whether the clip can stand in for what this encoder would make now.
    private func fits(_ encoder: VideoEncoder) -> Bool {
        guard let clip = playback.clip, clip.settings == encoder.settings else { return false }
        guard clip.settings.constantQuality != nil || playback.isCarried(by: encoderTarget.bitRate),
            encoderTarget.mostFramesPerSecond == clip.settings.fps
        else { return false }
        guard clip.stream.hasHeader(of: encoder.stream) else { return refuse("its headers are not those of the stream") }
        guard !cadence.isAligned || clip.settings.hasWholeGOPs else { return refuse("its key frames would not be aligned with the others'") }
        return true
    }

    private func refuse(_ why: String) -> Bool {
        if !playback.isRefusalTold { report(.clipRefused(why)) }
        playback.isRefusalTold = true
        return false
    }

    /// What the encoder still holds goes out before; it begins anew when the clip ends.
    private func makeReady() throws(SessionError) -> Bool {
        guard let old = encoder, old.holdsPicture else { return true }
        do throws(CodecError) { try reopen(sizePercent: 100) } catch { return refuse(error.message) }
        return encoder.map(fits) ?? false
    }
}

extension VideoSettings {
    /// Whether key frames come exactly as often as they are asked for.
    fileprivate var hasWholeGOPs: Bool { fps.time(of: Int64(gopLength)) == keyframeInterval }
}
