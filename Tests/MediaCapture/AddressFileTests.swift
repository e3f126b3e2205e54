import CaptureKit
import Fixtures
import Testing

@testable import MediaCapture

@Suite struct AddressFileTests {
    private let scratch = Scratch()

    private func parsed(_ text: String) throws -> MediaOptions.Origin? {
        try scratch.write(text, to: "camera.txt")
        var arguments = ["--url", "@" + scratch.file("camera.txt")]
        return try MediaOptions.parse(from: &arguments).origin
    }

    @Test func theAddressStandsInTheFile() throws {
        #expect(try parsed("rtsp://me:secret@camera/1") == .address("rtsp://me:secret@camera/1"))
        #expect(try parsed("# the one outside\r\n\n  rtsp://camera/2 \r\n") == .address("rtsp://camera/2"))
    }

    @Test(arguments: [("", "no address"), ("# none\n", "no address"), ("a\nb\n", "2 addresses"), (String(repeating: "x", count: 70_000), "a text")])
    func whatIsNoSuchFileIsNamed(text: String, words: String) throws {
        let error = #expect(throws: CaptureError.self) { try parsed(text) }
        #expect(error?.code == .badOption && error?.message.contains("camera.txt") == true && error?.message.contains(words) == true)
    }

    @Test func whatIsNotThereIsNamed() throws {
        var arguments = ["--url=@/nowhere/camera.txt"]
        let error = #expect(throws: CaptureError.self) { try MediaOptions.parse(from: &arguments) }
        #expect(error?.message.contains("'/nowhere/camera.txt' cannot be read: No such file") == true)
    }

    @Test func anAddressOfAnUnknownKindIsNamedWithoutItsPassword() {
        let error = #expect(throws: CaptureError.self) { try MediaLocation(address: "gopher://me:secret@old/1") }
        #expect(error?.message.contains("gopher://…@old/1") == true && error?.message.contains("secret") == false)
    }
}
