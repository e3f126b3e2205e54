public import AppGroup
import Foundation

/// What a process holds at a moment, quickly read: for courses of hours.
public struct FootprintSample: Hashable, Sendable {
    public let time: MediaTime
    public let privateBytes: Int
    public let descriptors: Int
    public let threads: Int

    public init(of pid: Int32) throws {
        time = .now()
        privateBytes = try ProcessUsage(of: pid).uniqueBytes
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
        threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").count
    }

    init(time: MediaTime, privateBytes: Int, descriptors: Int, threads: Int) {
        (self.time, self.privateBytes, self.descriptors, self.threads) = (time, privateBytes, descriptors, threads)
    }
}
