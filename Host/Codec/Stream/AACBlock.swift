/// What the beginning of a block of AAC says (raw_data_block of ISO/IEC 14496-3, 4.4.2), of one channel or of a pair.
struct AACBlock {
    /// How the samples are cut and faded: what follows has to go on with it (4.6.11).
    struct Window: Equatable {
        /// window_sequence: 0 one long window, 1 the last long one, 2 eight short ones, 3 the first long one again.
        let sequence: UInt32
        let shape: UInt32
    }

    /// Of the first channel.
    let window: Window
    /// Scale factor bands that have a spectrum (max_sfb).
    private let bandCount: UInt32
    /// Of eight short windows, one bit for each but the first: whether it belongs to the group before.
    private let grouping: UInt32
    /// global_gain, of a single channel only.
    private let gain: UInt32
    /// Where what comes behind the window's description (ics_info) begins.
    private let bodyStart: Int
    private static let (single, pair, end) = (UInt32(0), UInt32(1), UInt32(7))
    private static let eightShort: UInt32 = 2
    /// The longest beginning: element, tag, gain and description.
    private static let mostBytes = 4

    /// `nil` where it begins otherwise, or the channels of the pair have windows of their own.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var bits = BitReader(Array(bytes.prefix(Self.mostBytes)))
        guard let element = bits.bits(3), bits.skip(4) else { return nil }
        switch element {
        case Self.single:
            guard let gain = bits.bits(8) else { return nil }
            self.gain = gain
        case Self.pair:
            guard bits.bit() == 1 else { return nil }
            gain = 0
        default: return nil
        }
        guard bits.skip(1), let sequence = bits.bits(2), let shape = bits.bit() else { return nil }
        let isShort = sequence == Self.eightShort
        // Behind the bands: the grouping, or whether there is prediction, which AAC-LC does not have.
        guard let bandCount = bits.bits(isShort ? 4 : 6), let grouping = bits.bits(isShort ? 7 : 1), isShort || grouping == 0 else { return nil }
        (self.bandCount, self.grouping) = (bandCount, grouping)
        window = Window(sequence: sequence, shape: shape)
        bodyStart = bits.position
    }

    /// A block of one channel as one of a pair, both of which are that channel: middle and side (4.6.8.1), and of the side there is nothing.
    ///
    /// Right only without noise substitution and temporal shaping: what those say is said of each side anew.
    ///
    /// - Returns: `nil` where it is no whole block of one channel.
    static func pair(ofSingle bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard bytes.first.map({ UInt32($0 >> 5) }) == Self.single, let block = AACBlock(bytes), let last = bytes.lastIndex(where: { $0 != 0 })
        else { return nil }
        // Its end is three ones, and nothing but zeros fills the last byte up.
        let bodyEnd = 8 * last + 8 - bytes[last].trailingZeroBitCount - 3
        guard bodyEnd >= block.bodyStart else { return nil }
        var writer = BitWriter()
        writer.bits(Self.pair, count: 3)
        writer.bits(0, count: 4)
        writer.bit(1)  // both have the window that follows
        block.describe(to: &writer)
        writer.bits(2, count: 2)  // middle and side in all bands
        writer.bits(block.gain, count: 8)
        writer.copy(bytes, block.bodyStart..<bodyEnd)
        block.writeNothing(to: &writer)
        writer.bits(Self.end, count: 3)
        return writer.bytes
    }

    private var isShort: Bool { window.sequence == Self.eightShort }

    private func describe(to writer: inout BitWriter) {
        writer.bit(0)
        writer.bits(window.sequence, count: 2)
        writer.bit(window.shape)
        writer.bits(bandCount, count: isShort ? 4 : 6)
        writer.bits(grouping, count: isShort ? 7 : 1)
    }

    /// A channel without a spectrum: all bands of each group in one section that has none (codebook 0).
    private func writeNothing(to writer: inout BitWriter) {
        writer.bits(0, count: 8)
        let groups = isShort ? 8 - grouping.nonzeroBitCount : 1
        let (width, most) = isShort ? (3, UInt32(7)) : (5, UInt32(31))
        for _ in 0..<groups where bandCount > 0 {
            writer.bits(0, count: 4)
            for _ in 0..<bandCount / most { writer.bits(most, count: width) }
            writer.bits(bandCount % most, count: width)
        }
        // No pulses, no temporal shaping, no gain control.
        writer.bits(0, count: 3)
    }
}
