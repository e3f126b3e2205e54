import AgentProtocol
import Glibc
import Platform

/// An examination, step by step. One thread.
final class AgentExaminer {
    /// How long an agent may take for anything that it is not told a time for.
    static let patience = Duration.seconds(5)

    let stage: Stage
    let report: Report
    private let examination: AgentExamination
    private(set) var process: WatchedProcess
    /// It said so in its newest hello.
    private(set) var wantsCast = false

    init(_ examination: AgentExamination, stage: Stage, report: Report) throws(ConformanceError) {
        (self.examination, self.stage, self.report) = (examination, stage, report)
        process = try Self.start(examination)
    }

    @available(*, noasync)
    func run() throws(ConformanceError) {
        try waiting()
        try refusal()
        try unknownGreeting()
        try casts()
        if let first = try attach() {
            loans(first)
            pictures(first)
            requests(first)
            oldStates(first)
            silentHost(first)
        }
        if let second = try attach() { try vanish(second) }
        if let third = try attach() { stop(third) }
        settle()
    }

    /// What was not reached is said, so that every run has the same lines.
    private func settle() {
        if stage.interruption.hasCome { report.close() }
        for check in AgentCheck.allCases where !report.isSettled(check) { report.skip(check, absence(of: check)) }
    }

    private func absence(of check: AgentCheck) -> String {
        if AgentCheck.ofCasts.contains(check), !wantsCast { return "it wants no cast" }
        if wantsCast, examination.cast == nil { return "it wants a cast: --cast NODE gives it one, before the command" }
        return check == .geometryChange ? "the agent's geometry did not change" : "not reached"
    }

    // MARK: The process

    /// Starts the agent anew if it has ended.
    @available(*, noasync)
    func ensureRunning() throws(ConformanceError) { if !process.isRunning { process = try Self.start(examination) } }

    private static func start(_ examination: AgentExamination) throws(ConformanceError) -> WatchedProcess {
        do throws(SystemError) { return try WatchedProcess(program: examination.program, arguments: examination.arguments) } catch {
            throw ConformanceError("the agent", error)
        }
    }

    // MARK: Attaching

    /// The next connection of the agent, with its hello; `nil` after what was wrong has been reported.
    @available(*, noasync)
    func nextConnection() throws(ConformanceError) -> (PacketSocket, Hello)? {
        try ensureRunning()
        guard !stage.interruption.hasCome else { return nil }
        let deadline = MediaTime.now() + Self.patience
        var looks = 0
        while let socket = try stage.accept(until: deadline, from: process) {
            switch readHello(socket) {
            case .hello(let hello):
                wantsCast = hello.wantsCast
                return (socket, hello)
            // To see whether a host is there is no mistake, and all that a waiting parent of the agent may do.
            case .left: looks += 1
            case .wrong: return nil
            }
        }
        let absence =
            looks > 0
            ? "it connected \(looks) times within \(Self.patience), and left without a hello"
            : "it did not connect to handoff.sock within \(Self.patience)"
        report.fail(.connects, process.isRunning ? absence : "\(process.farewell) instead of connecting")
        return nil
    }

    private enum Greeting {
        case hello(Hello)
        case left
        case wrong
    }

    @available(*, noasync)
    private func readHello(_ socket: PacketSocket) -> Greeting {
        let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
        defer { inbox.deallocate() }
        guard socket.waitReadable(until: .now() + .seconds(2)) else {
            report.fail(.hello, "it connected and said nothing; an agent that connects has two seconds to say hello")
            return .wrong
        }
        var passed: OwnedDescriptor?
        do {
            guard case .packet(let count, _) = try socket.receive(into: inbox, passed: &passed) else { return .left }
            let hello = try Hello.decode(UnsafeRawBufferPointer(rebasing: inbox[..<count]))
            let speaksOurs = hello.versions.contains(1)
            report.judge(.hello, speaksOurs ? nil : "it offers versions \(hello.versions), this page is version 1")
            return .hello(hello)
        } catch {
            report.fail(.hello, "\(error)")
            return .wrong
        }
    }

    /// Hello and welcome.
    @available(*, noasync)
    func welcome() throws(ConformanceError) -> Attachment? {
        guard let (socket, hello) = try nextConnection() else { return nil }
        return try Attachment(socket, hello, process: process, stage: stage, report: report)
    }

    /// A whole attachment: welcome, a cast for who wants one, memory, ready; nothing lent yet. `nil` when it did not come so far.
    @available(*, noasync)
    func attach() throws(ConformanceError) -> Attachment? {
        if wantsCast, examination.cast == nil { return nil }
        guard let attachment = try welcome() else { return nil }
        if wantsCast { try examination.cast?.hand(to: attachment) }
        guard attachment.run(for: Self.patience, until: { attachment.memory != nil }) else {
            let what = attachment.isClosed ? "it closed the connection after the welcome" : "no geometry came within \(Self.patience) of the welcome"
            if !report.isSettled(.geometry) { report.fail(.geometry, what) }
            return nil
        }
        report.judge(.geometry, nil)
        let isReady = attachment.run(for: Self.patience, until: { (attachment.state?.phase ?? .notAvailable) != .notAvailable })
        let phase = attachment.state.map { "\($0.phase)" } ?? "unknown, no heartbeat came"
        report.judge(.becomesReady, isReady ? nil : "its phase is \(phase) after it got its memory")
        return isReady || !attachment.isClosed ? attachment : nil
    }
}
