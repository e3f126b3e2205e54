import CLibAV

/// What went wrong in an encoder, a muxer or one of libavformat's protocols.
public struct CodecError: Error, Sendable, CustomStringConvertible {
    public enum Code: Sendable, Hashable {
        /// A setting is out of its range; the message names setting, value and range.
        case invalidSetting
        /// This libav was built without the encoder or protocol.
        case notAvailable
        /// A picture or a piece of audio came with a time not after the one before.
        case outOfOrder
        /// The other side closed, or the input ended.
        case ended
        /// A deadline passed, or the caller cancelled.
        case interrupted
        /// A system call failed: `systemNumber` is its errno.
        case system
        /// The byte sink threw: see `cause`.
        case sink
        /// There is no such file, or it may not be read.
        case notReadable
        /// A folder, a device, a pipe: not what audio is read from.
        case notAFile
        /// It can be read, and holds no audio.
        case notSound
        /// It holds audio that cannot be decoded.
        case damaged
        /// Anything else that libav or libx264 reports.
        case library
    }

    public let code: Code
    /// The libav call, or ours, that failed.
    public let operation: String
    /// What is wrong and, where there is one, the remedy. May hold a URL: mask before showing.
    public let message: String
    /// errno where `code` is `.system`, else 0.
    public let systemNumber: Int32
    /// What the byte sink threw.
    public let cause: (any Error)?

    public init(_ code: Code, operation: String, message: String, systemNumber: Int32 = 0, cause: (any Error)? = nil) {
        (self.code, self.operation, self.message) = (code, operation, message)
        (self.systemNumber, self.cause) = (systemNumber, cause)
    }

    public var description: String { "\(operation): \(message)" }

    /// The one funnel from libav's status to a Swift error; uses the thread's log lines as the reason.
    init(status: Int32, operation: String) {
        let code: Code =
            switch status {
            case clibav_error_end: .ended
            case clibav_error_exit: .interrupted
            case clibav_error_no_encoder, clibav_error_no_protocol: .notAvailable
            case clibav_error_external, clibav_error_invalid, clibav_error_bad_request: .library
            default: status > -4096 ? .system : .library
            }
        var buffer = [CChar](repeating: 0, count: 128)
        av_strerror(status, &buffer, buffer.count)
        let plain = buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        let reason = LibAVLog.drain()
        self.init(
            code, operation: operation, message: reason.isEmpty ? plain : "\(plain) (\(reason))",
            systemNumber: code == .system ? 0 - status : 0)
    }
}

/// Throws on a negative status, returns any other.
@discardableResult
func libav(_ operation: StaticString, _ status: Int32) throws(CodecError) -> Int32 {
    guard status < 0 else { return status }
    throw CodecError(status: status, operation: operation.description)
}

/// Throws when libav had no memory for an object.
func libavObject<Pointee>(
    _ operation: StaticString, _ object: UnsafeMutablePointer<Pointee>?
) throws(CodecError) -> UnsafeMutablePointer<Pointee> {
    guard let object else { throw CodecError(.library, operation: operation.description, message: "out of memory") }
    return object
}
