import CaptureKit
import Glibc
import Platform

/// A stream of an address that a process beside the agent has found, and fetches. Nothing of it has been read here.
///
/// Any thread, one at a time. That process ends when the pipe is closed, and with this one.
final class FetchedStream: Sendable {
    /// What a process that fetches takes of its own, besides the pictures: libavformat, TLS, the packets under way.
    static let ownBytes = 8 << 20
    /// Half a second of video in the kernel: neither of the two processes is woken for each packet.
    private static let pipeBytes = 256 << 10
    /// It gives up after 10 s by itself, unless it hangs where it cannot be interrupted, as in a resolver.
    private static let longestAnswer = Duration.seconds(15)

    let location: MediaLocation
    let helper: HelperProcess
    let pipe: OwnedDescriptor
    /// Of a picture; 0 where no packet says it.
    let frameBytes: Int
    let hasAudio: Bool

    /// Starts the process, and waits until it has found pictures.
    /// - Throws: `CaptureError`: why there are none.
    init(_ location: MediaLocation, in mode: SandboxMode) throws(CaptureError) {
        self.location = location
        do throws(SystemError) {
            let ends = try HelperProcess.pipe(bytes: Self.pipeBytes)
            pipe = OwnedDescriptor(taking: ends.reading)
            let writing = OwnedDescriptor(taking: ends.writing)
            helper = try HelperProcess(.fetching(usesLocalSockets: location.isInLocalNetwork), in: mode) { voice in
                // Its own end would keep the pipe open behind an agent that is gone.
                close(ends.reading)
                Fetcher.run(location, to: writing.number, voice)
            }
        } catch { throw CaptureError(.failed, "\(location) cannot be fetched: \(error)", cause: error) }
        switch helper.report(until: .now() + Self.longestAnswer) {
        case .found(let bytes, let isHeard)?: (frameBytes, hasAudio) = (bytes, isHeard)
        case .failed(let error)?:
            (frameBytes, hasAudio) = (0, false)
            helper.end()
            throw error
        case .ended?, nil:
            (frameBytes, hasAudio) = (0, false)
            helper.end()
            throw CaptureError(.noDisplay, "\(location) did not answer, and did not give up by itself: its name may be one that no server knows")
        }
    }

    /// What is read of it, by the thread that decodes.
    /// - Parameter audio: takes the audio; `nil` where no one hears it.
    func open(patience: Patience, audio: TrackPipeline? = nil) throws(CaptureError) -> FetchedInput {
        let bytes = FetchedBytes(location, from: pipe.number, patience: patience) {
            // Said before the pipe was closed.
            self.helper.report(until: .now() + .seconds(1))
        }
        return try FetchedInput(location.description, bytes, audio: audio)
    }
}
