import Glibc
import Platform

/// Descriptors that the host never asked for. Whether it keeps them shows in its own count.
extension Attack {
    static let descriptors: [Attack] = [
        Attack(
            name: "descriptors", section: "2 attaching", title: "descriptors that come with messages are not kept", expectation: .judgedByItself
        ) { attacker in
            let passed = open("/dev/null", O_RDONLY | O_CLOEXEC)
            defer { close(passed) }
            for count in [1, 2, 8, 9, 64, DescriptorPacket.most] {
                for _ in 0..<5 {
                    let visit = try attacker.visit()
                    do throws(SystemError) {
                        try DescriptorPacket.send(
                            visit.hello.bytes, descriptors: Array(repeating: passed, count: count), over: visit.socket.descriptor)
                        _ = visit.run(for: .seconds(2), until: { visit.welcome != nil || visit.isOver })
                        try DescriptorPacket.send(
                            visit.geometryBytes().bytes, descriptors: Array(repeating: passed, count: count), over: visit.socket.descriptor)
                    } catch {}
                    // Held open for a moment, so that what was not closed would be seen.
                    _ = visit.run(for: .milliseconds(20), until: { visit.isOver })
                }
            }
        },
        Attack(
            name: "foreign-memory", section: "4 memory", title: "a descriptor of the agent's own is never taken for the host's",
            expectation: .toleratedOrDropped([.invalidData]),
            patience: .milliseconds(400)
        ) { attacker in
            let own = open("/dev/zero", O_RDWR | O_CLOEXEC)
            defer { close(own) }
            try attacker.attachedTrial("a memory message from an agent") { visit in
                let message = WireBytes(kind: 5).u32(1).u32(64).u32(64).u32(1).u32(256).u32(3).u64(3 * 16_384).bytes
                do throws(SystemError) { try DescriptorPacket.send(message, descriptors: [own], over: visit.socket.descriptor) } catch {}
            }
            try attacker.attachedTrial("a cast message from an agent") { visit in
                let message = WireBytes(kind: 6).u32(41).u64(7).u8(1).u8(0).u16(0).bytes
                do throws(SystemError) { try DescriptorPacket.send(message, descriptors: [own], over: visit.socket.descriptor) } catch {}
            }
        },
    ]
}
