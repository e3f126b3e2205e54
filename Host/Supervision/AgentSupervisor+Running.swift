import Glibc
import Platform

/// The supervisor's thread: start, watch, decide, wait, and over again.
extension AgentSupervisor {
    func run() {
        defer { requests.isOver.store(true, ordering: .releasing) }
        var policy = RestartPolicy()
        while !isStopping {
            let begun = MediaTime.now()
            let decision: RestartPolicy.Decision
            var (end, why): (ChildProcess.End?, String)
            do throws(SystemError) {
                let (process, ending, words) = try runOnce()
                if requests.hasDelivered.exchange(false, ordering: .relaxed) { policy.delivered() }
                report(.ended(processID: process.child.processID, ending.end, isMemoryLimit: ending.isMemoryLimit))
                decision = policy.ended(ending.end, isMemoryLimit: ending.isMemoryLimit, ran: .now() - begun)
                (end, why) = (ending.end, self.why(ending, words))
            } catch {
                (end, why) = (nil, "\(error)")
                guard [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(error.number) else { return giveUp(nil, why) }
                decision = policy.couldNotStart()
            }
            if isStopping { break }
            if isRetired { return giveUp(end, why) }
            switch decision {
            case .giveUp(.memoryLimit): return giveUp(end, tooLow)
            case .giveUp: return giveUp(end, why)
            case .restart(let delay):
                report(.restarting(after: delay, why: why))
                rest(delay)
            case .wait(let delay, let isNew):
                if isNew { report(.waiting(why: why)) }
                rest(delay)
            }
            if isRetired, !isStopping { return giveUp(nil, "it was replaced or asked to stop") }
        }
        settings.keeper.finish()
    }

    private var isStopping: Bool { requests.isStopping.load(ordering: .acquiring) }
    private var isRetired: Bool { requests.isRetired.load(ordering: .acquiring) }

    private func giveUp(_ end: ChildProcess.End?, _ why: String) {
        settings.keeper.finish()
        report(.gaveUp(end, why: why))
    }

    private func runOnce() throws(SystemError) -> (LimitedProcess, LimitedProcess.Ending, LastOutput) {
        let access = try wayland()
        defer { access?.end() }
        let process = try start(access)
        let (ending, words) = watch(process)
        return (process, ending, words)
    }

    private func wayland() throws(SystemError) -> WaylandAccess? {
        guard let display = settings.wayland else { return nil }
        return try WaylandAccess(display) { [report] in report(.said("its connection to the compositor was ended: \($0.words)")) }
    }

    private func start(_ access: WaylandAccess?) throws(SystemError) -> LimitedProcess {
        requests.hasDelivered.store(false, ordering: .relaxed)
        var launch = Launch(program: settings.command.program, arguments: settings.command.arguments)
        launch.gainsNoPrivileges = settings.gainsNoPrivileges
        launch.endsWithThread = launch.arguments.contains("--ends-with-host")
        access?.prepare(&launch)
        if let note {
            launch.connection = note.descriptor
            launch.environment.append("\(RunNote.variable)=\(Launch.connectionNumber)")
        }
        defer { access?.isPassedOn() }
        var pipe: FilledPipe?
        if let input = settings.command.input { pipe = try FilledPipe(input + "\n") }
        launch.input = pipe?.descriptor
        defer { withExtendedLifetime(pipe) {} }
        let process = try LimitedProcess(launch, limits: settings.limits, group: settings.group, keeper: settings.keeper)
        current.withLock { $0 = process }
        report(.started(processID: process.child.processID, limits: settings.limits, held: process.kind.word))
        return process
    }

    /// Passes lines on until the process has ended; when the session ends, it has some time to go by itself.
    private func watch(_ process: LimitedProcess) -> (LimitedProcess.Ending, LastOutput) {
        let child = process.child
        defer { current.withLock { $0 = nil } }
        var text = LineSplitter()
        var words = LastOutput()
        var limit = OutputLimit(at: .now())
        var patienceEnds: MediaTime?
        var hasAsked = false
        while true {
            if isStopping, patienceEnds == nil { patienceEnds = .now() + settings.stopPatience }
            if requests.hanging.compareExchange(expected: child.processID, desired: 0, ordering: .relaxed).exchanged {
                words.killed("it did not answer any more")
                child.signal(SIGKILL)
            }
            // One that waits for its window is not attached: no one else can tell it.
            if note != nil, !hasAsked, isStopping || isRetired, !requests.hasDelivered.load(ordering: .relaxed) {
                hasAsked = true
                child.signal(SIGTERM)
            }
            if let patienceEnds, .now() > patienceEnds { child.signal(SIGKILL) }
            var entries = [
                pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: child.endDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: text.isEnded || limit.bytes == 0 ? -1 : child.textDescriptor, events: Int16(POLLIN), revents: 0),
            ]
            // Without a pidfd (an old kernel) its end is looked for.
            let looks = child.endDescriptor < 0 ? MediaTime.now() + .milliseconds(50) : nil
            let deadline = [looks, patienceEnds, limit.deadline].compactMap { $0 }.min()
            entries.withUnsafeMutableBufferPointer { _ = pollUntil(deadline, $0.baseAddress!, $0.count) }
            if entries[0].revents != 0 { wakeup.drain() }
            // Its last words before its end is taken: they may say why.
            let hasEnded = child.hasEnded
            if let summary = limit.advance(to: .now()) { report(.said(summary)) }
            let (lines, bytes) = text.read(child.textDescriptor, atMost: hasEnded ? OutputLimit.bytesAtEnd : limit.bytes)
            limit.took(bytes: bytes)
            for line in lines where words.take(line) && limit.passes() { report(.said(line)) }
            if hasEnded, let ending = process.reap(lastWords: words.lines) {
                if let summary = limit.summary() { report(.said(summary)) }
                return (ending, words)
            }
        }
    }

    private func rest(_ delay: Duration) {
        let deadline = MediaTime.now() + delay
        while MediaTime.now() < deadline, !isStopping, !isRetired { _ = wakeup.wait(until: deadline) }
    }

    private func why(_ ending: LimitedProcess.Ending, _ words: LastOutput) -> String {
        if ending.isMemoryLimit { return "its memory limit (\(limitWords)) ended it" }
        if !words.failure.isEmpty { return words.failure }
        switch ending.end {
        case .exited(let code): return "it ended with exit code \(code)"
        case .killed(let signal): return "it was ended by signal \(signal)"
        }
    }

    private var limitWords: String { settings.limits.words }

    private var tooLow: String {
        "its memory limit (\(limitWords)) ended it \(RestartPolicy.mostMemoryLimits) times in a row before its first frame: raise --agent-memory"
    }
}
