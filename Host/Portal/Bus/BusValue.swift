import Platform

/// A value from a message on the bus.
indirect enum BusValue: Sendable {
    case truth(Bool)
    case unsigned(UInt64)
    case signed(Int64)
    case real(Double)
    /// A text, an object path or a signature.
    case text(String)
    case descriptor(SharedDescriptor)
    /// An array or a structure.
    case list([BusValue])
    /// A dictionary; entries whose key is no text are left out.
    case entries([String: BusValue])

    var text: String? { if case .text(let text) = self { text } else { nil } }

    var number: UInt64? {
        switch self {
        case .unsigned(let number): number
        case .signed(let number): number < 0 ? nil : UInt64(number)
        default: nil
        }
    }

    var signed: Int64? {
        switch self {
        case .signed(let number): number
        case .unsigned(let number): Int64(exactly: number)
        default: nil
        }
    }

    var list: [BusValue]? { if case .list(let values) = self { values } else { nil } }

    /// An empty array is an empty dictionary as well.
    var entries: [String: BusValue]? {
        switch self {
        case .entries(let entries): entries
        case .list(let values) where values.isEmpty: [:]
        default: nil
        }
    }
}
