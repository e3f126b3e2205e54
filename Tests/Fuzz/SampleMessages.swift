import AgentProtocol
import Frames
import Platform

/// One of each message, with values that touch every field.
enum SampleMessages {
    static let hello = Hello(
        versions: 1...3, processID: 4711, needKiB: 6144, backend: "x11", screen: ":1 DP-1 Übergröße", place: "screen",
        isStandby: true, wantsCast: true)
    static let welcome = Welcome(
        version: 1, generation: 7, heartbeatMilliseconds: 250, silenceMilliseconds: 2000,
        endpoint: "ipc:///run/user/1000/splitcast/talk/agent-00ff.zmq")
    static let refusal = Refusal(reason: .failed, message: "sixteen agents are attached already")
    static let geometry = GeometryRequest(geometry: FrameGeometry(size: PixelSize(width: 1366, height: 768), strideBytes: 5504)!, slotCount: 4)
    static let memory = MemoryOffer(memoryNumber: 2, layout: FrameLayout(geometry: geometry.geometry, slotCount: 4)!)
    static let cast = CastOffer(node: 57, serial: 1 << 35 + 3, cursor: .metadata)
    static let agentState = AgentState(
        generation: 7, sequence: 99, phase: .started, isPaused: true, confinement: [.noNewPrivileges, .noFiles], frames: 1 << 40, waitedForSlot: 5,
        grabbedPixels: 1 << 50)
    static var notice: Notice {
        var damage = Damage()
        for index in 0..<Damage.capacity {
            damage.add(PixelRectangle(x: index * 100, y: index * 60, width: 11 + index, height: 7))
        }
        return Notice(
            generation: 7, memoryNumber: 2, number: 871, captureTime: MediaTime(nanoseconds: 123_456_789_012), slot: 2, orientation: .left,
            mergedChanges: 3, damage: damage)
    }
    static let pointer = PointerMoved(generation: 7, x: -12, y: 1079, isVisible: true)
    static let ended = AgentEnded(generation: 7, reason: .permissionDenied, isRetriable: false, message: "the display refused us")
    static let remark = AgentRemark(generation: 7, subject: .stalled, text: "udp://239.1.2.3:5000 has sent nothing for 2.0 s")
    static let focus = FocusedWindow(generation: 7, PixelRectangle(x: -30, y: 40, width: 1300, height: 700))
    static let displayPower = DisplayPower(generation: 7, isOn: true)
    static let extra = AgentExtra(generation: 7, text: "Pult 2, für die Schau")
    static let cameraControls = CameraControls(
        generation: 7,
        [
            CameraControls.Entry(.zoom, minimum: 100, maximum: 500, step: 5, value: 200)!,
            CameraControls.Entry(.autofocus, minimum: 0, maximum: 1, step: 1, value: 1)!,
        ])
    static let cameraSettings = CameraSettings(generation: 7, [.init(.autofocus, 0), .init(.focus, -30)])
    static let hostState = HostState(
        generation: 7, sequence: 12, wish: .stop, stopReason: .replaced, milliFramesPerSecond: 29_970, memoryNumber: 2, lentSlots: 0b101,
        lastNotice: 870)

    static let soundHello = AudioHello(
        versions: 1...2, format: PCMFormat(.s16, sampleRateHertz: 44_100, channels: 6)!, name: "game", extra: "Stufe 3, Übung")
    static let soundAccepted = AudioAccepted(version: 1, number: 70_000)
    static let soundRefusal = AudioRefusal(reason: .nameTaken, message: "'game' is pushed already")
    static let soundState = AudioState(isActive: true, isMuted: false)

    /// Every message as bytes, with its decoder.
    static var all: [(name: String, bytes: [UInt8], decode: (UnsafeRawBufferPointer) throws(WireError) -> Void)] {
        [
            sample(hello), sample(welcome), sample(refusal), sample(geometry), sample(memory), sample(cast), sample(agentState),
            sample(notice), sample(pointer), sample(ended), sample(remark), sample(focus), sample(displayPower),
            sample(cameraControls), sample(extra), sample(cameraSettings), sample(hostState), pointerImageSample, sample(soundHello),
            sample(soundAccepted), sample(soundRefusal), sample(soundState), sample(AudioEnd()), soundBlockSample,
        ]
    }

    static func bytes(_ message: some WireMessage) -> [UInt8] {
        let buffer = WireBuffer()
        message.encode(into: buffer)
        return Array(buffer.bytes)
    }

    private static func sample<Message: WireMessage>(
        _ message: Message
    ) -> (name: String, bytes: [UInt8], decode: (UnsafeRawBufferPointer) throws(WireError) -> Void) {
        ("\(Message.kind)", bytes(message), { (raw) throws(WireError) in _ = try Message.decode(raw) })
    }

    private static var pointerImageSample: (name: String, bytes: [UInt8], decode: (UnsafeRawBufferPointer) throws(WireError) -> Void) {
        let buffer = WireBuffer()
        let image = [UInt8]((0..<(24 * 20 * 4)).map { UInt8($0 & 255) })
        image.withUnsafeBytes {
            PointerImageRows.encode(
                generation: 7, size: PixelSize(width: 24, height: 20), hotSpotX: 3, hotSpotY: 24 - 4, rows: 5..<20, image: $0, into: buffer)
        }
        return ("pointerImage", Array(buffer.bytes), { (raw) throws(WireError) in _ = try PointerImageRows(decoding: raw) })
    }

    static let soundFormat = PCMFormat(.f32, sampleRateHertz: 96_000, channels: 3)!

    private static var soundBlockSample: (name: String, bytes: [UInt8], decode: (UnsafeRawBufferPointer) throws(WireError) -> Void) {
        let buffer = WireBuffer()
        let samples = [UInt8]((0..<120).map { UInt8($0) })
        samples.withUnsafeBytes { AudioBlock.encode($0, of: soundFormat, capturedAt: MediaTime(nanoseconds: 1 << 40), into: buffer) }
        return ("soundBlock", Array(buffer.bytes), { (raw) throws(WireError) in _ = try AudioBlock(decoding: raw, of: soundFormat) })
    }
}
