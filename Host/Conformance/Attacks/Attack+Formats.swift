import AppGroup
import Frames
import Glibc

/// Pixel formats that are none, and planes that would overlap, lie outside, or have edges that no two pixels share.
extension Attack {
    // Arrangement, BT.709, limited range.
    private static let i420: UInt32 = 0x1_0202
    private static let nv12: UInt32 = 0x1_0203
    private static let yuyv: UInt32 = 0x1_0204

    static let formats: [Attack] = [
        Attack(name: "format-words", section: "4 geometry", title: "pixel formats that are none are refused", expectation: .refused([.invalidData])) {
            attacker in
            let words: [(String, UInt32)] = [
                ("I420 alone", 2), ("I420 with a matrix alone", 0x202), ("NV12 with a range alone", 0x1_0003), ("matrix 4", 0x1_0402),
                ("range 3", 0x3_0203), ("a bit above them", 0x101_0204), ("BGRx with a matrix", 0x1_0201), ("arrangement 5", 0x1_0205),
                ("arrangement 255", 0x1_02FF), ("all bits", .max),
            ]
            for (label, word) in words {
                try attacker.trial(label) { visit in if visit.greet() { visit.hand(visit.geometryBytes(format: word).bytes) } }
            }
        },
        Attack(
            name: "format-strides", section: "4 geometry", title: "rows that do not fit into their stride are refused",
            expectation: .refused([.invalidData])
        ) { attacker in
            // Of odd width: the last column of colour belongs to one column of luma.
            let cases: [(String, UInt32, width: UInt32, stride: UInt32)] = [
                ("NV12 of 64 in 62", nv12, 64, 62), ("NV12 of 65 in 64", nv12, 65, 64), ("I420 of 65 in 64", i420, 65, 64),
                ("I420 of 64 in 66", i420, 64, 66), ("I420 of 64 in 0", i420, 64, 0), ("YUYV of 64 in 124", yuyv, 64, 124),
                ("YUYV of 65 in 128", yuyv, 65, 128), ("NV12 in 131,076", nv12, 64, 131_076), ("I420 in 4,294,967,292", i420, 64, .max - 3),
            ]
            for (label, format, width, stride) in cases {
                try attacker.trial(label) { visit in
                    if visit.greet() { visit.hand(visit.geometryBytes(width: width, format: format, stride: stride).bytes) }
                }
            }
        },
        Attack(
            name: "format-memory", section: "10 drops", title: "planes of colour count in the memory that may be had",
            expectation: .refused([.failed])
        ) { attacker in
            // Its luma alone would just fit.
            for (label, format) in [("I420", i420), ("NV12", nv12)] {
                try attacker.trial(label) { visit in
                    guard visit.greet() else { return }
                    visit.hand(visit.geometryBytes(width: 16_384, height: 4096, format: format, stride: 16_384, slots: 8).bytes)
                }
            }
        },
        Attack(
            name: "format-damage", section: "5 loans", title: "damage counts in pixels of luma: beyond them it is outside",
            expectation: .dropped([.invalidData])
        ) { attacker in
            let cases: [(String, UInt32, [UInt16])] = [
                ("the row of colour's own", i420, [0, 0, 63, 64]), ("the column of colour's own", nv12, [0, 0, 64, 63]),
                ("beside a frame of YUYV", yuyv, [63, 0, 1, 1]), ("below a frame of I420", i420, [62, 62, 1, 2]),
            ]
            for (label, format, damage) in cases {
                try attacker.trial(label) { visit in
                    guard visit.attach(visit.geometryBytes(width: 63, height: 63, format: format, stride: 128).bytes) else { return }
                    visit.say(visit.notice(number: 1, damage: [damage]))
                }
            }
        },
        Attack(
            name: "formats-live", section: "4 geometry", title: "noise in planes of every size spoils pixels at most", expectation: .tolerated,
            replacesLive: true, patience: .milliseconds(200), limit: .seconds(90)
        ) { attacker in
            let sizes: [(width: UInt32, height: UInt32, stride: UInt32)] = [
                (1, 1, 4), (2, 2, 131_072), (3, 5, 8), (33, 19, 68), (1, 4096, 4), (16_384, 1, 32_768),
            ]
            for format in [i420, nv12, yuyv, i420 ^ 0x3_0300] {
                for (width, height, stride) in sizes {
                    try attacker.trial("\(width) x \(height), format \(format)") { visit in
                        let geometry = visit.geometryBytes(width: width, height: height, format: format, stride: stride).bytes
                        guard visit.attach(geometry) else { return }
                        try showNoise(visit, PixelRectangle(x: 0, y: 0, width: Int(width), height: Int(height)), &attacker.random)
                    }
                }
            }
        },
    ]

    /// Some frames: damaged all over, then in single pixels, the last of all among them.
    @available(*, noasync)
    private static func showNoise(_ visit: AttackConnection, _ frame: PixelRectangle, _ random: inout SeededRandom) throws {
        guard let offer = visit.offer, let descriptor = visit.memoryDescriptor else { return }
        let frames = try WritableFrames(descriptor: descriptor, layout: offer.layout)
        let (right, bottom) = (frame.width - 1, frame.height - 1)
        let damages = [[(0, 0, frame.width, frame.height)], [(right, bottom, 1, 1)], [(right / 2, bottom / 2, 1, 1), (0, bottom, frame.width, 1)]]
        for (index, damage) in damages.enumerated() {
            visit.run(
                for: .seconds(2),
                until: { (visit.hostState?.lentSlots ?? 0) & 0b111 != 0 && (visit.hostState?.lastNotice ?? 0) >= UInt64(index) || visit.isOver })
            guard !visit.isOver, let lent = visit.hostState?.lentSlots, lent & 0b111 != 0 else { return }
            let slot = lent.trailingZeroBitCount
            let noise = random.bytes(4096)
            let start = frames.pixels(ofSlot: slot)
            // A slot ends with a page.
            for offset in stride(from: 0, to: offer.layout.slotBytes, by: noise.count) {
                noise.withUnsafeBytes { (start + offset).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
            }
            let rectangles = damage.map { [$0.0, $0.1, $0.2, $0.3].map { UInt16($0) } }
            visit.say(visit.notice(number: UInt64(index + 1), slot: UInt8(slot), damage: rectangles))
        }
    }
}
