import AgentProtocol
import AppGroup
import Frames
import Glibc
import Platform

/// One attachment of the agent under examination, seen from the host: says what the host says, writes down what the agent says.
///
/// One thread. What is wrong at any time goes straight into the report.
final class Attachment {
    let generation: UInt32
    let peer: PeerCredentials
    let hello: Hello
    let openedAt = MediaTime.now()
    private var socket: PacketSocket?
    private var channel: ChannelServer?
    private let process: WatchedProcess
    private let stage: Stage
    let report: Report
    private let buffer = WireBuffer()
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

    // What the host says.
    var request = HostState.Wish.wait { didSet { if request != oldValue { nextState = .zero } } }
    var stopReason: EndReason?
    var milliFramesPerSecond: UInt32 = 30_000 { didSet { nextState = .zero } }
    /// Lends a slot again as soon as another one holds a newer frame.
    var lendsAgain = false
    /// Says nothing any more.
    var isSilent = false
    private(set) var sequence: UInt64 = 0
    private var nextState = MediaTime.zero

    // What the agent said.
    private(set) var memory: StageMemory?
    private(set) var book: NoticeBook?
    private var seenSlots: Set<Int> = []
    private(set) var lastNotice: UInt64 = 0
    private(set) var noticeTimes: [MediaTime] = []
    private(set) var state: AgentState?
    private(set) var stateTimes: [MediaTime] = []
    private(set) var ended: AgentEnded?
    private(set) var isClosed = false
    private(set) var geometryChanges = 0
    /// Until when notices on the memory before may be under way.
    private var exchangedAt = MediaTime.zero

    /// - Parameter socket: the hello has been read from it; the welcome has not been sent.
    init(_ socket: PacketSocket, _ hello: Hello, process: WatchedProcess, stage: Stage, report: Report) throws(ConformanceError) {
        (self.socket, self.hello, self.process, self.stage, self.report) = (socket, hello, process, stage, report)
        generation = stage.nextGeneration()
        let path = stage.group.directory.agentPath(token: GroupDirectory.makeToken())
        do throws(SystemError) { peer = try socket.peer() } catch { throw ConformanceError("asking who connected", error) }
        do throws(GroupError) { channel = try ChannelServer(binding: path) } catch { throw ConformanceError(error) }
        hand(
            Welcome(
                version: 1, generation: generation, heartbeatMilliseconds: UInt16(clamping: Stage.heartbeat.inMilliseconds),
                silenceMilliseconds: UInt16(clamping: Stage.silence.inMilliseconds), endpoint: "ipc://" + path))
    }

    deinit { inbox.deallocate() }

    // MARK: Saying

    func lend(_ slots: UInt32) {
        book?.lend(slots)
        nextState = .zero
    }

    /// The next notice is damaged all over, or breaks this check.
    func expectWholeNotice(_ check: AgentCheck) { book?.wholeExpected = check }

    /// The state that would be said now, with another sequence and whatever `change` does.
    func state(sequence: UInt64, _ change: (inout HostState) -> Void = { _ in }) -> HostState {
        var state = HostState(
            generation: generation, sequence: sequence, wish: request, stopReason: request == .stop ? stopReason : nil,
            milliFramesPerSecond: milliFramesPerSecond, memoryNumber: book?.memoryNumber ?? 0, lentSlots: book?.lent ?? 0, lastNotice: lastNotice)
        change(&state)
        return state
    }

    func nextSequence() -> UInt64 {
        sequence += 1
        return sequence
    }

    /// A full queue means an agent that does not read: that shows elsewhere.
    func say(_ message: some WireMessage) {
        message.encode(into: buffer)
        _ = channel?.send(buffer)
    }

    func say(raw bytes: [UInt8]) { bytes.withUnsafeBytes { _ = channel?.send(raw: $0) } }

    /// Over the hand-off connection. One that is closed is noticed by the next look.
    func hand(_ message: some WireMessage, descriptor: Int32? = nil) {
        message.encode(into: buffer)
        do throws(SystemError) { try socket?.send(buffer.bytes, descriptor: descriptor) } catch {}
    }

    func hand(raw bytes: [UInt8], descriptor: Int32? = nil) {
        bytes.withUnsafeBytes { bytes in
            do throws(SystemError) { try socket?.send(bytes, descriptor: descriptor) } catch {}
        }
    }

    /// It has sent ended, or closed the connection.
    var isOver: Bool { isClosed || ended != nil }

    /// Closes everything at once, as the end of a host's process does.
    func close() { (socket, channel, isClosed) = (nil, nil, true) }

    // MARK: Going on

    /// Goes on as a host does until something holds or it is time. True when it holds.
    @discardableResult @available(*, noasync)
    func run(for span: Duration, until isDone: () -> Bool = { false }) -> Bool {
        let deadline = MediaTime.now() + span
        while true {
            if !isSilent, .now() >= nextState { tell() }
            receivePackets()
            while let channel, channel.receive({ handle($0) }) != nil {}
            process.look()
            if isDone() { return true }
            if isClosed || .now() >= deadline || stage.interruption.hasCome { return false }
            if !isSilent, nextState == .zero { continue }
            let descriptors = [socket?.descriptor, channel?.descriptor, process.textDescriptor].compactMap { $0 }
            stage.wait(for: descriptors, until: isSilent ? deadline : min(deadline, nextState))
        }
    }

    private func tell() {
        say(state(sequence: nextSequence()))
        nextState = .now() + Stage.heartbeat
    }

    @available(*, noasync)
    private func receivePackets() {
        while let socket, !isClosed {
            var passed: OwnedDescriptor?
            do throws(SystemError) {
                switch try socket.receive(into: inbox, passed: &passed) {
                case .nothing: return
                case .end: isClosed = true
                case .packet(let count, _): handlePacket(UnsafeRawBufferPointer(rebasing: inbox[..<count]))
                }
            } catch {
                report.fail(.wellFormed, "a packet on the hand-off connection cannot be read (\(error)): none is longer than 65,536 bytes")
                isClosed = true
            }
        }
    }

    @available(*, noasync)
    private func handlePacket(_ bytes: UnsafeRawBufferPointer) {
        do throws(WireError) {
            guard try messageKind(of: bytes) == .geometry else { return }
            lendMemory(try GeometryRequest.decode(bytes))
        } catch { report.fail(.geometry, "\(error) in a packet of \(bytes.count) bytes on the hand-off connection") }
    }

    @available(*, noasync)
    private func lendMemory(_ request: GeometryRequest) {
        guard let layout = FrameLayout(geometry: request.geometry, slotCount: request.slotCount) else { return }
        do throws(GroupError) {
            let made = try StageMemory(layout)
            let number = (book?.memoryNumber ?? 0) + 1
            if number > 1 { (geometryChanges, exchangedAt) = (geometryChanges + 1, .now()) }
            (memory, book, seenSlots) = (made, NoticeBook(memoryNumber: number, layout: layout), [])
            if lendsAgain { lend(.max) }
            nextState = .zero
            hand(MemoryOffer(memoryNumber: number, layout: layout), descriptor: made.memory.descriptor)
        } catch { report.fail(.geometry, "no memory for what it asked: \(error.message)") }
    }

    private func handle(_ bytes: UnsafeRawBufferPointer) {
        do throws(WireError) {
            let now = MediaTime.now()
            let kind = try messageKind(of: bytes)
            if ended != nil { report.fail(.endedIsLast, "a message of kind \(kind.map { "\($0)" } ?? "unknown") came after ended") }
            switch kind {
            case .notice: handle(try Notice.decode(bytes), at: now)
            case .agentState: handle(try AgentState.decode(bytes), at: now)
            case .pointer: check(try PointerMoved.decode(bytes).generation, "pointer")
            case .pointerImage: check(try PointerImageRows(decoding: bytes).generation, "pointer image")
            case .focus: check(try FocusedWindow.decode(bytes).generation, "focus")
            case .displayPower: check(try DisplayPower.decode(bytes).generation, "display power")
            case .cameraControls: check(try CameraControls.decode(bytes).generation, "camera controls")
            case .extra: check(try AgentExtra.decode(bytes).generation, "extra")
            case .remark: check(try AgentRemark.decode(bytes).generation, "remark")
            case .ended:
                let word = try AgentEnded.decode(bytes)
                check(word.generation, "ended")
                ended = word
            default: break
            }
        } catch { report.fail(.wellFormed, "\(error) in \(bytes.count) bytes over ZeroMQ, beginning with \(hexadecimal(bytes.prefix(12)))") }
    }

    private func check(_ named: UInt32, _ what: String) {
        guard named != generation else { return }
        report.fail(.wellFormed, "\(what) carries generation \(named), the welcome said \(generation)")
    }

    private func handle(_ message: AgentState, at now: MediaTime) {
        check(message.generation, "agent state")
        if let before = state, message.sequence <= before.sequence {
            report.fail(.sequenceGrows, "sequence \(message.sequence) came after \(before.sequence)")
        }
        state = message
        stateTimes.append(now)
    }

    private func handle(_ notice: Notice, at now: MediaTime) {
        check(notice.generation, "notice")
        noticeTimes.append(now)
        guard var book, let memory else { return report.fail(.currentMemory, "notice \(notice.number) came before any memory was handed over") }
        // It may have left before the agent asked for another memory.
        if notice.memoryNumber + 1 == book.memoryNumber, now - exchangedAt < .milliseconds(500) {
            lastNotice = max(lastNotice, notice.number)
            return
        }
        for (check, what) in book.apply(notice, after: lastNotice, earliest: openedAt, at: now) { report.fail(check, what) }
        if notice.slot < book.layout.slotCount, seenSlots.insert(notice.slot).inserted {
            let left = memory.untouchedPixels(ofSlot: notice.slot)
            if left > StageMemory.chance {
                let whole = book.layout.geometry.size.width * book.layout.geometry.size.height
                report.fail(.wholeFrame, "the first notice on slot \(notice.slot) left \(left) of its \(whole) pixels as the host had made them")
            }
        }
        lastNotice = max(lastNotice, notice.number)
        // The newest frame is kept until there is a newer one, as a host does that may need it again.
        if lendsAgain { book.lend(~(notice.slot < 32 ? 1 << UInt32(notice.slot) : 0)) }
        self.book = book
        if lendsAgain { nextState = .zero }
    }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
}
