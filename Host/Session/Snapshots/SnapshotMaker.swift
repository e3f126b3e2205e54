import Codec
import Delivery
import Glibc
import Picture
import Platform
import Synchronization

/// Writes pictures of what viewers see, one at a time, so that the memory of one is all that they take. Any thread that may wait for a disk.
///
/// On a thread of its own, which ends when the file is complete: as urgent as the encoders while it holds the canvas, which they wait for, and
/// after that behind everything else of the program.
final class SnapshotMaker: Sendable {
    /// A tenth of the weight of an ordinary thread: on a machine without time to spare a snapshot takes longer, and no picture does.
    private static let niceness = 10

    private let turn = Mutex(())
    private let canvas: SharedCanvas
    private let niceness: Int?

    /// - Parameter niceness: of the threads of the picture, as `EncoderPriority` has it.
    init(_ canvas: SharedCanvas, niceness: Int?) { (self.canvas, self.niceness) = (canvas, niceness) }

    /// - Throws: `notNow` before the first picture; what the disk refuses. No file is left then.
    @available(*, noasync)
    func take(_ request: SnapshotRequest) throws(DeliveryError) -> SnapshotReport {
        try turn.withLock { (_) throws(DeliveryError) in
            let box = ResultBox()
            do throws(SystemError) {
                let worker = try Worker(name: "snapshot") { [self] in
                    do throws(DeliveryError) {
                        let report = try makeFile(request)
                        box.value.withLock { $0 = .success(report) }
                    } catch { box.value.withLock { $0 = .failure(error) } }
                }
                worker.join()
            } catch { throw DeliveryError(.notNow, "no thread for the snapshot: \(error)", cause: error) }
            return try box.value.withLock { $0 }.get()
        }
    }

    private final class ResultBox: Sendable {
        let value = Mutex<Result<SnapshotReport, DeliveryError>>(.failure(DeliveryError(.notNow, "no snapshot was taken")))
    }

    private func copy(of source: String) throws(DeliveryError) -> EncodingPicture {
        guard source == SnapshotRequest.canvas else {
            guard let copy = canvas.copy(of: source) else { throw DeliveryError(.notNow, "the source \(source) shows nothing for now") }
            return copy
        }
        guard let copy = canvas.copyShown() else { throw DeliveryError(.notNow, "there is no picture yet: the broadcast waits for its first") }
        return copy
    }

    private func makeFile(_ request: SnapshotRequest) throws(DeliveryError) -> SnapshotReport {
        EncoderPriority.claim(niceness)
        let copy = try copy(of: request.source)
        let moment = time(nil)
        Urgency.setNiceness(Self.niceness)
        let bytes: [UInt8]
        do throws(CodecError) { bytes = try StillEncoder.encode(copy.view, as: request.format) } catch {
            throw DeliveryError(.codec, "the picture cannot be written as \(request.format.rawValue): \(error.message)", cause: error)
        }
        let file = try SnapshotFolder.write(bytes, as: request, takenAt: moment)
        let size = copy.view.size
        return SnapshotReport(file: file, source: request.source, width: size.width, height: size.height, bytes: bytes.count)
    }
}
