public import AppGroup
import Glibc

/// THE SPINE of an agent: open the screen, attach to the host, capture until told otherwise, attach again.
public struct CaptureAgent<Backend: ScreenBackend> {
    private let options: AgentOptions
    private let signals: ProcessSignals
    private let buffer = WireBuffer()
    private var backend: Backend

    /// How many KiB of private memory an agent asks for (design.md §8).
    public static var needKiB: UInt32 { 6 * 1024 }

    public init(options: AgentOptions, signals: ProcessSignals, backend: Backend) {
        (self.options, self.signals, self.backend) = (options, signals, backend)
    }

    /// Runs until stopped. Blocks the calling thread, which is the capture thread from here on.
    ///
    /// - Returns: when asked to stop, with the reason.
    /// - Throws: `CaptureError` when the screen cannot be captured (any longer); `GroupError` via `AgentFailure` when the
    ///   group cannot be used or the host refuses this agent.
    public mutating func run() throws(AgentFailure) -> EndReason {
        let context: ChannelContext
        do throws(GroupError) { context = try ChannelContext() } catch { throw .group(error) }
        var hasSaidWaiting = false
        while true {
            if let connection = try attach(context) {
                hasSaidWaiting = false
                if let reason = try capture(connection) { return reason }
                if options.endsWithHost { return .closed }
            }
            if !hasSaidWaiting {
                hasSaidWaiting = true
                report("waiting for a host in group '\(options.group)' (start one with 'splitcast host --group \(options.group)')")
            }
            if idle(for: .milliseconds(250)) { return .stopped }
            do throws(CaptureError) { _ = try backend.takeEvents() } catch { throw .capture(error) }
        }
    }

    /// `nil` when there is no host yet, or it went away in the middle, and waiting for one is right.
    private func attach(_ context: ChannelContext) throws(AgentFailure) -> HostConnection? {
        let hello = Hello(
            processID: UInt32(getpid()), needKiB: Self.needKiB, backend: Backend.name, screen: backend.screenName, place: options.place)
        do throws(GroupError) {
            return try HostConnection(try GroupDirectory(options.group, creating: false), hello: hello, context: context, buffer: buffer)
        } catch {
            guard error.code == .noHost || error.code == .disconnected, !options.endsWithHost else { throw .group(error) }
            return nil
        }
    }

    /// One attachment. `nil` when the host went away.
    private mutating func capture(_ connection: HostConnection) throws(AgentFailure) -> EndReason? {
        // The host that started this agent says so itself.
        if !options.endsWithHost { report("attached to group '\(options.group)': \(backend.screenName), \(backend.geometry.size)") }
        var session = CaptureSession<Backend>(connection: connection, buffer: buffer, signals: signals, options: options)
        do throws(CaptureError) {
            switch try session.run(&backend) {
            case .stopped(let reason): return reason
            case .hostGone(let why):
                if !options.endsWithHost { report(why) }
                return nil
            }
        } catch { throw .capture(error) }
    }

    /// Waits; true when a signal came.
    private func idle(for span: Duration) -> Bool {
        var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
        return pollUntil(.now() + span, &entry, 1) > 0
    }
}

/// Why an agent gave up.
public enum AgentFailure: Error, Sendable {
    case capture(CaptureError)
    case group(GroupError)

    public var message: String {
        switch self {
        case .capture(let error): error.message
        case .group(let error): error.message
        }
    }

    /// 2 for a bad option, 3 when there is nothing to capture, 4 for trouble with the group (README, "Exit codes").
    public var exitCode: Int32 {
        switch self {
        case .capture(let error): error.code == .badOption ? 2 : 3
        case .group(let error): error.code == .badName ? 2 : 4
        }
    }
}
