/// What is in a media file: what `splitcast inspect --json` prints. Times in seconds, rates in bits a second. Field names are part
/// of the interface: add, never rename.
public struct MediaInspection: Codable, Hashable, Sendable {
    public struct Stream: Codable, Hashable, Sendable {
        public var index: Int
        /// `video`, `audio` or `other`.
        public var kind: String
        /// libavcodec's name, such as `h264`.
        public var codec: String
        /// "1280x720"; empty for audio.
        public var size: String
        /// 0 for a picture.
        public var sampleRate: Int
        public var channels: Int
        public var packets: Int
        public var bytes: Int
        public var bitRate: Double
        public var startSeconds: Double
        public var endSeconds: Double
        /// Packets a second, over the whole length.
        public var rate: Double
        /// The longest time between two packets that follow each other.
        public var longestGapSeconds: Double
        /// Packets that are not later than the one before, in decoding order: 0 where all is well.
        public var backwardSteps: Int
        /// Of a picture's stream; absent for audio.
        public var keyframes: Keyframes?
    }

    public struct Keyframes: Codable, Hashable, Sendable {
        public var count: Int
        /// Between one and the next; 0 when there is one alone.
        public var shortestSeconds: Double
        public var medianSeconds: Double
        public var longestSeconds: Double
    }

    /// A message of ours, however often it was repeated.
    public struct Message: Codable, Hashable, Sendable {
        public var id: UInt64
        public var text: String
        /// Pictures that carry it.
        public var pictures: Int
        /// Of those, key frames.
        public var keyframes: Int
        public var firstSeconds: Double
        public var lastSeconds: Double
    }

    /// What `splitcast mark` sets.
    public struct Chapter: Codable, Hashable, Sendable {
        public var startSeconds: Double
        public var endSeconds: Double
        /// Empty where it has none.
        public var title: String
    }

    public var file: String
    /// libavformat's name, such as `matroska,webm`.
    public var format: String
    public var durationSeconds: Double
    public var bytes: Int
    public var streams: [Stream]
    /// In the order in which they come first.
    public var messages: [Message]
    /// In the order of the file.
    public var chapters: [Chapter]
    /// What was wrong at the position where reading ended before the file did; empty when all of it was read.
    public var trouble: String
}
