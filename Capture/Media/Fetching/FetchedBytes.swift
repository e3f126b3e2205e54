import CMedia
import CaptureKit
import Glibc
import Platform

/// What comes of a stream that another process fetches. One thread.
final class FetchedBytes {
    private let location: MediaLocation
    private let pipe: Int32
    private let patience: Patience
    private let lastReport: () -> HelperReport?

    /// - Parameters:
    ///   - pipe: stays the caller's.
    ///   - lastReport: what the other process said of its end; asked once the pipe has ended.
    init(_ location: MediaLocation, from pipe: Int32, patience: Patience, lastReport: @escaping () -> HelperReport?) {
        (self.location, self.pipe, self.patience, self.lastReport) = (location, pipe, patience, lastReport)
    }

    /// Fills `bytes`; waits for them, or for `patience` to end.
    /// - Returns: false where the end comes first.
    func read(into bytes: UnsafeMutableRawBufferPointer) -> Bool {
        var done = 0
        while done < bytes.count {
            guard !patience.isOver else { return false }
            var entry = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            guard pollUntil(.now() + .milliseconds(100), &entry, 1) > 0 else { continue }
            let count = Glibc.read(pipe, bytes.baseAddress! + done, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    func read(into header: inout cmedia_stream) -> Bool { withUnsafeMutableBytes(of: &header) { read(into: $0) } }
    func read(into header: inout cmedia_packet) -> Bool { withUnsafeMutableBytes(of: &header) { read(into: $0) } }
    func read(into header: inout cmedia_extra) -> Bool { withUnsafeMutableBytes(of: &header) { read(into: $0) } }

    /// At the end of the pipe.
    /// - Throws: why, unless it is an ordinary end.
    func checkEnd() throws(CaptureError) {
        guard !patience.isOver else { return }
        switch lastReport() {
        case .ended?: return
        case .failed(let error)?: throw error
        case .found?, nil: throw failure
        }
    }

    /// It ended in the middle of something, or what came makes no sense.
    var failure: CaptureError {
        if case .failed(let error)? = lastReport() { return error }
        return CaptureError(.screenGone, "\(location) stopped: the process that fetches it ended without a word")
    }
}
