import Platform

@testable import Portal

/// Leads a conversation as a bus and a portal would, on a clock that stands still unless it is moved.
struct Interlocutor {
    static let name = ":1.42"
    static let portal = ":1.7"

    var conversation: CastConversation
    var now = MediaTime(nanoseconds: 1_000_000_000)
    /// What it did last.
    var acts: [CastConversation.Act] = []

    init(_ choice: CastChoice = CastChoice(), token: String? = nil, mayDropToken: Bool = true, missing: String? = nil, isReturning: Bool = false) {
        conversation = CastConversation(
            choice, token: token, mark: "m", mayDropToken: mayDropToken, missing: missing, isReturning: isReturning)
        acts = conversation.begin(at: now)
    }

    /// The newest call that wants an answer.
    var call: (call: BusCall, number: Int)? {
        acts.reversed().lazy.compactMap { if case .call(let call, let number) = $0 { (call, number) } else { nil } }.first
    }

    var options: [String: BusCall.Option] {
        guard case .options(let options)? = call?.call.arguments.last else { return [:] }
        return options
    }

    var failure: PortalError? {
        acts.lazy.compactMap { if case .failed(let error) = $0 { error } else { nil } }.first
    }

    var stream: CastStream? {
        acts.lazy.compactMap { if case .opened(let stream) = $0 { stream } else { nil } }.first
    }

    /// Members of what is only told.
    var told: [String] {
        acts.compactMap { if case .tell(let call) = $0 { "\(call.interface.split(separator: ".").last!).\(call.member)" } else { nil } }
    }

    mutating func answer(_ values: BusValue..., sender: String = Interlocutor.portal) {
        acts = conversation.answered(call?.number ?? 0, .values(values, sender: sender), at: now)
    }

    mutating func answer(error: String, _ words: String = "") {
        acts = conversation.answered(call?.number ?? 0, .error(name: error, words: words), at: now)
    }

    mutating func signal(_ interface: String, _ member: String, path: String = "", sender: String = Interlocutor.portal, _ values: BusValue...) {
        acts = conversation.signalled(BusSignal(sender: sender, path: path, interface: interface, member: member, values: values), at: now)
    }

    mutating func pass(_ time: Duration) {
        now = now + time
        acts = conversation.tick(at: now)
    }

    /// Greeted and asked what it can do.
    mutating func learn(version: UInt64 = 4, sources: UInt64 = 7, cursors: UInt64? = 7) {
        answer(.text(Self.name), sender: "org.freedesktop.DBus")
        var properties: [String: BusValue] = ["version": .unsigned(version), "AvailableSourceTypes": .unsigned(sources)]
        properties["AvailableCursorModes"] = cursors.map { .unsigned($0) }
        answer(.entries(properties))
    }

    /// A request is taken, at the path that was agreed upon.
    mutating func take(at path: String? = nil) { answer(.text(path ?? conversation.request?.path ?? "")) }

    mutating func respond(_ code: UInt64 = 0, _ results: [String: BusValue] = [:], sender: String = Interlocutor.portal) {
        signal(
            "org.freedesktop.portal.Request", "Response", path: conversation.request?.path ?? "", sender: sender, .unsigned(code), .entries(results))
    }

    mutating func create() {
        take()
        respond(0, ["session_handle": .text(Self.session)])
    }

    static let session = "/org/freedesktop/portal/desktop/session/1_42/splitcast_m_a"

    mutating func select() {
        take()
        respond()
    }

    mutating func start(token: String? = nil, _ properties: [String: BusValue] = [:]) {
        take()
        var results: [String: BusValue] = ["streams": .list([.list([.unsigned(42), .entries(properties)])])]
        results["restore_token"] = token.map { .text($0) }
        respond(0, results)
    }

    mutating func open(token: String? = nil) {
        learn()
        create()
        select()
        start(token: token)
    }
}
