import Glibc
import Platform

/// Too many, too often, or the wrong ones.
extension Attack {
    static let crowds: [Attack] = [
        Attack(
            name: "silent-connections", section: "2 attaching", title: "200 silent connections keep no agent out, and are closed",
            expectation: .tolerated,
            patience: .milliseconds(200)
        ) { attacker in
            var silent: [PacketSocket] = []
            for _ in 0..<200 {
                do throws(SystemError) { silent.append(try attacker.connect()) } catch {
                    attacker.say(.note("connection \(silent.count + 1) was not accepted (\(error.reason))"))
                    break
                }
            }
            try attacker.trial("an honest agent among them") { _ = $0.attach() }
            let deadline = MediaTime.now() + .seconds(5)
            let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
            defer { inbox.deallocate() }
            var open = 0
            for socket in silent {
                var passed: OwnedDescriptor?
                guard socket.waitReadable(until: deadline), case .end = try socket.receive(into: inbox, passed: &passed) else {
                    open += 1
                    continue
                }
            }
            if open > 0 {
                attacker.say(.wrong("\(open) of \(silent.count) connections that said nothing are still open after 5 s; 2 s are promised"))
            }
        },
        Attack(
            name: "crowd", section: "2 attaching", title: "40 agents at once: those that are too many are refused with a message",
            expectation: .judgedByItself
        ) { attacker in
            var visits: [AttackConnection] = []
            for _ in 0..<40 {
                let visit = try attacker.visit()
                _ = visit.greet(connects: false)
                visits.append(visit)
            }
            let welcome = visits.count { $0.welcome != nil }
            let refused = visits.count { $0.refusal?.message.isEmpty == false }
            attacker.say(.note("\(welcome) welcome, \(refused) refused"))
            if welcome + refused < visits.count {
                attacker.say(.wrong("\(visits.count - welcome - refused) of 40 got neither a welcome nor a refusal with a message"))
            }
            if welcome == 0 { attacker.say(.wrong("none of 40 was welcome")) }
        },
        Attack(
            name: "cycles", section: "2 attaching", title: "attaching and detaching, again and again", expectation: .judgedByItself,
            limit: .seconds(600)
        ) { attacker in
            for cycle in 1...attacker.cycles {
                let visit = try attacker.visit()
                guard visit.greet(), visit.askForMemory() else {
                    attacker.say(.wrong("cycle \(cycle) of \(attacker.cycles) came to nothing: \(visit.fate)"))
                    return
                }
            }
            attacker.say(.note("\(attacker.cycles) times"))
        },
        Attack(name: "killed", section: "2 attaching", title: "an agent that is gone without a message has closed", expectation: .dropped([.closed]))
        {
            attacker in
            // The judge looks the reason up: the connection is closed from this side.
            let visit = try attacker.visit()
            guard visit.attach() else { return attacker.say(.trial(generation: visit.generation, label: "", visit.fate)) }
            attacker.say(.trial(generation: visit.generation, label: "", .closed))
        },
        Attack(
            name: "foreign-user", section: "2 attaching", title: "another user's process is turned away", expectation: .turnedAway,
            patience: .seconds(3)
        ) { attacker in
            guard geteuid() == 0 else { return attacker.say(.skip("only root can become another user")) }
            // Connect as another user, with the file permissions of root: what is left is the host's own look at SO_PEERCRED.
            typealias SetUser = @convention(c) (UInt32) -> Int32
            guard let setFileUser = dlsym(nil, "setfsuid").map({ unsafeBitCast($0, to: SetUser.self) }), seteuid(65534) == 0 else {
                return attacker.say(.skip("cannot become uid 65534"))
            }
            _ = setFileUser(0)
            try attacker.trial("uid 65534 that passes the directory") { visit in visit.hand(visit.hello.bytes) }
            guard seteuid(0) == 0, setuid(65534) == 0 else { return attacker.say(.skip("cannot become uid 65534")) }
            do throws(ConformanceError) {
                _ = try attacker.visit()
                attacker.say(.wrong("uid 65534 could connect to handoff.sock: the directory is open to others"))
            } catch {}
        },
    ]
}
