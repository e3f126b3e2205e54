import AgentProtocol
import Frames
import Platform
import Testing

/// A message as the Swift encodes it, and the same in the words of the C header.
struct HeaderSample: Sendable, CustomTestStringConvertible {
    let kind: UInt8
    /// The fields after the header, by their names in C. Values differ from field to field.
    let values: [String: Int64]
    /// Texts, rectangles and pixels, which follow the struct.
    let tail: [UInt8]
    let encoded: [UInt8]
    /// Decodes, and encodes again what was understood.
    let reencode: @Sendable ([UInt8]) throws -> [UInt8]

    var testDescription: String { "kind \(kind)" }

    private init<Message: WireMessage>(_ message: Message, _ values: [String: Int64], tail: [UInt8] = []) {
        (kind, self.values, self.tail, encoded) = (Message.kind.rawValue, values, tail, Self.bytes(message))
        reencode = { Self.bytes(try $0.withUnsafeBytes { try Message.decode($0) }) }
    }

    static func bytes(_ message: some WireMessage) -> [UInt8] {
        let buffer = WireBuffer()
        message.encode(into: buffer)
        return Array(buffer.bytes)
    }

    private static func text(_ words: String) -> [UInt8] { [UInt8(words.utf8.count)] + Array(words.utf8) }

    static let all: [HeaderSample] = [
        HeaderSample(
            Hello(versions: 1...9, processID: 4711, needKiB: 6144, backend: "x11", screen: ":1", place: "screen", isStandby: true),
            ["lowest": 1, "highest": 9, "flags": 1, "pid": 4711, "need_kib": 6144], tail: text("x11") + text(":1") + text("screen")),
        HeaderSample(
            Hello(processID: 4711, needKiB: 6144, backend: "x11", screen: ":1", place: "screen", wantsCast: true),
            ["lowest": 1, "highest": 1, "flags": 2, "pid": 4711, "need_kib": 6144], tail: text("x11") + text(":1") + text("screen")),
        HeaderSample(
            Welcome(version: 1, generation: 0x8765_4321, heartbeatMilliseconds: 200, silenceMilliseconds: 800, endpoint: "ipc:///a"),
            ["version": 1, "reserved_1": 0, "reserved_2": 0, "generation": 0x8765_4321, "heartbeat_ms": 200, "silence_ms": 800],
            tail: text("ipc:///a")),
        HeaderSample(Refusal(reason: .permissionDenied, message: "no"), ["reason": 7], tail: text("no")),
        HeaderSample(
            GeometryRequest(geometry: geometry, slotCount: 4), ["width": 1366, "height": 768, "format": 1, "stride": 5504, "slots": 4]),
        HeaderSample(
            MemoryOffer(memoryNumber: 6, layout: FrameLayout(geometry: geometry, slotCount: 4)!),
            ["memory": 6, "width": 1366, "height": 768, "format": 1, "stride": 5504, "slots": 4, "size": 4 * 4_227_072]),
        HeaderSample(
            CastOffer(node: 0x8765_4321, serial: 1 << 37, cursor: .metadata),
            ["node": 0x8765_4321, "serial": 1 << 37, "cursor": 2, "reserved_1": 0, "reserved_2": 0]),
        HeaderSample(
            AgentState(
                generation: 7, sequence: 1 << 33, phase: .started, isPaused: true, confinement: [.noNewPrivileges, .logsOnly], frames: 1 << 40,
                waitedForSlot: 5, grabbedPixels: 1 << 50),
            [
                "generation": 7, "sequence": 1 << 33, "phase": 2, "paused": 1, "confinement": 9, "notices": 1 << 40, "waited": 5,
                "pixels": 1 << 50,
            ]),
        HeaderSample(
            Notice(
                generation: 7, memoryNumber: 6, number: 1 << 34, captureTime: MediaTime(nanoseconds: -5), slot: 3, orientation: .left,
                mergedChanges: 515, damage: Damage(PixelRectangle(x: 1, y: 2, width: 300, height: 4))),
            [
                "generation": 7, "memory": 6, "number": 1 << 34, "time": -5, "slot": 3, "orientation": 8, "merged": 515, "rectangles": 1,
            ], tail: StructView(kind: 0)!.write(["x": 1, "y": 2, "width": 300, "height": 4])),
        HeaderSample(
            PointerMoved(generation: 7, x: -12, y: 1079, isVisible: true), ["generation": 7, "x": -12, "y": 1079, "visible": 1]),
        HeaderSample(
            AgentEnded(generation: 7, reason: .memoryLimit, isRetriable: true, message: "so"),
            ["generation": 7, "reason": 9, "may_work_again": 1], tail: text("so")),
        HeaderSample(
            FocusedWindow(generation: 7, PixelRectangle(x: -30, y: 40, width: 1300, height: 700)),
            ["generation": 7, "x": -30, "y": 40, "width": 1300, "height": 700]),
        HeaderSample(DisplayPower(generation: 7, isOn: true), ["generation": 7, "on": 1]),
        HeaderSample(
            CameraControls(generation: 7, [CameraControls.Entry(.zoom, minimum: -2, maximum: 500, step: 3, value: 258)!]),
            ["generation": 7, "controls": 1], tail: [1, 0xFE, 0xFF, 0xFF, 0xFF, 0xF4, 1, 0, 0, 3, 0, 0, 0, 2, 1, 0, 0]),
        HeaderSample(
            CameraSettings(generation: 7, [CameraSettings.Setting(.torch, 1), CameraSettings.Setting(.focus, -2)]),
            ["generation": 7, "settings": 2], tail: [4, 1, 0, 0, 0, 2, 0xFE, 0xFF, 0xFF, 0xFF]),
        HeaderSample(AgentExtra(generation: 7, text: "so"), ["generation": 7], tail: text("so")),
        HeaderSample(AgentRemark(generation: 7, subject: .goesOn, text: "so"), ["generation": 7, "subject": 2], tail: text("so")),
        HeaderSample(
            HostState(
                generation: 7, sequence: 1 << 35, wish: .stop, stopReason: .replaced, milliFramesPerSecond: 29_970, memoryNumber: 6,
                lentSlots: 0b1010, lastNotice: 1 << 36),
            [
                "generation": 7, "sequence": 1 << 35, "wish": 3, "reason": 6, "reserved": 0, "frame_rate": 29_970, "memory": 6, "lent": 10,
                "last_notice": 1 << 36,
            ]),
        HeaderSample(pointerImage: [UInt8](0..<72)),
        HeaderSample(
            AudioHello(versions: 1...9, format: PCMFormat(.f32, sampleRateHertz: 96_000, channels: 6)!, name: "game", extra: "so"),
            ["lowest": 1, "highest": 9, "format": 2, "channels": 6, "rate": 96_000], tail: text("game") + text("so")),
        HeaderSample(AudioAccepted(version: 1, number: 0x8765_4321), ["version": 1, "reserved_1": 0, "reserved_2": 0, "number": 0x8765_4321]),
        HeaderSample(AudioRefusal(reason: .flood, message: "no"), ["reason": 6], tail: text("no")),
        HeaderSample(AudioState(isActive: true, isMuted: false), ["active": 1, "muted": 0]),
        HeaderSample(AudioEnd(), ["reserved": 0]),
        HeaderSample(soundBlock: [UInt8](0..<24)),
    ]

    private static let geometry = FrameGeometry(size: PixelSize(width: 1366, height: 768), strideBytes: 5504)!

    /// Rows 2 ..< 5 of a pointer of 3 x 6.
    private init(pointerImage image: [UInt8]) {
        kind = PointerImageRows.kind.rawValue
        values = ["generation": 7, "width": 3, "height": 6, "hot_x": 1, "hot_y": 4, "first_row": 2, "rows": 3]
        tail = Array(image[24..<60])
        let size = PixelSize(width: 3, height: 6)
        encoded = Self.rows(image, of: size, hotSpotX: 1, hotSpotY: 4, 2..<5)
        reencode = { bytes in
            try bytes.withUnsafeBytes { raw in
                let read = try PointerImageRows(decoding: raw)
                let whole = [UInt8](repeating: 0, count: read.firstRow * read.size.width * 4) + read.pixels
                return Self.rows(
                    whole, of: read.size, hotSpotX: read.hotSpotX, hotSpotY: read.hotSpotY, read.firstRow..<read.firstRow + read.rowCount)
            }
        }
    }

    /// Six sample frames of 16-bit stereo.
    private init(soundBlock samples: [UInt8]) {
        kind = AudioBlock.kind.rawValue
        values = ["time": 1 << 40, "sample_frames": 6]
        tail = samples
        encoded = Self.block(samples, at: MediaTime(nanoseconds: 1 << 40))
        reencode = { bytes in
            try bytes.withUnsafeBytes { raw in
                let read = try AudioBlock(decoding: raw, of: Self.soundFormat)
                return Self.block(Array(read.samples), at: read.captureTime)
            }
        }
    }

    private static let soundFormat = PCMFormat(.s16, sampleRateHertz: 48_000, channels: 2)!

    private static func block(_ samples: [UInt8], at time: MediaTime?) -> [UInt8] {
        let buffer = WireBuffer()
        samples.withUnsafeBytes { AudioBlock.encode($0, of: soundFormat, capturedAt: time, into: buffer) }
        return Array(buffer.bytes)
    }

    private static func rows(_ image: [UInt8], of size: PixelSize, hotSpotX: Int, hotSpotY: Int, _ rows: Range<Int>) -> [UInt8] {
        let buffer = WireBuffer()
        image.withUnsafeBytes {
            PointerImageRows.encode(generation: 7, size: size, hotSpotX: hotSpotX, hotSpotY: hotSpotY, rows: rows, image: $0, into: buffer)
        }
        return Array(buffer.bytes)
    }
}
