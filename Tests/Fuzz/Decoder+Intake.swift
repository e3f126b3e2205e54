import AgentProtocol
import AppGroup
import Frames
import Glibc
import Platform

@testable import Intake

extension Decoder {
    /// Notices one after the other against the loans of one agent, frames kept or let go as the input says.
    static var notices: Decoder {
        let bench = NoticeBench()
        return Decoder(name: "notices", seeds: NoticeBench.seeds, longest: 2048) { bench.take($0) }
    }

    /// Rows of a pointer's image, message after message, each with its body's length before it.
    static var pointerRows: Decoder {
        func rows(_ first: Range<Int>, _ second: Range<Int>) -> [UInt8] {
            let image = [UInt8](repeating: 7, count: 5 * 4 * 4)
            let buffer = WireBuffer()
            return [first, second].flatMap { range in
                image.withUnsafeBytes {
                    PointerImageRows.encode(
                        generation: 1, size: PixelSize(width: 5, height: 4), hotSpotX: 1, hotSpotY: 2, rows: range, image: $0, into: buffer)
                }
                return [UInt8(buffer.bytes.count - 8), 0] + buffer.bytes.dropFirst(8)
            }
        }
        return Decoder(name: "pointerImage", seeds: [rows(0..<2, 2..<4), rows(0..<4, 0..<1)], longest: 4096) { bytes in
            var assembler = PointerAssembler()
            var rest = bytes[...]
            while rest.count >= 2 {
                let length = min(Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8, rest.count - 2)
                withMessage(of: .pointerImage, body: UnsafeRawBufferPointer(rebasing: rest.dropFirst(2).prefix(length))) { whole in
                    do throws(WireError) {
                        guard let shape = assembler.take(try PointerImageRows(decoding: whole)) else { return }
                        demand(shape.pixels.count == shape.size.width * shape.size.height * 4, "an image of another size than it says")
                    } catch {}
                }
                rest = rest.dropFirst(2 + length)
            }
        }
    }
}

/// An agent's line in the intake, as one that lies would use it.
private final class NoticeBench {
    private static let bodyBytes = 40
    private let agent: AttachedAgent
    private let memory: FrameMemory
    private let wakeup: Wakeup

    static var seeds: [[UInt8]] {
        func body(number: UInt64, slot: Int) -> [UInt8] {
            let damage = Damage(PixelRectangle(x: 3, y: 4, width: 20, height: 10))
            let notice = Notice(
                generation: 3, memoryNumber: 2, number: number, captureTime: .now(), slot: slot, orientation: .up, mergedChanges: 0, damage: damage)
            return Array(SampleMessages.bytes(notice).dropFirst(8))
        }
        return [(1...4).flatMap { body(number: $0, slot: Int($0) % 3) }, body(number: 9, slot: 2)]
    }

    init() {
        do {
            let layout = FrameLayout(geometry: FrameGeometry(size: PixelSize(width: 64, height: 48))!)!
            (memory, wakeup) = (try FrameMemory(layout: layout), try Wakeup())
            let path = "/tmp/splitcast-fuzz-\(getpid()).zmq"
            agent = AttachedAgent(
                description: AgentDescription(
                    generation: 3, processID: 1, backend: "fuzz", screen: "", place: "screen", isStandby: false, wantsCast: false, needKiB: 0,
                    attachedAt: .now()),
                feed: SourceFeed(.screen), channel: try ChannelServer(binding: path))
            unlink(path)  // no agent connects by it, and libFuzzer's end would leave it
        } catch { fatalError("\(error)") }
    }

    func take(_ bytes: UnsafeRawBufferPointer) {
        var line = AgentConnection(agent, of: SourceIntake(agent.feed, milliFramesPerSecond: 30_000, at: .now()), at: .now())
        line.begin(HostLoans(memory: memory, onFreed: wakeup), number: 2)
        var kept: IncomingFrame?
        var rest = bytes[...]
        while rest.count >= Self.bodyBytes {
            let body = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.bodyBytes))
            withMessage(of: .notice, body: body) { whole in
                do throws(WireError) {
                    guard let frame = try line.accept(try Notice.decode(whole), at: .now()) else { return }
                    check(frame)
                    if body[0] & 1 == 0 { kept = consume frame }
                } catch {}
            }
            rest = rest.dropFirst(Self.bodyBytes)
        }
        _ = kept.take()
        wakeup.drain()
    }

    /// Whatever the notice said, the frame lies within what the host allocated.
    private func check(_ frame: borrowing IncomingFrame) {
        let now = MediaTime.now()
        demand(memory.layout.slotCount > frame.loan.slot && frame.loan.slot >= 0, "a slot outside of the memory")
        demand(PixelRectangle(of: memory.layout.geometry.size).contains(frame.damage.bounds), "damage outside of the frame")
        demand(frame.captureTime <= now && now - frame.captureTime < .seconds(2), "a time that cannot be")
        demand(frame.geometry == memory.layout.geometry && frame.generation == 3, "another frame than was lent")
    }
}
