/// Boxes of an MP4 header that have to grow for what is put behind them.
struct MP4Header {
    /// Each box that encloses the end of the header: where it begins, and its size now.
    private(set) var open: [(offset: Int, size: Int)] = []
    /// Whether user data is among them.
    private(set) var hasUserData = false

    /// `nil` when the header does not end with the movie box.
    init?(_ header: [UInt8]) {
        guard let movie = Self.lastBox(in: header, from: 0), movie.name == "moov" else { return nil }
        open = [(movie.offset, movie.size)]
        if let data = Self.lastBox(in: header, from: movie.offset + 8), data.name == "udta" {
            open.append((data.offset, data.size))
            hasUserData = true
        }
    }

    /// The box that ends where the header does.
    private static func lastBox(in header: [UInt8], from start: Int) -> (name: String, offset: Int, size: Int)? {
        var offset = start
        while offset + 8 <= header.count {
            let size = header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, offset + size <= header.count else { return nil }
            if offset + size == header.count { return (String(decoding: header[offset + 4..<offset + 8], as: UTF8.self), offset, size) }
            offset += size
        }
        return nil
    }
}
