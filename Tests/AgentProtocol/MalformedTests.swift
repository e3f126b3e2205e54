import AgentProtocol
import Testing

@Suite struct MalformedTests {
    @Test func everyCutIsAnErrorAndNeverATrap() {
        for sample in SampleMessages.all {
            for length in 0..<sample.bytes.count {
                #expect(throws: WireError.self, "\(sample.name) cut to \(length)") {
                    try sample.bytes.prefix(length).withUnsafeBytes { try sample.decode($0) }
                }
                // The length field made to agree with the cut: the fields themselves must notice.
                guard length >= 8 else { continue }
                var agreed = Array(sample.bytes.prefix(length))
                for index in 0..<4 { agreed[4 + index] = UInt8(truncatingIfNeeded: (length - 8) >> (8 * index)) }
                #expect(throws: WireError.self, "\(sample.name) shortened to \(length)") {
                    try agreed.withUnsafeBytes { try sample.decode($0) }
                }
            }
        }
    }

    @Test func bytesLeftOverAreAnError() {
        for sample in SampleMessages.all {
            var longer = sample.bytes + [0]
            let body = longer.count - 8
            for index in 0..<4 { longer[4 + index] = UInt8(truncatingIfNeeded: body >> (8 * index)) }
            #expect(throws: WireError.self, "\(sample.name)") { try longer.withUnsafeBytes { try sample.decode($0) } }
        }
    }

    @Test func anotherMarkVersionOrLengthIsNamed() {
        func error(_ change: (inout [UInt8]) -> Void) -> WireError? {
            var bytes = SampleMessages.bytes(SampleMessages.pointer)
            change(&bytes)
            do {
                _ = try bytes.withUnsafeBytes { try PointerMoved.decode($0) }
                return nil
            } catch { return error as? WireError }
        }
        #expect(error { $0[0] = 0 } == .badMagic)
        #expect(error { $0[2] = 9 } == .badVersion(9))
        #expect(error { $0[4] = 200 } == .badLength)
        #expect(error { $0[3] = 1 } == .badValue(field: "kind"))
        #expect(error { $0[20] = 7 } == .badValue(field: "visible"))
    }

    /// Random damage to every message: a decoder may accept or refuse, but it always comes back.
    @Test func randomBytesNeverTrap() {
        for sample in SampleMessages.all {
            for _ in 0..<3000 {
                var bytes = sample.bytes
                for _ in 0..<Int.random(in: 1...6) { bytes[.random(in: 0..<bytes.count)] = .random(in: 0...255) }
                do { try bytes.withUnsafeBytes { try sample.decode($0) } } catch { #expect(error is WireError) }
            }
        }
    }

    @Test func valuesOutsideOfTheirRangeAreRefused() {
        func refuses(_ message: some WireMessage, at offset: Int, _ replacement: [UInt8]) -> Bool {
            var bytes = SampleMessages.bytes(message)
            bytes.replaceSubrange(8 + offset..<8 + offset + replacement.count, with: replacement)
            return refusal(of: message, bytes) != nil
        }
        func refusal<Message: WireMessage>(of _: Message, _ bytes: [UInt8]) -> WireError? {
            do {
                _ = try bytes.withUnsafeBytes { try Message.decode($0) }
                return nil
            } catch { return error as? WireError }
        }
        #expect(refuses(SampleMessages.geometry, at: 0, [0, 0, 0, 0]), "width 0")
        #expect(refuses(SampleMessages.geometry, at: 0, [0xFF, 0xFF, 0xFF, 0xFF]), "width 2^32 - 1")
        #expect(refuses(SampleMessages.geometry, at: 8, [9, 0, 0, 0]), "unknown format")
        #expect(refuses(SampleMessages.geometry, at: 8, [1, 2, 1, 0]), "BGRx with a YUV matrix")
        #expect(refuses(SampleMessages.geometry, at: 8, [2, 0, 0, 0]), "I420 that does not say what its numbers mean")
        #expect(refuses(SampleMessages.geometry, at: 8, [3, 4, 1, 0]), "unknown matrix")
        #expect(refuses(SampleMessages.geometry, at: 8, [3, 2, 3, 0]), "unknown range")
        #expect(refuses(SampleMessages.geometry, at: 8, [3, 2, 1, 1]), "a bit that means nothing")
        #expect(refuses(SampleMessages.geometry, at: 12, [4, 0, 0, 0]), "stride below a row")
        #expect(refuses(SampleMessages.geometry, at: 16, [200, 0, 0, 0]), "200 slots")
        #expect(refuses(SampleMessages.memory, at: 24, [1]), "size that does not fit the layout")
        #expect(refuses(SampleMessages.cast, at: 0, [0, 0, 0, 0]), "PipeWire itself")
        #expect(refuses(SampleMessages.cast, at: 0, [0xFF, 0xFF, 0xFF, 0xFF]), "any node")
        #expect(refuses(SampleMessages.cast, at: 12, [3]), "cursor 3")
        #expect(refuses(SampleMessages.notice, at: 25, [9]), "orientation 9")
        #expect(refuses(SampleMessages.notice, at: 28, [17]), "17 rectangles")
        #expect(refuses(SampleMessages.notice, at: 32, [0xFF, 0xFF]), "a rectangle that no frame reaches")
        #expect(refuses(SampleMessages.hello, at: 0, [0]), "version 0")
        #expect(refuses(SampleMessages.hello, at: 0, [5, 2]), "range upside down")
        #expect(refuses(SampleMessages.agentState, at: 12, [4]), "phase 4")
        #expect(refuses(SampleMessages.hostState, at: 12, [4]), "wish 4")
        #expect(refuses(SampleMessages.hostState, at: 16, [0, 0, 0, 0]), "no frames a second")
        #expect(refuses(SampleMessages.ended, at: 4, [0]), "no reason")
        #expect(refuses(SampleMessages.ended, at: 7, [0x1B]), "an escape")
        #expect(refuses(SampleMessages.remark, at: 6, [0x1B]), "an escape in a remark")
        #expect(refuses(SampleMessages.ended, at: 7, [0xC2, 0x9B]), "the escape of eight-bit terminals")
        #expect(refuses(SampleMessages.cameraControls, at: 4, [17]), "more controls than there may be")
        #expect(refuses(SampleMessages.cameraControls, at: 6, [0, 2, 0, 0]), "a least value above the greatest")
        #expect(refuses(SampleMessages.cameraControls, at: 14, [0, 0, 0, 0]), "no step")
        #expect(refuses(SampleMessages.cameraControls, at: 18, [0, 2, 0, 0]), "a value outside")
        #expect(refuses(SampleMessages.cameraControls, at: 22, [1]), "a control twice")
        #expect(refuses(SampleMessages.cameraSettings, at: 4, [17]), "more settings than there may be")
        #expect(refuses(SampleMessages.cameraSettings, at: 4, [3]), "a setting that is not there")
        #expect(refuses(SampleMessages.displayPower, at: 4, [2]), "neither on nor off")
        #expect(refuses(SampleMessages.focus, at: 4, [0xFF, 0x7F, 0xFF, 0xFF]), "a corner further away than any screen reaches")
        #expect(refuses(SampleMessages.focus, at: 8, [0, 0x80, 0, 0]), "one below")
        #expect(refuses(SampleMessages.focus, at: 12, [0, 0, 1, 0]) && refuses(SampleMessages.focus, at: 16, [0, 0, 0, 0x80]), "a side too long")
        #expect(refuses(SampleMessages.welcome, at: 8, [1, 0]), "heartbeat of 1 ms")
    }
}
