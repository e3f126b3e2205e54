/// How segments are encrypted (EXT-X-KEY; RFC 8216bis, section 4.4.4.4).
public struct MediaKey: Hashable, Sendable {
    public enum Method: Hashable, Sendable {
        /// Whole segments, by AES-128 in CBC mode with PKCS#7 padding.
        case aes128
        /// Samples by themselves; the keys are a player's, and cannot be read.
        case sampleAES
        case sampleAESCTR
        case other(String)
    }

    public var attributes: AttributeList

    public init(_ attributes: AttributeList) { self.attributes = attributes }

    public var method: Method {
        switch attributes["METHOD"] ?? "" {
        case "AES-128": .aes128
        case "SAMPLE-AES": .sampleAES
        case "SAMPLE-AES-CTR": .sampleAESCTR
        case let name: .other(name)
        }
    }

    public var uri: String? { attributes["URI"] }
    /// 16 bytes; `nil` stands for the segment's number.
    public var initializationVector: [UInt8]? { attributes.bytes("IV") }
    public var keyFormat: String { attributes["KEYFORMAT"] ?? "identity" }

    /// Why what is encrypted by it cannot be read; `nil` where it can.
    public var problem: String? {
        guard method == .aes128 else {
            return "it is encrypted by \(Quoted.text(attributes["METHOD"] ?? "")), which only a player with a licence decrypts"
        }
        guard keyFormat == "identity" else { return "its keys are of the format \(Quoted.text(keyFormat)), which only a player with a licence reads" }
        return nil
    }

    /// Of a segment: its number, where the tag gives none (section 5.2).
    public func initializationVector(ofSegment number: Int) -> [UInt8] {
        if let given = initializationVector, given.count == 16 { return given }
        return (0..<16).map { $0 < 8 ? 0 : UInt8(truncatingIfNeeded: number >> ((15 - $0) * 8)) }
    }
}
