public import AgentProtocol

/// What a desktop's portal says of sharing screens.
public struct PortalTraits: Hashable, Sendable {
    /// Of org.freedesktop.portal.ScreenCast.
    public let version: Int
    public let sources: Set<CastSource>
    public let cursors: Set<CastCursor>

    public init(version: Int, sources: Set<CastSource>, cursors: Set<CastCursor>) {
        (self.version, self.sources, self.cursors) = (version, sources, cursors)
    }

    /// From the interface's properties. Bits that a later version has are left out.
    init(_ properties: [String: BusValue]) {
        func bits(_ name: String) -> UInt32 { UInt32(truncatingIfNeeded: properties[name]?.number ?? 0) }
        version = Int(bits("version"))
        // What a portal does not say: monitors, as the documentation has it for the first version.
        let kinds = properties["AvailableSourceTypes"] == nil ? 1 : bits("AvailableSourceTypes")
        sources = Set(CastSource.allCases.filter { kinds & $0.rawValue != 0 })
        let modes = bits("AvailableCursorModes")
        cursors = Set(CastCursor.allCases.filter { modes & $0.portalBit != 0 })
    }

    /// Whether it can give a permission that lasts.
    public var canRestore: Bool { version >= 4 }

    /// What is nearest to a choice, among what there is; `nil` where the portal knows no modes (it hides the pointer then).
    func cursor(for wish: CastCursor) -> CastCursor? {
        let order: [CastCursor] =
            switch wish {
            case .metadata: [.metadata, .embedded, .hidden]
            case .embedded: [.embedded, .metadata, .hidden]
            case .hidden: [.hidden, .metadata, .embedded]
            }
        return order.first { cursors.contains($0) }
    }
}

extension CastCursor {
    var portalBit: UInt32 {
        switch self {
        case .hidden: 1
        case .embedded: 2
        case .metadata: 4
        }
    }

    /// As `--cursor` takes it.
    public var word: String { "\(self)" }
}
