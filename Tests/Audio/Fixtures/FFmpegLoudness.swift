import Glibc

/// What `ffmpeg -af ebur128` makes of the same samples.
enum FFmpegLoudness {
    /// Integrated loudness of interleaved stereo at 48 kHz, in LUFS.
    static func integrated(_ samples: [Float]) -> Double? {
        var name = Array("/tmp/splitcast-loudness-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { return nil }
        defer {
            close(file)
            unlink(name)
        }
        let bytes = samples.count * MemoryLayout<Float>.stride
        guard samples.withUnsafeBytes({ write(file, $0.baseAddress, bytes) }) == bytes else { return nil }
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let command = "ffmpeg -nostdin -hide_banner -f f32le -ar 48000 -ac 2 -i \(path) -af ebur128 -f null - 2>&1"
        guard let pipe = popen(command, "r") else { return nil }
        var text: [UInt8] = []
        var byte = fgetc(pipe)
        while byte != EOF {
            text.append(UInt8(byte))
            byte = fgetc(pipe)
        }
        guard pclose(pipe) == 0 else { return nil }
        // The summary comes last: "    I:         -20.3 LUFS".
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        let line = lines.last { $0.contains(" I: ") && $0.contains("LUFS") && !$0.contains("TARGET") }
        return line?.split(separator: " ").compactMap { Double($0) }.first
    }
}
