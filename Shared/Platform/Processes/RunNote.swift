import Glibc

/// A short text that one run of a program leaves to the next, in a file that lies in memory alone: who starts the program again keeps it, and
/// hands its descriptor over as `Launch.connection`. Any thread.
public final class RunNote: Sendable {
    /// Names the descriptor in the environment of the program.
    public static let variable = "SPLITCAST_NOTE"
    private static let byteCount = 1024

    public let descriptor: Int32
    private let isOwned: Bool

    /// An empty one.
    /// - Throws: `SystemError` when the system refuses a memory file.
    public init() throws(SystemError) {
        descriptor = try makeMemoryFile(named: "splitcast-note")
        isOwned = true
    }

    private init(inherited descriptor: Int32) { (self.descriptor, isOwned) = (descriptor, false) }

    deinit { if isOwned { close(descriptor) } }

    /// The one that this process was started with; `nil` where there is none.
    public static var inherited: RunNote? {
        guard let text = getenv(variable), let number = Int32(String(cString: text)), number > 2, fcntl(number, F_GETFD) >= 0 else { return nil }
        return RunNote(inherited: number)
    }

    /// What the run before has left; `nil` for nothing.
    public var text: String? {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        let text = bytes[..<count].prefix { $0 != 0 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// Leaves this to the next run, instead of what was there. A text that is too long leaves nothing. Also in the agents' sandbox.
    public func leave(_ text: String) {
        var bytes = Array(text.utf8)
        if bytes.count > Self.byteCount { bytes = [] }
        bytes += [UInt8](repeating: 0, count: Self.byteCount - bytes.count)
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }
}
