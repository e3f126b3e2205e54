import AppGroup
import Control
import Delivery
import Glibc
import Logging
import Platform
import Session

/// `live` and `host`: a session and what stands around it, from start to end.
struct Broadcast: Sendable {
    private static let drawInterval = Duration.milliseconds(250)

    private let plan: BroadcastPlan
    private let console: Console
    private let log: Logger
    /// Makes what reads the configuration again.
    private let reloader: MakeReloader

    typealias MakeReloader = @Sendable (BroadcastPlan, Session) throws(CommandFailure) -> Session.Reloader

    init(_ plan: BroadcastPlan, level: Logger.Level, console: Console = .standard, reloader: @escaping MakeReloader) {
        (self.plan, self.console, self.reloader) = (plan, console, reloader)
        let group = plan.configuration.group.text
        let isJournal = JournalLogHandler.isJournal(STDERR_FILENO, OwnEnvironment.all)
        log = Logger(label: "splitcast") { _ in
            if isJournal { return JournalLogHandler(level, group: group) }
            return LineLogHandler(level) { console.write($0) }
        }
    }

    /// What is open before anything is sent.
    private struct Parts: Sendable {
        let session: Session
        let control: ControlServer
        let publisher: EventPublisher
        let page: PageServer?
        let pageDirectory: String
        let obs: OBSWebSocketServer?
        let watch: SignalWatch
        let reloads: ReloadWatch
    }

    /// Returns after a clean end.
    func run() async throws(CommandFailure) {
        for source in plan.configuration.sources { try SourceText.checkFile(of: source) }
        do throws(SystemError) { try console.stopWaiting() } catch { throw CommandFailure(.failed, "\(error)", cause: error) }
        let parts = try await prepared()
        announce(parts)
        let end = await withTaskGroup(of: Void.self) { group in
            // To the very end: what serves the session may hang when that is over.
            group.addTask { await heed(parts) }
            defer { group.cancelAll() }
            return await carryOut(parts)
        }
        parts.publisher.close()
        console.show("")
        for line in ClosingSummary.lines(parts.session.status()) { log.info("\(line)") }
        if case .failed(let error) = end { throw CommandFailure(error) }
    }

    /// The session and what serves it.
    private func carryOut(_ parts: Parts) async -> SessionEnd {
        await withTaskGroup(of: SessionEnd?.self) { group in
            group.addTask { await parts.session.run() }
            group.addTask { await serve(parts) }
            group.addTask { await answer(parts) }
            group.addTask { await serveOBS(parts) }
            group.addTask { await follow(parts) }
            group.addTask { await inform(parts.session) }
            if console.isTerminal { group.addTask { await draw(parts.session) } }
            var end: SessionEnd?
            while let finished = await group.next() {
                // The others serve the session: they end when it ends.
                guard let finished, end == nil else { continue }
                end = finished
                Service.notifier?.stopping()
                group.cancelAll()
            }
            return end ?? .finished
        }
    }

    // MARK: Before

    /// Opens everything; some of it may wait (an audio server, a name to look up), so on a thread of its own.
    private func prepared() async throws(CommandFailure) -> Parts {
        let outcome: Result<Parts, CommandFailure>
        do throws(SystemError) {
            let signals = try ProcessSignals()
            outcome = try await Worker.run(name: "prepare") {
                do throws(CommandFailure) { return .success(try prepare(signals)) } catch { return .failure(error) }
            }
        } catch { throw CommandFailure(.failed, "\(error)") }
        return try outcome.get()
    }

    @available(*, noasync)
    private func prepare(_ signals: ProcessSignals) throws(CommandFailure) -> Parts {
        DescriptorLimit.raise()
        var configuration = plan.configuration
        let directory: GroupDirectory
        do throws(GroupError) { directory = try GroupDirectory(configuration.group, creating: true) } catch { throw CommandFailure(error) }
        if let request = plan.captureRequest {
            let choice = try BackendChoice(request, on: .current { log.info("the desktop portal has not answered yet: waiting for it") })
            log.info("\(choice.text)")
            configuration.capture = choice.capture
        }
        if let name = plan.scene {
            let store = try SceneText.store()
            do throws(SessionError) { configuration.scene = try store.load(name) } catch { throw CommandFailure(error) }
            configuration.sceneName = name
        }
        if let text = plan.captureDescription { log.info("\(text)") }
        configuration.pageDirectory = plan.page.map { _ in directory.path + "/page" }
        // The session first: that a host runs here already is said rather than that it has the page's port.
        let session: Session
        do throws(SessionError) { session = try Session(configuration, log: log) } catch { throw CommandFailure(error) }
        do throws(CommandFailure) {
            let page = try pageServer(directory)
            session.setPageAddress(page?.url ?? "")
            let control: ControlServer
            let publisher: EventPublisher
            var obs: OBSWebSocketServer?
            do throws(ControlError) {
                if let wanted = plan.obs { obs = try OBSWebSocketServer(wanted.address, password: wanted.password) }
                control = try ControlServer(in: directory, session: session, log: log)
                publisher = try EventPublisher(in: directory)
            } catch { throw CommandFailure(error) }
            session.onEvent { publisher.publish($0) }
            let watch: SignalWatch
            let reloads: ReloadWatch
            do throws(SystemError) {
                (watch, reloads) = (try SignalWatch(signals, directory, console: console), try ReloadWatch(signals))
            } catch { throw CommandFailure(.failed, "\(error)") }
            session.setReloader(try reloader(plan, session))
            return Parts(
                session: session, control: control, publisher: publisher, page: page, pageDirectory: configuration.pageDirectory ?? "", obs: obs,
                watch: watch, reloads: reloads)
        } catch {
            session.abandon()
            throw error
        }
    }

    private func pageServer(_ directory: GroupDirectory) throws(CommandFailure) -> PageServer? {
        guard let address = plan.page else { return nil }
        do throws(ControlError) { return try PageServer(address, isOpen: plan.isPageOpen, of: directory) } catch { throw CommandFailure(error) }
    }

    /// Where it goes, before anything else.
    private func announce(_ parts: Parts) {
        if let page = parts.page {
            log.info("page: \(page.url)\(page.hasMoved ? " (port \(PageAddress.standard.port) is in use by another program)" : "")")
        }
        if let obs = parts.obs {
            log.info("obs-websocket: ws://\(obs.address)/\(plan.obs?.password == nil ? ", for your own programs on this machine" : "")")
        }
        if let ladder = parts.session.status().ladder { log.info("ladder, in parts for players of low latency: \(ladder)") }
        for target in plan.shownTargets { log.info("target: \(target)") }
        for name in plan.unusedEncodings {
            log.warning("encoding \(name): no target gets it yet: splitcast targets add URL@\(name)\(groupOption)")
        }
        log.info("group: \(plan.configuration.group) (end with Ctrl-C or 'splitcast stop\(groupOption)')")
    }

    private var groupOption: String { plan.configuration.group == .standard ? "" : " --group \(plan.configuration.group)" }

    // MARK: While it runs

    private func serve(_ parts: Parts) async -> SessionEnd? {
        guard let page = parts.page else { return nil }
        do throws(ControlError) { try await page.run(showing: parts.session, directory: parts.pageDirectory) } catch {
            log.error("\(error.message)")
        }
        return nil
    }

    private func serveOBS(_ parts: Parts) async -> SessionEnd? {
        guard let obs = parts.obs else { return nil }
        do throws(ControlError) { try await obs.run(showing: parts.session) } catch { log.error("\(error.message)") }
        return nil
    }

    private func answer(_ parts: Parts) async -> SessionEnd? {
        do throws(ControlError) { try await parts.control.run() } catch { log.error("\(error.message)") }
        return nil
    }

    private func heed(_ parts: Parts) async {
        let manager = Service.notifier
        do throws(SystemError) {
            try await parts.watch.run {
                parts.session.requestStop()
                manager?.stopping()
                log.info("ending; Ctrl-C again ends at once")
            }
        } catch { log.error("signals cannot be watched: \(error)") }
    }

    /// SIGHUP, until the end.
    private func follow(_ parts: Parts) async -> SessionEnd? {
        do throws(SystemError) {
            let manager = Service.notifier
            try await parts.reloads.run {
                manager?.reloading()
                defer { manager?.ready("configuration read again") }
                do throws(SessionError) {
                    for line in ReloadText.lines(try parts.session.reload()) { log.info("\(line)") }
                } catch { log.error("\(error.message)") }
            } onTerminalGone: {
                parts.session.requestStop()
                log.info("the terminal is gone: ending")
            }
        } catch { log.error("SIGHUP cannot be watched: \(error)") }
        return nil
    }

    private func inform(_ session: Session) async -> SessionEnd? {
        guard let notifier = Service.notifier else { return nil }
        await ServiceWatch(notifier: notifier).run { session.status() }
        return nil
    }

    private func draw(_ session: Session) async -> SessionEnd? {
        while !Task.isCancelled {
            console.show(StatusLine.text(session.status(), columns: console.columns))
            try? await Task.sleep(for: Self.drawInterval)  // cancelled is how it ends
        }
        return nil
    }
}
