import Testing

@testable import Events
@testable import Hooks

@Suite struct HookQueueTests {
    private func run(_ number: Int) -> HookRun { HookRun(hook: number, event: .sample) }

    @Test func someRunAtATimeTheOthersInOrder() {
        var queue = HookQueue()
        for number in 0..<6 { queue.add(run(number)) }
        #expect((0..<4).map { _ in queue.next()?.hook } == [0, 1, 2, 3])
        #expect(queue.next() == nil && queue.running == 4 && queue.waiting.count == 2)
        queue.ended()
        #expect(queue.next()?.hook == 4 && queue.next() == nil)
        for _ in 0..<4 { queue.ended() }
        #expect(queue.next()?.hook == 5 && !queue.isEmpty)
        queue.ended()
        #expect(queue.isEmpty && queue.dropped == 0)
    }

    @Test func whatDoesNotFitIsCounted() {
        var queue = HookQueue()
        for number in 0..<(HookQueue.mostWaiting + 7) { queue.add(run(number)) }
        #expect(queue.waiting.count == HookQueue.mostWaiting && queue.dropped == 7 && queue.next()?.hook == 0)
        queue.clear()
        #expect(queue.waiting.isEmpty && queue.dropped == 7 + HookQueue.mostWaiting - 1)
    }
}

extension SessionEvent {
    static let sample = sample("target.live")

    static func sample(_ code: String, words: String = "target 1 live") -> SessionEvent {
        SessionEvent(
            sequence: 41, time: "2026-11-21T21:54:47.123Z", monotonicSeconds: 12.5, code: code, severity: .info, target: 1, agent: nil, words: words,
            remedy: nil, fields: ["url": .text("rtmp://h/a/***")])
    }
}
