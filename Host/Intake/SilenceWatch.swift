import Glibc
import Platform

/// Whether an agent that says nothing hangs, or only got no turn on a busy machine. The kernel knows: a process that wants to
/// run and does not get to is given more time; one that is stopped, sleeps or spins is not.
struct SilenceWatch: Sendable {
    /// However busy the machine is.
    static let longest = Duration.milliseconds(2500)
    /// A process that had this share of a processor and said nothing spins.
    private static let spinningShare = 0.5

    private var suspect: (at: MediaTime, activity: ProcessActivity)?

    /// It spoke.
    mutating func clear() { suspect = nil }

    /// Called again and again while it is silent for longer than it should be.
    ///
    /// - Parameters:
    ///   - silence: since its last word.
    ///   - activity: of its process now; `nil` when that cannot be read.
    mutating func isHanging(silentFor silence: Duration, _ activity: ProcessActivity?, at now: MediaTime) -> Bool {
        guard let activity, activity.wantsToRun, silence < Self.longest else { return true }
        guard let suspect else {
            self.suspect = (now, activity)
            return false
        }
        let elapsed = (now - suspect.at).inSeconds
        return elapsed > 0.1 && (activity.processorTime - suspect.activity.processorTime).inSeconds > Self.spinningShare * elapsed
    }
}

/// What a process does, as the kernel says (proc(5), /proc/PID/stat).
struct ProcessActivity: Hashable, Sendable {
    /// Running, or waiting for a processor.
    var wantsToRun: Bool
    var processorTime: Duration

    init(wantsToRun: Bool, processorTime: Duration) { (self.wantsToRun, self.processorTime) = (wantsToRun, processorTime) }

    /// Reads it; `nil` when there is no such process.
    init?(of processID: Int32) {
        let descriptor = open("/proc/\(processID)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &bytes, bytes.count)
        // "pid (name) S …", and the name may hold anything.
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(end + 1)..<count].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard fields.count > 12, let user = Int64(fields[11]), let system = Int64(fields[12]) else { return nil }
        wantsToRun = fields[0] == "R"
        processorTime = .nanoseconds((user + system) * 1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
    }
}
