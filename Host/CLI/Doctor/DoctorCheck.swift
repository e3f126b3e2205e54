/// One thing that `splitcast doctor` looked at.
struct DoctorCheck: Codable, Hashable, Sendable {
    enum State: String, Codable, Sendable {
        case ok
        /// It works, and not as well as it could.
        case limited
        case missing
        /// Not needed here.
        case unused
    }

    /// Stable: what programs go by.
    let name: String
    let state: State
    let words: String
    /// What fixes it: a command where there is one; `nil` where nothing has to be fixed.
    var remedy: String?

    init(_ name: String, _ state: State, _ words: String, remedy: String? = nil) {
        (self.name, self.state, self.words, self.remedy) = (name, state, words, remedy)
    }
}
