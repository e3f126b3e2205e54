/// The bit rate that libavcodec's AAC ("fast") is told, while even its finest frames come to less than it may spend. A value.
///
/// A frame that comes to less than two thirds of the bit rate is encoded up to five times, finer each time, though it cannot become finer any
/// more: a clean tone takes four times the processor time of speech. Told of somewhat more than the frames come to, the encoder takes the first,
/// which is as fine (SNR 69.5 dB either way). What is told never falls below a quarter: the first frame of a sound that needs more has one and a
/// half times that (the worst frame of speech behind pauses has 15 dB with a quarter, as without this, and 2.6 with a tenth).
struct FrugalBitRate {
    private static let least = 0.25
    /// Above what frames come to, so that the encoder stays as fine as it is.
    private static let room = 1.12
    /// A frame that comes to more of what was told wants more.
    private static let full = 0.98
    /// Share of a frame in what frames come to on average.
    private static let share = 0.2

    /// Bits a second.
    private let most: Double
    private(set) var told: Double
    private var average: Double

    init(bitsPerSecond: Int) {
        most = Double(bitsPerSecond)
        (told, average) = (most, most)
    }

    /// - Parameter bitsPerSecond: of the frame that was just encoded.
    mutating func encoded(bitsPerSecond: Double) {
        average = max(bitsPerSecond, average + (bitsPerSecond - average) * Self.share)
        told = bitsPerSecond > told * Self.full ? most : min(max(average * Self.room, most * Self.least), most)
    }
}
