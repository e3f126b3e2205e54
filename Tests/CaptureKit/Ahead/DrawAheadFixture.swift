import AgentProtocol
import AppGroup
import Frames
import Glibc
import Intake
import Platform
import Synchronization
import Testing

@testable import CaptureKit

/// How a session ended, once it has.
private final class SessionEnd: Sendable {
    let words = Mutex<String?>(nil)
}

/// Lets every agent in that attaches.
private final class Admission: Sendable {
    let intake = Mutex<Intake?>(nil)
}

/// A host's intake, and a session of an agent whose screen the test draws.
final class DrawAheadFixture {
    let screen: ScriptedScreen
    let intake: Intake
    private let directory: GroupDirectory
    private let lock: HostLock
    private let frameCame: Wakeup
    private let isAsked: Wakeup
    private let end = SessionEnd()
    private let admission = Admission()
    private var agent: Worker?
    private var isStopped = false
    private static let patience = Duration.seconds(20)

    init(_ size: PixelSize) throws {
        screen = try ScriptedScreen(size)
        directory = try GroupDirectory(GroupName("ahead-\(getpid())-\(UInt32.random(in: 0 ... .max))"), creating: true)
        lock = try HostLock(directory)
        (frameCame, isAsked) = (try Wakeup(), try Wakeup())
        intake = try Intake(directory: directory, milliFramesPerSecond: 240_000, onFrame: frameCame) { [admission] event in
            if case .attached(let agent) = event { admission.intake.withLock { $0?.send(.admit(agent.generation, rank: 1, isStandby: false)) } }
        }
        admission.intake.withLock { $0 = intake }
        agent = try Worker(name: "agent") { [end, directory, screen, descriptor = isAsked.descriptor] in
            var words = ""
            do {
                let buffer = WireBuffer()
                let hello = Hello(
                    processID: UInt32(getpid()), needKiB: 1, backend: ScriptedScreen.name, screen: "script", place: "screen", isStandby: false)
                let connection = try HostConnection(directory, hello: hello, context: ChannelContext(), buffer: buffer)
                var session = CaptureSession<ScriptedScreen>(connection: connection, buffer: buffer, signals: descriptor, options: AgentOptions())
                var backend = screen
                var sandbox = Sandbox(.off)
                words = "\(try session.run(&backend, &sandbox))"
            } catch { words = "\(error)" }
            end.words.withLock { $0 = words }
            screen.heard.signal()
        }
    }

    deinit {
        isAsked.signal()
        agent?.join()
        stopHost()
        for name in [directory.handoffPath, directory.lockPath] { unlink(name) }
        rmdir(directory.path)
    }

    func stopHost() {
        if !isStopped { intake.stop() }
        admission.intake.withLock { $0 = nil }
        isStopped = true
    }

    /// How the agent's session ended.
    func awaitEnd() throws -> String {
        try waitFor("the end of the session") { _ in end.words.withLock { $0 != nil } }
        return end.words.withLock { $0! }
    }

    /// Waits for what the session asks of the screen; the watchdog is twenty seconds.
    func waitFor(_ what: String, _ condition: ([ScriptedScreen.Call]) -> Bool) throws {
        let deadline = MediaTime.now() + Self.patience
        while !condition(screen.calls) {
            guard screen.heard.wait(until: deadline) else {
                Issue.record("waited in vain for \(what); the screen was asked: \(screen.calls)")
                throw CancellationError()
            }
        }
    }

    /// Waits until so many slots have been lent altogether. Returns the last.
    func awaitLent(_ count: Int) throws -> Int {
        var slots: [Int] = []
        try waitFor("slot number \(count)") { calls in
            slots = calls.compactMap { if case .lent(let slot) = $0 { slot } else { nil } }
            return slots.count >= count
        }
        return slots[count - 1]
    }

    struct Seen: Hashable {
        let slot: Int
        let damage: PixelRectangle
        let size: PixelSize
        let generation: UInt32
    }

    /// The next frame that the host gets; its slot goes back at once.
    func nextFrame() throws -> Seen {
        let deadline = MediaTime.now() + Self.patience
        while true {
            if let frame = intake.feeds[0].takeFrame() {
                return Seen(slot: frame.loan.slot, damage: frame.damage.bounds, size: frame.geometry.size, generation: frame.generation)
            }
            guard frameCame.wait(until: deadline) else {
                Issue.record("waited in vain for a frame; the screen was asked: \(screen.calls)")
                throw CancellationError()
            }
        }
    }
}
