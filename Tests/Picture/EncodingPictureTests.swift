import Frames
import Testing

@testable import Picture

@Suite struct EncodingPictureTests {
    @Test func aSmallerCopyHasTheColoursOfTheWholeInTheirPlaces() throws {
        let canvas = try Canvas(size: PixelSize(width: 200, height: 120))
        let view = canvas.view
        view.part(PixelRectangle(x: 0, y: 0, width: 100, height: 120)).paint(luma: 200, blue: 90, red: 160)
        view.part(PixelRectangle(x: 100, y: 0, width: 100, height: 120)).paint(luma: 40, blue: 170, red: 100)
        let picture = EncodingPicture(size: canvas.size.reduced(toPercent: 50))
        // Views do not keep what they look at.
        defer { withExtendedLifetime((canvas, picture)) {} }
        #expect(picture.update(from: view, changed: Damage()) == nil, "of the first picture everything is new")
        let reduced = picture.view
        #expect(reduced.size == PixelSize(width: 100, height: 60))
        for row in [0, 30, 59] {
            #expect(reduced.luma[row * reduced.lumaStrideBytes + 10] == 200 && reduced.luma[row * reduced.lumaStrideBytes + 90] == 40)
            let chroma = row / 2 * reduced.chromaStrideBytes
            #expect(reduced.blueChroma[chroma + 5] == 90 && reduced.blueChroma[chroma + 45] == 170)
            #expect(reduced.redChroma[chroma + 5] == 160 && reduced.redChroma[chroma + 45] == 100)
        }
    }

    @Test(arguments: [(1920, 1080, 50, 960, 540), (1366, 768, 50, 682, 384), (20, 20, 10, 16, 16), (640, 360, 75, 480, 270)])
    func aSmallerSizeIsEvenAndNeverTooSmall(width: Int, height: Int, percent: Int, expectedWidth: Int, expectedHeight: Int) {
        let size = PixelSize(width: width, height: height).reduced(toPercent: percent)
        #expect(size == PixelSize(width: expectedWidth, height: expectedHeight))
    }

    /// Of noise, so that no part looks like another.
    private func noise(_ size: PixelSize, seed: UInt64) throws -> Canvas {
        let canvas = try Canvas(size: size)
        var state = seed
        func fill(_ base: UnsafeMutablePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int) {
            for row in 0..<height {
                for column in 0..<width {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    base[row * stride + column] = UInt8(truncatingIfNeeded: state >> 33)
                }
            }
        }
        let view = canvas.view
        fill(view.luma, view.lumaStrideBytes, size.width, size.height)
        fill(view.blueChroma, view.chromaStrideBytes, size.width / 2, size.height / 2)
        fill(view.redChroma, view.chromaStrideBytes, size.width / 2, size.height / 2)
        return canvas
    }

    private func difference(_ one: I420View, _ other: I420View) -> Int {
        var most = 0
        func compare(_ a: UnsafePointer<UInt8>, _ strideA: Int, _ b: UnsafePointer<UInt8>, _ strideB: Int, _ width: Int, _ height: Int) {
            for row in 0..<height {
                for column in 0..<width { most = max(most, abs(Int(a[row * strideA + column]) - Int(b[row * strideB + column]))) }
            }
        }
        let (width, height) = (one.size.width, one.size.height)
        compare(one.luma, one.lumaStrideBytes, other.luma, other.lumaStrideBytes, width, height)
        compare(one.blueChroma, one.chromaStrideBytes, other.blueChroma, other.chromaStrideBytes, width / 2, height / 2)
        compare(one.redChroma, one.chromaStrideBytes, other.redChroma, other.chromaStrideBytes, width / 2, height / 2)
        return most
    }

    /// What changed comes in part by part, and the picture is then as if it had been made anew.
    @Test(arguments: [
        (1920, 1080, 1920, 1080), (1920, 1080, 640, 360), (1280, 720, 640, 360), (1920, 1080, 1280, 720), (1366, 768, 640, 360),
        (640, 480, 640, 360), (360, 640, 320, 180),
    ])
    func whatChangedIsEnough(width: Int, height: Int, ownWidth: Int, ownHeight: Int) throws {
        let size = PixelSize(width: width, height: height)
        let (before, after) = (try noise(size, seed: 1), try noise(size, seed: 2))
        let (picture, whole) = (
            EncodingPicture(size: PixelSize(width: ownWidth, height: ownHeight)), EncodingPicture(size: PixelSize(width: ownWidth, height: ownHeight))
        )
        defer { withExtendedLifetime((before, after, picture, whole)) {} }
        _ = picture.update(from: before.view, changed: nil)
        for part in [
            PixelRectangle(x: 100, y: 60, width: 34, height: 20), PixelRectangle(x: 0, y: 0, width: 2, height: 2),
            PixelRectangle(x: width - 6, y: height - 10, width: 6, height: 10), PixelRectangle(x: 41, y: 201, width: 5, height: 3),
        ] {
            before.view.part(part.widenedToEven).copy(from: after.view.part(part.widenedToEven))
            let changed = try #require(picture.update(from: before.view, changed: Damage(part)))
            #expect(!changed.isEmpty && changed.bounds.intersection(PixelRectangle(of: picture.view.size)) == changed.bounds)
            _ = whole.update(from: before.view, changed: nil)
            #expect(difference(picture.view, whole.view) <= 1, "\(part) of \(size) in \(ownWidth)x\(ownHeight)")
        }
    }

    /// What is told to have changed covers every pixel that did.
    @Test func whatChangedIsToldWhole() throws {
        let size = PixelSize(width: 1920, height: 1080)
        let (before, after) = (try noise(size, seed: 1), try noise(size, seed: 2))
        let (picture, earlier) = (
            EncodingPicture(size: PixelSize(width: 1280, height: 720)), EncodingPicture(size: PixelSize(width: 1280, height: 720))
        )
        defer { withExtendedLifetime((before, after, picture, earlier)) {} }
        _ = picture.update(from: before.view, changed: nil)
        _ = earlier.update(from: before.view, changed: nil)
        let part = PixelRectangle(x: 302, y: 204, width: 20, height: 14)
        before.view.part(part).copy(from: after.view.part(part))
        let changed = try #require(picture.update(from: before.view, changed: Damage(part)))
        for row in 0..<720 {
            for column in 0..<1280
            where picture.view.luma[row * picture.view.lumaStrideBytes + column] != earlier.view.luma[row * earlier.view.lumaStrideBytes + column] {
                let isTold = (0..<changed.count).contains { changed[$0].contains(PixelRectangle(x: column, y: row, width: 1, height: 1)) }
                #expect(isTold, "\(column), \(row)")
            }
        }
    }
}
