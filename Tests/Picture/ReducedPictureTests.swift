import Fixtures
import Frames
import Testing

@testable import Picture

@Suite struct ReducedPictureTests {
    @Test func aSmallerCopyHasTheColoursOfTheWholeInTheirPlaces() throws {
        let canvas = try Canvas(size: PixelSize(width: 200, height: 120))
        let view = canvas.view
        view.part(PixelRectangle(x: 0, y: 0, width: 100, height: 120)).paint(luma: 200, blue: 90, red: 160)
        view.part(PixelRectangle(x: 100, y: 0, width: 100, height: 120)).paint(luma: 40, blue: 170, red: 100)
        let picture = ReducedPicture(size: canvas.size.reduced(toPercent: 50))
        // Views do not keep what they look at.
        defer { withExtendedLifetime((canvas, picture)) {} }
        let reduced = picture.copy(of: view)
        #expect(reduced.size == PixelSize(width: 100, height: 60))
        for row in [0, 30, 59] {
            #expect(reduced.luma[row * reduced.lumaStrideBytes + 10] == 200 && reduced.luma[row * reduced.lumaStrideBytes + 90] == 40)
            let chroma = row / 2 * reduced.chromaStrideBytes
            #expect(reduced.blueChroma[chroma + 5] == 90 && reduced.blueChroma[chroma + 45] == 170)
            #expect(reduced.redChroma[chroma + 5] == 160 && reduced.redChroma[chroma + 45] == 100)
        }
    }

    @Test(arguments: [(50, 1), (70, 2), (33, 3), (90, 4)])
    func onlyWhatIsWithinReachOfAChangeDiffers(percent: Int, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        func upTo(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
        let canvas = try Canvas(size: PixelSize(width: 200, height: 120))
        let picture = ReducedPicture(size: canvas.size.reduced(toPercent: percent))
        defer { withExtendedLifetime((canvas, picture)) {} }
        var before = Snapshot(picture.copy(of: canvas.view))
        for _ in 0..<60 {
            let part = PixelRectangle(x: upTo(99) * 2, y: upTo(59) * 2, width: 2 + upTo(20) * 2, height: 2 + upTo(20) * 2)
                .intersection(PixelRectangle(of: canvas.size))
            canvas.view.part(part).paint(luma: UInt8(upTo(256)), blue: UInt8(upTo(256)), red: UInt8(upTo(256)))
            let after = Snapshot(picture.copy(of: canvas.view))
            let reach = picture.reach(of: Damage(part), on: canvas.size)
            #expect(reach.bounds.area < part.area + 24 * (part.width + part.height))
            let width = canvas.size.reduced(toPercent: percent).width
            for (index, (old, new)) in zip(before.luma, after.luma).enumerated() where old != new {
                let pixel = PixelRectangle(x: index % width, y: index / width, width: 1, height: 1)
                if reach.bounds.intersection(pixel).isEmpty { Issue.record("\(pixel) is out of reach of \(part)") }
            }
            before = after
        }
    }

    @Test(arguments: [(1920, 1080, 50, 960, 540), (1366, 768, 50, 682, 384), (20, 20, 10, 16, 16), (640, 360, 75, 480, 270)])
    func aSmallerSizeIsEvenAndNeverTooSmall(width: Int, height: Int, percent: Int, expectedWidth: Int, expectedHeight: Int) {
        let size = PixelSize(width: width, height: height).reduced(toPercent: percent)
        #expect(size == PixelSize(width: expectedWidth, height: expectedHeight))
    }
}
