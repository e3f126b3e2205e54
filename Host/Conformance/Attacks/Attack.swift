/// One way to misbehave, and what it must come to.
struct Attack: Sendable {
    /// As `--only` names it.
    let name: String
    /// The part of `Shared/PROTOCOL.md` that is broken.
    let section: String
    let title: String
    let expectation: Expectation
    /// It must be the live agent: the one before will have to go.
    var replacesLive = false
    /// On a desktop it makes the host ask its user for something.
    var asksUser = false
    /// How long a host may take to drop one attachment; one that shall stay is watched for so long.
    var patience = Duration.milliseconds(1500)
    /// How long the whole attack may take.
    var limit = Duration.seconds(20)
    let body: @Sendable (Attacker) throws -> Void

    /// Not while you have viewers.
    var disturbs: Bool { replacesLive || asksUser }

    /// All, in the order in which they are tried.
    static let all = connecting + formats + casts + crowds + descriptors + messages + notices + loans + floods + memories + ends

    /// The attack of a name, one that only another attack needs included.
    static func named(_ name: String) -> Attack? { (all + [victim]).first { $0.name == name } }
}
