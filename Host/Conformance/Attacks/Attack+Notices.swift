/// Notices that cannot be true.
extension Attack {
    static let notices: [Attack] = [
        Attack(
            name: "notice-slot", section: "5 loans", title: "a notice on a slot that is not there is dropped", expectation: .dropped([.invalidData])
        ) { attacker in
            for slot: UInt8 in [3, 8, 31, 32, 255] { try attacker.attachedTrial("slot \(slot)") { $0.say($0.notice(number: 1, slot: slot)) } }
        },
        Attack(name: "notice-damage", section: "5 loans", title: "damage outside of the frame is dropped", expectation: .dropped([.invalidData])) {
            attacker in
            let cases: [(String, [[UInt16]])] = [
                ("one column too wide", [[0, 0, 65, 64]]), ("one row too high", [[0, 0, 64, 65]]), ("beside the frame", [[64, 0, 1, 1]]),
                ("65,535 everywhere", [[.max, .max, .max, .max]]), ("one of two", [[0, 0, 8, 8], [60, 60, 8, 8]]),
            ]
            for (label, damage) in cases { try attacker.attachedTrial(label) { $0.say($0.notice(number: 1, damage: damage)) } }
        },
        Attack(name: "notice-fields", section: "4 notice", title: "impossible fields of a notice are dropped", expectation: .dropped([.invalidData]))
        { attacker in
            try attacker.attachedTrial("17 rectangles") { $0.say($0.notice(number: 1, damage: Array(repeating: AttackConnection.whole, count: 17))) }
            try attacker.attachedTrial("4,294,967,295 rectangles") { $0.say($0.notice(number: 1, count: .max)) }
            try attacker.attachedTrial("2 rectangles, 1 there") { $0.say($0.notice(number: 1, count: 2)) }
            try attacker.attachedTrial("orientation 0") { $0.say($0.notice(number: 1, orientation: 0)) }
            try attacker.attachedTrial("orientation 9") { $0.say($0.notice(number: 1, orientation: 9)) }
        },
        Attack(name: "notice-number", section: "5 loans", title: "numbers that do not grow are dropped", expectation: .dropped([.invalidData])) {
            attacker in
            try attacker.attachedTrial("number 0") { $0.say($0.notice(number: 0)) }
            try attacker.attachedTrial("the same twice") { visit in
                visit.say(visit.notice(number: 7, slot: 0))
                visit.say(visit.notice(number: 7, slot: 1))
            }
            try attacker.attachedTrial("back to 1") { visit in
                visit.say(visit.notice(number: .max, slot: 0))
                visit.say(visit.notice(number: 1, slot: 1))
            }
        },
        Attack(name: "notice-memory", section: "5 loans", title: "a notice on unknown memory is dropped", expectation: .dropped([.invalidData])) {
            attacker in
            try attacker.attachedTrial("memory 2 of 1") { $0.say($0.notice(number: 1, memory: 2)) }
            try attacker.attachedTrial("memory 4,294,967,295") { $0.say($0.notice(number: 1, memory: .max)) }
            try attacker.trial("before any memory") { visit in if visit.greet() { visit.say(visit.notice(number: 1)) } }
        },
        Attack(
            name: "notice-time", section: "4 notice", title: "capture times of the future and of long ago do no harm",
            expectation: .toleratedOrDropped([.invalidData]), patience: .milliseconds(400)
        ) { attacker in
            for time: Int64 in [.min, -1, 0, .max] { try attacker.attachedTrial("\(time)") { $0.say($0.notice(number: 1, time: time)) } }
        },
        Attack(
            name: "notice-late", section: "2 attaching", title: "a notice on replaced memory is no mistake", expectation: .tolerated,
            patience: .milliseconds(400)
        ) { attacker in
            try attacker.attachedTrial("") { visit in
                visit.hand(visit.geometryBytes(width: 32).bytes)
                visit.run(for: .seconds(2), until: { visit.offer?.memoryNumber == 2 || visit.isOver })
                visit.say(visit.notice(number: 1, memory: 1, damage: [[0, 0, 16, 16]]))
            }
        },
    ]
}
