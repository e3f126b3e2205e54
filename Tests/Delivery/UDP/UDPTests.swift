import Fixtures
import Foundation
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(15))) struct UDPTests {
    @Test(arguments: [("", 1316), ("?pkt_size=188", 188), ("?pkt_size=2632", 2632)])
    func aReceiverGetsTheWholeStreamInWholePackets(query: String, largest: Int) throws {
        let receiver = try UDPReceiver()
        let broadcast = try Broadcast(speed: 2)
        let target = try broadcast.add("udp://127.0.0.1:\(receiver.port)\(query)")
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 120))
        broadcast.end()
        #expect(target.status.state == .closed && target.status.droppedPictures == 0 && target.status.lastError == nil)
        let sent = target.status.bytesSent
        #expect(Watchdog.until { receiver.sizes.reduce(0, +) == sent })
        let sizes = receiver.sizes
        #expect(sizes.allSatisfy { $0 % 188 == 0 && $0 <= largest } && sizes.contains(largest))
        #expect(Program.probe(receiver.media, "packet=pts").count == target.status.packetsSent)
        #expect(Program.decodingComplaints(receiver.media) == "")
    }

    @Test func aMulticastGroupHearsItOnTheInterfaceThatIsNamed() throws {
        let receiver = try UDPReceiver(group: "239.255.77.1")
        let broadcast = try Broadcast(speed: 2)
        let target = try broadcast.add("udp://239.255.77.1:\(receiver.port)?ttl=0&localaddr=127.0.0.1")
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 60))
        broadcast.end()
        #expect(Watchdog.until { receiver.sizes.reduce(0, +) == target.status.bytesSent })
        #expect(Program.decodingComplaints(receiver.media) == "")
    }

    @Test func thatNoOneListensIsNoFault() throws {
        let broadcast = try Broadcast(speed: 2)
        let target = try broadcast.add("udp://127.0.0.1:\(Port.free())")
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 60))
        #expect(target.status.state == .live && target.status.reconnects == 0 && target.status.lastError == nil, "\(target.status)")
        broadcast.end()
        #expect(target.status.state == .closed && target.status.droppedPictures == 0)
    }

    @Test func aHostThatIsNoneIsNamed() throws {
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add("udp://no-such-host.invalid:9000")
        #expect(Watchdog.until { target.status.lastError != nil }, "\(target.status)")
        #expect(target.status.lastError?.code == .unreachable || target.status.lastError?.code == .timedOut, "\(target.status)")
        #expect(target.status.lastError?.message.contains("no-such-host.invalid") == true)
    }
}
