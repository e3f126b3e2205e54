import Control
import Events
import Glibc
import Platform
import Session

/// `splitcast top` while it runs: asks the host five times a second, and does what keys say.
struct TopRun {
    private static let interval = Duration.milliseconds(200)
    private static let mostEvents = 200

    private let client: ControlClient
    private let terminal: TopTerminal
    private var screen: TopScreen
    private var last = 0
    /// What was begun for a key, and is not over.
    private var operation: (id: Int, words: String)?

    /// - Throws: where there is no host, before the terminal is changed.
    @available(*, noasync)
    init(_ client: ControlClient) throws {
        self.client = client
        screen = TopScreen(status: try client.status(), events: [])
        terminal = try TopTerminal()
    }

    /// Returns when a user or a signal ends it, or the host has ended: true then.
    @available(*, noasync)
    mutating func run(_ signals: ProcessSignals) throws -> Bool {
        while true {
            do throws(ControlError) { try look() } catch {
                guard error.code == .noHost || error.code == .notAnswering else { throw error }
                return true
            }
            let size = terminal.size
            terminal.show(screen.lines(columns: size.columns, rows: size.rows))
            var entries = [signals.descriptor, STDIN_FILENO].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            _ = pollUntil(.now() + Self.interval, &entries, entries.count)
            if entries[0].revents != 0 { return false }
            guard entries[1].revents != 0 else { continue }
            guard let keys = terminal.keys(), !keys.contains(UInt8(ascii: "q")) else { return false }
            for key in keys { press(key) }
        }
    }

    @available(*, noasync)
    private mutating func look() throws(ControlError) {
        screen.status = try client.status()
        let page = try client.events(since: last)
        screen.events = (screen.events + page.events).suffix(Self.mostEvents)
        last = page.events.last?.sequence ?? page.newest
        guard let begun = operation else { return }
        let now = try client.operation(begun.id)
        guard now.state != .running else { return }
        operation = nil
        screen.note = now.state == .done ? "\(begun.words): done" : "\(begun.words): \(now.message)"
    }

    @available(*, noasync)
    private mutating func press(_ key: UInt8) {
        do throws(ControlError) {
            switch Character(UnicodeScalar(key)) {
            case "p": try begin(.pause(agent: nil), "pause")
            case "r": try begin(.resume(agent: nil), "resume")
            case "m": try mute("mic", !screen.status.microphone.isMuted)
            case "M": try mute("all", screen.status.audio?.mix.isMuted != true)
            case "c":
                _ = try client.steer(.reconnect(id: nil))
                screen.note = "every target connects anew"
            case "k": screen.note = "chapter: \(try client.mark(nil).name)"
            default: break
            }
        } catch { screen.note = error.message }
    }

    @available(*, noasync)
    private mutating func begin(_ request: AgentRequest, _ words: String) throws(ControlError) {
        operation = (try client.begin(request).id, words)
        screen.note = "\(words) …"
    }

    @available(*, noasync)
    private mutating func mute(_ source: String, _ isMuted: Bool) throws(ControlError) {
        _ = try client.steer(.mute(source: source, isMuted))
        screen.note = "\(source == "all" ? "everything" : source) is \(isMuted ? "muted" : "heard")"
    }
}
