import Codec
import Fixtures
import Foundation
import MediaFixtures
import Platform

@testable import Delivery

/// A ladder of two pictures and their audio in a folder, from the real encoders, on a clock that is counted.
final class LadderFixture {
    static let names = ["180p", "90p", "audio-mix"]
    let scratch = Scratch()
    let ladder: Ladder
    private(set) var sinks: [RenditionSink] = []
    private(set) var stores: [WatchedFolder] = []
    /// No packet comes to those.
    private var removed: Set<Int> = []
    private var media: [TestMedia]
    private let start: MediaTime
    private let far = MediaTime.now() + .seconds(3600)
    private let fps: Int
    /// Of both, in the order of their making.
    private var mediaTime = Duration.zero

    /// - Parameter fps: pictures a second.
    init(
        fps: Int = 10, window: LadderWindow = .live, interval: Duration = .seconds(2), hasLowLatency: Bool = false,
        encryption: LadderEncryption? = nil
    ) throws {
        let start = MediaTime.now()
        (self.fps, self.start, media) = (fps, start, [])
        ladder = Ladder(
            try TargetURL(parsing: scratch.file("master.m3u8")), window: window, interval: interval,
            lowLatency: hasLowLatency ? LowLatency(framesPerSecond: FrameRate(fps)) : nil, encryption: encryption
        ) { start }
        media = [try Self.media(320, fps, start), try Self.media(160, fps, start)]
        for index in Self.names.indices { try sinks.append(sink(index)) }
        for sink in sinks { try open(sink) }
    }

    private func sink(_ index: Int) throws -> RenditionSink {
        let name = Self.names[index]
        let kind: LadderRendition.Kind = name.hasPrefix("audio") ? .audio(name: "mix", language: "en", isDefault: true) : .picture
        let store = WatchedFolder(scratch.file("master-\(name).m3u8"), in: scratch)
        stores.append(store)
        return RenditionSink(try ladder.url.rendition(name), ladder.rendition(name, kind, rank: index), in: store, counting: ByteCount())
    }

    /// Removes a rendition as a user does.
    func remove(_ index: Int) throws {
        try sinks[index].finish(until: far)
        sinks[index].rendition.leave()
        removed.insert(index)
    }

    /// The same one again, with what comes next.
    func addAgain(_ index: Int) throws {
        sinks[index] = try sink(index)
        removed.remove(index)
        try open(sinks[index])
    }

    private static func media(_ width: Int, _ fps: Int, _ start: MediaTime) throws -> TestMedia {
        try TestMedia(
            width: width, height: width * 9 / 16, fps: FrameRate(fps), start: start, keyframeInterval: .seconds(60), repeatsHeaders: true)
    }

    /// From now on pictures of that size come as this rendition.
    func replaceEncoder(_ index: Int, width: Int) throws { media[index] = try Self.media(width, fps, start) }

    func open(_ sink: RenditionSink) throws {
        try sink.open(ladder.url, until: far) { true }
        let index = sinks.firstIndex { $0 === sink }!
        let stream = index < media.count ? media[index].video.stream : media[0].audio.stream
        sink.begin([stream], start: start, from: start, until: far)
    }

    /// So much more of everything, with a key frame every `interval`.
    ///
    /// - Parameter without: pictures of that rendition that never come, by their time in seconds.
    func play(_ seconds: Int, without: (_ rendition: Int, _ time: Double) -> Bool = { _, _ in false }) throws {
        let end = mediaTime + .seconds(seconds)
        var packets: [(sink: Int, packet: Packet)] = []
        let interval = ladder.interval
        for number in Int(mediaTime.inSeconds * Double(fps))..<Int(end.inSeconds * Double(fps)) {
            let time = Duration.nanoseconds(Int64(number) * 1_000_000_000 / Int64(fps))
            let isKey = time.inNanoseconds % interval.inNanoseconds == 0
            for (index, source) in media.enumerated() {
                try source.picture(number, at: time, wantsKeyframe: isKey) { packet in
                    if !without(index, time.inSeconds) { packets.append((index, packet)) }
                }
            }
        }
        for quantum in Int(mediaTime.inSeconds * 100)..<Int(end.inSeconds * 100) {
            try media[0].sound(at: .milliseconds(quantum * 10)) { packets.append((media.count, $0)) }
        }
        for (index, packet) in packets.sorted(by: { $0.packet.dts < $1.packet.dts }) where !removed.contains(index) {
            _ = try sinks[index].write(packet, until: far)
        }
        mediaTime = end
    }

    func finish() throws { for sink in sinks { try sink.finish(until: far) } }

    func text(_ name: String) -> String { textOfFile(scratch.file(name)) }

    func playlist(_ name: String) -> MediaPlaylist { MediaPlaylist(text("master-\(name).m3u8")) }

    /// What was wrong with any version of any playlist.
    var complaints: [String] { stores.flatMap(\.found.complaints) }

    /// Times of a rendition's packets in its own ticks, key frames apart.
    func ticks(_ name: String) -> (all: [Int], keyframes: [Int]) {
        let rows = Program.probe(scratch.file("master-\(name).m3u8"), "packet=pts,flags")
        let all = rows.compactMap { Int($0[0]) }
        return (all, rows.filter { $0.count > 1 && $0[1].hasPrefix("K") }.compactMap { Int($0[0]) })
    }
}
