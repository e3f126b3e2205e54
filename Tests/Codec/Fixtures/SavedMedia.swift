import Codec
import Fixtures
import Foundation
import MediaFixtures
import Platform

extension MemorySink {
    func save(to file: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: file)) }
}

extension Scratch {
    func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: file(name)))) }
}

extension TestMedia {
    /// Two pictures in a container, the first at `start + from`.
    func savePictures(to file: String, _ container: Container, from: Duration) throws {
        let sink = MemorySink()
        let muxer = try Muxer(container, streams: [video.stream], start: start + from, into: sink)
        var packets: [Packet] = []
        for number in 0..<2 { try picture(number, at: from + .milliseconds(number * 40), wantsKeyframe: number == 0) { packets.append($0) } }
        for packet in packets { try muxer.write(packet) }
        try muxer.finish()
        try sink.save(to: file)
    }
}
