import AppGroup
import Foundation
import Session
import Synchronization

/// A session that only remembers what it was told; sockets and servers around it are real.
final class FakeSession: SessionSteering {
    struct Told: Equatable {
        var stops = 0
        var mutes: [Bool] = []
    }

    private let told = Mutex(Told())

    var wasTold: Told { told.withLock { $0 } }

    func status() -> SessionStatus {
        // A literal of this file: it decodes or no test here can run.
        try! JSONDecoder().decode(SessionStatus.self, from: Data(Self.text.utf8))
    }

    func requestStop() { told.withLock { $0.stops += 1 } }

    func setMicrophoneMuted(_ isMuted: Bool) { told.withLock { $0.mutes.append(isMuted) } }

    func begin(_ request: AgentRequest) -> Int { 0 }

    func operation(_ id: Int) -> AgentOperation? { nil }

    private static let text = """
        {"version":"0.1.0","group":"talk","pid":4711,"uptimeSeconds":65.5,"state":"live","bitRate":3500000,"dropped":7,"agents":[],"departed":[],
        "picture":{"size":"1280x720","maxFps":30,"fps":29.5,"framesEncoded":1890,"keepAlives":12,"keyframes":33,"failed":0,
        "encodeMillisecondsMedian":5.5,"encodeMillisecondsWorst":21,"lastError":""},
        "microphone":{"state":"live","device":"Desk","isMuted":false,"level":60,"peakDbfs":-24,"rmsDbfs":-30,"driftPpm":12,"silenceMilliseconds":0},
        "targets":[],"delay":{"medianMilliseconds":9,"p95Milliseconds":15,"worstMilliseconds":40},"page":"http://127.0.0.1:8080/"}
        """
}
