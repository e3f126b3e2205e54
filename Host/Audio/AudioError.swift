/// What can go wrong with audio, in a text for the user.
///
/// Endings that repair themselves (a device unplugged, a sound server restarted) are states, not errors.
public struct AudioError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        /// No sound server answers at the address in the message.
        case noServer
        /// The server did not answer within the time limit.
        case timedOut
        /// No device goes by that name; the message lists the close ones.
        case unknownDevice
        /// More than one device matches; the message lists them.
        case ambiguousDevice
        /// The device named records what a speaker plays.
        case notAMicrophone
        /// There is no source of that name in the mix; the message lists those that are.
        case unknownSource
        /// A value is malformed or out of range; the message gives the right form.
        case badSetting
        /// What is asked makes sense, but not now: resuming what is not paused.
        case notNow
        /// The server refused a request; the message carries its reason.
        case refused
        /// The server does not let this user connect, or not do this.
        case permissionDenied
        /// The mixer has no room for another source.
        case tooManySources
        /// A source belongs to one mixer at a time, and a mixer starts once.
        case alreadyInUse
        /// The operating system refused a thread or a descriptor.
        case system
    }

    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
