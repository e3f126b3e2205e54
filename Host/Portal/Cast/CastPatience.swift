/// How long is waited for what.
struct CastPatience: Sendable {
    /// The bus's own answers, and what a portal answers without asking anybody.
    var reply = Duration.seconds(15)
    /// The first answer of a portal, which may have to be started for it, with its backends: they take up to 25 s themselves.
    var start = Duration.seconds(40)
    /// After this long without a sign of the portal people are told what is waited for.
    var slow = Duration.seconds(2)
    /// The user's answer.
    var user = Duration.seconds(300)
    /// While the user is waited for: how often the portal is asked whether it lives, and how long it may take to say so.
    var sign = Duration.seconds(10)
    /// After this long without an answer the user is told that the desktop waits for them.
    var dialog = Duration.milliseconds(800)
    /// A session that the portal ends was ended by the user, unless something behind the portal, the compositor say, went away
    /// so shortly before it, or goes so soon after it.
    var loss = Duration.seconds(2)
    var verdict = Duration.milliseconds(300)
    /// No one reads a dialog and answers it in less.
    var reading = Duration.milliseconds(300)
}
