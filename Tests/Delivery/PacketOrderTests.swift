import Codec
import Platform
import Testing

@testable import Delivery

@Suite struct PacketOrderTests {
    private static func at(_ milliseconds: Int) -> MediaTime { MediaTime(nanoseconds: Int64(milliseconds) * 1_000_000) }

    @Test func lateSoundComesBetweenThePicturesWhereItBelongs() {
        let order = PacketOrder<String>([.h264, .aac])
        #expect(order.push("picture 0", coding: .h264, dts: Self.at(0), at: Self.at(5)))
        #expect(order.push("picture 33", coding: .h264, dts: Self.at(33), at: Self.at(38)))
        #expect(order.pop(at: Self.at(40)) == nil)
        #expect(order.push("sound 10", coding: .aac, dts: Self.at(10), at: Self.at(70)))
        #expect(order.pop(at: Self.at(70)) == "picture 0")
        #expect(order.pop(at: Self.at(70)) == "sound 10")
        #expect(order.pop(at: Self.at(70)) == nil)
    }

    @Test func patienceIsBounded() {
        let order = PacketOrder<String>([.h264, .aac], patience: .milliseconds(150))
        #expect(order.deadline == nil)
        _ = order.push("picture", coding: .h264, dts: Self.at(0), at: Self.at(5))
        #expect(order.deadline == Self.at(155))
        #expect(order.pop(at: Self.at(154)) == nil)
        #expect(order.pop(at: Self.at(155)) == "picture")
    }

    @Test func soundInTwoCodecsIsOrderedEachForItself() {
        let order = PacketOrder<String>([.h264, .aac, .opus])
        _ = order.push("opus 0", coding: .opus, dts: Self.at(0), at: Self.at(20))
        _ = order.push("opus 20", coding: .opus, dts: Self.at(20), at: Self.at(40))
        // AAC comes later for the same time: one queue for both would be out of order.
        _ = order.push("aac 5", coding: .aac, dts: Self.at(5), at: Self.at(50))
        _ = order.push("picture 10", coding: .h264, dts: Self.at(10), at: Self.at(51))
        _ = order.push("aac 26", coding: .aac, dts: Self.at(26), at: Self.at(70))
        #expect((0..<3).map { _ in order.pop(at: Self.at(70)) } == ["opus 0", "aac 5", "picture 10"])
    }

    @Test func oneStreamAloneNeverWaits() {
        let order = PacketOrder<String>([.h264])
        _ = order.push("picture", coding: .h264, dts: Self.at(0), at: Self.at(5))
        #expect(order.pop(at: Self.at(5)) == "picture")
    }

    @Test func fullItLetsTheOldestGo() {
        let order = PacketOrder<Int>([.h264, .aac], capacity: 4)
        for number in 0..<4 { #expect(order.push(number, coding: .h264, dts: Self.at(number), at: Self.at(number))) }
        #expect(!order.push(4, coding: .h264, dts: Self.at(4), at: Self.at(4)))
        #expect(order.pop(at: Self.at(4), isForced: true) == 0)
        #expect(order.push(4, coding: .h264, dts: Self.at(4), at: Self.at(4)))
    }
}
