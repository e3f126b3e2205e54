/// What became of a chapter, in the recordings that ran.
public struct ChapterReport: Codable, Hashable, Sendable {
    public let name: String
    /// The numbers of the targets that have it.
    public let targets: [Int]
    /// Of those that hold none, since their container cannot, or no more.
    public let without: [Int]

    public init(name: String, targets: [Int], without: [Int]) { (self.name, self.targets, self.without) = (name, targets, without) }
}
