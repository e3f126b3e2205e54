public import AgentProtocol
import AppGroup
import Glibc
public import Platform

/// The main loop of an agent: open the screen, attach to the host, capture until told otherwise, attach again.
public struct CaptureAgent<Backend: ScreenBackend>: ~Copyable {
    private let options: AgentOptions
    private let signals: ProcessSignals
    private let isGuarded: Bool
    private let buffer = WireBuffer()
    private var backend: Backend
    private var sandbox: Sandbox
    /// It has been attached before: an agent that came in the meantime is newer, so this one comes back as a standby.
    private var isReturning: Bool

    /// - Parameters:
    ///   - isGuarded: a parent runs this agent again when it ends for want of a host.
    ///   - isReturning: it has run, and been attached, before.
    public init(options: AgentOptions, signals: ProcessSignals, backend: Backend, isGuarded: Bool = false, isReturning: Bool = false) {
        (self.options, self.signals, self.backend) = (options, signals, backend)
        (self.isGuarded, self.isReturning) = (isGuarded, isReturning)
        sandbox = Sandbox(options.sandbox)
    }

    /// How a run ended.
    public enum End: Sendable {
        /// By the host or by a signal.
        case asked(EndReason)
        /// Only when it ends with its host, or is guarded.
        case hostGone
        /// Only when it is guarded.
        case noHost
    }

    /// Runs until stopped. Blocks the calling thread, which is the capture thread from here on.
    ///
    /// - Throws: `CaptureError` when the screen cannot be captured (any longer); `GroupError` via `AgentFailure` when the
    ///   group cannot be used or the host refuses this agent.
    public mutating func run() throws(AgentFailure) -> End {
        // A strict agent attaches once: it finds the group before files are out of reach.
        let found = options.sandbox == .strict ? try directory() : nil
        if options.sandbox == .strict, found == nil { return .noHost }
        sandbox.enter(sending: backend.sending)
        let context: ChannelContext
        do throws(GroupError) { context = try ChannelContext() } catch { throw .group(error) }
        var hasSaidWaiting = false
        while true {
            if let connection = try attach(found, context) {
                hasSaidWaiting = false
                switch try capture(connection) {
                case .ended(let reason): return .asked(reason)
                // A guarded agent could open nothing any more: its guardian runs it again instead.
                case .hostGone where options.endsWithHost || isGuarded, .screenGone where isGuarded: return .hostGone
                case .hostGone: backend.rest()
                case .screenGone:
                    if awaitScreen() { return .asked(.stopped) }
                    isReturning = true
                    // As far as is known, the host still runs.
                    continue
                }
                isReturning = true
            }
            if isGuarded { return .noHost }
            if !hasSaidWaiting { reportWaiting(options.group) }
            hasSaidWaiting = true
            if idle(for: .milliseconds(250)) { return .asked(.stopped) }
            do throws(CaptureError) { _ = try backend.takeEvents() } catch {
                guard canWait(after: error) else { throw .capture(error) }
                if awaitScreen() { return .asked(.stopped) }
            }
        }
    }

    /// Whether a screen that is gone is worth waiting for, here and now; says so.
    private func canWait(after error: CaptureError) -> Bool {
        guard Backend.comesBack, [.screenGone, .connectionLost].contains(error.code), !options.endsWithHost else { return false }
        report("\(error.message); waiting for it to come back")
        return true
    }

    /// Waits until it can be tried again; true when a signal came.
    private mutating func awaitScreen() -> Bool {
        // Before each look: a screen that goes again at once makes no busy loop.
        repeat {
            if idle(for: .milliseconds(250)) { return true }
        } while !backend.lookAgain()
        return false
    }

    /// `nil` when there is none yet and waiting for it is right.
    private func directory() throws(AgentFailure) -> GroupDirectory? {
        do throws(GroupError) { return try GroupDirectory(options.group, creating: false) } catch { return try waiting(error) }
    }

    /// `nil` when there is no host yet, or it went away in the middle, and waiting for one is right.
    private mutating func attach(_ found: GroupDirectory?, _ context: ChannelContext) throws(AgentFailure) -> HostConnection? {
        var directory = found
        if directory == nil { directory = try self.directory() }
        guard let directory else { return nil }
        let hello = Hello(
            processID: UInt32(getpid()), needKiB: backend.needKiB, backend: Backend.name, screen: backend.screenName, place: options.place,
            isStandby: options.isStandby || isReturning, wantsCast: backend.wantsCast)
        do throws(GroupError) {
            let connection = try HostConnection(directory, hello: hello, context: context, buffer: buffer)
            speak(in: directory)
            return connection
        } catch { return try waiting(error) }
    }

    /// Its own audio, while sockets can still be opened. Without it, the pictures are shown all the same.
    private mutating func speak(in directory: GroupDirectory) {
        guard let name = backend.audioName, sandbox.mode != .strict || !sandbox.isClosed else { return }
        do throws(GroupError) { backend.speak(through: try AudioPush(directory, name: name, extra: "audio of \(backend.screenName)")) } catch {
            backend.speak(through: nil)
            report("its audio is not heard: \(error.message)")
        }
    }

    private func waiting<Thing>(_ error: GroupError) throws(AgentFailure) -> Thing? {
        guard error.code == .noHost || error.code == .disconnected, !options.endsWithHost else { throw .group(error) }
        return nil
    }

    /// How an attachment ended.
    private enum Ending {
        case ended(EndReason)
        case hostGone
        /// It may come back.
        case screenGone
    }

    /// One attachment.
    private mutating func capture(_ connection: HostConnection) throws(AgentFailure) -> Ending {
        // The host that started this agent says so itself.
        if !options.endsWithHost {
            let size = backend.isOpen ? ", \(backend.geometry.size)" : ""
            report("attached to group '\(options.group)': \(backend.screenName)\(size)")
        }
        var session = CaptureSession<Backend>(connection: connection, buffer: buffer, signals: signals.descriptor, options: options)
        do throws(CaptureError) {
            switch try session.run(&backend, &sandbox) {
            case .stopped(let reason): return .ended(reason)
            case .hostGone(let why):
                if !options.endsWithHost { report(why) }
                return .hostGone
            case .refused(let why):
                report(options.endsWithHost ? "error: \(why)" : why)
                return .hostGone
            }
        } catch {
            guard canWait(after: error) else { throw .capture(error) }
            return .screenGone
        }
    }

    /// Waits; true when a signal came.
    private func idle(for span: Duration) -> Bool {
        var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
        return pollUntil(.now() + span, &entry, 1) > 0
    }
}
