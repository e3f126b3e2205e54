/// A track's part of a fragment of MP4 (ISO/IEC 14496-12, sections 8.8.4 to 8.8.12), in ticks of its track, as it stands in the file.
struct TrackFragment {
    let track: Int
    let start: Int
    /// How long all its samples last.
    let span: Int
    let samples: Int

    /// Of all fragments of a file, in their order.
    static func all(in file: [UInt8]) -> [TrackFragment] {
        let parts = boxes(file[...]).filter { $0.name == "moof" }.flatMap { boxes($0.content) }
        return parts.filter { $0.name == "traf" }.compactMap { TrackFragment($0.content) }
    }

    private init?(_ content: ArraySlice<UInt8>) {
        let parts = Self.boxes(content)
        guard let head = parts.first(where: { $0.name == "tfhd" })?.content, let time = parts.first(where: { $0.name == "tfdt" })?.content else {
            return nil
        }
        track = Self.number(head, 4)
        start = time.first == 1 ? Self.number(time, 4) << 32 + Self.number(time, 8) : Self.number(time, 4)
        // What every sample lasts that does not say so; before it stand the base's offset and the description's index.
        let flags = Self.number(head, 0) & 0xFFFFFF
        let usual = flags & 8 != 0 ? Self.number(head, 8 + (flags & 1) * 8 + (flags & 2) * 2) : 0
        var (span, samples) = (0, 0)
        for run in parts where run.name == "trun" {
            let (flags, count) = (Self.number(run.content, 0) & 0xFFFFFF, Self.number(run.content, 4))
            let first = 8 + (flags & 1) * 4 + (flags & 4)
            let size = (8...11).reduce(0) { $0 + (flags >> $1 & 1) * 4 }
            for sample in 0..<count { span += flags & 0x100 != 0 ? Self.number(run.content, first + sample * size) : usual }
            samples += count
        }
        (self.span, self.samples) = (span, samples)
    }

    private static func boxes(_ bytes: ArraySlice<UInt8>) -> [(name: String, content: ArraySlice<UInt8>)] {
        var (rest, found) = (bytes, [(name: String, content: ArraySlice<UInt8>)]())
        while rest.count >= 8 {
            let size = number(rest, 0)
            guard (8...rest.count).contains(size) else { break }
            found.append((String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), rest.prefix(size).dropFirst(8)))
            rest = rest.dropFirst(size)
        }
        return found
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Int {
        bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
}
