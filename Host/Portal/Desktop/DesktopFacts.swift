/// What the services of the desktop have said so far. A value.
struct DesktopFacts: Sendable {
    /// One thing that one service tells.
    enum Fact: Hashable, Sendable {
        /// logind's LockedHint, and a screen saver's ActiveChanged.
        case lockedHint, saver
        /// logind's Active, the other way round.
        case inactive
        /// Mutter's PowerSaveMode.
        case displayOff
        /// logind's PrepareForSleep.
        case sleep

        var cause: DesktopCause {
            switch self {
            case .lockedHint, .saver: .locked
            case .inactive: .switched
            case .displayOff: .displayOff
            case .sleep: .sleep
            }
        }
    }

    private var facts: Set<Fact> = []

    var causes: Set<DesktopCause> { Set(facts.map(\.cause)) }

    mutating func set(_ fact: Fact, _ isTrue: Bool) { if isTrue { facts.insert(fact) } else { facts.remove(fact) } }

    mutating func apply(_ signal: BusSignal) {
        switch (signal.interface, signal.member) {
        case (DesktopNames.manager, "PrepareForSleep"):
            if case .truth(let isTrue)? = signal.values.first { set(.sleep, isTrue) }
        case (_, "ActiveChanged") where DesktopNames.savers.contains(signal.interface):
            if case .truth(let isTrue)? = signal.values.first { set(.saver, isTrue) }
        case (DesktopNames.properties, "PropertiesChanged"):
            guard signal.values.count >= 2, let interface = signal.values[0].text, let changed = signal.values[1].entries else { return }
            for (name, value) in changed { apply(interface, name, value) }
        default: break
        }
    }

    /// A property as it is now.
    mutating func apply(_ interface: String, _ name: String, _ value: BusValue) {
        switch (interface, name, value) {
        case (DesktopNames.session, "LockedHint", .truth(let isTrue)): set(.lockedHint, isTrue)
        case (DesktopNames.session, "Active", .truth(let isTrue)): set(.inactive, !isTrue)
        // 0 is on, 1 to 3 are kinds of off, -1 is unknown.
        case (DesktopNames.displays, "PowerSaveMode", _): if let mode = value.signed { set(.displayOff, mode > 0) }
        default: break
        }
    }
}
