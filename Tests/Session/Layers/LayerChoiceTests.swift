import AppGroup
import Frames
import Picture
import Testing

@testable import Session

/// What users say of a layer, and what it comes to on a canvas.
struct LayerChoiceTests {
    private static let canvas = PixelSize(width: 1280, height: 720)
    private static let cam = SourceName("cam")!

    private func shape(_ words: String...) throws -> LayerShape {
        try LayerChoice(Self.cam, words: words).shape(on: Self.canvas, aspect: .fit, level: 3)
    }

    @Test func whatIsNotSaidIsTheCanvass() throws {
        let shape = try shape()
        #expect(shape == LayerShape(box: PixelRectangle(x: 0, y: 0, width: 1280, height: 720), mode: .fit, z: 3))
    }

    @Test(arguments: [
        ("880,320", 880, 320), ("-40,-20", -40, -20), ("right-20,bottom-20", 960, 520), ("bottom-right", 980, 540), ("top-left", 0, 0),
        ("center", 490, 270), ("left+10,top+6", 10, 6), ("right,top", 980, 0), ("bottom", 490, 540), ("center,12", 490, 12), ("right+40,0", 1020, 0),
        ("bottom-20,right-20", 960, 520), ("top,right", 980, 0), ("bottom,12", 12, 540), ("12,right", 980, 12), ("center,left", 0, 270),
    ])
    func placesCountFromTheEdgesThatAreNamed(word: String, x: Int, y: Int) throws {
        #expect(try shape("300x180", word).box == PixelRectangle(x: x, y: y, width: 300, height: 180))
    }

    @Test func everythingElseIsAWordEach() throws {
        let shape = try shape("aspect=fill", "z=-2", "opacity=0.25", "mirror", "crop=100,0,800x600", "hidden")
        #expect((shape.mode, shape.z, shape.opacity) == (.fill, -2, 0.25))
        #expect(shape.isMirrored && shape.isHidden && shape.crop == PixelRectangle(x: 100, y: 0, width: 800, height: 600))
        let undone = try LayerChoice(Self.cam, words: ["mirror", "crop=1,2,30x40", "hidden"])
            .changed(by: LayerChoice(Self.cam, words: ["mirror=off", "crop=off", "shown"])).shape(on: Self.canvas, aspect: .fit, level: 0)
        #expect(!undone.isMirrored && undone.crop == nil && !undone.isHidden)
    }

    @Test(arguments: [
        "bottom-right,300x300,fill,z=1", "880,320,300x300,fill", "crop=100,0,800x600,880,320", "right-20,bottom-20,opacity=0.9,mirror", "stretch",
        "bottom-20,right-20,fill",
    ])
    func commasJoinTheSameWords(text: String) throws {
        let joined = try LayerChoice(Self.cam, text: text)
        let expected: [String: [String]] = [
            "bottom-right,300x300,fill,z=1": ["bottom-right", "300x300", "fill", "z=1"], "880,320,300x300,fill": ["880,320", "300x300", "fill"],
            "crop=100,0,800x600,880,320": ["crop=100,0,800x600", "880,320"],
            "right-20,bottom-20,opacity=0.9,mirror": ["right-20,bottom-20", "opacity=0.9", "mirror"], "stretch": ["stretch"],
            "bottom-20,right-20,fill": ["bottom-20,right-20", "fill"],
        ]
        #expect(try joined == LayerChoice(Self.cam, words: #require(expected[text])))
    }

    @Test(arguments: [
        "880,320", "right-20,bottom-20", "bottom-right", "center", "300x300", "fill", "z=7", "opacity=0.9", "mirror", "crop=2,4,60x80", "hidden",
    ])
    func whatItSaysOfItselfIsReadAsTheSame(word: String) throws {
        let choice = try LayerChoice(Self.cam, words: [word])
        #expect(try LayerChoice(Self.cam, words: choice.words) == choice)
    }

    @Test(arguments: ["20000,0", "0,99999999999999999999", "right-99999,0", "-16385,0"]) func aPlaceThatIsTooFarIsToldTheRange(word: String) {
        let error = #expect(throws: SessionError.self) { try LayerChoice(Self.cam, words: [word]) }
        #expect(error?.message.contains("-16384 to 16384") == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        "", "blah", "880", "880,", "1,2,3", "300x", "0x0", "1x300", "9000x10", "z=1000", "z=1.5", "opacity=2", "opacity=x", "crop=1,2",
        "crop=-1,0,8x8",
        "aspect=wide", "mirror=maybe", "20000,0", "right-x,0",
    ])
    func whatIsNoWordOfALayerIsNamed(word: String) throws {
        let error = #expect(throws: SessionError.self) { try LayerChoice(Self.cam, words: ["z=1", word]) }
        #expect(error?.code == .badSetting && error?.message.contains("\"\(word)\"") == true, "\(String(describing: error))")
    }
}
