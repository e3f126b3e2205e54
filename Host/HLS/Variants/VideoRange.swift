/// The brightness curve of a picture, as VIDEO-RANGE has it.
public enum VideoRange: String, Hashable, Sendable, CaseIterable {
    case sdr = "SDR", hlg = "HLG", pq = "PQ"
}
