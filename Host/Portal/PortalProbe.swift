/// Looks at a desktop's portal without asking the user anything.
public enum PortalProbe {
    /// What the portal says that it can share.
    ///
    /// - Parameters:
    ///   - address: of the bus; `nil` for the user's session bus.
    ///   - limit: a portal that has to be started takes some seconds.
    /// - Throws: `PortalError` naming what is missing.
    @available(*, noasync)
    public static func traits(address: String? = nil, limit: Duration) throws(PortalError) -> PortalTraits {
        let visit = try BusConnection(address: address, limit: limit)
        switch try visit.ask(PortalNames.properties) {
        case .error(let name, let words): throw PortalError(bus: name, words, isFirst: true)
        case .values(let values, _):
            let traits = PortalTraits(values.first?.entries ?? [:])
            guard traits.version > 0 else { throw .noScreenCast }
            return traits
        }
    }

    /// The services that are on the bus, and those that it could start; sorted, each once.
    @available(*, noasync)
    public static func services(address: String? = nil, limit: Duration) throws(PortalError) -> [String] {
        let visit = try BusConnection(address: address, limit: limit)
        var names: Set<String> = []
        for member in ["ListNames", "ListActivatableNames"] {
            guard case .values(let values, _) = try visit.ask(.bus(member)) else { continue }
            names.formUnion(values.first?.list?.compactMap(\.text) ?? [])
        }
        return names.filter { !$0.hasPrefix(":") }.sorted()
    }
}
