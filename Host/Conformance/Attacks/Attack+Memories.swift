import AppGroup
import Glibc

/// What can be done to frame memory by a process that holds its descriptor.
extension Attack {
    /// Gives the whole of the memory's pages back: fallocate(2) with FALLOC_FL_PUNCH_HOLE, by way of madvise(2), which may be called from here.
    private static func punchHoles(_ frames: WritableFrames) -> Bool {
        madvise(frames.pixels(ofSlot: 0), frames.layout.totalBytes, MADV_REMOVE) == 0
    }

    /// The frame memory of an attachment, mapped.
    private static func frames(_ visit: AttackConnection) throws -> WritableFrames? {
        guard let offer = visit.offer, let descriptor = visit.memoryDescriptor else { return nil }
        return try WritableFrames(descriptor: descriptor, layout: offer.layout)
    }

    @available(*, noasync)
    private static func spoil(_ attacker: Attacker, _ rounds: Int, _ act: (AttackConnection, WritableFrames) -> Void) throws {
        try attacker.attachedTrial("") { visit in
            guard let frames = try frames(visit) else { return }
            var number: UInt64 = 0
            for _ in 0..<rounds where !visit.isOver {
                act(visit, frames)
                let free = (visit.hostState?.lentSlots ?? 0) & 0b111
                let isAnswered = (visit.hostState?.lastNotice ?? 0) >= number
                if attacker.attack?.replacesLive == true, isAnswered, free != 0 {
                    number += 1
                    visit.say(visit.notice(number: number, slot: UInt8(free.trailingZeroBitCount)))
                }
                visit.run(for: .milliseconds(20))
            }
        }
    }

    private static func scribble(_ frames: WritableFrames, _ value: Int32) { memset(frames.pixels(ofSlot: 0), value, frames.layout.totalBytes) }

    static let memories: [Attack] = [
        Attack(
            name: "memory-size", section: "4 memory", title: "the size of frame memory cannot be changed", expectation: .tolerated,
            patience: .milliseconds(300)
        ) { attacker in
            try attacker.attachedTrial("") { visit in
                guard let offer = visit.offer, let descriptor = visit.memoryDescriptor else { return }
                for size in [0, 4096, offer.layout.totalBytes - 1, offer.layout.totalBytes + 4096, 1 << 40] where ftruncate(descriptor, size) == 0 {
                    attacker.say(.wrong("ftruncate to \(size) bytes succeeded: the memory is not sealed"))
                }
                var facts = stat()
                if fstat(descriptor, &facts) == 0, facts.st_size != offer.layout.totalBytes {
                    attacker.say(.wrong("the memory has \(facts.st_size) bytes, the offer said \(offer.layout.totalBytes)"))
                }
            }
        },
        Attack(
            name: "memory-holes", section: "4 memory", title: "a standby that punches holes into its memory",
            expectation: .toleratedOrDropped([.invalidData]),
            patience: .milliseconds(300)
        ) { attacker in
            try spoil(attacker, 20) { _, frames in
                if !punchHoles(frames) { attacker.say(.wrong("no hole could be punched: this attack tried nothing")) }
            }
        },
        Attack(
            name: "memory-holes-live", section: "4 memory", title: "holes in slots that the host reads show black",
            expectation: .toleratedOrDropped([.invalidData]),
            replacesLive: true
        ) { attacker in
            try spoil(attacker, 100) { _, frames in
                scribble(frames, 0x7F)
                _ = punchHoles(frames)
            }
        },
        Attack(
            name: "memory-scribbled", section: "5 loans", title: "writing into slots that the host reads spoils pixels at most",
            expectation: .tolerated, replacesLive: true
        ) { attacker in
            try spoil(attacker, 100) { _, frames in for round in 0..<50 { scribble(frames, Int32(round * 5)) } }
        },
        Attack(
            name: "memory-huge", section: "4 geometry", title: "the largest memory that can be asked for",
            expectation: .toleratedOrDropped([.failed, .memoryLimit, .invalidData]),
            replacesLive: true, patience: .seconds(3)
        ) { attacker in
            try attacker.trial("8192 x 8192 in 8 slots") { visit in
                guard visit.greet() else { return }
                visit.hand(visit.geometryBytes(width: 8192, height: 8192, slots: 8).bytes)
            }
        },
    ]
}
