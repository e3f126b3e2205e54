import Codec

/// Where an encoding is in the clip that it sends. A value; belongs to the encoding's thread.
struct ClipPlayback {
    /// Below this part of what the clip takes, the links do not carry it; above the second, they do again.
    private static let (least, enough) = (0.7, 0.9)

    /// What to send while nothing can be captured; `nil` for none.
    private(set) var clip: EncodedClip?
    /// The packet that is sent next; `nil` while none is.
    private(set) var position: Int?
    /// What was wrong with the clip was told.
    var isRefusalTold = false

    var isPlaying: Bool { position != nil }

    /// One that is sent now ends: the next one begins with a key frame.
    mutating func change(to clip: EncodedClip?) {
        self.clip = clip
        isRefusalTold = false
        if position != nil { position = clip == nil ? nil : 0 }
    }

    mutating func begin() { position = 0 }

    mutating func end() { position = nil }

    /// The packet that is sent now; the one after it is the next, or the first again.
    mutating func next() -> Packet? {
        guard let clip, let position else { return nil }
        self.position = (position + 1) % clip.packets.count
        return clip.packets[position]
    }

    /// Begins the current GOP again: decoders have lost the way to here.
    mutating func resume() { if let position { self.position = clip?.gopStart(of: position) } }

    /// Whether links carry it that are given so many bits a second.
    func isCarried(by bitRate: Int) -> Bool {
        guard let clip else { return false }
        return Double(bitRate) >= Double(clip.bitsPerSecond) * (isPlaying ? Self.least : Self.enough)
    }
}
