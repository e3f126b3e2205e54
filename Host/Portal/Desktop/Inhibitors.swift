import Platform

/// logind's inhibitor locks: each is a descriptor, and holds as long as that is open.
struct Inhibitors {
    let wanted: [InhibitedAction]
    private var descriptors: [InhibitedAction: SharedDescriptor] = [:]
    private var problem = ""

    init(_ wanted: Set<InhibitedAction>) { self.wanted = InhibitedAction.allCases.filter(wanted.contains) }

    var state: Inhibition { Inhibition(held: Set(descriptors.keys), problem: problem) }

    /// One lock for each: where one is refused, the other holds.
    func call(for action: InhibitedAction) -> BusCall {
        BusCall(
            destination: DesktopNames.logind, path: DesktopNames.managerPath, interface: DesktopNames.manager, member: "Inhibit",
            arguments: [.text(action.rawValue), .text("Splitcast"), .text("A broadcast is running"), .text("block")])
    }

    /// What logind answered. A lock that was taken from it before is let go of.
    mutating func apply(_ reply: BusReply, to action: InhibitedAction) {
        switch reply {
        case .values(let values, _):
            guard case .descriptor(let lock)? = values.first else { return }
            descriptors[action] = lock
            problem = ""
        case .error(let name, let words):
            let isNotThere = Self.notThere.contains { name.hasPrefix($0) }
            if !isNotThere { problem = "logind refuses to inhibit \(action.rawValue): \(words.isEmpty ? name : words)" }
        }
    }

    /// A machine without logind, or with one that cannot do it.
    private static let notThere = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.Spawn",
        "org.freedesktop.DBus.Error.Unknown", "org.freedesktop.systemd1.",
    ]
}
