import Fixtures

/// As renditions of one ladder in a folder, the audio beside them, at an effort that no busy machine lowers.
struct LadderOutlet: EncodingsOutlet {
    /// Kilobits a second, by name.
    static let bitRates = ["1080p": 4500, "720p": 2000, "540p": 1200, "360p": 600]

    private let folder = Scratch()

    func options(_ encodings: [EncodingsTrial.Encoding]) -> [String] {
        let rungs = encodings.map { "\($0.name)@\(Self.bitRates[$0.name] ?? 0)k" }
        return ["--to", "hls:" + folder.path, "--ladder", rungs.joined(separator: ","), "--dvr", "all", "--effort", "fixed"]
    }

    func hasPicture(of encoding: EncodingsTrial.Encoding) -> Bool { textOfFile(recording(of: encoding)).contains(".m4s") }
    func hasEnded(_ encoding: EncodingsTrial.Encoding) -> Bool { textOfFile(recording(of: encoding)).hasSuffix("#EXT-X-ENDLIST\n") }
    func recording(of encoding: EncodingsTrial.Encoding) -> String { folder.file("master-\(encoding.name).m3u8") }
}
