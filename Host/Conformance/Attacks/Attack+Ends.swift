import AppGroup
import Glibc
import Platform

/// Agents that fall silent, do not go, or speak where they should not.
extension Attack {
    static let ends: [Attack] = [
        Attack(
            name: "heartbeat-stops", section: "4 welcome", title: "an agent whose heartbeat stops is given up",
            expectation: .dropped([.unresponsive]),
            patience: .seconds(4)
        ) { attacker in
            try attacker.attachedTrial("after half a second") { visit in
                visit.run(for: .milliseconds(500))
                visit.beats = false
                let promised = Duration.milliseconds(Int(visit.welcome?.silenceMilliseconds ?? 0))
                let start = MediaTime.now()
                guard visit.run(for: promised + .milliseconds(1000), until: { visit.isOver }) else {
                    return attacker.say(.wrong("\(promised + .milliseconds(1000)) of silence, and it is still attached; \(promised) was agreed on"))
                }
                if .now() - start < promised / 2 {
                    attacker.say(.wrong("given up after \(Int(clamping: (.now() - start).inMilliseconds)) ms of \(promised)"))
                }
            }
        },
        Attack(
            name: "never-speaks", section: "4 welcome", title: "an agent that never says anything is given up",
            expectation: .dropped([.unresponsive]),
            patience: .seconds(4)
        ) { attacker in
            try attacker.trial("after the welcome") { _ = $0.greet(connects: false) }
        },
        Attack(
            name: "wrong-token", section: "2 attaching", title: "a made-up endpoint leads nowhere", expectation: .dropped([.unresponsive]),
            patience: .seconds(4)
        ) { attacker in
            try attacker.trial("") { visit in
                guard visit.greet(connects: false) else { return }
                let path = attacker.directory.agentPath(token: GroupDirectory.makeToken())
                let channel = try Channel(attacker.context, connecting: "ipc://" + path)
                let message = visit.stateBytes(sequence: 1).bytes
                _ = message.withUnsafeBytes { channel.send(raw: $0) }
                visit.run(for: attacker.patience, until: { visit.isOver })
                _ = channel
            }
        },
        Attack(
            name: "second-dealer", section: "2 attaching", title: "a second connection to the same endpoint does no harm",
            expectation: .toleratedOrDropped([.invalidData, .unresponsive]), patience: .seconds(1)
        ) { attacker in
            try attacker.attachedTrial("") { visit in
                let second = try Channel(attacker.context, connecting: visit.welcome?.endpoint ?? "")
                for sequence: UInt64 in 1...50 {
                    _ = visit.stateBytes(sequence: sequence).bytes.withUnsafeBytes { second.send(raw: $0) }
                    visit.run(for: .milliseconds(10))
                }
            }
        },
        Attack(
            name: "foreign-endpoint", section: "2 attaching", title: "nonsense on another agent's endpoint harms no other agent",
            expectation: .judgedByItself,
            patience: .seconds(1)
        ) { attacker in
            let victim = try WatchedProcess(attack: Attack.victim.name, group: attacker.group, seed: 1, cycles: 1)
            defer { victim.terminate() }
            var testimony = Testimony()
            let deadline = MediaTime.now() + .seconds(15)
            var intruder: Channel?
            while victim.isRunning, .now() < deadline {
                testimony.read(victim)
                if intruder == nil, let endpoint = testimony.notes.first { intruder = try Channel(attacker.context, connecting: endpoint) }
                _ = attacker.random.bytes(40).withUnsafeBytes { intruder?.send(raw: $0) }
                poll(nil, 0, 20)
            }
            testimony.read(victim)
            guard intruder != nil, let trial = testimony.trials.first else {
                return attacker.say(.wrong("an honest standby came to nothing: \(victim.farewell)"))
            }
            if let what = victimExpectation.failure(of: trial.fate, listed: nil) { attacker.say(.wrong("the agent whose endpoint it was: \(what)")) }
        },
        Attack(
            name: "ended-and-on", section: "4 ended", title: "notices after ended count for nothing", expectation: .dropped([.stopped, .invalidData])
        ) { attacker in
            try attacker.attachedTrial("") { visit in
                visit.say(visit.endedBytes().bytes)
                for number: UInt64 in 1...20 { visit.say(visit.notice(number: number, slot: UInt8(number % 3))) }
            }
        },
        Attack(
            name: "stop-unconfirmed", section: "8 life", title: "an agent that does not confirm a stop is killed", expectation: .killed,
            patience: .seconds(6)
        ) { attacker in
            try attacker.attachedTrial("") { visit in
                guard let answer = try ask(attacker, "{\"v\":1,\"do\":\"stop-agent\",\"agent\":\(visit.generation)}") else {
                    return attacker.say(.wrong("the control socket did not answer 'stop-agent'"))
                }
                guard !answer.contains("\"unknownRequest\"") else { return attacker.say(.skip("the host cannot be asked to stop an agent")) }
                stay(visit, for: attacker.patience)
            }
        },
        Attack(
            name: "replaced-unconfirmed", section: "8 life", title: "a replaced agent that keeps the memory is killed", expectation: .killed,
            replacesLive: true, patience: .seconds(6)
        ) { attacker in
            try attacker.attachedTrial("") { first in
                let second = try attacker.visit()
                guard second.attach() else { return attacker.say(.wrong("a second agent came to nothing: \(second.fate)")) }
                first.say(first.notice(number: 1))
                first.run(for: .milliseconds(300))
                second.say(second.notice(number: 1))
                stay(first, for: attacker.patience)
            }
        },
    ]

    private static let victimExpectation = Expectation.tolerated

    /// An honest agent that tells everyone its endpoint.
    static let victim = Attack(
        name: "victim", section: "2 attaching", title: "an honest agent", expectation: victimExpectation, patience: .seconds(2)
    ) { attacker in
        try attacker.attachedTrial("") { visit in attacker.say(.note(visit.welcome?.endpoint ?? "")) }
    }

    /// Goes on, whatever the host does, as one that is not to be moved.
    @available(*, noasync)
    private static func stay(_ visit: AttackConnection, for span: Duration) {
        let deadline = MediaTime.now() + span
        while .now() < deadline {
            visit.run(for: .milliseconds(50))
            poll(nil, 0, 10)
        }
    }

    /// One request on the control socket; `nil` without an answer.
    @available(*, noasync)
    private static func ask(_ attacker: Attacker, _ request: String) throws -> String? {
        let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
        defer { inbox.deallocate() }
        let socket = try PacketSocket(connectingTo: attacker.directory.controlPath)
        try Array(request.utf8).withUnsafeBytes { try socket.send($0) }
        var passed: OwnedDescriptor?
        guard socket.waitReadable(until: .now() + .seconds(3)), case .packet(let count, _) = try socket.receive(into: inbox, passed: &passed) else {
            return nil
        }
        return String(decoding: inbox[..<count], as: UTF8.self)
    }
}
