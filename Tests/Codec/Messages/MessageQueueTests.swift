import Platform
import Testing

@testable import Codec

/// Which picture carries which message.
@Suite struct MessageQueueTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    private func unit(_ id: UInt64, _ text: String = "x") -> [UInt8] { SEIWriter.unit(StreamMessage(id: id, text: text)) }

    private func queue(_ requests: MessageRequest...) -> MessageQueue {
        var queue = MessageQueue()
        for (index, request) in requests.enumerated() {
            _ = queue.add(StreamMessage(id: UInt64(index + 1), text: request.text), request, at: start)
        }
        return queue
    }

    @Test func aMessageGoesWithAsManyPicturesAsAsked() {
        var queue = queue(MessageRequest(text: "x", repeats: 3))
        let carried = (0..<5).map { queue.dequeue(at: start + .milliseconds($0 * 33), isKeyframe: false).count }
        #expect(carried == [1, 1, 1, 0, 0] && queue.isEmpty)
    }

    @Test func itWaitsForItsTime() {
        var queue = queue(MessageRequest(text: "x", delay: .milliseconds(500)))
        #expect(queue.dequeue(at: start + .milliseconds(499), isKeyframe: true) == [])
        #expect(queue.dequeue(at: start + .milliseconds(500), isKeyframe: false) == [unit(1)])
    }

    @Test func keyframesAloneCarryItWhenAsked() {
        var queue = queue(MessageRequest(text: "x", repeats: 2, isForKeyframesAlone: true), MessageRequest(text: "x"))
        #expect(queue.dequeue(at: start, isKeyframe: false) == [unit(2)])
        #expect(queue.dequeue(at: start, isKeyframe: true) == [unit(1)])
        #expect(queue.dequeue(at: start, isKeyframe: false) == [] && !queue.isEmpty)
        #expect(queue.dequeue(at: start, isKeyframe: true) == [unit(1)] && queue.isEmpty)
    }

    @Test func onePictureCarriesSoMuchAndEveryoneGetsATurn() {
        let long = String(repeating: "x", count: StreamMessage.longestBytes)
        var queue = queue(
            MessageRequest(text: long, repeats: 100), MessageRequest(text: long, repeats: 100), MessageRequest(text: long, repeats: 100))
        var turns: [Int] = [0, 0, 0]
        for _ in 0..<30 {
            let units = queue.dequeue(at: start, isKeyframe: false)
            #expect(units.reduce(0) { $0 + $1.count } <= MessageQueue.mostBytesPerPicture && !units.isEmpty)
            for unit in units { for message in unit.withUnsafeBytes({ SEIReader.messages(in: $0) }) { turns[Int(message.id) - 1] += 1 } }
        }
        #expect(turns == [10, 10, 10])
    }

    @Test func tooManyAreRefused() {
        var queue = MessageQueue()
        func add(_ id: UInt64) -> Bool { queue.add(StreamMessage(id: id, text: "x"), MessageRequest(text: "x"), at: start) }
        for id in 1...UInt64(MessageQueue.mostWaiting) { #expect(add(id)) }
        #expect(!add(99))
        _ = queue.dequeue(at: start, isKeyframe: false)
        #expect(queue.isEmpty && add(99))
    }

    @Test(arguments: [
        (MessageRequest(text: ""), "empty"), (MessageRequest(text: String(repeating: "é", count: 2049)), "4098 bytes"),
        (MessageRequest(text: "a\u{1B}[2J"), "control character"), (MessageRequest(text: "a\u{0}"), "control character"),
        (MessageRequest(text: "a", repeats: 0), "from 1 to 10000"), (MessageRequest(text: "a", repeats: 10_001), "from 1 to 10000"),
        (MessageRequest(text: "a", delay: .seconds(-1)), "10 minutes"), (MessageRequest(text: "a", delay: .seconds(601)), "10 minutes"),
    ])
    func whatCannotBeSentIsSaid(request: MessageRequest, part: String) { #expect(request.problem?.contains(part) == true) }

    @Test func whatCanBeSentHasNoProblem() {
        #expect(MessageRequest(text: "{\"a\":\n\t\"é\"}", repeats: 10_000, delay: .seconds(600)).problem == nil)
        #expect(MessageRequest(text: String(repeating: "x", count: 4096)).problem == nil)
    }
}
