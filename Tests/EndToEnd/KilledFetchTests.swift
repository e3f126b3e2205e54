import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// `splitcast hls fetch`, killed wherever it was: what is there in the end is what an undisturbed fetch leaves, byte for byte.
@Suite struct KilledFetchTests {
    private let scratch = Scratch()
    private let server: StreamServer

    init() throws { server = try StreamServer(slowBytes: 6_000) }

    private func makeStream(_ random: inout SeededRandom) throws {
        var playlist = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI=\"init.mp4\"\n"
        for name in ["init.mp4"] + (0..<24).map({ "\($0).m4s" }) {
            let bytes = (0..<Int.random(in: 1...20_000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            try server.write(Data(bytes), to: "s/" + name)
            if name.hasSuffix(".m4s") { playlist += "#EXTINF:2,\n\(name)\n" }
        }
        try server.write(playlist + "#EXT-X-ENDLIST\n", to: "s/index.m3u8")
    }

    private func arguments() throws -> [String] {
        [try releaseProduct("splitcast"), "hls", "fetch", server.url("slow/s/index.m3u8"), "--title", "Talk", "--progress", "json"]
    }

    private func environment(_ name: String) -> [String: String?] { ["XDG_DATA_HOME": scratch.file(name)] }

    /// Each file with its bytes; of the manifest all but when it was begun.
    private func files(_ name: String) -> [String: Data] {
        let root = scratch.file(name)
        var found: [String: Data] = [:]
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [] {  // none before it is made
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
            let bytes = Data(bytesOfFile(root + "/" + path))
            let text = path.hasSuffix("talk.json") ? textOfFile(root + "/" + path).replacing(/"begun" : "[^"]*"/, with: "") : nil
            found[path] = text.map { Data($0.utf8) } ?? bytes
        }
        return found
    }

    private func size(_ name: String) -> Int { files(name).values.reduce(0) { $0 + $1.count } }

    /// What a program follows it by: an object a line, that only ever grows.
    private func expectProgress(_ text: String) throws {
        let lines = try text.split(separator: "\n").map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
        let (counts, bytes) = (lines.compactMap { $0["segments"] as? Int }, lines.compactMap { $0["bytes"] as? Int })
        #expect(lines.count > 1 && counts.count == lines.count && counts == counts.sorted() && bytes == bytes.sorted(), "\(text)")
        #expect(lines.dropLast().allSatisfy { ["opening", "fetching"].contains($0["state"] as? String) && $0["folder"] == nil }, "\(text)")
        let last = try #require(lines.last)
        #expect(last["state"] as? String == "complete" && last["segments"] as? Int == 24 && last["ofSegments"] as? Int == 24, "\(last)")
        #expect((last["folder"] as? String)?.hasSuffix("/talk") == true && last["ofSeconds"] as? Double == 48, "\(last)")
    }

    @Test func atAnyByte() throws {
        var random = SeededRandom(seed: 1)
        try makeStream(&random)
        let undisturbed = try Program(arguments(), environment: environment("whole"), timeout: .seconds(120))
        #expect(undisturbed.status == 0, "\(undisturbed)")
        try expectProgress(undisturbed.text)
        var kills = 0
        for round in 0..<20 {
            let process = try FixtureProcess(try arguments(), environment: environment("killed"))
            // From the first moment on, before there is a folder, to the last.
            let bytes = round == 0 ? 0 : size("killed") + Int.random(in: 1...12_000, using: &random)
            try waitUntil("\(bytes) bytes") { size("killed") >= bytes || !process.isRunning }
            guard process.isRunning else { break }
            process.kill()
            kills += 1
        }
        let end = try Program(arguments(), environment: environment("killed"), timeout: .seconds(120))
        #expect(end.status == 0 && kills > 5, "\(kills) kills, then \(end)")
        let (whole, killed) = (files("whole"), files("killed"))
        #expect(Set(killed.keys) == Set(whole.keys))
        for (name, bytes) in whole { #expect(killed[name] == bytes, "\(name)") }
        #expect(whole.count > 25)
    }
}
