import Frames
import Glibc
import Platform
import Testing

@testable import Picture
@testable import Session

/// The memory in which other programs see what viewers see, read as CONTROL.md says.
struct PreviewMemoryTests {
    /// As another program has it.
    private struct Reader {
        let base: UnsafeRawPointer

        init(_ memory: PreviewMemory) throws {
            let mapped = mmap(nil, PreviewMemory.bytes(memory.size), PROT_READ, MAP_SHARED, memory.descriptor.number, 0)
            base = UnsafeRawPointer(try #require(mapped != MAP_FAILED ? mapped : nil))
        }

        func word(_ at: Int) -> Int { Int(base.loadUnaligned(fromByteOffset: at, as: UInt32.self)) }
        func long(_ at: Int) -> Int { Int(base.loadUnaligned(fromByteOffset: at, as: UInt64.self)) }

        /// The newest picture without padding.
        var newest: [UInt8] {
            let (width, height, slot) = (word(8), word(12), long(40) % word(24))
            var (at, bytes): (Int, [UInt8]) = (word(28) + slot * long(32), [])
            for (stride, columns, rows) in [(word(16), width, height), (word(20), width / 2, height / 2), (word(20), width / 2, height / 2)] {
                for row in 0..<rows { bytes += UnsafeRawBufferPointer(start: base + at + row * stride, count: columns) }
                at += stride * rows
            }
            return bytes
        }
    }

    /// A picture of bytes that are easy to tell apart.
    private func paint(_ view: I420View, _ part: PixelRectangle, _ value: UInt8) {
        for y in part.y..<part.maxY { for x in part.x..<part.maxX { view.luma[y * view.lumaStrideBytes + x] = value } }
        for y in part.y / 2..<part.maxY / 2 {
            for x in part.x / 2..<part.maxX / 2 {
                view.blueChroma[y * view.chromaStrideBytes + x] = value &+ 1
                view.redChroma[y * view.chromaStrideBytes + x] = value &+ 2
            }
        }
    }

    private func bytes(_ view: I420View) -> [UInt8] {
        var bytes: [UInt8] = []
        let half = PixelSize(width: view.size.width / 2, height: view.size.height / 2)
        for (plane, stride, size) in [
            (view.luma, view.lumaStrideBytes, view.size), (view.blueChroma, view.chromaStrideBytes, half),
            (view.redChroma, view.chromaStrideBytes, half),
        ] {
            for y in 0..<size.height { bytes += UnsafeBufferPointer(start: plane + y * stride, count: size.width) }
        }
        return bytes
    }

    @Test func theHeaderSaysWhereThePicturesAre() throws {
        let memory = try PreviewMemory(PixelSize(width: 1282, height: 722))
        let reader = try Reader(memory)
        #expect((0..<8).map { reader.base.load(fromByteOffset: $0, as: UInt8.self) } == Array("SPLITPV1".utf8))
        #expect([8, 12, 16, 20, 24, 28].map(reader.word) == [1282, 722, 1344, 672, 3, 4096])
        #expect(reader.long(40) == 0 && reader.long(48) == 0)
        #expect(reader.word(28) + reader.word(24) * reader.long(32) == PreviewMemory.bytes(memory.size))
        memory.close()
        #expect(reader.long(48) == 1)
    }

    @Test func eachPictureIsWholeWhateverChanged() throws {
        let size = PixelSize(width: 64, height: 48)
        let (memory, canvas) = (try PreviewMemory(size), try Canvas(size: size))
        let reader = try Reader(memory)
        var random = SystemRandomNumberGenerator()
        for number in 1...60 {
            let x = Int.random(in: 0..<31, using: &random) * 2
            let y = Int.random(in: 0..<23, using: &random) * 2
            let part = PixelRectangle(
                x: x, y: y, width: Int.random(in: 1...(64 - x) / 2, using: &random) * 2, height: Int.random(in: 1...(48 - y) / 2, using: &random) * 2)
            paint(canvas.view, part, UInt8(number))
            memory.write(canvas.view, changed: number == 1 || number == 30 ? nil : Damage(part), capturedAt: MediaTime(nanoseconds: Int64(number)))
            #expect(reader.long(40) == number && reader.long(64 + 16 * (number % 3)) == number && reader.long(72 + 16 * (number % 3)) == number)
            #expect(reader.newest == bytes(canvas.view), "picture \(number)")
        }
    }

    @Test func noOtherCanWriteOrResizeIt() throws {
        let memory = try PreviewMemory(PixelSize(width: 64, height: 48))
        let bytes = PreviewMemory.bytes(memory.size)
        #expect(mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor.number, 0) == MAP_FAILED)
        #expect(pwrite(memory.descriptor.number, "x", 1, 0) == -1)
        #expect(ftruncate(memory.descriptor.number, 0) == -1)
    }
}
