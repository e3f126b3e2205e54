import Fixtures
import Frames
import Testing

@testable import Picture

/// What evens out brightness and leaves edges, against its definition in Swift.
@Suite struct SmoothingTests {
    private func smoothed(
        _ picture: TestPicture, _ strength: Double, _ parts: [PixelRectangle]? = nil, with kernels: PixelKernels = .best
    ) throws -> TestPicture {
        let made = try TestPicture(picture.size.width, picture.size.height)
        for part in parts ?? [PixelRectangle(of: picture.size)] {
            Smoothing(strength: strength).apply(picture.view, part: part, into: made.view, with: kernels)
        }
        return made
    }

    private func noise(_ width: Int, _ height: Int, _ values: ClosedRange<UInt8> = 0...255) throws -> TestPicture {
        let picture = try TestPicture(width, height)
        picture.fill(seed: 3)
        var random = SeededRandom(seed: 4)
        for y in 0..<height { for x in 0..<width { picture.view.luma[y * picture.view.lumaStrideBytes + x] = .random(in: values, using: &random) } }
        return picture
    }

    /// Smaller than a window, wider than what is done at once, and in between.
    @Test(arguments: [(2, 2, 0.5), (6, 40, 1), (64, 48, 0.1), (64, 48, 1), (1000, 18, 0.6)])
    func itIsAsItIsDefined(width: Int, height: Int, strength: Double) throws {
        for picture in [try noise(width, height), try noise(width, height, 100...130)] {
            let reference = ReferenceGuide(picture, noise: Double(1 + Int(600 * strength * strength)))
            let made = try smoothed(picture, strength)
            var most = 0.0
            for y in 0..<height { for x in 0..<width { most = max(most, abs(Double(made.luma(x, y)) - reference.value(x, y))) } }
            // Half of a step, and what a kept share in 256ths leaves.
            #expect(most <= 1, "\(most)")
            #expect(try smoothed(picture, strength, with: .portable).distance(to: made) == 0)
        }
    }

    @Test func partsAreAsTheWhole() throws {
        let picture = try noise(700, 90)
        let whole = try smoothed(picture, 0.7)
        var random = SeededRandom(seed: 5)
        for _ in 0..<60 {
            let (x, y) = (Int.random(in: 0..<350, using: &random) * 2, Int.random(in: 0..<45, using: &random) * 2)
            let (width, height) = (Int.random(in: 1...((700 - x) / 2), using: &random) * 2, Int.random(in: 1...((90 - y) / 2), using: &random) * 2)
            let part = PixelRectangle(x: x, y: y, width: width, height: height)
            let wanted = try TestPicture(700, 90)
            wanted.view.part(part).copy(from: whole.view.part(part))
            // Its parts alone are written.
            #expect(try smoothed(picture, 0.7, [part]).distance(to: wanted) == 0, "\(part)")
        }
    }

    @Test func whatVariesLittleIsEvenAndAnEdgeStays() throws {
        let picture = try noise(128, 64, 96...104)
        for y in 0..<64 { for x in 64..<128 { picture.view.luma[y * picture.view.lumaStrideBytes + x] += 90 } }
        let made = try smoothed(picture, 0.6)
        let range = { (columns: Range<Int>) in columns.map { made.luma($0, 32) }.max()! - columns.map { made.luma($0, 32) }.min()! }
        #expect(range(0..<40) <= 2 && range(88..<128) <= 2)
        #expect(made.luma(65, 32) - made.luma(62, 32) > 75)
        // Colours are those that were.
        #expect((0..<64).allSatisfy { made.blue($0, 10) == picture.blue($0, 10) && made.red($0, 10) == picture.red($0, 10) })
    }

    @Test(arguments: [UInt8(0), 16, 128, 255]) func whatIsFlatStays(value: UInt8) throws {
        let picture = try noise(40, 30, value...value)
        #expect(try smoothed(picture, 1).distance(to: picture) == 0)
    }
}

/// Slow, and with nothing of the product: the mean of the lines of 15x15 windows, over 15x15 windows.
private struct ReferenceGuide {
    private let picture: TestPicture
    private var lines: [(keep: Double, rest: Double)] = []

    init(_ picture: TestPicture, noise: Double) {
        self.picture = picture
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width {
                var (sum, squares) = (0.0, 0.0)
                Self.window(x, y, picture.size) { (column, row) in
                    let value = Double(picture.luma(column, row))
                    (sum, squares) = (sum + value, squares + value * value)
                }
                let mean = sum / 225
                let variance = squares / 225 - mean * mean
                let keep = variance / (variance + noise)
                lines.append((keep, mean * (1 - keep)))
            }
        }
    }

    private static func window(_ x: Int, _ y: Int, _ size: PixelSize, _ body: (Int, Int) -> Void) {
        for row in y - 7...y + 7 { for column in x - 7...x + 7 { body(min(max(column, 0), size.width - 1), min(max(row, 0), size.height - 1)) } }
    }

    func value(_ x: Int, _ y: Int) -> Double {
        var (keep, rest) = (0.0, 0.0)
        Self.window(x, y, picture.size) { (column, row) in
            let line = lines[row * picture.size.width + column]
            (keep, rest) = (keep + line.keep, rest + line.rest)
        }
        return (keep * Double(picture.luma(x, y)) + rest) / 225
    }
}
