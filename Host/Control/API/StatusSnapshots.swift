import NIOCore
import Platform
import Session
import Synchronization

/// The session's status for those who ask often: looked up at most ten times a second, however many ask.
final class StatusSnapshots: Sendable {
    struct Snapshot {
        let status: SessionStatus
        let json: ByteBuffer
        /// Of everything but how long things have lasted: it stays while nothing else changes.
        let tag: String
    }

    private static let freshFor = Duration.milliseconds(100)

    private let session: any SessionControl
    private let kept = Mutex<(at: MediaTime, snapshot: Snapshot)?>(nil)

    init(_ session: any SessionControl) { self.session = session }

    /// One that is a tenth of a second old at most.
    func newest() throws -> Snapshot {
        try kept.withLock { kept in
            let now = MediaTime.now()
            if let kept, now - kept.at < Self.freshFor { return kept.snapshot }
            let status = session.status()
            let tag = Self.hash(try ControlJSON.encode(status.withoutClocks))
            let snapshot = Snapshot(status: status, json: ByteBuffer(bytes: try ControlJSON.encode(status)), tag: "W/\"\(tag)\"")
            kept = (now, snapshot)
            return snapshot
        }
    }

    /// Something was changed: who asks next sees it.
    func forget() { kept.withLock { $0 = nil } }

    /// 64-bit FNV-1a: the tag only has to differ when the text does, by chance.
    private static func hash(_ bytes: [UInt8]) -> String {
        String(bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }
}

extension SessionStatus {
    fileprivate var withoutClocks: SessionStatus {
        var status = self
        status.uptimeSeconds = 0
        status.loss?.seconds = 0
        for index in status.agents.indices { status.agents[index].attachedForSeconds = 0 }
        for index in status.departed.indices { status.departed[index].secondsAgo = 0 }
        return status
    }
}
