import Fixtures

/// What befalls one broadcast, and when: kinds in random order, times spread evenly, the same for the same seed.
///
/// Three sequences beside each other: agents and screens, of which one thing happens after the other; the RTMP server; PulseAudio.
public struct StormPlan: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// The live agent is killed (SIGKILL).
        case kill
        /// `splitcast swap` to another backend.
        case swap
        /// The live agent is stopped dead (SIGSTOP) and stays so.
        case hang
        /// The X server is killed while its screen is live, and started again at the same display.
        case display
        /// PipeWire is killed while it casts the live screen, and started again.
        case pipeWire
        /// PulseAudio is killed while it delivers the microphone, and started again at the same address.
        case pulse
        /// The RTMP server is killed, every fourth time stopped dead before, and started again on the same port.
        case server

        /// How many there are in a storm of scale 1.
        public var usualCount: Int {
            switch self {
            case .kill, .swap: 1000
            case .hang, .server: 200
            case .display, .pipeWire, .pulse: 50
            }
        }
    }

    /// A way to capture a screen that shows stamps: one of X, or one of a desktop of Wayland in two ways.
    public enum Backend: String, CaseIterable, Sendable {
        case x11, pipewire, wlr
    }

    public struct Blow: Hashable, Sendable {
        public let kind: Kind
        /// From the storm's beginning; later where what came before took longer.
        public let time: Duration
        /// What is live meanwhile; of a swap, what is live then.
        public let backend: Backend
        /// How long a server stays away.
        public let down: Duration
        /// Of an RTMP server: it answers no one before it ends.
        public let isSilent: Bool
    }

    /// Agents and screens, in the order of their times; begins and should begin with `Backend.x11`.
    public let pictures: [Blow]
    public let servers: [Blow]
    public let audio: [Blow]

    /// - Parameter scale: of all counts; of each kind there is one at least. There may be more swaps than that, where the screen of a
    ///   server that dies has to be live first.
    public init(duration: Duration, scale: Double, seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        func count(_ kind: Kind) -> Int { max(1, Int((Double(kind.usualCount) * scale).rounded())) }
        let kinds = [Kind.kill, .swap, .hang, .display, .pipeWire].flatMap { Array(repeating: $0, count: count($0)) }.shuffled(using: &dice)
        let order = Self.order(kinds, &dice)
        pictures = Self.spread(order, over: duration, &dice)
        servers = Self.spread(Array(repeating: (.server, .x11), count: count(.server)), over: duration, &dice)
        audio = Self.spread(Array(repeating: (.pulse, .x11), count: count(.pulse)), over: duration, &dice)
    }

    /// Which backend is live at each: before a server's death a swap to its screen, which is one less later.
    private static func order(_ kinds: [Kind], _ dice: inout SeededRandom) -> [(kind: Kind, backend: Backend)] {
        var (order, live, ahead): ([(kind: Kind, backend: Backend)], Backend, Int) = ([], .x11, 0)
        for kind in kinds {
            switch kind {
            case .swap where ahead > 0: ahead -= 1
            case .swap:
                live = Backend.allCases.filter { $0 != live }.randomElement(using: &dice) ?? .x11
                order.append((.swap, live))
            case .display, .pipeWire:
                let needed: Backend = kind == .display ? .x11 : .pipewire
                if live != needed {
                    live = needed
                    ahead += 1
                    order.append((.swap, live))
                }
                order.append((kind, live))
            case .kill, .hang, .pulse, .server: order.append((kind, live))
            }
        }
        return order
    }

    /// Each has an equal part of the time and begins somewhere in the first half of it.
    private static func spread(_ order: [(kind: Kind, backend: Backend)], over duration: Duration, _ dice: inout SeededRandom) -> [Blow] {
        order.enumerated().map { index, one in
            let share = (Double(index) + dice.share() / 2) / Double(order.count)
            let down = one.kind == .server ? 0.1 + 2.9 * dice.share() : 0.2 + 0.8 * dice.share()
            return Blow(
                kind: one.kind, time: duration * share, backend: one.backend, down: .seconds(down),
                isSilent: one.kind == .server && index % 4 == 3)
        }
    }

    public var blows: [Blow] { pictures + servers + audio }

    public func count(of kind: Kind) -> Int { blows.count { $0.kind == kind } }
}
