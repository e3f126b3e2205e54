import Codec
import MediaFixtures
import Platform
import Testing

@testable import Delivery

/// A target that changes over from one fan-out to another.
@Suite struct TargetFeedTests {
    private final class Source {}
    private let one = Source()
    private let other = Source()

    /// Gives the packets of one fan-out and of another to a feed, in the order that `isFirst` makes of them; what it lets through.
    private func admitted(_ mine: [Packet], _ theirs: [Packet], changingAfter count: Int, lead: Int) -> (given: [Packet], from: [Bool]) {
        var feed = TargetFeed()
        feed.change(to: ObjectIdentifier(one))
        var (given, from): ([Packet], [Bool]) = ([], [])
        func offer(_ packet: Packet, _ source: Source) {
            let isOther = source === other
            switch feed.admit(packet, from: ObjectIdentifier(source)) {
            case .leave: return
            case .give: given.append(packet)
            case .change:
                given += feed.takeWaiting()
                given.append(packet)
            }
            if packet.kind == .video { from.append(isOther) }
        }
        for index in 0..<(max(mine.count, theirs.count) + abs(lead)) {
            if index == count { feed.change(to: ObjectIdentifier(other)) }
            let (first, second) = (index - max(0, lead), index - max(0, -lead))
            if mine.indices.contains(first) { offer(mine[first], one) }
            if theirs.indices.contains(second) { offer(theirs[second], other) }
        }
        return (given, from)
    }

    @Test(arguments: [-9, -1, 0, 1, 9]) func noAudioIsLostOrComesTwiceWhicheverIsAhead(lead: Int) throws {
        let start = MediaTime.now()
        let mine = try TestMedia(start: start, keyframeInterval: .seconds(1)).packets(seconds: 4, fps: 30)
        let pictures = try TestMedia(start: start, keyframeInterval: .seconds(1)).packets(seconds: 4, fps: 30).filter { $0.kind == .video }
        // The same audio, other pictures.
        let theirs = (mine.filter { $0.kind == .audio } + pictures).sorted { $0.dts < $1.dts }
        let (given, from) = admitted(mine, theirs, changingAfter: mine.count * 3 / 8, lead: lead)
        let audio = mine.filter { $0.kind == .audio }.map(\.dts)
        #expect(given.filter { $0.kind == .audio }.map(\.dts) == audio)
        // Pictures of one, then of the other, which begin with a key frame.
        #expect(from.first == false && from.last == true && zip(from, from.dropFirst()).count(where: { $0 != $1 }) == 1)
        let first = try #require(from.firstIndex(of: true))
        #expect(given.filter { $0.kind == .video }[first].isKeyframe)
    }

    @Test func whatIsTakenBackDoesNotHappen() throws {
        let packets = try TestMedia().packets(seconds: 1, fps: 30)
        var feed = TargetFeed()
        #expect(feed.admit(packets[0], from: ObjectIdentifier(one)) == .give)
        feed.change(to: ObjectIdentifier(other))
        feed.stay()
        let keyframe = try #require(packets.first { $0.kind == .video && $0.isKeyframe })
        #expect(feed.admit(keyframe, from: ObjectIdentifier(other)) == .leave && feed.isFed(by: ObjectIdentifier(one)))
    }
}
