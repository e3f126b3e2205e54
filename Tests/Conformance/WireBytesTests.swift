import AgentProtocol
import Testing

@testable import Conformance

@Suite struct WireBytesTests {
    private func encoded(_ message: some WireMessage) -> [UInt8] {
        let buffer = WireBuffer()
        message.encode(into: buffer)
        return Array(buffer.bytes)
    }

    @Test func aMessageMadeByHandIsTheOneThatTheProtocolMakes() {
        let hello = Hello(processID: 7, needKiB: 1024, backend: "attacker", screen: "nothing", isStandby: true)
        let byHand = WireBytes(kind: 1).u8(1).u8(1).u16(1).u32(7).u32(1024).text("attacker").text("nothing").text("screen")
        #expect(byHand.bytes == encoded(hello))
        let ended = AgentEnded(generation: 3, reason: .failed, isRetriable: true, message: "no screen")
        #expect(WireBytes(kind: 20).u32(3).u8(4).u8(1).text("no screen").bytes == encoded(ended))
    }

    @Test func aLieAboutTheLengthStays() {
        let message = WireBytes(kind: 16).u8(1).with { $0.claimedLength = 9 }
        #expect(message.bytes == [0x53, 0x43, 1, 16, 9, 0, 0, 0, 1])
    }
}
