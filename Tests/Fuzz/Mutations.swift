/// Inputs made of others by damage, the same ones in each run: bits that flip, bytes that go, come or are doubled, two inputs in one.
struct Mutations: Sequence, IteratorProtocol {
    private static let telling: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, 0x0A, 0x20, 0x22]
    private let inputs: [[UInt8]]
    private let longest: Int
    private var state: UInt64
    private var left: Int

    /// - Parameters:
    ///   - name: another name, other inputs.
    ///   - inputs: at least one.
    init(of inputs: [[UInt8]], for name: String, longest: Int, count: Int) {
        (self.inputs, self.longest, left) = (inputs, longest, count)
        state = name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    mutating func next() -> [UInt8]? {
        guard left > 0 else { return nil }
        left -= 1
        var bytes = inputs[below(inputs.count)]
        for _ in 0...below(4) { damage(&bytes) }
        return Array(bytes.prefix(longest))
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return bytes.append(UInt8(below(256))) }
        let place = below(bytes.count)
        let end = place + 1 + below(Swift.min(16, bytes.count - place))
        switch below(8) {
        case 0: bytes[place] ^= 1 << below(8)
        case 1: bytes[place] = Self.telling[below(Self.telling.count)]
        case 2: bytes[place] = UInt8(below(256))
        case 3: bytes.removeSubrange(place..<end)
        case 4: bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count))
        case 5: bytes.removeSubrange(place...)
        case 6: for index in place..<Swift.min(place + 4, bytes.count) { bytes[index] = Self.telling[below(5)] }
        default: bytes.replaceSubrange(place..., with: inputs[below(inputs.count)].suffix(bytes.count))
        }
    }

    /// SplitMix64.
    private mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
