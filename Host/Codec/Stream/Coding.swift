/// How a stream is encoded. At most one stream of each coding exists at a time, so that it tells the streams apart.
public enum Coding: String, Sendable, Hashable, CaseIterable {
    case h264, aac, opus

    public var kind: Packet.Kind { self == .h264 ? .video : .audio }
}
