import Fixtures
import Glibc
import Platform
import Synchronization
import Testing

@testable import Supervision

/// A proxy between an agent and a compositor that the test speaks for.
@Suite struct WaylandProxyTests {
    private typealias Wire = WaylandWire

    private let scratch = Scratch()

    private final class Fixture {
        let agent: WaylandPeer
        let compositor: WaylandPeer
        let proxy: WaylandProxy
        private final class Shelf: Sendable { let all = Mutex<[WaylandFilter.Offence]>([]) }
        private let shelf = Shelf()

        init() throws {
            let (theirs, mine) = try PassingStream.pair()
            proxy = try WaylandProxy(theirs) { [shelf] offence in shelf.all.withLock { $0.append(offence) } }
            agent = WaylandPeer(PassingStream(OwnedDescriptor(taking: dup(proxy.descriptor))))
            proxy.isPassedOn()
            compositor = WaylandPeer(mine)
        }

        deinit { proxy.end() }

        var offences: [WaylandFilter.Offence] { shelf.all.withLock { $0 } }

        /// The agent has a registry, and was told of a global of each of these interfaces, numbered from 1.
        func tell(_ interfaces: String...) throws {
            try agent.send(Wire.registry(2))
            _ = try compositor.next()
            for (index, interface) in interfaces.enumerated() { try compositor.send(Wire.global(UInt32(index + 1), interface, 1)) }
            try compositor.send(Wire.message(1, 1, [900]))
            while let message = try agent.next(), message.object != 1 {}
        }
    }

    /// A descriptor that can be told from others: an empty file of that many bytes.
    private func mark(_ number: Int) throws -> SharedDescriptor {
        let made = open(scratch.file("\(number)"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        ftruncate(made, number)
        return SharedDescriptor(OwnedDescriptor(taking: made))
    }

    private func number(_ descriptor: Int32) -> Int {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 ? Int(facts.st_size) : -1
    }

    @Test func messagesAndDescriptorsArriveInTheirOrder() throws {
        let fixture = try Fixture()
        try fixture.tell("wl_shm")
        try fixture.agent.send(Wire.bind(1, "wl_shm", 1, id: 3))
        for first in stride(from: 0, to: 84, by: 28) {
            let marks = try (first..<first + 28).map { try mark($0) }
            try fixture.agent.send((0..<28).flatMap { Wire.message(3, 0, [UInt32(first + $0)]) }, passing: marks.map(\.number))
        }
        #expect(try fixture.compositor.next()?.object == 2)
        for index in 0..<84 {
            #expect(try fixture.compositor.next() == .init(object: 3, opcode: 0, arguments: [UInt32(index)]))
            // Each is there when the message is that it belongs to.
            #expect(fixture.compositor.passed.count > index)
        }
        #expect(fixture.compositor.passed.map { number($0) } == Array(0..<84))
        let (one, other) = (try mark(501), try mark(502))
        try fixture.compositor.send(Wire.message(3, 7, [1]), passing: [one.number, other.number])
        #expect(try fixture.agent.next() == .init(object: 3, opcode: 7, arguments: [1]))
        #expect(fixture.agent.passed.map { number($0) } == [501, 502])
    }

    @Test func messagesThatComeByteByByteArriveWhole() throws {
        let fixture = try Fixture()
        try fixture.tell("wl_shm")
        let bytes = (Wire.bind(1, "wl_shm", 1, id: 3) + Wire.message(3, 1, [5, 6])).withUnsafeBytes(Array.init)
        let descriptor = try mark(77)
        for (index, byte) in bytes.enumerated() {
            #expect(withUnsafeBytes(of: byte) { fixture.agent.stream.send($0, passing: index == 2 ? [descriptor.number] : []) } == 1)
        }
        #expect(try fixture.compositor.next()?.object == 2)
        #expect(try fixture.compositor.next() == .init(object: 3, opcode: 1, arguments: [5, 6]))
        #expect(fixture.compositor.passed.map { number($0) } == [77])
    }

    @Test func aCompositorThatDoesNotReadMakesTheAgentWait() throws {
        let fixture = try Fixture()
        let words = Wire.message(9, 0, [UInt32](repeating: 0x5A5A_5A5A, count: 1022))
        var sent = 0
        // What the kernel's buffers and the proxy's hold is not much.
        try waitUntil("no room") { () -> Bool in
            var count = 0
            repeat {
                count = words.withUnsafeBytes { bytes in
                    fixture.agent.stream.send(UnsafeRawBufferPointer(rebasing: bytes[(sent % bytes.count)...]), passing: [])
                }
                sent += count
            } while count > 0 && sent < 64 << 20
            _ = poll(nil, 0, 50)
            return words.withUnsafeBytes { bytes in
                let more = fixture.agent.stream.send(UnsafeRawBufferPointer(rebasing: bytes[(sent % bytes.count)...]), passing: [])
                sent += more
                return more == 0
            }
        }
        #expect(sent < 4 << 20, "\(sent) bytes")
        // Now it reads, and nothing is missing.
        for _ in 0..<sent / (words.count * 4) { #expect(try fixture.compositor.next()?.arguments == Array(words[2...])) }
    }

    @Test func anAgentThatEndsTakesItsConnectionWithIt() throws {
        let fixture = try Fixture()
        try fixture.agent.send(Wire.sync(2))
        shutdown(fixture.agent.stream.descriptor, Int32(SHUT_RDWR))
        #expect(try fixture.compositor.rest().count <= 1)
        #expect(fixture.offences.isEmpty)
    }

    @Test func whatACompositorSaidBeforeItEndedIsHeard() throws {
        let fixture = try Fixture()
        try fixture.compositor.send((0..<100).flatMap { Wire.message(9, 0, [$0]) } + Wire.message(1, 0, [9, 3] + Wire.text("no")))
        shutdown(fixture.compositor.stream.descriptor, Int32(SHUT_RDWR))
        let heard = try fixture.agent.rest()
        #expect(heard.count == 101 && heard.last == .init(object: 1, opcode: 0, arguments: [9, 3] + Wire.text("no")))
        #expect(fixture.offences.isEmpty)
    }

    @Test func aProxyThatIsEndedEndsBothConnections() throws {
        let fixture = try Fixture()
        fixture.proxy.end()
        #expect(try fixture.agent.rest().isEmpty)
        #expect(try fixture.compositor.rest().isEmpty)
    }

    private static let crimes: [(WaylandFilter.Offence, [UInt32])] = [
        (.hiddenGlobal(2), Wire.bind(2, "zwp_virtual_keyboard_manager_v1", 1, id: 3)), (.hiddenGlobal(2), Wire.bind(2, "wl_shm", 1, id: 3)),
        (.malformed, Wire.message(2, 0, [1])), (.malformed, [9, 4 << 16]), (.malformed, [9, 13 << 16, 0, 0]),
        (.tooManyRegistries, (10..<20).flatMap { Wire.registry($0) }),
    ]

    @Test(arguments: crimes.indices) func anAgentThatAsksForMoreIsCutOff(index: Int) throws {
        let (offence, words) = Self.crimes[index]
        let fixture = try Fixture()
        try fixture.tell("wl_shm", "zwp_virtual_keyboard_manager_v1")
        try fixture.agent.send(Wire.message(9, 4) + words + Wire.message(9, 5))
        let heard = try fixture.agent.rest()
        #expect(heard == [.init(object: 1, opcode: 0, arguments: [2, 0] + Wire.text("refused"))], "as by a compositor that refuses")
        let seen = try fixture.compositor.rest()
        #expect(!seen.contains { $0.object == 2 || $0.opcode == 5 }, "\(seen)")
        try waitUntil("the report") { fixture.offences == [offence] }
    }

    @Test func moreDescriptorsThanMessagesCarryAreAnOffence() throws {
        let fixture = try Fixture()
        let marks = try (0..<60).map { try mark($0) }
        // By hand: what sends in the product passes 28 at most.
        var control = [UInt8](repeating: 0, count: 16 + 60 * 4)
        control.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: UInt(16 + 60 * 4), as: UInt.self)
            bytes.storeBytes(of: Int32(SOL_SOCKET), toByteOffset: 8, as: Int32.self)
            bytes.storeBytes(of: Int32(1), toByteOffset: 12, as: Int32.self)
            for (index, mark) in marks.enumerated() { bytes.storeBytes(of: mark.number, toByteOffset: 16 + index * 4, as: Int32.self) }
        }
        let words = Wire.message(9, 0)
        let sent = words.withUnsafeBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var part = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress!), iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr(
                        msg_name: nil, msg_namelen: 0, msg_iov: part, msg_iovlen: 1, msg_control: control.baseAddress, msg_controllen: control.count,
                        msg_flags: 0)
                    return sendmsg(fixture.agent.stream.descriptor, &message, 0)
                }
            }
        }
        #expect(sent == 8)
        _ = try fixture.agent.rest()
        try waitUntil("the report") { fixture.offences == [.tooManyDescriptors] }
    }
}
