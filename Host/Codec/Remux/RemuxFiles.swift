import CLibAV
import Glibc

/// The files around a remux: what is there, and what may be.
enum RemuxFiles {
    static func check(_ source: String, _ destination: String, replaces: Bool) throws(CodecError) {
        var (facts, other) = (stat(), stat())
        guard stat(source, &facts) == 0, access(source, R_OK) == 0 else {
            throw CodecError(.notReadable, operation: "remux", message: "'\(source)' cannot be read: \(String(cString: strerror(errno)))")
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw CodecError(.notAFile, operation: "remux", message: "'\(source)' is not a file: give a recording, such as talk.mkv")
        }
        guard facts.st_size > 0 else { throw CodecError(.damaged, operation: "remux", message: "'\(source)' is empty") }
        guard stat(destination, &other) == 0 else { return }
        guard facts.st_dev != other.st_dev || facts.st_ino != other.st_ino else {
            throw CodecError(.invalidSetting, operation: "remux", message: "'\(source)' and '\(destination)' are one file: choose another name")
        }
        guard other.st_mode & S_IFMT == S_IFREG else {
            throw CodecError(.invalidSetting, operation: "remux", message: "\(destination) is not a file: choose another name")
        }
        guard replaces else { throw exists(destination) }
        try checkHold(of: destination)
    }

    private static func checkHold(of path: String) throws(CodecError) {
        guard FileHold.isHeld(path) else { return }
        throw CodecError(.sink, operation: "remux", message: "\(path) is being recorded now: choose another name, or end that recording")
    }

    static func hidden(_ path: String) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return path[..<start] + "." + path[start...] + ".\(getpid()).new"
    }

    /// Gives what is complete its name, in one step.
    static func put(_ hidden: String, _ path: String, replaces: Bool) throws(CodecError) {
        if replaces { try checkHold(of: path) }
        // A link is never made over another file; the hidden name is removed by the caller.
        var status = replaces ? rename(hidden, path) : link(hidden, path)
        // Some file systems have no links.
        if status != 0, !replaces, errno != EEXIST, access(path, F_OK) != 0 { status = rename(hidden, path) }
        guard status != 0 else { return }
        if errno == EEXIST { throw exists(path) }
        throw CodecError(.sink, operation: "remux", message: "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }

    static func byteCount(_ path: String) -> Int {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
    }

    /// Whether a recording of ours lacks what is written last: of Matroska the length in its header, of fragmented MP4 the index behind it.
    static func lacksEnd(_ path: String, _ input: UnsafeMutablePointer<AVFormatContext>?) -> Bool {
        guard let input, let name = input.pointee.iformat?.pointee.name.map({ String(cString: $0) }) else { return false }
        if name.hasPrefix("matroska") { return input.pointee.duration_estimation_method != AVFMT_DURATION_FROM_STREAM && !hasLength(path) }
        guard name.contains("mp4"), let head = LocalContainer.bytes(of: path, at: 0, count: 64 << 10) else { return false }
        // Only a fragmented file has movie extends.
        guard position(of: "mvex", in: head) != nil else { return false }
        return LocalContainer.bytes(of: path, at: max(0, byteCount(path) - 16), count: 16).map { position(of: "mfro", in: $0) == nil } ?? false
    }

    /// How long a file is by what its beginning says, in seconds; `nil` where it says nothing, or nothing that is to be relied on.
    static func claimedSeconds(_ input: UnsafeMutablePointer<AVFormatContext>) -> Double? {
        guard let name = input.pointee.iformat?.pointee.name.map({ String(cString: $0) }) else { return nil }
        guard name.hasPrefix("matroska") || name.contains("mp4") else { return nil }
        guard input.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM, input.pointee.duration > 0 else { return nil }
        return Double(input.pointee.duration) / Double(clibav_time_base)
    }

    /// Whether the header of a Matroska file names its length (RFC 9559, 5.1.2.10), which is written at the end.
    private static func hasLength(_ path: String) -> Bool {
        guard let head = LocalContainer.bytes(of: path, at: 0, count: 4096) else { return false }
        return head.indices.dropLast(3).contains { head[$0] == 0x44 && head[$0 + 1] == 0x89 && head[$0 + 2] == 0x88 }
    }

    private static func position(of name: String, in bytes: [UInt8]) -> Int? {
        let name = Array(name.utf8)
        return bytes.indices.dropLast(name.count - 1).first { Array(bytes[$0..<$0 + name.count]) == name }
    }

    private static func exists(_ path: String) -> CodecError {
        CodecError(.sink, operation: "remux", message: "\(path) exists: choose another name, or say --overwrite")
    }
}
