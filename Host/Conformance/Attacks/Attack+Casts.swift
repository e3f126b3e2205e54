/// Agents that say they want a cast.
extension Attack {
    /// Bit 1 of a hello's flags.
    private static let wantsCast: UInt16 = 2

    static let casts: [Attack] = [
        Attack(
            name: "cast-wanted", section: "4 cast", title: "who wants a cast gets one, or a refusal with a message", expectation: .judgedByItself,
            asksUser: true, patience: .seconds(6)
        ) { attacker in
            let visit = try attacker.visit()
            guard visit.greet(visit.helloBytes(flags: wantsCast).bytes) else { return attacker.say(.wrong("it was not welcome: \(visit.fate)")) }
            visit.run(for: attacker.patience, until: { visit.cast != nil || visit.isOver })
            if let cast = visit.cast { return attacker.say(.note("a cast of node \(cast.node)")) }
            guard let refusal = visit.refusal else {
                return attacker.say(
                    visit.isOver
                        ? .wrong("the connection was closed without a message") : .note("no answer within \(attacker.patience): the user is asked"))
            }
            if refusal.message.isEmpty { attacker.say(.wrong("refused without a message")) }
            if ![.failed, .permissionDenied].contains(refusal.reason) {
                attacker.say(.wrong("refused with \(refusal.reason.word), not failed or permissionDenied"))
            }
            attacker.say(.note("refused: \(refusal.message)"))
        },
        Attack(
            name: "cast-hurried", section: "4 cast", title: "who does not wait for the cast does no harm",
            expectation: .toleratedOrDropped([.failed, .permissionDenied, .closed]), asksUser: true, patience: .milliseconds(600)
        ) { attacker in
            // Gone before anybody could answer.
            for _ in 0..<10 {
                let visit = try attacker.visit()
                _ = visit.greet(visit.helloBytes(flags: wantsCast).bytes, connects: false)
            }
            try attacker.trial("memory before there is a cast") { visit in
                guard visit.greet(visit.helloBytes(flags: wantsCast).bytes) else { return }
                visit.hand(visit.geometryBytes().bytes)
                visit.run(for: .milliseconds(300), until: { visit.offer != nil || visit.isOver })
                guard !visit.isOver else { return }
                visit.say(visit.notice(number: 1))
            }
        },
    ]
}
