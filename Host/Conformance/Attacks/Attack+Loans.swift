/// Slots that are kept, or used without asking. Those that must be the live agent are so for a second or two.
extension Attack {
    static let loans: [Attack] = [
        Attack(
            name: "loans-kept", section: "5 loans", title: "an agent that never uses a loan is no trouble", expectation: .tolerated,
            patience: .seconds(3)
        ) { attacker in
            try attacker.attachedTrial("") { _ in }
        },
        Attack(
            name: "never-reads", section: "4 host state", title: "an agent that never reads is no trouble", expectation: .tolerated,
            patience: .seconds(4)
        ) { attacker in
            try attacker.attachedTrial("") { $0.listens = false }
        },
        Attack(
            name: "slot-again", section: "5 loans", title: "a standby that sends notices for one slot, unasked",
            expectation: .toleratedOrDropped([.invalidData]),
            patience: .milliseconds(600)
        ) { attacker in
            try attacker.attachedTrial("") { visit in for number: UInt64 in 1...50 { visit.say(visit.notice(number: number)) } }
        },
        Attack(
            name: "slot-not-lent", section: "5 loans", title: "a live agent that uses a slot twice for one loan is dropped",
            expectation: .dropped([.invalidData]),
            replacesLive: true
        ) { attacker in
            try attacker.attachedTrial("") { visit in
                for number: UInt64 in 1...50 { visit.say(visit.notice(number: number)) }
            }
        },
        Attack(
            name: "notices-replayed", section: "5 loans", title: "a live agent whose notices come again is dropped",
            expectation: .dropped([.invalidData]),
            replacesLive: true
        ) { attacker in
            try attacker.attachedTrial("") { visit in
                let messages = (1...3).map { visit.notice(number: UInt64($0), slot: UInt8($0 - 1)) }
                for message in messages + messages.reversed() { visit.say(message) }
            }
        },
    ]
}
