import Glibc
import Platform

/// One session of shortcuts with the desktop's portal, from the greeting on. One thread.
final class ShortcutSession {
    /// Why it is over.
    struct Ending: Hashable {
        let why: String
        let isRetriable: Bool
    }

    private enum Question { case hello, register, create, bind }

    /// A call that is answered at once; what the user is asked has no limit.
    private static let patience = Duration.seconds(30)

    private let shortcuts: [DesktopShortcut]
    private let bus: SessionBus
    private var questions: [UInt32: (question: Question, at: MediaTime)] = [:]
    /// The path of the request that is under way, and what it asks for.
    private var request = ""
    private var asked = Question.hello
    private var session = ""
    private var held: Set<String> = []

    init(_ shortcuts: [DesktopShortcut], address: String) throws(BusProblem) {
        (self.shortcuts, bus) = (shortcuts, try SessionBus(address: address))
        ask(.bus("Hello"), .hello)
    }

    var interest: pollfd { bus.interest }
    var deadline: MediaTime? { questions.values.map(\.at).min().map { $0 + Self.patience } }

    /// Reads and writes what poll(2) found possible. Returns why it is over; `nil` while it goes on.
    func handle(_ events: Int16, at now: MediaTime, report: (ShortcutEvent) -> Void) -> Ending? {
        guard bus.handle(events) else { return Ending(why: "the session bus went away", isRetriable: true) }
        while let message = bus.next() {
            let ending: Ending? =
                switch message.content {
                case .answer(let serial, let reply): questions.removeValue(forKey: serial).flatMap { apply(reply, to: $0.question) }
                case .signal(let signal): apply(signal, report)
                }
            if let ending { return ending }
        }
        guard deadline.map({ now < $0 }) ?? true else { return Ending(why: "the desktop portal does not answer", isRetriable: true) }
        return nil
    }

    /// Lets go of all.
    func close(_ report: (ShortcutEvent) -> Void) {
        for id in held.sorted() { report(.released(id)) }
        held = []
        guard !session.isEmpty else { return }
        bus.send(PortalNames.close(PortalNames.session, session), wantsReply: false)
        _ = bus.handle(Int16(POLLOUT))
    }

    private func ask(_ call: BusCall, _ question: Question) {
        let serial = bus.send(call)
        if serial != 0 { questions[serial] = (question, .now()) }
    }

    private func apply(_ reply: BusReply, to question: Question) -> Ending? {
        guard case .values(let values, _) = reply else {
            guard question != .register, case .error(let name, let words) = reply else { return nil }
            return Self.ending(name, words)
        }
        switch question {
        case .hello:
            guard let name = values.first?.text, bus.setName(name) else { return Ending(why: "the session bus gives no name", isRetriable: true) }
            for rule in PortalNames.rules(for: name) + ShortcutNames.signals { bus.send(.bus("AddMatch", .text(rule)), wantsReply: false) }
            // The first call of this connection.
            ask(ShortcutNames.register, .register)
            request(ShortcutNames.create, .create)
        case .register: break
        case .create, .bind:
            guard let path = values.first?.text, SessionBus.isPath(path) else { return Ending(why: "the portal gave no request", isRetriable: true) }
            request = path
        }
        return nil
    }

    private func request(_ call: BusCall, _ question: Question) {
        asked = question
        request = ""
        ask(call, question)
    }

    private func apply(_ signal: BusSignal, _ report: (ShortcutEvent) -> Void) -> Ending? {
        switch (signal.interface, signal.member) {
        case (PortalNames.request, "Response"):
            // The answer may come before the call's own; no other request is under way then.
            guard request.isEmpty || signal.path == request, signal.values.count >= 2, let code = signal.values[0].number else { return nil }
            return responded(Int(clamping: code), signal.values[1].entries ?? [:], report)
        case (PortalNames.session, "Closed"):
            return signal.path == session ? Ending(why: "the desktop has taken the shortcuts back", isRetriable: true) : nil
        case (ShortcutNames.interface, "Activated"):
            guard let id = shortcut(of: signal), held.insert(id).inserted else { return nil }
            report(.pressed(id))
        case (ShortcutNames.interface, "Deactivated"):
            guard let id = shortcut(of: signal), held.remove(id) != nil else { return nil }
            report(.released(id))
        case ("org.freedesktop.DBus", "NameOwnerChanged"):
            guard signal.values.count == 3, signal.values[0].text == PortalNames.bus, signal.values[2].text == "" else { return nil }
            return Ending(why: "the desktop portal went away", isRetriable: true)
        default: break
        }
        return nil
    }

    /// Only of our session.
    private func shortcut(of signal: BusSignal) -> String? {
        guard signal.values.count >= 2, signal.values[0].text == session, !session.isEmpty, let id = signal.values[1].text else { return nil }
        return shortcuts.contains { $0.id == id } ? id : nil
    }

    /// 0 yes, 1 the user's no, 2 any other end.
    private func responded(_ code: Int, _ results: [String: BusValue], _ report: (ShortcutEvent) -> Void) -> Ending? {
        guard code == 0 else {
            return Ending(why: code == 1 ? "the desktop's user refused them" : "the desktop refused them", isRetriable: false)
        }
        switch asked {
        case .create:
            guard let path = results["session_handle"]?.text, SessionBus.isPath(path) else {
                return Ending(why: "the portal gave no session", isRetriable: true)
            }
            session = path
            request(ShortcutNames.bind(shortcuts, in: path), .bind)
        case .bind: report(.ready(results["shortcuts"]?.list?.count ?? shortcuts.count))
        case .hello, .register: break
        }
        return nil
    }

    private static func ending(_ name: String, _ words: String) -> Ending {
        let prefix = "org.freedesktop.DBus.Error."
        switch name {
        case prefix + "UnknownMethod", prefix + "UnknownInterface", prefix + "UnknownObject":
            return Ending(
                why: "this desktop's portal has no global shortcuts (those of KDE Plasma, GNOME 48 or newer and Hyprland have)", isRetriable: false)
        case prefix + "ServiceUnknown", prefix + "NameHasNoOwner":
            return Ending(why: "there is no desktop portal on the session bus", isRetriable: true)
        default: return Ending(why: "the desktop portal refused: \(words.isEmpty ? name : words)", isRetriable: false)
        }
    }
}
