import CaptureKit
import Fixtures
import Frames
import Glibc
import TestSupport
import Testing

@testable import WlrootsCapture

/// Against sway without a screen: a background that is known.
@Suite(.serialized) struct SwayCopyTests {
    private static let size = PixelSize(width: 640, height: 360)

    private let scratch: Scratch
    private let sway: SwayDesktop

    init() throws {
        scratch = Scratch()
        sway = try SwayDesktop(width: Self.size.width, height: Self.size.height, withPortal: false)
    }

    private var display: String { sway.runtimePath + "/wayland-1" }

    private func showPicture() throws {
        let path = scratch.file("picture.ppm")
        let bytes = KnownPicture.file(Self.size)
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(file) }
        guard write(file, bytes, bytes.count) == bytes.count else { throw FixtureError("cannot write \(path)") }
        try sway.control("-q", "--", "output", SwayDesktop.screen, "bg", path, "stretch")
    }

    @Test func theFirstCopyComesOfAStillScreenAndTheNextOneWithAChange() throws {
        try showPicture()
        let fixture = try CopyFixture(display)
        try fixture.copy(until: "the picture") { KnownPicture.isUpright(fixture) }
        #expect(fixture.backend.geometry.size == Self.size && fixture.backend.orientation == .up)
        // A second client of the same screen sees it as it stands.
        let other = try CopyFixture(display)
        #expect(try other.copy() == other.whole)
        #expect(KnownPicture.isUpright(other))
    }

    /// Golden pictures: what sway turns and mirrors stands upright again, in one attachment, and in memory of one size.
    @Test func allEightTransformsStandUpright() throws {
        try showPicture()
        let fixture = try CopyFixture(display)
        for transform in Array(SwayTransform.allCases.dropFirst()) + [.normal] {
            try sway.turn(transform)
            try fixture.copy(until: "upright at \(transform)") { fixture.isTurned(transform) && KnownPicture.isUpright(fixture) }
            #expect(fixture.backend.geometry.size == Self.size)
        }
    }

    @Test func eachScaleAndSizeIsCopiedWhole() throws {
        try showPicture()
        let fixture = try CopyFixture(display)
        for factor in [1.5, 2, 1] {
            try sway.scale(factor)
            try fixture.copy(until: "scale \(factor)") { KnownPicture.isUpright(fixture) }
        }
        for size in [PixelSize(width: 800, height: 480), Self.size] {
            try sway.resize(width: size.width, height: size.height)
            try fixture.copy(until: "\(size)") { fixture.backend.geometry.size == size && KnownPicture.isUpright(fixture) }
        }
    }

    /// The part of the upright picture, whichever way the panel stands.
    @Test(arguments: SwayTransform.allCases) func aPartIsTheSameHoweverTheScreenIsTurned(transform: SwayTransform) throws {
        try showPicture()
        try sway.turn(transform)
        let upright = transform.swapsSides ? Self.size.transposed : Self.size
        // A quarter of it to the left of, and above, the middle.
        let part = PixelRectangle(x: upright.width / 2 - 20, y: upright.height / 2 - 10, width: 80, height: 40)
        let fixture = try CopyFixture(display, .region(part, of: nil))
        let orientation = fixture.backend.orientation
        #expect(orientation.upright(fixture.backend.geometry.size) == part.size)
        let points = [(0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9), (0.2, 0.2), (0.3, 0.3)]
        try fixture.copy(until: "the part") {
            points.allSatisfy { x, y in
                let target = PixelRectangle(x: Int(x * 80), y: Int(y * 40), width: 1, height: 1)
                let found = fixture.storedPixel(standingAt: target)
                return found == KnownPicture.colour(x < 0.25 ? 0.4 : 0.6, y < 0.25 ? 0.4 : 0.6)
            }
        }
    }

    @Test func aScreenThatBlinksIsTheSameScreen() throws {
        try showPicture()
        let fixture = try CopyFixture(display)
        try fixture.copy(until: "the picture") { KnownPicture.isUpright(fixture) }
        try sway.unplug()
        #expect(try fixture.backend.takeEvents() == [])
        try sway.plug()
        try fixture.copy(until: "the picture again") { KnownPicture.isUpright(fixture) }
    }

    @Test func aCompositorThatIsGoneIsFoundAgain() throws {
        let fixture = try CopyFixture(display)
        try fixture.copy()
        sway.killCompositor()
        #expect { try fixture.wait(for: .damaged) } throws: { ($0 as? CaptureError)?.code == .screenGone }
        #expect(!fixture.backend.lookAgain())
        try sway.startCompositor()
        try showPicture()
        try waitUntil("the screen to be back") { fixture.backend.lookAgain() }
        try fixture.attach()
        try fixture.copy(until: "the picture again") { KnownPicture.isUpright(fixture) }
    }

    @Test func aScreenIsFoundByItsNameAlone() throws {
        let second = try sway.addScreen(width: 320, height: 240)
        let fixture = try CopyFixture(display, .named(second))
        #expect(fixture.backend.geometry.size == PixelSize(width: 320, height: 240))
        let listing = try WaylandListing.written(.text, display: display)
        #expect(listing.contains("\(second)      320x240      +640+0"))
        #expect { try CopyFixture(display, .named("DP-9")) } throws: { "\($0)".contains(second) && ($0 as? CaptureError)?.code == .badChoice }
    }
}

extension CopyFixture {
    func isTurned(_ transform: SwayTransform) -> Bool {
        let clockwise: [SwayTransform: Orientation] = [
            .normal: .up, .quarter: .left, .half: .down, .threeQuarters: .right, .flipped: .upMirrored, .flippedQuarter: .rightMirrored,
            .flippedHalf: .downMirrored, .flippedThreeQuarters: .leftMirrored,
        ]
        return backend.orientation == clockwise[transform]
    }

    /// The pixel of slot 0 that stands there once the picture is upright.
    func storedPixel(standingAt target: PixelRectangle) -> UInt32? {
        let size = layout.geometry.size
        for row in 0..<size.height {
            for column in 0..<size.width
            where backend.orientation.upright(PixelRectangle(x: column, y: row, width: 1, height: 1), in: size) == target {
                return pixel(column: column, row: row)
            }
        }
        return nil
    }
}
