import Testing

@testable import Delivery

@Suite struct LinkMessageTests {
    private func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

    private func message(_ type: UInt16, _ body: [UInt8]) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
        return little(UInt32(16 + body.count)) + little(type) + little(UInt16(0)) + little(UInt32(1)) + little(UInt32(0)) + body + padding
    }

    private func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] { little(UInt16(4 + value.count)) + little(type) + value }

    private func link(_ index: Int32, flags: UInt32, type: UInt16 = 16) -> [UInt8] {
        message(type, [0, 0] + little(UInt16(1)) + little(index) + little(flags) + little(UInt32(0)))
    }

    private func address(_ last: UInt8, type: UInt16 = 20, lifetime: UInt8 = 1) -> [UInt8] {
        message(type, [2, 24, 0, 0] + little(UInt32(2)) + attribute(1, [10, 0, 0, last]) + attribute(6, [lifetime, 0, 0, 0]))
    }

    private func route(table: UInt8 = 254, type: UInt16 = 24, flags: UInt32 = 0) -> [UInt8] {
        message(type, [2, 0, 0, 0, table, 3, 0, 1] + little(flags) + attribute(5, [10, 0, 0, 1]))
    }

    private func read(_ messages: inout LinkMessage, _ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { messages.read($0) } }

    @Test func aLinkIsChangesWhenItBeginsToRun() {
        var messages = LinkMessage()
        #expect(!read(&messages, link(2, flags: 0x1)))
        #expect(read(&messages, link(2, flags: 0x41)))
        // Told again, since something else about it changed.
        #expect(!read(&messages, link(2, flags: 0x41)))
        #expect(!read(&messages, link(2, flags: 0x1)))
        #expect(read(&messages, link(2, flags: 0x41)))
        #expect(!read(&messages, link(2, flags: 0x41, type: 17)))
        #expect(read(&messages, link(2, flags: 0x41)))
    }

    @Test func theLoopbackLinkIsNoChanges() {
        var messages = LinkMessage()
        #expect(!read(&messages, link(1, flags: 0x49)))
    }

    @Test func anAddressIsChangesOnceUntilItGoes() {
        var messages = LinkMessage()
        #expect(read(&messages, address(5)))
        #expect(!read(&messages, address(5, lifetime: 9)))
        #expect(read(&messages, address(6)))
        #expect(!read(&messages, address(5, type: 21)))
        #expect(read(&messages, address(5)))
    }

    @Test func routesOfTheMainTableAreChanges() {
        var messages = LinkMessage()
        #expect(!read(&messages, route(table: 255)))
        #expect(!read(&messages, route(flags: 0x200)))
        #expect(read(&messages, route()))
        #expect(!read(&messages, route()))
        #expect(!read(&messages, route(type: 25)))
        #expect(read(&messages, route()))
    }

    @Test func severalMessagesInOneDatagramAreAllTaken() {
        var messages = LinkMessage()
        #expect(read(&messages, link(3, flags: 0) + address(1) + route()))
        #expect(!read(&messages, address(1) + route()))
    }

    @Test func whatStandsWholeBeforeACutCounts() {
        let first = link(2, flags: 0x41)
        let whole = first + address(5) + route()
        for count in 0..<whole.count {
            var messages = LinkMessage()
            #expect(read(&messages, Array(whole[..<count])) == (count >= first.count), "\(count) bytes")
            #expect(read(&messages, route()), "the route was not known by \(count) bytes")
        }
    }

    @Test func aFalseLengthEndsTheDatagram() {
        for claimed: UInt32 in [0, 1, 15, 33, .max] {
            var messages = LinkMessage()
            let lying = little(claimed) + link(2, flags: 0x41).dropFirst(4)
            #expect(!read(&messages, lying), "\(claimed)")
            #expect(!read(&messages, [0, 0, 0, 0] + address(5)), "\(claimed)")
            #expect(read(&messages, route() + lying), "\(claimed)")
            #expect(read(&messages, link(2, flags: 0x41)), "\(claimed)")
        }
    }

    @Test func noBytesAreTooWild() {
        let whole = link(2, flags: 0x41) + address(5) + route()
        for at in whole.indices {
            for value: UInt8 in [0, 1, 3, 0x7f, 0xff] {
                var (messages, bytes) = (LinkMessage(), whole)
                bytes[at] = value
                _ = read(&messages, bytes)
                #expect(read(&messages, address(99)), "after byte \(at) was \(value)")
            }
        }
    }
}
