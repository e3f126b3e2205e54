import CaptureKit
import Frames
import Testing

@testable import WlrootsCapture

@Suite struct CopyLooksTests {
    private let size = PixelSize(width: 1920, height: 1080)

    @Test(arguments: [UInt32(0), 1]) func blueGreenRedIsAFrame(format: UInt32) throws {
        let geometry = try CopyLooks(format: format, size: size, strideBytes: 7680 + 64).geometry()
        #expect(geometry == FrameGeometry(size: size, format: .bgrx, strideBytes: 7744))
    }

    @Test func otherPixelsAreNamed() {
        let code = Array("BG24".utf8).enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << ($1.offset * 8) }
        #expect {
            try CopyLooks(format: code, size: size, strideBytes: 5760).geometry()
        } throws: {
            ($0 as? CaptureError)?.code == .unsupported && "\($0)".contains("BG24")
        }
    }

    @Test func aScreenThatNoFrameHoldsIsRefused() {
        #expect {
            try CopyLooks(format: 1, size: PixelSize(width: 20000, height: 100), strideBytes: 80000).geometry()
        } throws: {
            ($0 as? CaptureError)?.code == .unsupported && "\($0)".contains("--region")
        }
    }
}
