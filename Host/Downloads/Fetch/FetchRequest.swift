public import HLS

/// What is to be fetched, and how.
public struct FetchRequest: Sendable {
    public var url: String
    public var title: String
    /// A picture's bytes, with the ending of its file's name.
    public var artwork: (bytes: [UInt8], ending: String)?
    public var primary = ContentConfiguration()
    public var auxiliary: [ContentConfiguration] = []
    public var optimizesAuxiliary = true
    /// Of media, from the first segment; `nil` for all.
    public var duration: Duration?
    /// Files at once.
    public var parallel = 4
    public var origin = OriginSettings()
    /// A live playlist that does not change for so long has ended.
    public var patience: Duration = .seconds(60)

    public init(url: String, title: String) { (self.url, self.title) = (url, title) }
}
