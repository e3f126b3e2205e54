import AgentProtocol
import Frames
import Testing

@Suite struct RoundTripTests {
    private func roundTrip<Message: WireMessage>(_ message: Message) throws -> Message {
        try SampleMessages.bytes(message).withUnsafeBytes { try Message.decode($0) }
    }

    @Test func everyMessageReadsBackAsItWasWritten() throws {
        #expect(try roundTrip(SampleMessages.hello) == SampleMessages.hello)
        #expect(try roundTrip(SampleMessages.welcome) == SampleMessages.welcome)
        #expect(try roundTrip(SampleMessages.refusal) == SampleMessages.refusal)
        #expect(try roundTrip(SampleMessages.geometry) == SampleMessages.geometry)
        #expect(try roundTrip(SampleMessages.memory) == SampleMessages.memory)
        #expect(try roundTrip(SampleMessages.cast) == SampleMessages.cast)
        #expect(try roundTrip(SampleMessages.agentState) == SampleMessages.agentState)
        #expect(try roundTrip(SampleMessages.pointer) == SampleMessages.pointer)
        #expect(try roundTrip(SampleMessages.ended) == SampleMessages.ended)
        #expect(try roundTrip(SampleMessages.remark) == SampleMessages.remark)
        #expect(try roundTrip(SampleMessages.hostState) == SampleMessages.hostState)
        #expect(try roundTrip(SampleMessages.soundHello) == SampleMessages.soundHello)
        #expect(try roundTrip(SampleMessages.soundAccepted) == SampleMessages.soundAccepted)
        #expect(try roundTrip(SampleMessages.soundRefusal) == SampleMessages.soundRefusal)
        #expect(try roundTrip(SampleMessages.soundState) == SampleMessages.soundState)
    }

    /// An agent that is newer than its host.
    @Test func aRemarkOnSomethingUnknownIsARemark() throws {
        var bytes = SampleMessages.bytes(SampleMessages.remark)
        bytes[12] = 200
        let read = try bytes.withUnsafeBytes { (raw) throws(WireError) in try AgentRemark.decode(raw) }
        #expect(read.subject == .other && read.text == SampleMessages.remark.text)
    }

    @Test func aNoticeReadsBackWithAllItsDamage() throws {
        let notice = SampleMessages.notice
        let read = try roundTrip(notice)
        #expect(read.generation == notice.generation)
        #expect(read.memoryNumber == notice.memoryNumber)
        #expect(read.number == notice.number)
        #expect(read.captureTime == notice.captureTime)
        #expect(read.slot == notice.slot)
        #expect(read.orientation == notice.orientation)
        #expect(read.mergedChanges == notice.mergedChanges)
        #expect(read.damage == notice.damage)
        #expect(notice.damage.count == Damage.capacity)
    }

    @Test func aPointerImageReadsBackRowByRow() throws {
        let size = PixelSize(width: 256, height: 256)
        let image = (0..<(256 * 256 * 4)).map { _ in UInt8.random(in: 0...255) }
        let buffer = WireBuffer()
        var read: [UInt8] = []
        var row = 0
        var messages = 0
        while row < size.height {
            let rows = row..<min(size.height, row + PointerImageRows.rowsPerMessage(width: size.width))
            image.withUnsafeBytes {
                PointerImageRows.encode(generation: 1, size: size, hotSpotX: 9, hotSpotY: 8, rows: rows, image: $0, into: buffer)
            }
            #expect(buffer.bytes.count <= WireBuffer.capacity)
            let decoded = try PointerImageRows(decoding: buffer.bytes)
            #expect(decoded.firstRow == row)
            read += decoded.pixels
            row = rows.upperBound
            messages += 1
        }
        #expect(read == image)
        #expect(messages == 5)
    }

    /// The page from which other people write agents, PROTOCOL.md, as bytes worked out by hand.
    @Test func theBytesAreThoseOfTheProtocolPage() {
        #expect(
            SampleMessages.bytes(PointerMoved(generation: 0x0403_0201, x: -2, y: 5, isVisible: true)) == [
                0x53, 0x43, 1, 18, 13, 0, 0, 0, 1, 2, 3, 4, 0xFE, 0xFF, 0xFF, 0xFF, 5, 0, 0, 0, 1,
            ])
        #expect(
            SampleMessages.bytes(Refusal(reason: .replaced, message: "no")) == [0x53, 0x43, 1, 3, 4, 0, 0, 0, 6, 2, 0x6E, 0x6F])
    }

    @Test func aFocusedWindowIsCutToWhatCanBeToldAndAnEmptyOneIsNone() throws {
        let cut = FocusedWindow(generation: 7, PixelRectangle(x: -40_000, y: 32_000, width: 200_000, height: 2000))
        #expect(cut.rectangle == PixelRectangle(x: -32768, y: 32_000, width: 65535, height: 767))
        #expect(try roundTrip(cut) == cut)
        let none = FocusedWindow(generation: 7, PixelRectangle(x: 5, y: 6, width: 0, height: 9))
        #expect(none.rectangle == nil && none == FocusedWindow(generation: 7, nil))
        #expect(try roundTrip(none) == none)
        #expect(SampleMessages.bytes(none).dropFirst(12).allSatisfy { $0 == 0 })
    }

    @Test func aControlThatIsNotKnownIsLeftOut() throws {
        var bytes = SampleMessages.bytes(SampleMessages.cameraControls)
        bytes[8 + 22] = 200
        let read = try bytes.withUnsafeBytes { try CameraControls.decode($0) }
        #expect(read.entries == [SampleMessages.cameraControls.entries[0]])
        var settings = SampleMessages.bytes(SampleMessages.cameraSettings)
        settings[8 + 5] = 0
        #expect(try settings.withUnsafeBytes { try CameraSettings.decode($0) }.settings == [SampleMessages.cameraSettings.settings[1]])
    }

    @Test func theFlagsOfAHelloStandForThemselves() throws {
        for flags in 0..<4 {
            var hello = SampleMessages.hello
            (hello.isStandby, hello.wantsCast) = (flags & 1 != 0, flags & 2 != 0)
            #expect(try roundTrip(hello) == hello)
            #expect(SampleMessages.bytes(hello)[10] == UInt8(flags))
        }
    }

    @Test func textsAreCutAtACharacterAndCleanedOfControls() throws {
        let long = Refusal(reason: .failed, message: String(repeating: "é", count: 200) + "\u{1B}[31m")
        let read = try roundTrip(long)
        #expect(read.message.utf8.count == 254)
        #expect(try roundTrip(Refusal(reason: .failed, message: "a\nb\u{7F}\u{9B}c")).message == "a b  c")
    }
}
