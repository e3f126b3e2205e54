import Platform


/// When a target needs a fresh address: signed ones are good for some time, or for one connection. Decisions only.
///
/// After a refusal that another address may mend; after the loss of a connection that had been accepted; and, while nobody answers,
/// once the address at hand is old.
struct TargetAddressCheck {
    /// What another address may help against.
    static let mendable: Set<DeliveryError.Code> = [.badKey, .expired, .rejected]
    private static let oldAfter = Duration.seconds(60)

    /// Why one is needed now; `nil` when none is.
    private(set) var reason: DeliveryError.Code?
    private var obtained: MediaTime
    private var isUsed = false

    init(at now: MediaTime) { obtained = now }

    /// What happened to the target.
    mutating func note(_ event: TargetMachine.Event, at now: MediaTime = .now()) {
        switch event {
        case .opened: accepted()
        case .openFailed(let error), .broke(let error): failed(error, at: now)
        default: break
        }
    }

    /// A server has taken the stream.
    mutating func accepted() { (isUsed, reason) = (true, nil) }

    /// An attempt, or a connection that had worked, came to nothing.
    mutating func failed(_ error: DeliveryError, at now: MediaTime) {
        if isUsed || Self.mendable.contains(error.code) || now - obtained >= Self.oldAfter { reason = error.code }
        isUsed = false
    }

    /// What was asked for has been broken off: it is asked for again.
    mutating func breakOff(_ reason: DeliveryError.Code) { self.reason = reason }

    /// One is asked for; what comes of it is the address at hand.
    mutating func ask(at now: MediaTime) { (reason, obtained) = (nil, now) }
}
