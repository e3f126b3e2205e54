/// Lets an agent see and bind no globals but those of `WaylandGlobals`. A value that judges message by message: no sockets, no clock.
///
/// All that a client has of a compositor comes from objects that it bound by a registry. So requests to the display and to registries are
/// read, and events from them; those of other objects pass unread. A registry lives as long as its connection, and its number means no
/// other object: the compositor refuses a number that is in use.
struct WaylandFilter {
    enum Verdict: Hashable {
        case pass
        /// Not passed on.
        case drop
        /// The connection is to end.
        case cut(Offence)
    }

    /// Why a connection ended.
    enum Offence: Hashable {
        /// An agent's message is none.
        case malformed
        case hiddenGlobal(UInt32)
        case tooManyRegistries
        case tooManyDescriptors
        /// What came from the compositor is no message.
        case senselessCompositor

        var words: String {
            switch self {
            case .malformed: "it sent what is no message of the Wayland protocol"
            case .hiddenGlobal(let number): "it asked for the compositor's global \(number), which capture does not need"
            case .tooManyRegistries: "it asked for the compositor's globals more than \(WaylandFilter.mostRegistries) times"
            case .tooManyDescriptors: "it passed more descriptors than messages can carry"
            case .senselessCompositor: "the compositor sent what is no message of the Wayland protocol"
            }
        }
    }

    static let mostRegistries = 8
    /// Beyond so many, those that are gone are forgotten.
    static let mostGlobals = 512

    private static let display: UInt32 = 1

    private struct Global {
        let interface: String
        /// 0 for what cannot be bound.
        let version: UInt32
        var isGone = false
    }

    private(set) var registries: Set<UInt32> = []
    /// Those that were shown, by the compositor's number. One that is gone may still be asked for: the two messages may have crossed.
    private var globals: [UInt32: Global] = [:]

    // MARK: From the agent

    mutating func judge(request: WaylandMessage) -> Verdict {
        if request.object == Self.display { return judge(displayRequest: request) }
        guard registries.contains(request.object) else { return .pass }
        // wl_registry has one request: bind(name, interface, version, id).
        guard request.opcode == 0, request.words > 3, let (interface, next) = request.text(at: 3), next + 2 == request.words else {
            return .cut(.malformed)
        }
        let (number, version) = (request.word(2), request.word(next))
        guard let global = globals[number], global.interface == interface, global.version > 0, (1...global.version).contains(version) else {
            return .cut(.hiddenGlobal(number))
        }
        return .pass
    }

    /// sync(callback) or get_registry(registry).
    private mutating func judge(displayRequest request: WaylandMessage) -> Verdict {
        guard request.opcode <= 1, request.words == 3 else { return .cut(.malformed) }
        guard request.opcode == 1 else { return .pass }
        guard registries.count < Self.mostRegistries else { return .cut(.tooManyRegistries) }
        registries.insert(request.word(2))
        return .pass
    }

    // MARK: From the compositor

    /// May lower a version in the message.
    mutating func judge(event: WaylandMessage) -> Verdict {
        // delete_id(id) is never of a registry, whatever it names: an agent may give the number of an object that it ends to a registry
        // before it hears of that end.
        guard registries.contains(event.object) else { return .pass }
        switch event.opcode {
        case 0: return judge(global: event)
        case 1: return judge(removal: event)
        default: return .drop
        }
    }

    /// global(name, interface, version).
    private mutating func judge(global event: WaylandMessage) -> Verdict {
        guard event.words > 3, let (interface, next) = event.text(at: 3), next + 1 == event.words else { return .cut(.senselessCompositor) }
        let (number, version) = (event.word(2), event.word(next))
        guard let most = WaylandGlobals.shown[interface] else {
            globals[number] = nil
            return .drop
        }
        if most > 0, version > most { event.set(next, to: most) }
        if globals.count >= Self.mostGlobals { globals = globals.filter { !$0.value.isGone } }
        guard globals.count < Self.mostGlobals else { return .drop }
        globals[number] = Global(interface: interface, version: min(most, version))
        return .pass
    }

    /// global_remove(name).
    private mutating func judge(removal event: WaylandMessage) -> Verdict {
        guard event.words == 3 else { return .cut(.senselessCompositor) }
        guard globals[event.word(2)] != nil else { return .drop }
        globals[event.word(2)]?.isGone = true
        return .pass
    }
}
