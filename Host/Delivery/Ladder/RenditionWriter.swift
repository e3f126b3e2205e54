import Codec
import Platform
import Protocols

/// The bytes of one muxer after the other: those of a header are kept, those of a segment go to the store and are counted.
final class RenditionWriter: ByteSink {
    var deadline = MediaTime.zero
    /// Of the segment that is written.
    private(set) var byteCount = 0
    private(set) var header: [UInt8] = []
    private var isHeader = false
    /// Since the last part was taken.
    private var part: [UInt8] = []
    private let keepsParts: Bool
    private var encryption: AESEncryption?
    private let store: any SegmentStore

    /// - Parameter keepsParts: what goes to the store is kept until `takePart`.
    init(_ store: any SegmentStore, keepsParts: Bool = false) { (self.store, self.keepsParts) = (store, keepsParts) }

    var isSeekable: Bool { false }

    func beginHeader() { (isHeader, header) = (true, []) }

    /// - Parameter encryption: of the segment; `nil` for none.
    func beginSegment(_ encryption: AESEncryption? = nil) { (isHeader, byteCount, part, self.encryption) = (false, 0, [], encryption) }

    /// What is encrypted has padding at its end.
    func endSegment() throws(DeliveryError) {
        guard let encryption else { return }
        self.encryption = nil
        let last: [UInt8]
        do throws(AESEncryption.Problem) { last = try encryption.finish() } catch { throw Self.failure(error) }
        var failure: DeliveryError?
        last.withUnsafeBytes { bytes in do throws(DeliveryError) { try hand(bytes) } catch { failure = error } }
        if let failure { throw failure }
    }

    private static func failure(_ error: AESEncryption.Problem) -> DeliveryError {
        DeliveryError(.media, "a segment cannot be encrypted: GnuTLS refuses", cause: error)
    }

    private func hand(_ bytes: UnsafeRawBufferPointer) throws(DeliveryError) {
        try store.write(bytes, until: deadline)
        byteCount += bytes.count
    }

    /// What was written since the segment began or the last part was taken.
    func takePart() -> [UInt8] {
        defer { part = [] }
        return part
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard !isHeader else {
            header += bytes
            return
        }
        if let encryption {
            let ready: [UInt8]
            do throws(AESEncryption.Problem) { ready = try encryption.update(bytes) } catch { throw Self.failure(error) }
            try ready.withUnsafeBytes { try hand($0) }
            return
        }
        try hand(bytes)
        if keepsParts { part += bytes }
    }

    func seek(toByte offset: Int) throws {}
}
