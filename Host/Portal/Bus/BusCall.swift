/// A method to be called on the bus. Paths and names are valid ones by the caller.
struct BusCall: Hashable, Sendable {
    enum Argument: Hashable, Sendable {
        case text(String)
        case path(String)
        /// A dictionary from names to values, as portals take their options.
        case options([String: Option])
        case number(UInt32)
        case signed(Int32)
        /// An empty list of texts.
        case noTexts
        /// Names, each with options, in order.
        case named([Named])
    }

    struct Named: Hashable, Sendable {
        let name: String
        let options: [String: Option]
    }

    enum Option: Hashable, Sendable {
        case text(String)
        case number(UInt32)
        case byte(UInt8)
        case truth(Bool)
    }

    let destination: String
    let path: String
    let interface: String
    let member: String
    var arguments: [Argument] = []

    /// A call of the bus itself.
    static func bus(_ member: String, _ arguments: Argument...) -> BusCall {
        BusCall(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: member,
            arguments: arguments)
    }
}
