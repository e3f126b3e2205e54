import AppGroup
import Codec
import Testing

@testable import Delivery

@Suite struct PacketOrderTests {
    private static func at(_ milliseconds: Int) -> MediaTime { MediaTime(nanoseconds: Int64(milliseconds) * 1_000_000) }

    @Test func lateSoundComesBetweenThePicturesWhereItBelongs() {
        let order = PacketOrder<String>(kinds: [.video, .audio])
        #expect(order.push("picture 0", kind: .video, dts: Self.at(0), at: Self.at(5)))
        #expect(order.push("picture 33", kind: .video, dts: Self.at(33), at: Self.at(38)))
        #expect(order.pop(at: Self.at(40)) == nil)
        #expect(order.push("sound 10", kind: .audio, dts: Self.at(10), at: Self.at(70)))
        #expect(order.pop(at: Self.at(70)) == "picture 0")
        #expect(order.pop(at: Self.at(70)) == "sound 10")
        #expect(order.pop(at: Self.at(70)) == nil)
    }

    @Test func patienceIsBounded() {
        let order = PacketOrder<String>(kinds: [.video, .audio], patience: .milliseconds(150))
        #expect(order.deadline == nil)
        _ = order.push("picture", kind: .video, dts: Self.at(0), at: Self.at(5))
        #expect(order.deadline == Self.at(155))
        #expect(order.pop(at: Self.at(154)) == nil)
        #expect(order.pop(at: Self.at(155)) == "picture")
    }

    @Test func oneStreamAloneNeverWaits() {
        let order = PacketOrder<String>(kinds: [.video])
        _ = order.push("picture", kind: .video, dts: Self.at(0), at: Self.at(5))
        #expect(order.pop(at: Self.at(5)) == "picture")
    }

    @Test func fullItLetsTheOldestGo() {
        let order = PacketOrder<Int>(kinds: [.video, .audio], capacity: 4)
        for number in 0..<4 { #expect(order.push(number, kind: .video, dts: Self.at(number), at: Self.at(number))) }
        #expect(!order.push(4, kind: .video, dts: Self.at(4), at: Self.at(4)))
        #expect(order.pop(at: Self.at(4), isForced: true) == 0)
        #expect(order.push(4, kind: .video, dts: Self.at(4), at: Self.at(4)))
    }
}
