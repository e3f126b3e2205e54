import Fixtures
import Frames
import Testing

@testable import Picture

@Suite struct BlendKernelTests {
    /// Every width up to some vectors, at any alignment; what is beside stays.
    @Test func everyWidthAndWeightMixesByTheDefinitionInAllVariants() {
        var noise = SeededRandom(seed: 21)
        for width in 1...110 {
            let (height, weight) = (1 + width % 3, [0, 1, 127, 128, 255, 256, width * 2][width % 7])
            let (at, bytes) = (width % 5, (width + 9) * 4)
            let upper = (0..<bytes).map { _ in UInt8.random(in: 0...255, using: &noise) }
            let lower = (0..<bytes).map { _ in UInt8.random(in: 0...255, using: &noise) }
            for kernels in [PixelKernels.portable, .best] {
                for isInPlace in [false, true] {
                    var mixed = isInPlace ? lower : [UInt8](repeating: 0x5C, count: bytes)
                    let untouched = mixed
                    mixed.withUnsafeMutableBufferPointer { mixed in
                        upper.withUnsafeBufferPointer { upper in
                            lower.withUnsafeBufferPointer { lower in
                                let under = isInPlace ? UnsafePointer(mixed.baseAddress!) : lower.baseAddress!
                                kernels.mixPlane(
                                    upper.baseAddress! + at, over: under + at, strideBytes: width + 9, width: width, height: height, weight: weight,
                                    into: mixed.baseAddress! + at)
                            }
                        }
                    }
                    var wanted = untouched
                    for y in 0..<height {
                        for x in 0..<width {
                            let index = y * (width + 9) + at + x
                            wanted[index] = UInt8((Int(lower[index]) * (256 - weight) + Int(upper[index]) * weight + 128) / 256)
                        }
                    }
                    #expect(mixed == wanted, "\(width)x\(height) at \(weight)")
                }
            }
        }
    }

    @Test func nothingIsReadBeyondTheEnd() {
        for width in [1, 31, 32, 33, 95] {
            let (upper, mixed) = (GuardedMemory(count: width), GuardedMemory(count: width))
            PixelKernels.best.mixPlane(upper.bytes, over: mixed.bytes, strideBytes: width, width: width, height: 1, weight: 99, into: mixed.bytes)
            #expect((0..<width).allSatisfy { mixed.bytes[$0] == 0xAA })
        }
    }
}

extension PixelKernels {
    /// One plane: as the luma of a picture whose chroma has no samples.
    fileprivate func mixPlane(
        _ upper: UnsafePointer<UInt8>, over lower: UnsafePointer<UInt8>, strideBytes: Int, width: Int, height: Int, weight: Int,
        into mixed: UnsafeMutablePointer<UInt8>
    ) {
        // Half of a height of one is none.
        func view(_ plane: UnsafePointer<UInt8>, _ rows: Int) -> I420View {
            let bytes = UnsafeMutablePointer(mutating: plane)
            return I420View(
                size: PixelSize(width: width, height: rows), luma: bytes, blueChroma: bytes, redChroma: bytes, lumaStrideBytes: strideBytes,
                chromaStrideBytes: strideBytes)
        }
        for y in 0..<height {
            let at = y * strideBytes
            mix(view(upper + at, 1), over: view(lower + at, 1), weight: weight, into: view(UnsafePointer(mixed) + at, 1))
        }
    }
}
