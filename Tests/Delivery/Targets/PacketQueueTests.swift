import Codec
import MediaFixtures
import Platform
import Testing

@testable import Delivery

@Suite struct PacketQueueTests {
    /// 4 s at 10 pictures a second with key frames at 0 and 2 s, and no audio.
    private static func pictures() throws -> [Packet] {
        let media = try TestMedia(start: MediaTime(nanoseconds: 5_000_000_000))
        return try media.packets(seconds: 4, fps: 10).filter { $0.kind == .video }
    }

    private static func queue(span: Duration = .seconds(3), bytes: Int = 1 << 20) throws -> PacketQueue {
        PacketQueue(span: span, bytes: bytes, hasVideo: true, waking: try Wakeup())
    }

    @Test func itTakesNothingBeforeItIsOpenedAndStartsOnAKeyframe() throws {
        let (queue, packets) = (try Self.queue(), try Self.pictures())
        #expect(queue.offer(packets[0]) == .ignored)
        queue.open()
        for packet in packets[1..<20] { #expect(queue.offer(packet) == .ignored) }
        #expect(queue.offer(packets[20]) == .taken && queue.offer(packets[21]) == .taken)
        #expect(queue.droppedPictures == 0)
        queue.close()
        #expect(queue.offer(packets[22]) == .ignored)
    }

    @Test func fullInSecondsItDropsUpToTheNextKeyframe() throws {
        let (queue, packets) = (try Self.queue(span: .milliseconds(450)), try Self.pictures())
        queue.open()
        let verdicts = packets[0..<20].map(queue.offer)
        #expect(verdicts == Array(repeating: .taken, count: 5) + Array(repeating: .dropped, count: 15))
        #expect(queue.queued == .milliseconds(400))
        while queue.dequeue() != nil {}
        // There is room again, but a decoder could do nothing with what comes before the key frame.
        #expect(queue.offer(packets[19]) == .awaitsKeyframe)
        #expect(queue.offer(packets[20]) == .taken)
        #expect(queue.offer(packets[21]) == .taken)
        #expect(queue.droppedPictures == 16)
    }

    @Test func withoutPicturesItStartsAtOnceAndFullItMakesOneGap() throws {
        let packets = try TestMedia(start: .zero).packets(seconds: 4, fps: 1).filter { $0.kind == .audio }
        let queue = PacketQueue(span: .milliseconds(450), bytes: 1 << 20, hasVideo: false, waking: try Wakeup())
        queue.open()
        for packet in packets[0..<22] { #expect(queue.offer(packet) == .taken) }
        for packet in packets[22..<30] { #expect(queue.offer(packet) == .dropped) }
        // A few places are free: filling them would make a gap of each packet that finds none.
        for _ in 0..<11 { _ = queue.dequeue() }
        #expect(queue.offer(packets[30]) == .dropped)
        while queue.queued > .milliseconds(220) { _ = queue.dequeue() }
        for packet in packets[31..<33] { #expect(queue.offer(packet) == .taken) }
        #expect(queue.droppedSounds == 9 && queue.droppedPictures == 0)
    }

    @Test func fullInBytesItDropsToo() throws {
        let packets = try Self.pictures()
        let room = packets[0].byteCount + packets[1].byteCount
        let queue = try Self.queue(bytes: room)
        queue.open()
        #expect(queue.offer(packets[0]) == .taken && queue.offer(packets[1]) == .taken)
        #expect(queue.queuedBytes == room)
        #expect(queue.offer(packets[2]) == .dropped)
        #expect(queue.dequeue()?.dts == packets[0].dts && queue.dequeue()?.dts == packets[1].dts && queue.dequeue() == nil)
        #expect(queue.queuedBytes == 0)
    }

    @Test func openedAgainItIsEmptyAndWaitsForAKeyframe() throws {
        let (queue, packets) = (try Self.queue(), try Self.pictures())
        queue.open()
        for packet in packets[0..<5] { _ = queue.offer(packet) }
        queue.close()
        queue.open()
        #expect(queue.dequeue() == nil && queue.queuedBytes == 0)
        #expect(queue.offer(packets[6]) == .ignored)
        #expect(queue.offer(packets[20]) == .taken)
    }

    @Test func onKeyframesAloneItLeavesOutTheRestAndCountsNothing() throws {
        let (queue, packets) = (try Self.queue(span: .seconds(10)), try Self.pictures())
        queue.open()
        queue.selection = .keyframes
        #expect(packets.map(queue.offer) == packets.map { $0.isKeyframe ? .taken : .ignored })
        #expect(queue.droppedPictures == 0)
        // Back to everything: what builds on pictures that were left out is no use.
        queue.selection = .everything
        #expect(queue.offer(packets[21]) == .awaitsKeyframe)
        #expect(queue.offer(packets[20]) == .taken && queue.offer(packets[21]) == .taken)
    }

    @Test func onSoundAloneItTakesNoPictureButTheOneThatAContainerBeginsWith() throws {
        let media = try TestMedia(start: .zero)
        let packets = try media.packets(seconds: 3, fps: 10)
        let queue = try Self.queue(span: .seconds(10))
        queue.selection = .sound
        queue.open()
        let taken = packets.filter { queue.offer($0) == .taken }
        #expect(taken.count(where: { $0.kind == .video }) == 1 && taken[0].kind == .video && taken[0].isKeyframe)
        #expect(taken.count(where: { $0.kind == .audio }) > 120 && queue.droppedPictures == 0 && queue.droppedSounds == 0)
        queue.selection = .everything
        let pictures = packets.filter { $0.kind == .video }
        #expect(queue.offer(pictures[21]) == .awaitsKeyframe && queue.offer(pictures[20]) == .taken)
    }
}
