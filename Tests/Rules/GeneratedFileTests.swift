import Foundation
import Testing

/// What wayland-scanner made is committed, so that a build needs no scanner: it must be what the XML gives.
@Suite struct GeneratedFileTests {
    @Test func theWaylandProtocolsAreWhatTheirXMLGives() throws {
        let output = Pipe()
        let process = Process()
        process.executableURL = SourceFile.top.appendingPathComponent(".ci/wayland-protocols")
        process.arguments = ["--check"]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }
}
