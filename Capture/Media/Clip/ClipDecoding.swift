import AgentProtocol
import AppGroup
import CMedia
import CaptureKit
import Frames
import Platform

/// One part of a file, from its first picture to its last: each is decoded while the host works on the one before.
final class ClipDecoding {
    private let request: ClipRequest
    private let host: ClipConnection
    private let input: MediaInput
    private let picture: DecodedPicture
    private let converter = PictureConverter()
    private var frames: WritableFrames?
    private var orientation = Orientation.up
    /// The host has one that it has not answered yet.
    private var isAwaited = false
    /// When the newest picture is shown, counted from the file's start.
    private var newest: Duration?

    /// - Throws: `CaptureError`, in one line that names the file.
    init(_ request: ClipRequest, _ file: MediaFile, _ host: ClipConnection) throws(CaptureError) {
        (self.request, self.host) = (request, host)
        input = try MediaInput(file)
        picture = try DecodedPicture()
    }

    /// - Throws: `CaptureError`, with a `SystemError` as its cause when the host went away.
    func run() throws(CaptureError) {
        let (from, to) = (Duration.nanoseconds(request.fromNanoseconds), Duration.nanoseconds(request.toNanoseconds))
        let length = to > .zero ? to - from : input.duration.map { max(.zero, $0 - from) } ?? .zero
        try send(.opened(nanoseconds: length.inNanoseconds))
        if from > .zero { input.seek(to: from) }
        var hasPicture = false
        while try next() {
            guard let time = newest, time + input.frameDuration > from else { continue }
            if to > .zero, time >= to { break }
            try deliver(at: time - from)
            hasPicture = true
        }
        guard let newest else { throw input.isPictureless }
        guard hasPicture else {
            throw CaptureError(.badOption, "\(input.name) ends after \(Int64(clamping: newest.inSeconds.rounded())) s: give an earlier --from")
        }
        // Before it hangs up.
        if isAwaited { try awaitAnswer() }
        let end = newest + input.frameDuration
        try send(.finished(nanoseconds: ((to > .zero ? min(to, end) : end) - from).inNanoseconds))
    }

    /// Decodes the next picture; false at the end.
    private func next() throws(CaptureError) -> Bool {
        av_frame_unref(picture.frame)
        guard try input.next(into: picture.frame) else {
            // No part of it would do.
            if newest == nil, request.fromNanoseconds == 0 { return false }
            try refuseDamage()
            return false
        }
        try refuseDamage()
        let own = input.time(of: picture.frame).map { $0 - input.startTime }
        if let own, newest.map({ own > $0 && own - $0 < .seconds(60) }) ?? true {
            newest = own
        } else {
            newest = newest.map { $0 + input.frameDuration } ?? .zero
        }
        return true
    }

    /// What viewers see over and over is whole.
    private func refuseDamage() throws(CaptureError) {
        let (count, position) = input.skipped.tally
        guard count > 0 else { return }
        let seconds = Double(Int64(clamping: (position.inSeconds * 10).rounded())) / 10
        throw CaptureError(.unsupported, "\(input.name) is damaged at about \(seconds) s: give --from and --to of a part that is whole")
    }

    private func deliver(at time: Duration) throws(CaptureError) {
        try picture.prepare(converter, orientation: input.orientation, name: input.name)
        if isAwaited { try awaitAnswer() }
        if frames?.layout.geometry != picture.geometry || orientation != picture.orientation { try askForMemory() }
        guard let frames else { return }
        picture.copy(into: frames.pixels(ofSlot: 0))
        try send(.picture(nanoseconds: time.inNanoseconds))
        isAwaited = true
    }

    private func awaitAnswer() throws(CaptureError) {
        var passed: OwnedDescriptor?
        do throws(SystemError) {
            guard try host.answer(passed: &passed) == .taken else { throw SystemError(operation: "answer", number: cmedia_error_exit) }
        } catch { throw gone(error) }
        isAwaited = false
    }

    private func askForMemory() throws(CaptureError) {
        frames = nil
        guard let layout = FrameLayout(geometry: picture.geometry, slotCount: FrameLayout.slotCounts.lowerBound) else { return }
        try send(.memory(picture.geometry, picture.orientation))
        orientation = picture.orientation
        var passed: OwnedDescriptor?
        do throws(SystemError) {
            guard try host.answer(passed: &passed) == .memory, let memory = passed.take() else {
                throw SystemError(operation: "answer", number: cmedia_error_exit)
            }
            frames = try WritableFrames(descriptor: memory.number, layout: layout)
        } catch { throw gone(error) }
    }

    private func send(_ report: ClipReport) throws(CaptureError) {
        do throws(SystemError) { try host.send(report) } catch { throw gone(error) }
    }

    private func gone(_ error: SystemError) -> CaptureError { CaptureError(.failed, "there is no host any more", cause: error) }
}
