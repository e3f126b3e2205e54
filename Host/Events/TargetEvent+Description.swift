import Delivery

extension TargetEvent {
    func description(of subject: TargetSubject) -> EventDescription {
        var description = self.description(named: subject.text)
        description.text = Self.withoutRepetition(description.text, of: subject)
        description.target = subject.id
        description.fields["url"] = .text(subject.maskedURL)
        if subject.isPage { description.fields["isPage"] = .flag(true) }
        return description
    }

    /// Messages of errors begin with the address, which the event has named already.
    private static func withoutRepetition(_ text: String, of subject: TargetSubject) -> String {
        guard !subject.isPage, text.hasPrefix(subject.text) else { return text }
        return subject.text + text.dropFirst(subject.text.count).replacing(": \(subject.maskedURL): ", with: ": ", maxReplacements: 1)
    }

    private func description(named name: String) -> EventDescription {
        switch self {
        case .added: EventDescription(.targetAdded, .detail, "\(name) added")
        case .removed: EventDescription(.targetRemoved, .info, "\(name) removed")
        case .connecting: EventDescription(.targetConnecting, .detail, "\(name) connecting")
        case .connected: EventDescription(.targetConnected, .detail, "\(name) connected")
        case .unchecked:
            EventDescription(
                .targetUnchecked, .warning,
                "\(name): the server's certificate is not checked (--tls-insecure): anyone on the way to the server can read the stream and the key",
                remedy: "trust its authority with --tls-ca FILE instead")
        case .firstFrameSent: EventDescription(.targetFirstFrameSent, .detail, "\(name): the first frame is sent")
        case .live: EventDescription(.targetLive, .info, "\(name) live")
        case .paused: EventDescription(.targetPaused, .info, "\(name) paused")
        case .resumed: EventDescription(.targetResumed, .info, "\(name) goes on")
        case .closed: EventDescription(.targetClosed, .detail, "\(name) closed")
        case .networkPoor, .networkRecovered, .keyframesOnly, .allFrames: linkDescription(name)
        case .sendTimedOut, .connectionLost, .retry, .gaveUp: lossDescription(name)
        case .freshAddress: EventDescription(.targetFreshAddress, .info, "\(name) has a fresh address from --url-hook")
        case .hookFailed(let error):
            EventDescription(
                .targetHookFailed, .warning, "\(name) got no fresh address: \(error.message)",
                remedy: "run the command by hand and see what it says; the address at hand is tried meanwhile"
            ).with("error", .text(error.code.rawValue))
        case .expired, .rejected, .failed, .recordingStopped: endDescription(name)
        }
    }

    private func linkDescription(_ name: String) -> EventDescription {
        switch self {
        case .networkPoor(let queued, let rate):
            EventDescription(
                .targetNetworkPoor, .warning,
                "\(name): the line is too slow, \(Self.seconds(queued)) of media wait; sending at \(rate / 1000) kb/s",
                remedy: "if it stays so, lower --bitrate, or use a cable instead of a wireless link"
            ).with("queuedSeconds", .number(queued.inSeconds)).with("bitRate", .whole(rate))
        case .networkRecovered(let rate):
            EventDescription(.targetNetworkRecovered, .info, "\(name): the line is good again, \(rate / 1000) kb/s").with("bitRate", .whole(rate))
        case .keyframesOnly:
            EventDescription(
                .targetKeyframesOnly, .warning, "\(name): its line is too slow for what the others get; it gets key frames alone for now",
                remedy: "if it matters as much as the others, start with --adapt-to all, or lower --bitrate")
        case .allFrames: EventDescription(.targetAllFrames, .info, "\(name) gets every frame again")
        default: preconditionFailure("not about the link")
        }
    }

    private func lossDescription(_ name: String) -> EventDescription {
        switch self {
        case .sendTimedOut(let error):
            EventDescription(
                .targetSendTimedOut, .warning, "\(name): nothing could be sent for too long: \(error.message)",
                remedy: "it is connected to anew; when it happens often, lower --bitrate"
            ).with("error", .text(error.code.rawValue))
        case .connectionLost(let error):
            EventDescription(
                .targetConnectionLost, .warning, "\(name) lost: \(error.message)",
                remedy: "it is connected to anew by itself; 'splitcast reconnect' tries at once", isRemedyInText: true
            ).with("error", .text(error.code.rawValue))
        case .retry(let number, let most, let delay):
            // Those after the first are for those who follow closely.
            EventDescription(
                .targetRetry, number == 1 ? .info : .detail, "\(name): retry \(number)\(most.map { " of \($0)" } ?? "") in \(Self.seconds(delay))"
            )
            .with("number", .whole(number)).with("most", .whole(most ?? 0)).with("delaySeconds", .number(delay.inSeconds))
        case .gaveUp(let attempts, let error):
            EventDescription(
                .targetGaveUp, .error, "\(name) given up after \(Self.retries(attempts - 1))\(error.map { ": \($0.message)" } ?? "")",
                remedy: "check the server and the network, then 'splitcast reconnect', or allow more tries with --reconnect-max"
            ).with("attempts", .whole(attempts)).with("error", .text(error?.code.rawValue ?? ""))
        default: preconditionFailure("not about a loss")
        }
    }

    /// The messages of `DeliveryError` say what to look at; the remedy says where to go for it.
    private func endDescription(_ name: String) -> EventDescription {
        switch self {
        case .expired(let error):
            return ending(.targetExpired, name, error, "get a fresh address from the service, and add it with 'splitcast targets add'")
        case .rejected(let why, let error):
            let (code, remedy) = Self.rejection(why)
            return ending(code, name, error, remedy).with("reason", .text(why.rawValue))
        case .failed(let error): return ending(.targetFailed, name, error, Self.remedy(for: error))
        case .recordingStopped(let error):
            return EventDescription(
                .recordingStopped, .error, "\(name) stopped: \(error.message)",
                remedy: "make room on the disk, then record to another file with 'splitcast targets add'"
            ).with("error", .text(error.code.rawValue))
        default: preconditionFailure("not about an end")
        }
    }

    private func ending(_ code: EventCode, _ name: String, _ error: DeliveryError, _ remedy: String) -> EventDescription {
        EventDescription(code, .error, "\(name) failed: \(error.message)", remedy: remedy, isRemedyInText: true).with(
            "error", .text(error.code.rawValue))
    }

    private static func rejection(_ why: Rejection) -> (EventCode, String) {
        switch why {
        case .badKey: (.targetBadKey, "copy the stream key from the service once more; keys change when they are reset")
        case .busy: (.targetBusy, "another program streams with this key already: end that stream, or use another key")
        case .blocked: (.targetBlocked, "the service bars this account or address, or it has as many streams as it may: ask the service")
        case .unknown: (.targetRejected, "check the application and the key in the address; 'splitcast check-url' tells more")
        }
    }

    private static func remedy(for error: DeliveryError) -> String {
        switch error.code {
        case .badURL: "correct the address; 'splitcast check-url' tells what is wrong with it"
        case .unreachable, .refused, .timedOut, .lost: "check the server's name and port, and the network"
        case .certificate: "check the server's name; trust its authority with --tls-ca FILE"
        case .taken: "end the other broadcast, or use another key or file"
        case .notWritable, .exists: "choose another file, or make this one writable"
        case .notAvailable: "choose another protocol"
        case .codec: "start the broadcast with a codec that it takes, such as --encoder x264"
        case .rejected, .badKey, .busy, .blocked, .expired, .diskFull, .unknownTarget, .notNow, .media, .badSetting: "see 'splitcast status'"
        }
    }

    /// The first attempt, or the connection that was lost, is none of them.
    private static func retries(_ count: Int) -> String { count == 1 ? "1 retry" : "\(count) retries" }

    /// "2 s", "0.5 s".
    static func seconds(_ span: Duration) -> String {
        let tenths = (span.inNanoseconds + 50_000_000) / 100_000_000
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}
