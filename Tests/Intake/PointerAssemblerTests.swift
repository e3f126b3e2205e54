import AgentProtocol
import Frames
import Testing

@testable import Intake

@Suite struct PointerAssemblerTests {
    private func rows(_ rows: Range<Int>, of size: PixelSize, image: [UInt8], _ assembler: inout PointerAssembler) throws -> PointerShape? {
        let buffer = WireBuffer()
        image.withUnsafeBytes {
            PointerImageRows.encode(generation: 1, size: size, hotSpotX: 1, hotSpotY: 2, rows: rows, image: $0, into: buffer)
        }
        return assembler.take(try PointerImageRows(decoding: buffer.bytes))
    }

    @Test func anImageTakesEffectWithItsLastRow() throws {
        let size = PixelSize(width: 4, height: 6)
        let image = (0..<96).map { UInt8($0) }
        var assembler = PointerAssembler()
        #expect(try rows(0..<2, of: size, image: image, &assembler) == nil)
        #expect(try rows(2..<5, of: size, image: image, &assembler) == nil)
        let shape = try rows(5..<6, of: size, image: image, &assembler)
        #expect(shape?.pixels == image)
        #expect(shape?.size == size)
    }

    @Test func rowsOutOfOrderStartOver() throws {
        let size = PixelSize(width: 2, height: 4)
        let image = [UInt8](repeating: 9, count: 32)
        var assembler = PointerAssembler()
        #expect(try rows(0..<2, of: size, image: image, &assembler) == nil)
        #expect(try rows(3..<4, of: size, image: image, &assembler) == nil, "row 2 is missing")
        #expect(try rows(0..<4, of: PixelSize(width: 3, height: 4), image: [UInt8](repeating: 1, count: 48), &assembler)?.size.width == 3)
    }
}
