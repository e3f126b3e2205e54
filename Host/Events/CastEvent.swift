package import Portal

/// The desktop's permission to see its screen.
package enum CastEvent: Hashable, Sendable {
    /// Its dialog is open, and the user is to look for it.
    case asking
    case shared(CastStream, keepsPermission: Bool?)
    /// - Parameter isTold: people are told the same in other words.
    case refused(agent: UInt32, PortalError, isTold: Bool)
    /// The user, or the desktop, ended what was shared.
    case stopped(PortalError)
    /// It is lost without anybody's no, and tried again until it is back.
    case waiting(PortalError)

    var description: EventDescription {
        switch self {
        case .asking: EventDescription(.castAsking, .info, "the desktop has not shared its screen yet: if it asks in a dialog, answer there")
        case .shared(let stream, let keepsPermission):
            EventDescription(.castShared, .info, "the desktop shares \(Self.text(of: stream))\(Self.text(keepsPermission))")
                .with("node", .whole(Int(stream.node))).with("cursor", .text(stream.cursor.word))
                .with("keepsPermission", .flag(keepsPermission ?? false))
        case .refused(let agent, let error, let isTold):
            refused(agent, error, isTold)
        case .stopped(let error):
            EventDescription(.castStopped, .warning, error.message, remedy: "'splitcast request-agent pipewire' asks for it again")
                .with("reason", .text(error.code.rawValue))
        case .waiting(let error):
            EventDescription(
                .castWaiting, .warning, "the screen is not shared for the moment: \(error.message)", remedy: "it goes on when the desktop is back",
                isRemedyInText: true
            ).with("reason", .text(error.code.rawValue))
        }
    }

    private func refused(_ agent: UInt32, _ error: PortalError, _ isTold: Bool) -> EventDescription {
        var description = EventDescription(
            .castRefused, .warning, "agent \(agent) may not see the screen: \(error.message)",
            remedy: "'splitcast request-agent pipewire' asks again; 'splitcast doctor' tells what is missing", isRemedyInText: !error.isRefusal
        ).about(agent: agent).with("reason", .text(error.code.rawValue))
        if isTold { description.logSeverity = .detail }
        return description
    }

    private static func text(of stream: CastStream) -> String {
        let kind = stream.source.map { $0 == .virtual ? "a virtual monitor" : "a \($0.word)" } ?? "its screen"
        return "\(kind)\(stream.size.map { ", \($0)" } ?? "") (pointer \(stream.cursor.word))"
    }

    private static func text(_ keepsPermission: Bool?) -> String {
        switch keepsPermission {
        case true?: ", and asks no more next time"
        case false?: "; it keeps no permission, so it asks again next time"
        case nil: ""
        }
    }
}
