import Platform
import Testing

@Suite struct RingTests {
    @Test func aFullRingRefusesAndKeepsTheOrder() {
        let ring = SPSCRing<Int>(capacity: 3)
        #expect(ring.capacity == 4)
        for value in 0..<4 { #expect(ring.push(value)) }
        #expect(!ring.push(99))
        #expect(ring.peek() == 0)
        for value in 0..<4 { #expect(ring.pop() == value) }
        #expect(ring.pop() == nil)
    }

    @Test func everythingArrivesInOrderAcrossThreads() throws {
        let ring = SPSCRing<Int>(capacity: 64)
        let wakeup = try Wakeup()
        let total = 200_000
        let producer = try Worker(name: "producer") {
            var next = 0
            while next < total { if ring.push(next) { next += 1 } else { wakeup.signal() } }
            wakeup.signal()
        }
        var expected = 0
        let watchdog = MediaTime.now() + .seconds(60)
        while expected < total, .now() < watchdog {
            while let value = ring.pop() {
                #expect(value == expected)
                expected += 1
            }
            if expected < total { _ = wakeup.wait(until: .now() + .milliseconds(5)) }
        }
        producer.join()
        #expect(expected == total)
    }

    @Test func theNewestBoxGivesTheNewestAndHandsBackWhatNoOneTook() {
        let box = NewestBox<Int>()
        #expect(box.take() == nil)
        box.post(1)
        #expect(box.withdraw() == 1)
        box.post(2)
        box.post(3)
        #expect(box.take() == 3)
        #expect(box.take() == nil)
    }

    /// The consumer sees a rising sequence that ends with the last element; each element is seen once, by one side.
    @Test func theNewestBoxLosesNothingAcrossThreads() throws {
        let box = NewestBox<Int>()
        let total = 300_000
        let producer = try Worker(name: "producer") {
            var carried = 0
            for value in 1...total {
                // As damage is merged: what was not taken is added to the next.
                carried = box.withdraw() ?? 0
                box.post(carried + value)
            }
        }
        var sum = 0
        let wanted = total * (total + 1) / 2
        let watchdog = MediaTime.now() + .seconds(60)
        while sum < wanted, .now() < watchdog { if let value = box.take() { sum += value } }
        producer.join()
        #expect(sum == wanted)
    }
}
