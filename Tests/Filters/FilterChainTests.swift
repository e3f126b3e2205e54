import Fixtures
import Frames
import Picture
import Platform
import Synchronization
import Testing

@testable import Filters

/// Filters one after the other over a picture that changes here and there.
@Suite struct FilterChainTests {
    private final class Told: Sendable {
        let events = Mutex<[(id: Int, event: FilterEvent)]>([])
        var all: [(id: Int, event: FilterEvent)] { events.withLock { $0 } }
    }

    private let told = Told()

    private func chain(_ interval: Duration = .seconds(60)) -> FilterChain {
        FilterChain(interval: interval) { [told] id, event in told.events.withLock { $0.append((id, event)) } }
    }

    private func plan(_ id: Int, _ words: String..., meter: FilterMeter = FilterMeter(), revision: Int = 0) throws -> FilterPlan {
        FilterPlan(id: id, settings: try FilterSettings(words), table: nil, meter: meter, revision: revision)
    }

    private func filtered(_ picture: TestPicture, _ words: String...) throws -> TestPicture {
        let (chain, made) = (chain(), try TestPicture(picture.size.width, picture.size.height))
        chain.set([FilterPlan(id: 1, settings: try FilterSettings(words), table: nil, meter: FilterMeter())])
        _ = chain.filter(picture.view, changed: nil, into: made.view, matte: nil)
        return made
    }

    private func picture(_ width: Int = 320, _ height: Int = 500, seed: UInt64 = 1) throws -> TestPicture {
        let picture = try TestPicture(width, height)
        picture.fill(seed: seed)
        return picture
    }

    // MARK: What filters do

    @Test func whatIsNeutralChangesNothing() throws {
        let picture = try picture()
        #expect(try filtered(picture, "smooth=0", "contrast=1", "gamma=1").distance(to: picture) == 0)
        #expect(try filtered(picture, "brightness=0.0000001").distance(to: picture) <= 1)
    }

    @Test func tonesAreThoseOfTheirDefinition() throws {
        let picture = try picture()
        let made = try filtered(picture, "gamma=2", "contrast=0.8", "brightness=0.1", "saturation=0.5")
        var most = 0.0
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width {
                let level = min(max(((Double(picture.luma(x, y)) - 16) / 219 - 0.5) * 0.8 + 0.6, 0), 1).squareRoot()
                most = max(most, abs(16 + 219 * level - Double(made.luma(x, y))))
                most = max(most, abs(128 + Double(picture.blue(x, y) - 128) * 0.5 - Double(made.blue(x, y))))
                most = max(most, abs(128 + Double(picture.red(x, y) - 128) * 0.5 - Double(made.red(x, y))))
            }
        }
        #expect(most <= 1, "\(most)")
    }

    /// Whitening lifts the middle and leaves black and white; ruddiness reddens skin and leaves grey.
    @Test func retouchingIsOfSkin() throws {
        let picture = try TestPicture(64, 16)
        let colours: [SIMD3<Double>] = [.zero, .one, SIMD3(repeating: 0.5), SIMD3(0.8, 0.6, 0.5)]
        for x in stride(from: 0, to: 64, by: 2) { for y in stride(from: 0, to: 16, by: 2) { picture.paint(x, y, colours[x / 16]) } }
        let white = try filtered(picture, "whiten=1")
        #expect(white.luma(4, 4) == 16 && white.luma(20, 4) == 235 && white.luma(36, 4) > picture.luma(36, 4) + 20)
        let red = try filtered(picture, "ruddy=1")
        #expect((0..<3).allSatisfy { red.red($0 * 16 + 4, 4) == picture.red($0 * 16 + 4, 4) } && red.red(52, 4) > picture.red(52, 4) + 3)
        #expect(red.luma(52, 4) == picture.luma(52, 4))
    }

    @Test func smoothDenoiseAndSharpenDoWhatTheySay() throws {
        let picture = try picture()
        #expect(try filtered(picture, "smooth=0.8").roughness < picture.roughness * 9 / 10)
        #expect(try filtered(picture, "smooth=0.8").roughness < filtered(picture, "smooth=0.1").roughness)
        #expect(try filtered(picture, "denoise=0.8").roughness < picture.roughness * 9 / 10)
        #expect(try filtered(picture, "sharpen=0.8").roughness > picture.roughness * 11 / 10)
    }

    @Test func aKeyMakesItsColourTransparent() throws {
        let (picture, made) = (try TestPicture(64, 32), try TestPicture(64, 32))
        for x in stride(from: 0, to: 64, by: 2) {
            for y in stride(from: 0, to: 32, by: 2) { picture.paint(x, y, x < 32 ? SIMD3(0, 1, 0) : SIMD3(0.8, 0.6, 0.5)) }
        }
        let chain = chain()
        chain.set([try plan(1, "key=#00ff00"), try plan(2, "contrast=1.1")])
        #expect(chain.hasMatte)
        var bytes = [UInt8](repeating: 7, count: picture.view.lumaStrideBytes * 32)
        bytes.withUnsafeMutableBufferPointer {
            _ = chain.filter(
                picture.view, changed: nil, into: made.view, matte: Matte(base: $0.baseAddress!, strideBytes: picture.view.lumaStrideBytes))
        }
        let stride = picture.view.lumaStrideBytes
        #expect((0..<32).allSatisfy { bytes[$0 * stride + 10] == 0 && bytes[$0 * stride + 50] == 255 })
    }

    // MARK: Parts

    /// What was filtered part by part is what the whole would have been, whatever the filter's reach.
    @Test(arguments: [
        ["smooth=0.7"], ["sharpen=0.9"], ["gamma=1.5", "ruddy=0.4"], ["smooth=0.5", "sharpen=0.5", "whiten=0.2"], ["key=#00ff00", "smooth=0.3"],
        ["key=#00ff00", "spill=1", "blend=0.5"],
    ])
    func partsAreAsTheWhole(words: [String]) throws {
        let (picture, made) = (try picture(), try TestPicture(320, 500))
        let chain = chain()
        chain.set([FilterPlan(id: 1, settings: try FilterSettings(words), table: nil, meter: FilterMeter())])
        _ = chain.filter(picture.view, changed: nil, into: made.view, matte: nil)
        var random = SeededRandom(seed: 9)
        for seed in 0..<12 {
            var damage = Damage()
            for _ in 0..<3 {
                let (x, y) = (Int.random(in: 0..<150, using: &random) * 2, Int.random(in: 0..<240, using: &random) * 2)
                let part = PixelRectangle(x: x, y: y, width: 20, height: 20)
                picture.fill(seed: UInt64(seed) + 100, in: part)
                picture.paint(x, y, SIMD3(1, 1, 1))
                damage.add(part)
            }
            let before = try TestPicture(320, 500)
            before.view.copy(from: made.view, changed: nil)
            let told = try #require(chain.filter(picture.view, changed: damage, into: made.view, matte: nil))
            #expect(told.bounds.area < 320 * 500)
            #expect(try made.distance(to: wholeOf(picture, words)) == 0, "\(words)")
            // What is not told is as it was.
            before.view.copy(from: made.view, changed: told)
            #expect(before.distance(to: made) == 0)
        }
    }

    private func wholeOf(_ picture: TestPicture, _ words: [String]) throws -> TestPicture {
        let (chain, made) = (chain(), try TestPicture(picture.size.width, picture.size.height))
        chain.set([FilterPlan(id: 1, settings: try FilterSettings(words), table: nil, meter: FilterMeter())])
        _ = chain.filter(picture.view, changed: nil, into: made.view, matte: nil)
        return made
    }

    @Test func settingsChangeBetweenTwoPictures() throws {
        let (picture, made) = (try picture(), try TestPicture(320, 500))
        let chain = chain()
        for (revision, words) in [
            ["smooth=0.6", "gamma=1.2"], ["smooth=0.1", "gamma=0.7"], ["smooth=0.1", "gamma=0.7", "sharpen=0.5"], ["sharpen=0.9"],
        ]
        .enumerated() {
            chain.set([FilterPlan(id: 1, settings: try FilterSettings(words), table: nil, meter: FilterMeter(), revision: revision)])
            #expect(chain.filter(picture.view, changed: Damage(), into: made.view, matte: nil) == nil)
            #expect(try made.distance(to: wholeOf(picture, words)) == 0, "\(words)")
        }
    }

    @Test func theOrderIsThatInWhichTheyWereAdded() throws {
        let (picture, made) = (try picture(), try TestPicture(320, 500))
        let chain = chain()
        chain.set([try plan(1, "gamma=2"), try plan(2, "contrast=0.5")])
        _ = chain.filter(picture.view, changed: nil, into: made.view, matte: nil)
        let one = try filtered(try filtered(picture, "gamma=2"), "contrast=0.5")
        let other = try filtered(try filtered(picture, "contrast=0.5"), "gamma=2")
        #expect(made.distance(to: one) == 0 && made.distance(to: other) > 5)
    }

    // MARK: Trouble

    /// A layer that is drawn larger and larger: libavfilter needs a new graph for each size, which takes far longer than the picture.
    @Test func newSizesAreNotWhatPicturesTake() throws {
        let (chain, meter) = (chain(.milliseconds(8)), FilterMeter())
        chain.set([try plan(1, "gamma=2", meter: meter)])
        for step in 0..<3 * FilterBudget.pictures {
            let (picture, made) = (try TestPicture(160 + 4 * step, 90), try TestPicture(160 + 4 * step, 90))
            _ = chain.filter(picture.view, changed: nil, into: made.view, matte: nil)
        }
        #expect(told.all.isEmpty && meter.state == .working, "\(told.all) \(meter.perPicture)")
    }

    @Test func oneThatTakesTooLongIsPassedByAndTriedAgainWhenSet() throws {
        let (picture, made, slow) = (try picture(640, 400), try TestPicture(640, 400), FilterMeter())
        // No filter is done in 10 µs of a picture.
        let chain = chain(.microseconds(20))
        chain.set([try plan(1, "gamma=1.5", meter: slow)])
        for _ in 0..<FilterBudget.pictures where told.all.isEmpty { _ = chain.filter(picture.view, changed: nil, into: made.view, matte: nil) }
        #expect(told.all.map(\.id) == [1] && slow.state == .bypassed)
        if case .tooSlow(let time, let share, let isLonger)? = told.all.first?.event {
            #expect(!isLonger && time > share && share == .microseconds(10))
        } else {
            Issue.record("no")
        }
        #expect(chain.filter(picture.view, changed: Damage(), into: made.view, matte: nil) == nil)
        #expect(made.distance(to: picture) == 0)
        chain.set([try plan(1, "gamma=1.4", meter: slow, revision: 1)])
        #expect(slow.state == .waiting)
        _ = chain.filter(picture.view, changed: nil, into: made.view, matte: nil)
        #expect(made.distance(to: picture) > 0 && slow.pictures > 0)
    }
}
