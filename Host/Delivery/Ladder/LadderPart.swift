import Platform

/// A piece of a segment, which players can fetch before the segment is whole.
struct LadderPart: Sendable {
    /// The segment's number, and which of its parts it is, from 0 on.
    let number: Int
    let index: Int
    let name: String
    let span: Duration
    /// A decoder can begin with it.
    let isIndependent: Bool
    /// Empty for one that is missing.
    let bytes: [UInt8]
    var isGap: Bool { bytes.isEmpty }

    /// What a part of this segment is called.
    static func name(of segment: String, _ index: Int) -> String { "\(segment.dropLast(".m4s".count)).\(index).m4s" }
}
