import Delivery
import Glibc
import Platform

/// How much memory a replay may take: half of what this process can still get.
struct ReplayRoom {
    let bytes: Int

    init() { self.init(available: [Self.available, Self.leftInGroup].compactMap { $0 }.min()) }

    /// - Parameter available: `nil` where no one says.
    init(available: Int?) { bytes = (available ?? .max) / 2 }

    /// The limits of a replay of this length.
    ///
    /// - Throws: `.badSetting` with what it needs, what there is, and what to give instead.
    func limits(_ span: Duration, bitsPerSecond: Int, keyframeInterval: Duration) throws(SessionError) -> ReplayLimits {
        let limits = ReplayLimits(span: span, bitsPerSecond: bitsPerSecond, keyframeInterval: keyframeInterval)
        guard limits.byteCount > bytes else { return limits }
        let longest = ReplayLimits.longestSpan(bytes: bytes, bitsPerSecond: bitsPerSecond, keyframeInterval: keyframeInterval)
        let remedy = longest >= .seconds(1) ? "give --replay \(Self.text(longest)) at most, or lower --bitrate" : "leave it out, or lower --bitrate"
        throw SessionError(
            .badSetting,
            "--replay needs \(ByteText.of(limits.byteCount)) of memory at \(bitsPerSecond / 1000) kb/s, and may have "
                + "\(ByteText.of(bytes)), half of what is available: \(remedy)")
    }

    private static func text(_ span: Duration) -> String {
        let seconds = Int(clamping: span.inSeconds)
        return seconds >= 600 ? "\(seconds / 60)m" : "\(seconds)s"
    }

    /// Of the whole machine (proc(5), meminfo).
    private static var available: Int? {
        let line = lines(of: "/proc/meminfo").first { $0.hasPrefix("MemAvailable:") }
        return line.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// Below the limit of the memory cgroup of version 2 that this process is in.
    private static var leftInGroup: Int? {
        guard let line = lines(of: "/proc/self/cgroup").first(where: { $0.hasPrefix("0::") }) else { return nil }
        let folder = "/sys/fs/cgroup" + line.dropFirst(3)
        func number(_ name: String) -> Int? { lines(of: folder + "/" + name).first.flatMap { Int($0) } }
        guard let limit = number("memory.max"), let used = number("memory.current") else { return nil }
        return max(0, limit - used)
    }

    private static func lines(of path: String) -> [Substring] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n") : []
    }
}
