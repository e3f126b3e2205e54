import Glibc

/// One connection to a bus on which services of the desktop tell whether it is seen. One thread.
final class DesktopListener {
    enum Kind: Hashable, Sendable { case session, system }

    private enum Question {
        case hello, sessionPath, saver
        case property(interface: String, name: String)
        case inhibit(InhibitedAction)
    }

    private let bus: SessionBus
    private let kind: Kind
    private var questions: [UInt32: Question] = [:]

    init(_ kind: Kind, address: String) throws(BusProblem) {
        (bus, self.kind) = (try SessionBus(address: address), kind)
        ask(.bus("Hello"), .hello)
    }

    var interest: pollfd { bus.interest }

    /// Reads and writes what poll(2) found possible.
    ///
    /// - Returns: false when the connection has ended.
    func handle(_ events: Int16, into facts: inout DesktopFacts, _ inhibitors: inout Inhibitors) -> Bool {
        guard bus.handle(events) else { return false }
        while let message = bus.next() {
            switch message.content {
            case .signal(let signal): facts.apply(signal)
            case .answer(let serial, let reply):
                switch (questions.removeValue(forKey: serial), reply) {
                case (.inhibit(let action)?, _): inhibitors.apply(reply, to: action)
                case (let question?, .values(let values, _)): apply(values, to: question, &facts, inhibitors)
                // A service that is not there says nothing.
                default: break
                }
            }
        }
        return true
    }

    private func apply(_ values: [BusValue], to question: Question, _ facts: inout DesktopFacts, _ inhibitors: Inhibitors) {
        switch question {
        case .hello:
            guard let name = values.first?.text, bus.setName(name) else { return }
            begin(inhibitors)
        case .sessionPath:
            guard let path = values.first?.text, SessionBus.isPath(path) else { return }
            bus.send(.bus("AddMatch", .text(DesktopNames.sessionRule(path))), wantsReply: false)
            for name in ["LockedHint", "Active"] {
                ask(
                    DesktopNames.property(name, of: DesktopNames.session, path, at: DesktopNames.logind),
                    .property(interface: DesktopNames.session, name: name))
            }
        case .saver: if case .truth(let isTrue)? = values.first { facts.set(.saver, isTrue) }
        case .property(let interface, let name): if let value = values.first { facts.apply(interface, name, value) }
        case .inhibit: break
        }
    }

    private func begin(_ inhibitors: Inhibitors) {
        switch kind {
        case .session:
            for rule in DesktopNames.sessionRules { bus.send(.bus("AddMatch", .text(rule)), wantsReply: false) }
            let saver = DesktopNames.savers[0]
            ask(BusCall(destination: saver, path: DesktopNames.saverPath, interface: saver, member: "GetActive"), .saver)
        case .system:
            bus.send(.bus("AddMatch", .text(DesktopNames.sleepRule)), wantsReply: false)
            let session = BusAddress.variable("XDG_SESSION_ID") ?? "auto"
            ask(
                BusCall(
                    destination: DesktopNames.logind, path: DesktopNames.managerPath, interface: DesktopNames.manager, member: "GetSession",
                    arguments: [.text(session)]), .sessionPath)
            for action in inhibitors.wanted { ask(inhibitors.call(for: action), .inhibit(action)) }
        }
    }

    private func ask(_ call: BusCall, _ question: Question) {
        let serial = bus.send(call)
        if serial != 0 { questions[serial] = question }
    }
}
