/// Nonsense over ZeroMQ, in everything but notices.
extension Attack {
    static let messages: [Attack] = [
        Attack(name: "messages-truncated", section: "3 header", title: "messages cut off are dropped", expectation: .dropped([.invalidData])) {
            attacker in
            for length in [0, 1, 7] {
                try attacker.attachedTrial("\(length) bytes") { $0.say(Array($0.notice(number: 1).prefix(length))) }
            }
            try attacker.attachedTrial("notice without its last byte") { $0.say($0.notice(number: 1).dropLast()) }
            try attacker.attachedTrial("state with a length of 0") { visit in
                visit.say(visit.stateBytes(sequence: 1 << 40).with { $0.claimedLength = 0 }.bytes)
            }
            try attacker.attachedTrial("state of 3 bytes") { visit in visit.say(WireBytes(kind: 16).raw([1, 2, 3]).bytes) }
            try attacker.attachedTrial("pointer of 12 bytes") { visit in visit.say(WireBytes(kind: 18).raw([UInt8](repeating: 0, count: 12)).bytes) }
            try attacker.attachedTrial("ended whose text is longer than it") { $0.say($0.endedBytes().bytes.dropLast() + [200]) }
            try attacker.attachedTrial("bytes left over") { visit in visit.say(visit.stateBytes(sequence: 1 << 40).u8(0).bytes) }
        },
        Attack(
            name: "messages-random", section: "3 header", title: "random messages are dropped", expectation: .dropped([.invalidData]),
            limit: .seconds(40)
        ) { attacker in
            for round in 0..<12 {
                try attacker.attachedTrial("round \(round)") { visit in
                    for _ in 0..<20 {
                        let noise = attacker.random.bytes(Int.random(in: 0...200, using: &attacker.random))
                        let kind = [16, 17, 18, 19, 20][round % 5] as UInt8
                        visit.say(round % 2 == 0 ? noise : WireBytes(kind: kind).raw(noise).u8(0xFF).bytes)
                    }
                }
            }
        },
        Attack(
            name: "message-oversized", section: "3 header", title: "a message of 16 MiB does no harm",
            expectation: .toleratedOrDropped([.invalidData, .unresponsive]),
            patience: .milliseconds(600)
        ) { attacker in
            for size in [65_537, 1 << 20, 16 << 20] {
                try attacker.attachedTrial("\(size) bytes") { $0.say([UInt8](repeating: 0, count: size)) }
            }
        },
        Attack(
            name: "message-parts", section: "3 kinds", title: "a message of several parts is ignored, or dropped",
            expectation: .toleratedOrDropped([.invalidData]), patience: .milliseconds(500)
        ) { attacker in
            try attacker.attachedTrial("") { visit in
                for sequence in 0..<20 {
                    for _ in 0..<9 { visit.say(visit.notice(number: 1), isPart: true) }
                    visit.say(visit.stateBytes(sequence: UInt64(1 << 40 + sequence)).bytes)
                }
            }
        },
        Attack(
            name: "states-replayed", section: "4 agent state", title: "old, repeated and disordered agent states are ignored",
            expectation: .tolerated,
            patience: .milliseconds(400)
        ) { attacker in
            try attacker.attachedTrial("") { visit in
                for _ in 0..<5 { for sequence: UInt64 in [50, 3, .max, 0, 50, 7] { visit.say(visit.stateBytes(sequence: sequence).bytes) } }
            }
        },
        Attack(name: "state-fields", section: "4 agent state", title: "impossible agent states are dropped", expectation: .dropped([.invalidData])) {
            attacker in
            try attacker.attachedTrial("phase 4") { $0.say($0.stateBytes(sequence: 1 << 40, phase: 4).bytes) }
            try attacker.attachedTrial("paused 2") { $0.say($0.stateBytes(sequence: 1 << 40, paused: 2).bytes) }
        },
        Attack(
            name: "foreign-generation", section: "4 welcome", title: "messages of another generation count for no agent",
            expectation: .toleratedOrDropped([.invalidData]), patience: .milliseconds(500)
        ) { attacker in
            try attacker.attachedTrial("notices") { visit in
                for other in 1..<visit.generation.advanced(by: 2) where other != visit.generation {
                    visit.say(visit.notice(number: 1, generation: other))
                }
            }
            try attacker.attachedTrial("state") { $0.say($0.stateBytes(generation: $0.generation &- 1, sequence: 1).bytes) }
        },
        Attack(
            name: "pointer-fields", section: "4 pointer", title: "impossible pointers and pointer images are dropped",
            expectation: .dropped([.invalidData])
        ) { attacker in
            let cases: [(String, (AttackConnection) -> WireBytes)] = [
                ("x 32,768", { $0.pointerBytes(x: 32_768) }), ("y of -2,147,483,648", { $0.pointerBytes(y: .min) }),
                ("visible 2", { $0.pointerBytes(visible: 2) }),
                ("width 0", { $0.imageBytes(width: 0, height: 4, rows: 1, pixels: 0) }),
                ("width 257", { $0.imageBytes(width: 257, height: 4, rows: 1) }),
                ("a hot spot beyond", { $0.imageBytes(width: 4, height: 4, hotSpot: (5, 0), rows: 4) }),
                ("rows beyond", { $0.imageBytes(width: 4, height: 4, first: 3, rows: 2) }),
                ("65,535 rows", { $0.imageBytes(width: 4, height: 4, first: .max, rows: .max, pixels: 64) }),
                ("no rows", { $0.imageBytes(width: 4, height: 4, rows: 0) }),
                ("pixels missing", { $0.imageBytes(width: 4, height: 4, rows: 4, pixels: 60) }),
                ("pixels left over", { $0.imageBytes(width: 4, height: 4, rows: 4, pixels: 68) }),
            ]
            for (label, message) in cases { try attacker.attachedTrial(label) { $0.say(message($0).bytes) } }
        },
        Attack(
            name: "image-rows-disordered", section: "4 pointer image", title: "pointer rows out of order draw nothing and do no harm",
            expectation: .toleratedOrDropped([.invalidData]), patience: .milliseconds(400)
        ) { attacker in
            try attacker.attachedTrial("") { visit in
                for _ in 0..<20 {
                    visit.say(visit.imageBytes(width: 64, height: 64, first: 32, rows: 32).bytes)
                    visit.say(visit.imageBytes(width: 16, height: 64, first: 0, rows: 8).bytes)
                    visit.say(visit.imageBytes(width: 64, height: 64, first: 63, rows: 1).bytes)
                }
            }
        },
        Attack(name: "ended-fields", section: "4 ended", title: "an impossible ended is dropped", expectation: .dropped([.invalidData])) {
            attacker in
            try attacker.attachedTrial("reason 0") { $0.say($0.endedBytes(reason: 0).bytes) }
            try attacker.attachedTrial("reason 10") { $0.say($0.endedBytes(reason: 10).bytes) }
            try attacker.attachedTrial("retriable 2") { $0.say($0.endedBytes(retriable: 2).bytes) }
            try attacker.attachedTrial("a control character") { $0.say($0.endedBytes(text: [27]).bytes) }
        },
    ]
}
