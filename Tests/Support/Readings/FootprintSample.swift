import Foundation
public import Platform

/// What a process holds at a moment, quickly read: for scenarios of hours.
public struct FootprintSample: Hashable, Sendable {
    public let time: MediaTime
    /// Anonymous: of no file, so without frame memory, of which more or less is mapped at any moment.
    public let memoryBytes: Int
    public let descriptors: Int
    public let threads: Int

    public init(of pid: Int32) throws {
        time = .now()
        memoryBytes = try ProcessUsage(of: pid).anonymousBytes
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
        threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").count
    }

    init(time: MediaTime, memoryBytes: Int, descriptors: Int, threads: Int) {
        (self.time, self.memoryBytes, self.descriptors, self.threads) = (time, memoryBytes, descriptors, threads)
    }
}
