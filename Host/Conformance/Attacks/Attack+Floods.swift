import Platform

/// More than anyone needs, as fast as it goes.
extension Attack {
    /// Longer than the host's patience, even if the attacker gets no more than a share of a processor.
    private static let flooding = Duration.seconds(15)

    /// Sends what `message` gives over ZeroMQ until the host has had enough.
    @available(*, noasync)
    private static func flood(_ attacker: Attacker, _ label: String, _ message: (AttackConnection, UInt64) -> [UInt8]) throws {
        try attacker.attachedTrial(label) { visit in
            let (start, deadline) = (MediaTime.now(), MediaTime.now() + flooding)
            var (sent, number) = (0, UInt64(0))
            while !visit.isOver, .now() < deadline {
                for _ in 0..<64 {
                    number += 1
                    if visit.say(message(visit, number)) { sent += 1 }
                }
                visit.run(for: .zero)
            }
            let seconds = (MediaTime.now() - start).inSeconds
            attacker.say(.note("\(label): \(Int(clamping: Double(sent) / max(seconds, 0.001))) a second for \((seconds * 10).rounded() / 10) s"))
        }
    }

    static let floods: [Attack] = [
        Attack(
            name: "notice-flood", section: "5 loans", title: "a flood of notices is dropped", expectation: .dropped([.invalidData]),
            limit: .seconds(30)
        ) { attacker in
            try flood(attacker, "notices") { $0.notice(number: $1, slot: UInt8($1 % 3)) }
        },
        Attack(
            name: "state-flood", section: "4 agent state", title: "a flood of heartbeats is dropped", expectation: .dropped([.invalidData]),
            limit: .seconds(30)
        ) { attacker in
            try flood(attacker, "states") { $0.stateBytes(sequence: $1).bytes }
        },
        Attack(
            name: "pointer-flood", section: "4 pointer", title: "a flood of pointers and their images is dropped",
            expectation: .dropped([.invalidData]), limit: .seconds(40)
        ) { attacker in
            try flood(attacker, "pointers") { $0.pointerBytes(x: Int32($1 % 100)).bytes }
            try flood(attacker, "images") { visit, _ in visit.imageBytes(width: 256, height: 256, rows: 60).bytes }
        },
        Attack(
            name: "unknown-flood", section: "3 kinds", title: "a flood of unknown kinds is dropped", expectation: .dropped([.invalidData]),
            limit: .seconds(30)
        ) { attacker in
            try flood(attacker, "unknown") { WireBytes(kind: 99).u64($1).bytes }
        },
        Attack(
            name: "packet-flood", section: "2 attaching", title: "a flood on the hand-off connection is dropped",
            expectation: .dropped([.invalidData]), limit: .seconds(30)
        ) { attacker in
            try attacker.attachedTrial("packets") { visit in
                let deadline = MediaTime.now() + flooding
                let message = WireBytes(kind: 99).u64(0).bytes
                while !visit.isOver, .now() < deadline {
                    for _ in 0..<64 where !visit.hand(message) { break }
                    visit.run(for: .zero)
                }
            }
        },
        Attack(
            name: "geometry-flood", section: "4 geometry", title: "a flood of new geometries is dropped", expectation: .dropped([.invalidData]),
            limit: .seconds(30)
        ) { attacker in
            try attacker.attachedTrial("geometries") { visit in
                let deadline = MediaTime.now() + flooding
                var round: UInt32 = 0
                while !visit.isOver, .now() < deadline {
                    round += 1
                    visit.hand(visit.geometryBytes(width: 64 + round % 64).bytes)
                    visit.run(for: .zero)
                }
                attacker.say(.note("\(round) geometries"))
            }
        },
    ]
}
