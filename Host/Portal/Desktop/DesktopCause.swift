/// Why a desktop is not to be seen by its own user at the moment. Raw values are what users and programs read.
public enum DesktopCause: String, Hashable, Sendable, CaseIterable {
    case locked
    /// Another session has the screen.
    case switched
    case displayOff = "display-off"
    /// The machine is about to sleep, or sleeps.
    case sleep

    /// As in "the screen is locked".
    public var words: String {
        switch self {
        case .locked: "the screen is locked"
        case .switched: "another session has the screen"
        case .displayOff: "the display is off"
        case .sleep: "the machine goes to sleep"
        }
    }
}
