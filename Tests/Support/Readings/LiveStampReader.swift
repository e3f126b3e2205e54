import Fixtures
import Foundation
public import Platform
public import ServerFixtures
import Synchronization

/// Plays a live stream with as little delay as ffmpeg has in it and notes when each stamped frame was there.
///
/// The delay of the receiver itself is part of every age, so only ages taken with the same receiver compare.
public final class LiveStampReader: Sendable {
    public struct Arrival: Hashable, Sendable {
        public let time: MediaTime
        public let stamp: Stamp?
        /// From drawn to received.
        public var age: Duration? { stamp?.age(at: time) }
    }

    private let player: FixtureProcess
    private let worker: Worker
    /// Goes when the player has gone.
    private let relay: PromptRelay?
    private let notes = Notes()

    private final class Notes: Sendable {
        let arrivals = Mutex<[Arrival]>([])
    }

    // No shorter probing: FLV does not announce its streams, and a player that gives up early has the sound alone.

    /// Starts to play what is published at `server` by that key; it must be there. Frames are noted until `stop`.
    ///
    /// nginx waits with the end of a picture until its beginning is acknowledged: the player gets it through a relay that does so at once.
    ///
    /// - Parameters:
    ///   - scale: of the stream against the screen; `x` and `y`: where the screen begins in it.
    ///   - hasSound: without it a player would wait for some for a minute and a half.
    public convenience init(
        _ server: RTMPServer, key: String, scale: Double = 1, x: Int = 0, y: Int = 0, hasSound: Bool = true
    ) throws {
        let relay = try PromptRelay(to: server.port)
        try self.init(server.url(key, at: relay.port), relay, scale: scale, x: x, y: y, hasSound: hasSound)
    }

    /// Starts to play `url`. Frames are noted until `stop`.
    ///
    /// - Parameter copy: a file for the stream as it came.
    public convenience init(_ url: String, copyingTo copy: String) throws { try self.init(url, nil, copyingTo: copy) }

    private init(
        _ url: String, _ relay: PromptRelay?, scale: Double = 1, x: Int = 0, y: Int = 0, hasSound: Bool = true, copyingTo copy: String? = nil
    ) throws {
        self.relay = relay
        let pipe = Pipe()
        let source = pipe.fileHandleForReading.fileDescriptor
        player = try FixtureProcess(
            [
                "ffmpeg", "-nostdin", "-v", "error", "-fflags", "nobuffer", "-flags", "low_delay", "-threads", "1",
            ]
                + (hasSound ? [] : ["-analyzeduration", "500000"]) + [
                    "-i", url, "-map", "0:v:0",
                    "-fps_mode", "passthrough",
                    "-vf", StampCrop(x: x, y: y, scale: scale).filter, "-flush_packets", "1",
                    // Threads of an encoder hold a picture each until the next one comes; also where nothing is encoded.
                    "-threads", "1", "-f", "rawvideo", "pipe:1",
                ] + (copy.map { ["-map", "0", "-c", "copy", "-y", $0] } ?? []), standardOutput: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        worker = try Worker(name: "receiver") { [notes] in
            withExtendedLifetime(pipe) {
                var frame = [UInt8](repeating: 0, count: StampCrop.frameBytes)
                while readAll(source, &frame) {
                    let arrival = Arrival(time: .now(), stamp: StampCrop.stamp(in: frame))
                    notes.arrivals.withLock { $0.append(arrival) }
                }
            }
        }
    }

    /// What has come so far.
    public var arrivals: [Arrival] { notes.arrivals.withLock { $0 } }

    /// Throws, with what the player said, if it has ended.
    public func expectRunning() throws { try player.expectRunning() }

    /// Ends the player. Everything received is in `arrivals` then.
    public func stop() {
        player.end(grace: .seconds(3))
        worker.join()
        relay?.stop()
    }

    deinit { stop() }
}

/// Fills `buffer`; false at the end of the stream. Blocks.
private func readAll(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Bool {
    var filled = 0
    while filled < buffer.count {
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + filled, $0.count - filled) }
        if count > 0 {
            filled += count
        } else if count == 0 || errno != EINTR {
            return false
        }
    }
    return true
}
