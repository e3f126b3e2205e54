/// What a process that encodes says to each message: what lies in the memory now, one behind the other, and how it failed otherwise.
enum EncoderAnswer: Hashable {
    struct Entry: Hashable {
        let byteCount: Int
        let pts, dts: Int64
        let isKeyframe: Bool
    }

    /// Packets, and behind them the header of the stream, where it is new.
    case made([Entry], headerBytes: Int?)
    /// A text why.
    case failed(byteCount: Int)

    static let mark: Int64 = 0x5343_454E_4102
    /// More are not handed out at a time.
    static let mostEntries = 64
    static let largestMessageBytes = (4 + 4 * mostEntries) * 8
    static let mostHeaderBytes = 64 * 1024
    static let mostTextBytes = 1000

    var words: [Int64] {
        switch self {
        case .made(let entries, let header):
            [Self.mark, 1, Int64(header ?? -1), Int64(entries.count)]
                + entries.flatMap { [Int64($0.byteCount), $0.pts, $0.dts, $0.isKeyframe ? 1 : 0] }
        case .failed(let byteCount): [Self.mark, 2, Int64(byteCount)]
        }
    }

    /// - Parameter room: how many bytes the memory has.
    /// - Throws: `MessageFields.wrong` for a message that is none, and for one that tells of more than the memory has.
    init(_ message: UnsafeRawBufferPointer, room: Int) throws(CodecError) {
        let words = try MessageFields(message, mark: Self.mark)
        switch (words[1], words.count) {
        case (2, 3):
            guard (0...Int64(min(room, Self.mostTextBytes))).contains(words[2]) else { throw MessageFields.wrong }
            self = .failed(byteCount: Int(words[2]))
        case (1, 4...):
            let (header, count) = (words[2], words[3])
            guard (-1...Int64(Self.mostHeaderBytes)).contains(header), (0...Int64(Self.mostEntries)).contains(count),
                words.count == 4 + 4 * Int(count)
            else { throw MessageFields.wrong }
            var (left, entries) = (Int64(room) - max(0, header), [Entry]())
            for index in 0..<Int(count) {
                let first = 4 + 4 * index
                let (bytes, flag) = (words[first], words[first + 3])
                guard bytes > 0, bytes <= left, (0...1).contains(flag) else { throw MessageFields.wrong }
                left -= bytes
                entries.append(Entry(byteCount: Int(bytes), pts: words[first + 1], dts: words[first + 2], isKeyframe: flag == 1))
            }
            guard left >= 0 else { throw MessageFields.wrong }
            self = .made(entries, headerBytes: header < 0 ? nil : Int(header))
        default: throw MessageFields.wrong
        }
    }
}
