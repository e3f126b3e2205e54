/// An agent's greeting, first on the hand-off connection.
public struct Hello: WireMessage, Hashable {
    public static let kind = MessageKind.hello
    /// What both sides of this build speak.
    public static let spokenVersions: ClosedRange<UInt8> = 1...1

    public var versions: ClosedRange<UInt8>
    /// As the agent sees it; the kernel's (SO_PEERCRED) is the one that counts.
    public var processID: UInt32
    /// Private memory that the agent needs, as it says itself.
    public var needKiB: UInt32
    /// "x11", "pattern", …; at most 32 bytes.
    public var backend: String
    /// Which screen, for people; at most 128 bytes.
    public var screen: String
    /// The layer on the canvas that it wants: "screen"; at most 32 bytes.
    public var place: String
    /// It becomes live only when no other agent is, or when told to: it waits behind a live agent instead of taking over.
    public var isStandby: Bool
    /// It has no screen of its own: it captures what the host hands over as a `CastOffer`.
    public var wantsCast: Bool

    public init(
        versions: ClosedRange<UInt8> = Hello.spokenVersions, processID: UInt32, needKiB: UInt32, backend: String, screen: String,
        place: String = "screen", isStandby: Bool = false, wantsCast: Bool = false
    ) {
        (self.versions, self.processID, self.needKiB) = (versions, processID, needKiB)
        (self.backend, self.screen, self.place) = (backend, screen, place)
        (self.isStandby, self.wantsCast) = (isStandby, wantsCast)
    }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(versions.lowerBound)
        buffer.integer(versions.upperBound)
        buffer.integer(UInt16((isStandby ? 1 : 0) | (wantsCast ? 2 : 0)))
        buffer.integer(processID)
        buffer.integer(needKiB)
        buffer.text(backend, atMost: 32)
        buffer.text(screen, atMost: 128)
        buffer.text(place, atMost: 32)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        let lowest: UInt8 = try reader.wire.integer()
        let highest: UInt8 = try reader.wire.integer()
        guard lowest <= highest, lowest > 0 else { throw .badValue(field: "version range") }
        // Other bits belong to later versions.
        let flags: UInt16 = try reader.wire.integer()
        (isStandby, wantsCast) = (flags & 1 != 0, flags & 2 != 0)
        versions = lowest...highest
        processID = try reader.wire.integer()
        needKiB = try reader.wire.integer()
        backend = try reader.wire.text("backend", atMost: 32)
        screen = try reader.wire.text("screen", atMost: 128)
        place = try reader.wire.text("place", atMost: 32)
        guard !backend.isEmpty, !place.isEmpty else { throw .badValue(field: "empty name") }
    }
}
