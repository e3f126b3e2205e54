import Glibc

/// Before an attachment: what is said, or not, on the hand-off connection.
extension Attack {
    static let connecting: [Attack] = [
        Attack(
            name: "hello-truncated", section: "3 header", title: "a hello cut off at every length is refused", expectation: .dropped([.invalidData])
        ) { attacker in
            let whole = try attacker.visit().hello.bytes
            for length in 1..<whole.count { try attacker.trial("\(length) bytes") { $0.hand(Array(whole.prefix(length))) } }
        },
        Attack(
            name: "hello-lengths", section: "3 header", title: "a packet with bytes left over, or a false length, is refused",
            expectation: .refused([.invalidData])
        ) { attacker in
            try attacker.trial("bytes left over") { $0.hand($0.hello.bytes + [0]) }
            try attacker.trial("a longer length") { visit in visit.hand(visit.hello.with { $0.claimedLength = .max }.bytes) }
            try attacker.trial("a length of 0") { visit in visit.hand(visit.hello.with { $0.claimedLength = 0 }.bytes) }
            try attacker.trial("60,000 bytes") { $0.hand($0.hello.raw([UInt8](repeating: 7, count: 60_000)).bytes) }
        },
        Attack(name: "packet-oversized", section: "3 header", title: "a packet of 120,000 bytes is turned away", expectation: .turnedAway) {
            attacker in
            try attacker.trial("") { $0.hand($0.hello.raw([UInt8](repeating: 7, count: 120_000)).bytes) }
        },
        Attack(
            name: "hello-random", section: "3 header", title: "random packets are refused", expectation: .dropped([.invalidData]), limit: .seconds(60)
        ) { attacker in
            for round in 0..<60 {
                var bytes = attacker.random.bytes(Int.random(in: 1...300, using: &attacker.random))
                // Half of them begin as a message does, with a true length.
                if round % 2 == 0 { bytes = WireBytes(kind: [1, 4][round / 2 % 2]).raw(bytes.prefix(60)).u8(0xFF).bytes }
                try attacker.trial("packet \(round)") { $0.hand(bytes) }
            }
        },
        Attack(
            name: "wrong-mark", section: "3 header", title: "another mark, or version, in the header is refused",
            expectation: .refused([.invalidData])
        ) { attacker in
            try attacker.trial("mark") { visit in visit.hand(visit.hello.with { $0.mark = 0x5343 }.bytes) }
            try attacker.trial("version 0") { visit in visit.hand(visit.hello.with { $0.version = 0 }.bytes) }
            try attacker.trial("version 2") { visit in visit.hand(visit.hello.with { $0.version = 2 }.bytes) }
        },
        Attack(
            name: "newer-version", section: "4 hello", title: "an agent that is too new is refused with a clear message",
            expectation: .refused([.failed])
        ) { attacker in
            try attacker.trial("2...9") { visit in
                visit.hand(visit.helloBytes(versions: (2, 9)).bytes)
                visit.run(for: attacker.patience, until: { visit.isOver })
                if let text = visit.refusal?.message, !text.contains("version") {
                    attacker.say(.wrong("the refusal does not name the version: '\(text)'"))
                }
            }
        },
        Attack(
            name: "wide-versions", section: "4 hello", title: "an agent of versions 1 to 200 is met at 1", expectation: .tolerated,
            patience: .milliseconds(200)
        ) { attacker in
            try attacker.trial("1...200") { visit in
                guard visit.greet(visit.helloBytes(versions: (1, 200)).bytes), let version = visit.welcome?.version, version != 1 else { return }
                attacker.say(.wrong("it was welcomed to version \(version)"))
            }
        },
        Attack(name: "hello-fields", section: "4 hello", title: "impossible fields of a hello are refused", expectation: .refused([.invalidData])) {
            attacker in
            try attacker.trial("versions 0...1") { $0.hand($0.helloBytes(versions: (0, 1)).bytes) }
            try attacker.trial("versions 5...2") { $0.hand($0.helloBytes(versions: (5, 2)).bytes) }
            try attacker.trial("no backend") { $0.hand($0.helloBytes(backend: []).bytes) }
            try attacker.trial("33 bytes of backend") { $0.hand($0.helloBytes(backend: [UInt8](repeating: 65, count: 33)).bytes) }
            try attacker.trial("a control character") { $0.hand($0.helloBytes(screen: [65, 27, 91, 50, 74]).bytes) }
            try attacker.trial("no UTF-8") { $0.hand($0.helloBytes(screen: [0xC3, 0x28]).bytes) }
            try attacker.trial("no place") { $0.hand($0.helloBytes(place: "").bytes) }
        },
        Attack(
            name: "hello-flags", section: "4 hello", title: "flags of later versions are passed over", expectation: .tolerated,
            patience: .milliseconds(400)
        ) { attacker in
            try attacker.trial("all that mean nothing yet") { visit in _ = visit.greet(visit.helloBytes(flags: 0xFFFC).bytes) }
        },
        Attack(
            name: "unknown-place", section: "4 hello", title: "a place that is not there is refused with a message", expectation: .refused([.failed])
        ) { attacker in
            try attacker.trial("") { $0.hand($0.helloBytes(place: "balcony").bytes) }
        },
        Attack(name: "order", section: "2 attaching", title: "messages out of order are refused", expectation: .refused([.invalidData])) { attacker in
            try attacker.trial("geometry first") { $0.hand($0.geometryBytes().bytes) }
            try attacker.trial("hello twice") { visit in if visit.greet() { visit.hand(visit.hello.bytes) } }
        },
        Attack(name: "unknown-kinds", section: "3 kinds", title: "unknown kinds are ignored", expectation: .tolerated, patience: .milliseconds(400)) {
            attacker in
            try attacker.trial("") { visit in
                visit.hand(WireBytes(kind: 99).u32(7).bytes)
                guard visit.attach() else { return }
                for kind: UInt8 in [6, 15, 31, 32, 99, 255] {
                    visit.hand(WireBytes(kind: max(kind, 6)).raw(attacker.random.bytes(9)).bytes)
                    visit.say(WireBytes(kind: kind).raw(attacker.random.bytes(9)).bytes)
                }
            }
        },
        Attack(
            name: "geometry-fields", section: "4 geometry", title: "impossible sizes, strides and slots are refused",
            expectation: .refused([.invalidData])
        ) { attacker in
            let cases: [(String, (AttackConnection) -> WireBytes)] = [
                ("width 0", { $0.geometryBytes(width: 0) }), ("height 0", { $0.geometryBytes(height: 0) }),
                ("width 16,385", { $0.geometryBytes(width: 16_385) }), ("height 4,294,967,295", { $0.geometryBytes(height: .max) }),
                ("16,384 x 16,384", { $0.geometryBytes(width: 16_384, height: 16_384) }), ("format 0", { $0.geometryBytes(format: 0) }),
                ("a stride of 255", { $0.geometryBytes(stride: 255) }),
                ("a stride of 258", { $0.geometryBytes(stride: 258) }), ("a stride of 131,076", { $0.geometryBytes(stride: 131_076) }),
                ("a stride of 4,294,967,292", { $0.geometryBytes(stride: .max - 3) }), ("no slots", { $0.geometryBytes(slots: 0) }),
                ("1 slot", { $0.geometryBytes(slots: 1) }), ("9 slots", { $0.geometryBytes(slots: 9) }),
            ]
            for (label, message) in cases { try attacker.trial(label) { visit in if visit.greet() { visit.hand(message(visit).bytes) } } }
        },
    ]
}
