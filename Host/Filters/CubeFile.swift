import Glibc
public import Picture

/// Reads colour tables of three dimensions from `.cube` files: every line is understood, or the file is refused.
public enum CubeFile {
    public static let largestFileBytes = 16 << 20
    private static let longestLine = 512

    /// Reads a table. Blocks for a disk; any thread that may.
    ///
    /// - Throws: `badSetting`, in one line that names the file and, where one is wrong, its line.
    public static func read(_ path: String) throws(FilterError) -> ColourCube {
        let bytes = try contents(path)
        do throws(FilterError) { return try parse(bytes) } catch { throw refusal(path, error.message) }
    }

    private static func contents(_ path: String) throws(FilterError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw refusal(path, "cannot be read: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { throw refusal(path, "is not a file") }
        guard facts.st_size <= largestFileBytes else { throw refusal(path, "is larger than 16 MiB: give one of at most 65 points along each axis") }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        var received = 0
        while received < bytes.count {
            let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + received, $0.count - received) }
            guard count > 0 else { throw refusal(path, "cannot be read to its end") }
            received += count
        }
        return bytes
    }

    private static func refusal(_ path: String, _ text: String) -> FilterError { FilterError(.badSetting, "the colour table '\(path)' \(text)") }

    /// - Throws: `badSetting`, with what is wrong of the file.
    static func parse(_ bytes: [UInt8]) throws(FilterError) -> ColourCube {
        var reader = Reader()
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard line.count <= longestLine else { throw Reader.wrong(index + 1, "is longer than \(longestLine) characters") }
            try reader.take(line, number: index + 1)
        }
        return try reader.finish()
    }

    /// What was read so far.
    private struct Reader {
        var size: Int?
        var least: [Float]?
        var most: [Float]?
        var colours: [SIMD3<Float>] = []

        static func wrong(_ line: Int, _ text: String) -> FilterError { FilterError(.badSetting, "is wrong: line \(line) \(text)") }

        mutating func take(_ line: ArraySlice<UInt8>, number: Int) throws(FilterError) {
            let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
            guard let first = words.first, first.first != UInt8(ascii: "#") else { return }
            if let start = first.first, start == UInt8(ascii: "-") || start == UInt8(ascii: ".") || start >= 0x30 && start <= 0x39 {
                return try takeColour(words, number)
            }
            let keyword = String(decoding: first, as: UTF8.self)
            if keyword == "TITLE" { return }
            guard colours.isEmpty else { throw Self.wrong(number, "stands after colours and is none: give three numbers") }
            switch keyword {
            case "LUT_3D_SIZE":
                guard size == nil else { throw Self.wrong(number, "says LUT_3D_SIZE once more") }
                let text = words.count == 2 ? String(decoding: words[1], as: UTF8.self) : ""
                guard text.utf8.count <= 4, let points = Int(text), ColourCube.sizes.contains(points) else {
                    throw Self.wrong(number, "must be LUT_3D_SIZE and one number, 2 to 65")
                }
                size = points
                colours.reserveCapacity(points * points * points)
            case "DOMAIN_MIN": least = try Self.numbers(words.dropFirst(), 3, number)
            case "DOMAIN_MAX": most = try Self.numbers(words.dropFirst(), 3, number)
            case "LUT_3D_INPUT_RANGE":
                let ends = try Self.numbers(words.dropFirst(), 2, number)
                (least, most) = (Array(repeating: ends[0], count: 3), Array(repeating: ends[1], count: 3))
            case "LUT_1D_SIZE": throw Self.wrong(number, "is of a table of one dimension: give one with LUT_3D_SIZE")
            default: throw Self.wrong(number, "begins with nothing that a table of three dimensions has")
            }
        }

        private mutating func takeColour(_ words: [ArraySlice<UInt8>], _ number: Int) throws(FilterError) {
            guard let size else { throw Self.wrong(number, "has a colour before LUT_3D_SIZE") }
            guard colours.count < size * size * size else {
                throw Self.wrong(number, "is one colour too many: a table of size \(size) has \(size * size * size)")
            }
            let values = try Self.numbers(words[...], 3, number)
            colours.append(SIMD3(values[0], values[1], values[2]))
        }

        /// Finite ones, within ±1000.
        private static func numbers(_ words: ArraySlice<ArraySlice<UInt8>>, _ count: Int, _ number: Int) throws(FilterError) -> [Float] {
            guard words.count == count else { throw wrong(number, "must have \(count) numbers, and has \(words.count)") }
            var values: [Float] = []
            for word in words {
                let text = String(decoding: word, as: UTF8.self)
                let isPlain = word.count <= 32 && word.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || "+-.eE".utf8.contains($0) }
                guard isPlain, let value = Float(text), abs(value) <= 1000 else {
                    throw wrong(number, "has '\(text.prefix(16))', which is no number from -1000 to 1000")
                }
                values.append(value)
            }
            return values
        }

        func finish() throws(FilterError) -> ColourCube {
            guard let size else { throw FilterError(.badSetting, "is no colour table: it has no LUT_3D_SIZE") }
            let count = size * size * size
            guard colours.count == count else {
                throw FilterError(.badSetting, "is cut off: it has \(colours.count) colours, and a table of size \(size) has \(count)")
            }
            var domain: [ClosedRange<Float>] = []
            for channel in 0..<3 {
                let (low, high) = (least?[channel] ?? 0, most?[channel] ?? 1)
                guard high - low >= 1e-4 else { throw FilterError(.badSetting, "is wrong: DOMAIN_MAX must be above DOMAIN_MIN") }
                domain.append(low...high)
            }
            return ColourCube(size: size, colours: colours, domain: domain)
        }
    }
}
