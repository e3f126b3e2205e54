import Codec
import Fixtures
import Foundation
import MediaFixtures
import Platform
import RTMPFixtures
import Synchronization
import Testing

@testable import Protocols

/// HEVC, AV1 and Opus by enhanced RTMP, to a server that announces them and to those that do not.
@Suite(.timeLimit(.minutes(2))) struct EnhancedRTMPTests {
    /// How servers announce what they take: by the first version's list or the second's maps, in one or the other object.
    enum Announcement: String, CaseIterable { case list, anyInList, maps, anyInMaps, inInformation }

    private static func answer(
        _ server: inout ServerSide, _ number: Double, _ announcement: Announcement?, _ codes: [String] = ["hvc1", "av01", "Opus"]
    ) -> [UInt8] {
        var (properties, more): ([AMF0Value.Property], [AMF0Value.Property]) = ([AMF0Value.Property(name: "fmsVer", value: .string("FMS/3"))], [])
        func map(_ names: [String]) -> AMF0Value { .object(names.map { AMF0Value.Property(name: $0, value: .number(4)) }) }
        switch announcement {
        case .list: properties.append(AMF0Value.Property(name: "fourCcList", value: .array(codes.map { .string($0) })))
        case .anyInList: properties.append(AMF0Value.Property(name: "fourCcList", value: .array([.string("*")])))
        case .maps:
            properties.append(AMF0Value.Property(name: "videoFourCcInfoMap", value: map(codes)))
            properties.append(AMF0Value.Property(name: "audioFourCcInfoMap", value: map(codes)))
        case .anyInMaps: properties.append(AMF0Value.Property(name: "videoFourCcInfoMap", value: map(["*"])))
        case .inInformation: more.append(AMF0Value.Property(name: "fourCcList", value: .array(codes.map { .string($0) })))
        case nil: break
        }
        guard case .object(let information) = ServerSide.information("status", "NetConnection.Connect.Success") else { return [] }
        return server.command("_result", number, .object(properties), .object(information + more))
    }

    @Test(arguments: PictureCodec.allCases) func whatIsPublishedDecodesAtTheServer(codec: PictureCodec) throws {
        let (media, count) = (try codec.media(start: .zero, alsoOpus: true), 45)
        let opus = try #require(media.opus)
        var packets = try media.pictures(count, keyframesAt: [20])
        for quantum in 0..<150 { try media.sound(at: .milliseconds(quantum * 10)) { if $0.coding == .opus { packets.append($0) } } }
        let received = Mutex(EnhancedReceiver(codec.coding))
        let question = Mutex<AMF0Value?>(nil)
        let server = try ScriptedServer { talk in
            talk.connection.write(ServerSide.answer)
            while let message = try talk.hear() {
                let values = message.values
                guard values.first?.text == "connect" else {
                    talk.connection.write(talk.server.usualAnswer(to: values))
                    received.withLock { $0.receive(message) }
                    continue
                }
                question.withLock { $0 = values.dropFirst(2).first }
                talk.connection.write(Self.answer(&talk.server, 1, .list))
            }
        }
        let connection = RTMPConnection(
            try #require(RTMPAddress(server.address)), ConnectionSettings(), codings: [codec.coding, .opus])
        let soon = MediaTime.now() + .seconds(30)
        try connection.open(until: soon)
        connection.begin([media.video.stream, opus.stream], start: .zero, from: .zero)
        for packet in packets.sorted(by: { $0.dts < $1.dts }) { _ = try connection.write(packet, until: soon) }
        _ = try connection.finish(until: soon)
        connection.close(until: soon)
        #expect(Watchdog.until { received.withLock { $0.kinds.last } == 2 })
        let result = received.withLock { $0 }
        #expect(question.withLock { $0?["fourCcList"] } == .array([.string(codec.coding.fourCC), .string("Opus")]))
        #expect(result.trouble == [] && result.times.count == count && result.keyframes == 2, "\(result.trouble)")
        // Nothing is shown later than it is decoded: HEVC goes without that time.
        #expect(result.kinds == [0] + Array(repeating: codec.coding == .hevc ? 3 : 1, count: count) + [2])
        #expect(zip(result.times, 0...).allSatisfy { abs(Int($0) - $1 * 1000 / 30) <= 1 })
        // What the encoder fills up with lies before the start.
        let heard = packets.filter { $0.coding == .opus && $0.dts >= .zero }.count
        let code = codec.coding.fourCC.utf8.reduce(0.0) { $0 * 256 + Double($1) }
        #expect(result.metadata?["videocodecid"] == .number(code) && result.metadata?["audiocodecid"] == .number(1_332_770_163))
        #expect(result.opus.first?.starts(with: Array("OpusHead".utf8)) == true && result.opus.count == 1 + heard)
        let scratch = Scratch()
        let file = scratch.file(codec.coding == .hevc ? "a.hevc" : "a.ivf")
        try Data(result.picture).write(to: URL(fileURLWithPath: file))
        #expect(Program.decodingComplaints(file) == "")
        let frames = Program.probe(file, "frame=width,height", ["-select_streams", "v"])
        #expect(frames.filter { $0.prefix(2) == ["320", "180"] }.count == count)
    }

    @Test(arguments: Announcement.allCases) func serversAnnounceInTheirOwnWays(_ announcement: Announcement) throws {
        let server = try ScriptedServer { talk in
            if let number = try talk.go(to: "connect") { talk.connection.write(Self.answer(&talk.server, number, announcement)) }
            while let message = try talk.hear() { talk.connection.write(talk.server.usualAnswer(to: message.values)) }
        }
        let connection = RTMPConnection(try #require(RTMPAddress(server.address)), ConnectionSettings(), codings: [.hevc, .aac])
        try connection.open(until: .now() + .seconds(30))
        #expect(connection.phase == .connected)
        connection.close(until: .now() + .seconds(1))
    }

    @Test(arguments: [
        ([Coding.hevc, .aac], ["av01", "Opus"], "does not announce HEVC (hvc1 of enhanced RTMP): give --encoder x264"),
        ([.av1, .opus], ["hvc1", "Opus"], "does not announce AV1 (av01 of enhanced RTMP): give --encoder x264"),
        ([.hevc, .opus], ["hvc1"], "does not announce Opus (Opus of enhanced RTMP): give --audio-codec aac"),
    ]) func aServerThatLacksTheCodecIsRefusedByName(codings: [Coding], announced: [String], text: String) throws {
        let heard = Mutex<[String]>([])
        let server = try ScriptedServer { talk in
            if let number = try talk.go(to: "connect") { talk.connection.write(Self.answer(&talk.server, number, .list, announced)) }
            while let message = try talk.hear() { heard.withLock { $0.append(message.values.first?.text ?? "") } }
        }
        let connection = RTMPConnection(try #require(RTMPAddress(server.address)), ConnectionSettings(), codings: codings)
        let error = #expect(throws: NetworkError.self) { try connection.open(until: .now() + .seconds(30)) }
        #expect(error?.code == .codec && error?.message.contains(text) == true, "\(String(describing: error))")
        // Nothing was asked for.
        #expect(heard.withLock { $0 } == [])
    }

    /// H.264 and AAC need none of it, and old servers are told of none.
    @Test func oldServersHearNothingNew() throws {
        let question = Mutex<AMF0Value?>(nil)
        let server = try ScriptedServer { talk in
            talk.connection.write(ServerSide.answer)
            while let message = try talk.hear() {
                if message.values.first?.text == "connect" { question.withLock { $0 = message.values.dropFirst(2).first } }
                talk.connection.write(talk.server.usualAnswer(to: message.values))
            }
        }
        let connection = RTMPConnection(try #require(RTMPAddress(server.address)), ConnectionSettings(), codings: [.h264, .aac])
        try connection.open(until: .now() + .seconds(30))
        connection.close(until: .now() + .seconds(1))
        let told = question.withLock { $0 }
        #expect(told?["app"] == .string("live") && told?["fourCcList"] == nil && told?["videoFourCcInfoMap"] == nil)
    }

    /// Between decoding and showing lies time where an encoder reorders.
    @Test func aPictureShownLaterSaysSo() {
        func bytes(_ coding: Coding, _ content: RTMPHead.Content, key: Bool = true) -> [UInt8] {
            RTMPHead(coding, content, isKeyframe: key).withBytes { Array($0) }
        }
        #expect(bytes(.hevc, .media(shownAfter: 66)) == [0x91] + Array("hvc1".utf8) + [0, 0, 66])
        #expect(bytes(.hevc, .media(shownAfter: 0), key: false) == [0xA3] + Array("hvc1".utf8))
        #expect(bytes(.av1, .media(shownAfter: 66), key: false) == [0xA1] + Array("av01".utf8))
        #expect(bytes(.hevc, .configuration) == [0x90] + Array("hvc1".utf8) && bytes(.av1, .end) == [0x92] + Array("av01".utf8))
        #expect(bytes(.opus, .media(shownAfter: 0)) == [0x91] + Array("Opus".utf8))
        #expect(bytes(.h264, .media(shownAfter: 0x010203), key: false) == [0x27, 1, 1, 2, 3] && bytes(.aac, .configuration) == [0xAF, 0])
    }
}
