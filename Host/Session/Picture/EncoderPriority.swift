import Platform

/// How soon the threads of the picture run beside other programs.
enum EncoderPriority {
    /// Somewhat above ordinary programs, and below audio: a busy machine starves the picture last, and the desktop stays usable.
    static let raised = -5

    /// To be called before the encoder's threads are started, which inherit it. Where the system refuses, everything stays as it is.
    ///
    /// - Parameter niceness: what the user wants; `nil` for `raised`, unless the whole program was started with another niceness.
    static func claim(_ niceness: Int?) {
        if let niceness { Urgency.setNiceness(niceness) } else if Urgency.niceness == 0 { Urgency.setNiceness(raised) }
    }

    /// The same beside other sessions, for all of this process. Audio needs it as well: nothing is ever made later than it was.
    ///
    /// - Parameter niceness: as in `claim`, which is called afterwards.
    static func claimSession(_ niceness: Int?) {
        let wanted = niceness ?? (Urgency.niceness == 0 ? raised : 0)
        if wanted < 0 { Urgency.setSessionNiceness(wanted) }
    }
}
