import HeaderFields
import Testing

@testable import AgentProtocol
@testable import AppGroup
@testable import Frames

/// Shared/splitcast.h against the Swift: what a C agent reads and writes is what the host writes and reads.
@Suite struct HeaderTests {
    @Test func everyKindHasAStructAndASample() {
        let kinds = Set(MessageKind.allCases.map(\.rawValue))
        #expect(Set((1...255).filter { header_fields($0) != nil }) == kinds)
        #expect(Set(HeaderSample.all.map(\.kind)) == kinds)
    }

    @Test(arguments: HeaderSample.all) func theHeaderReadsEveryFieldThatSwiftWrites(sample: HeaderSample) throws {
        let view = try #require(StructView(kind: sample.kind))
        #expect(view.isGapless)
        #expect(view.size + sample.tail.count == sample.encoded.count)
        var expected = sample.values
        expected.merge([
            "header.mark": 0x4353, "header.version": 1, "header.kind": Int64(sample.kind), "header.length": Int64(sample.encoded.count - 8),
        ]) { $1 }
        #expect(view.read(sample.encoded) == expected)
        #expect(Array(sample.encoded.dropFirst(view.size)) == sample.tail)
    }

    @Test(arguments: HeaderSample.all) func swiftReadsEveryFieldThatTheHeaderWrites(sample: HeaderSample) throws {
        let view = try #require(StructView(kind: sample.kind))
        let head = header_head(sample.kind, view.size + sample.tail.count)
        let header = [
            "header.mark": Int64(head.mark), "header.version": Int64(head.version), "header.kind": Int64(head.kind),
            "header.length": Int64(head.length),
        ]
        let written = view.write(sample.values.merging(header) { $1 }) + sample.tail
        #expect(try sample.reencode(written) == written)
        #expect(written == sample.encoded)
    }

    @Test func limitsAreThoseOfTheSwift() {
        #expect(SC_MARK == MessageHeader.magic)
        #expect(UInt8(SC_VERSION) == Hello.spokenVersions.upperBound)
        #expect(Int(SC_MESSAGE_MAX_BYTES) == WireBuffer.capacity)
        #expect(Int(SC_GROUP_MAX_BYTES) == GroupName.longest)
        #expect(Int(SC_SIDE_MAX_PIXELS) == FrameGeometry.largestSide)
        #expect(Int(SC_FRAME_MAX_PIXELS) == FrameGeometry.mostPixels)
        #expect(Int(SC_STRIDE_MAX_BYTES) == FrameGeometry.largestStrideBytes)
        #expect(Int(SC_SLOTS_MIN)...Int(SC_SLOTS_MAX) == FrameLayout.slotCounts)
        #expect(Int(SC_SLOT_ALIGNMENT_BYTES) == FrameLayout.pageBytes)
        #expect(Int(SC_DAMAGE_MAX_RECTANGLES) == Damage.capacity)
        #expect(Int(SC_POINTER_SIDE_MAX_PIXELS) == PointerImageRows.largestSide)
        func isTaken(_ rate: UInt32) -> Bool {
            let state = HostState(
                generation: 1, sequence: 1, wish: .wait, stopReason: nil, milliFramesPerSecond: rate, memoryNumber: 0, lentSlots: 0, lastNotice: 0)
            return HeaderSample.bytes(state).withUnsafeBytes { (try? HostState.decode($0)) != nil }  // refused is an answer here
        }
        #expect(isTaken(UInt32(SC_FRAME_RATE_MAX_THOUSANDTHS)) && !isTaken(UInt32(SC_FRAME_RATE_MAX_THOUSANDTHS) + 1))
        #expect(Int(SC_SOUND_NAME_MAX_BYTES) == PushName.longest)
        #expect(Int(SC_SOUND_CHANNELS_MAX) == PCMFormat.channelCounts.upperBound)
        #expect(Int(SC_SOUND_RATE_MIN_HERTZ)...Int(SC_SOUND_RATE_MAX_HERTZ) == PCMFormat.sampleRatesHertz)
    }

    /// The longest text of each field is taken, a longer one refused.
    @Test func textsHaveTheLengthsOfTheHeader() throws {
        func longest(_ sample: HeaderSample, _ make: (Int) -> [[UInt8]]) -> Int? {
            let view = StructView(kind: sample.kind)!
            return (1...255).last { length in
                let texts = make(length).flatMap { [UInt8($0.count)] + $0 }
                let head = header_head(sample.kind, view.size + texts.count)
                let header: [String: Int64] = [
                    "header.mark": Int64(head.mark), "header.version": 1, "header.kind": Int64(sample.kind), "header.length": Int64(head.length),
                ]
                let fixed = view.write(sample.values.merging(header) { $1 })
                return (try? sample.reencode(fixed + texts)) != nil  // refused is an answer here
            }
        }
        func sample(_ kind: MessageKind) throws -> HeaderSample { try #require(HeaderSample.all.first { $0.kind == kind.rawValue }) }
        func letters(_ length: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "a"), count: length) }
        #expect(longest(try sample(.hello)) { [letters($0), [], letters(1)] } == Int(SC_BACKEND_MAX_BYTES))
        #expect(longest(try sample(.hello)) { [letters(1), letters($0), letters(1)] } == Int(SC_SCREEN_MAX_BYTES))
        #expect(longest(try sample(.hello)) { [letters(1), [], letters($0)] } == Int(SC_PLACE_MAX_BYTES))
        #expect(longest(try sample(.welcome)) { [letters($0)] } == Int(SC_ENDPOINT_MAX_BYTES))
        #expect(longest(try sample(.refusal)) { [letters($0)] } == Int(SC_REASON_MAX_BYTES))
        #expect(longest(try sample(.ended)) { [letters($0)] } == Int(SC_REASON_MAX_BYTES))
        #expect(longest(try sample(.remark)) { [letters($0)] } == Int(SC_REASON_MAX_BYTES))
        #expect(longest(try sample(.extra)) { [letters($0)] } == Int(SC_EXTRA_MAX_BYTES) && AgentExtra.longest == Int(SC_EXTRA_MAX_BYTES))
        #expect(longest(try sample(.soundHello)) { [letters($0), []] } == Int(SC_SOUND_NAME_MAX_BYTES))
        #expect(longest(try sample(.soundHello)) { [letters(1), letters($0)] } == Int(SC_SOUND_EXTRA_MAX_BYTES))
        #expect(longest(try sample(.soundRefusal)) { [letters($0)] } == Int(SC_REASON_MAX_BYTES))
    }

    @Test func namedValuesAreThoseOfTheSwift() throws {
        let kinds: [MessageKind: sc_kind] = [
            .hello: SC_HELLO, .welcome: SC_WELCOME, .refusal: SC_REFUSAL, .geometry: SC_GEOMETRY, .memory: SC_MEMORY, .cast: SC_CAST,
            .agentState: SC_AGENT_STATE, .notice: SC_NOTICE, .pointer: SC_POINTER, .pointerImage: SC_POINTER_IMAGE, .ended: SC_ENDED,
            .remark: SC_REMARK, .focus: SC_FOCUS, .displayPower: SC_DISPLAY_POWER, .cameraControls: SC_CAMERA_CONTROLS,
            .extra: SC_EXTRA, .cameraSettings: SC_CAMERA_SETTINGS, .hostState: SC_HOST_STATE,
            .soundHello: SC_SOUND_HELLO, .soundAccepted: SC_SOUND_ACCEPTED, .soundRefusal: SC_SOUND_REFUSAL,
            .soundBlock: SC_SOUND_BLOCK, .soundState: SC_SOUND_STATE, .soundEnd: SC_SOUND_END,
        ]
        for kind in MessageKind.allCases { #expect(kinds[kind]?.rawValue == UInt32(kind.rawValue)) }
        let subjects: [AgentRemark.Subject: sc_subject] = [.other: SC_OTHER, .stalled: SC_STALLED, .goesOn: SC_GOES_ON]
        for subject in AgentRemark.Subject.allCases { #expect(subjects[subject]?.rawValue == UInt32(subject.rawValue)) }
        let controls: [CameraControl: sc_control] = [
            .zoom: SC_ZOOM, .focus: SC_FOCUS_CONTROL, .autofocus: SC_AUTOFOCUS, .torch: SC_TORCH, .exposure: SC_EXPOSURE,
            .autoexposure: SC_AUTOEXPOSURE,
        ]
        for control in CameraControl.allCases { #expect(controls[control]?.rawValue == UInt32(control.rawValue)) }
        #expect(Int(SC_CONTROLS_MAX) == CameraControls.most)
        let ends: [EndReason: sc_end] = [
            .invalidData: SC_INVALID_DATA, .stopped: SC_STOPPED, .sessionFinished: SC_SESSION_FINISHED, .failed: SC_FAILED, .closed: SC_GONE,
            .replaced: SC_REPLACED, .permissionDenied: SC_PERMISSION_DENIED, .unresponsive: SC_UNRESPONSIVE, .memoryLimit: SC_MEMORY_LIMIT,
        ]
        for end in EndReason.allCases { #expect(ends[end]?.rawValue == UInt32(end.rawValue)) }
        let turns: [Orientation: sc_orientation] = [
            .up: SC_UP, .upMirrored: SC_UP_MIRRORED, .down: SC_DOWN, .downMirrored: SC_DOWN_MIRRORED, .leftMirrored: SC_LEFT_MIRRORED,
            .right: SC_RIGHT, .rightMirrored: SC_RIGHT_MIRRORED, .left: SC_LEFT,
        ]
        for turn in Orientation.allCases { #expect(turns[turn]?.rawValue == UInt32(turn.rawValue)) }
        func flags(_ hello: Hello) throws -> Int64? { StructView(kind: Hello.kind.rawValue)?.read(HeaderSample.bytes(hello))["flags"] }
        let hello = Hello(processID: 1, needKiB: 1, backend: "x", screen: "")
        var (standby, caster) = (hello, hello)
        (standby.isStandby, caster.wantsCast) = (true, true)
        #expect(try flags(hello) == 0 && flags(standby) == Int64(SC_STANDBY.rawValue) && flags(caster) == Int64(SC_WANTS_CAST.rawValue))
        let cursors: [CastCursor: sc_cast_cursor] = [.hidden: SC_CURSOR_HIDDEN, .embedded: SC_CURSOR_EMBEDDED, .metadata: SC_CURSOR_METADATA]
        for cursor in CastCursor.allCases { #expect(cursors[cursor]?.rawValue == UInt32(cursor.rawValue)) }
        let requests: [HostState.Wish: sc_wish] = [.wait: SC_WAIT, .capture: SC_CAPTURE, .pause: SC_PAUSE, .stop: SC_STOP]
        for wish in HostState.Wish.allCases { #expect(requests[wish]?.rawValue == UInt32(wish.rawValue)) }
        let phases: [AgentState.Phase: sc_phase] = [
            .notAvailable: SC_NOT_AVAILABLE, .ready: SC_READY, .started: SC_STARTED, .closed: SC_CLOSED,
        ]
        for phase in AgentState.Phase.allCases { #expect(phases[phase]?.rawValue == UInt32(phase.rawValue)) }
        let confinements: [(Confinement, sc_confinement)] = [
            (.noNewPrivileges, SC_NO_NEW_PRIVILEGES), (.filteredCalls, SC_SYSTEM_CALLS_FILTERED), (.noFiles, SC_FILES_AND_NETWORK_REFUSED),
            (.logsOnly, SC_FILTER_ONLY_LOGS),
        ]
        for (swift, header) in confinements { #expect(UInt32(swift.rawValue) == header.rawValue) }
        let refusals: [AudioRefusal.Reason: sc_sound_refusal_reason] = [
            .invalidData: SC_SOUND_INVALID_DATA, .version: SC_SOUND_OTHER_VERSION, .badName: SC_SOUND_BAD_NAME, .nameTaken: SC_SOUND_NAME_TAKEN,
            .full: SC_SOUND_FULL, .flood: SC_SOUND_FLOOD, .failed: SC_SOUND_FAILED, .sessionFinished: SC_SOUND_SESSION_FINISHED,
        ]
        for reason in AudioRefusal.Reason.allCases { #expect(refusals[reason]?.rawValue == UInt32(reason.rawValue)) }
        #expect(SC_S16.rawValue == UInt32(PCMFormat.Encoding.s16.rawValue) && SC_F32.rawValue == UInt32(PCMFormat.Encoding.f32.rawValue))
        #expect(SC_BGRX.rawValue == PixelFormat.bgrx.rawValue)
        let matrices: [(YUVColour.Matrix, sc_format)] = [(.bt601, SC_BT601), (.bt709, SC_BT709), (.bt2020, SC_BT2020)]
        for (matrix, matrixBits) in matrices {
            for (range, rangeBits) in [(YUVColour.Range.limited, SC_LIMITED), (.full, SC_FULL)] {
                let (colour, bits) = (YUVColour(matrix: matrix, range: range), matrixBits.rawValue | rangeBits.rawValue)
                #expect(PixelFormat.i420(colour).rawValue == SC_I420.rawValue | bits)
                #expect(PixelFormat.nv12(colour).rawValue == SC_NV12.rawValue | bits)
                #expect(PixelFormat.yuyv(colour).rawValue == SC_YUYV.rawValue | bits)
            }
        }
    }

    @Test func textsAreWrittenCutAndReadWithinTheirBounds() {
        var bytes = [CChar](repeating: 9, count: 8)
        #expect(header_put_text(&bytes, "screens", 4) == 5)
        #expect(bytes == [4, 115, 99, 114, 101, 9, 9, 9])
        var text = [CChar](repeating: 9, count: 256)
        #expect(header_get_text(bytes, 5, &text) == 5)
        #expect(text.prefix(5) == [115, 99, 114, 101, 0])
        #expect(header_get_text(bytes, 4, &text) == -1, "a text that is not whole")
        #expect(header_get_text(bytes, 0, &text) == -1)
    }

    @Test func onlyWholeMessagesAreWhole() {
        var bytes = HeaderSample.bytes(PointerMoved(generation: 1, x: 0, y: 0, isVisible: false))
        #expect(header_is_whole(bytes, bytes.count, bytes.count) != 0)
        #expect(header_is_whole(bytes, bytes.count - 1, 8) == 0)
        #expect(header_is_whole(bytes, 7, 0) == 0)
        #expect(header_is_whole(bytes, bytes.count, bytes.count + 1) == 0)
        bytes[0] = 0
        #expect(header_is_whole(bytes, bytes.count, 8) == 0)
    }

    @Test(arguments: [(4, 1), (5504, 768), (131_072, 16384), (4096, 3)]) func slotsBeginWhereTheSwiftHasThem(stride: Int, height: Int) throws {
        let size = PixelSize(width: 1, height: height)
        let geometry = try #require(FrameGeometry(size: size, strideBytes: stride))
        let layout = try #require(FrameLayout(geometry: geometry))
        #expect(header_slot_bytes(UInt32(stride), UInt32(height)) == UInt64(layout.slotBytes))
        for format in [PixelFormat.i420(.canvas), .nv12(.canvas)] {
            let planar = try #require(FrameGeometry(size: layout.geometry.size, format: format, strideBytes: stride))
            let slotBytes = try #require(FrameLayout(geometry: planar)).slotBytes
            #expect(header_planar_slot_bytes(UInt32(stride), UInt32(height)) == UInt64(slotBytes))
        }
    }
}
