import Platform

/// From a name to a stream that the server accepts: each phase has its own time limit, and its own message when it fails.
extension RTMPConnection {
    /// A login needs three: refused without a user, refused with one, accepted.
    private static let mostAttempts = 3

    func connect(until deadline: MediaTime) throws(NetworkError) {
        var query = ""
        for _ in 0..<Self.mostAttempts {
            guard case .askAgain(let next) = try attempt(query, until: deadline) else { return }
            query = next
            socket?.close(until: min(deadline, .now() + .milliseconds(200)))
        }
        throw NetworkError(.rejected, "the server asks for user and password again each time they are sent")
    }

    private func attempt(_ query: String, until deadline: MediaTime) throws(NetworkError) -> RTMPPublisher.Outcome {
        publisher = nil
        let socket = try reach(until: deadline)
        publisher = RTMPPublisher(address, query: query, seed: .random(in: .min ... .max), codings: codings)
        show(.handshaking)
        entering?(.greeting)
        var limit = min(deadline, .now() + settings.phaseLimit)
        while true {
            let state = publisher?.state
            try flush(socket, until: limit)
            let outcome = try receiveAvailable(socket)
            if outcome != .none { return outcome }
            if publisher?.state != state {
                show(.publishing)
                entering?(publisher?.state == .publishing ? .publishing : .application)
                limit = min(deadline, .now() + settings.phaseLimit)
            }
            // What was received may call for an answer.
            guard publisher?.outgoing.isEmpty == true else { continue }
            _ = try step { () throws(NetworkError) in try socket.wait(for: .readable, until: limit) }
        }
    }

    private func enter(_ stage: OpeningStage, _ phase: ConnectionPhase) {
        entering?(stage)
        show(phase)
    }

    private func reach(until deadline: MediaTime) throws(NetworkError) -> StreamSocket {
        do throws(NetworkError) {
            let socket = try makeSocket()
            try socket.connect(until: deadline, eachStage: settings.phaseLimit) { stage in
                switch stage {
                case .resolving: enter(.resolving, .resolving)
                case .connecting: enter(.connecting, .connecting)
                case .securing: enter(.securing, .handshaking)
                }
            }
            return socket
        } catch {
            throw NetworkError(reaching: error)
        }
    }

    /// A network error while opening, described by what the server did or did not do.
    func explain(opening error: NetworkError) -> NetworkError {
        let isHangUp = error.code == .ended || error.code == .lost
        let isSilence = error.code == .timedOut
        let (code, description): (NetworkError.Code, String) =
            switch publisher?.state {
            case .greeting where isHangUp:
                (.unreachable, "the server hung up before the stream was asked for: it is not ready, wants rtmps://, or speaks no RTMP")
            case .greeting where isSilence:
                (.timedOut, "the server did not answer the greeting in time: check the port, and whether the server wants rtmps://")
            case .connecting where isHangUp:
                (.rejected, "the server hung up when the application was asked for: check the part of the address before the key")
            case .connecting where isSilence:
                (.timedOut, "the server did not answer in time when the application was asked for")
            case _ where isHangUp:
                (.rejected, "the server hung up when the stream was offered, as most do for a wrong key or one in use: check application and key")
            case _ where isSilence:
                (.timedOut, "the server did not answer in time when the stream was offered, as some do for a wrong key")
            case _ where error.code == .cancelled: (.timedOut, "broken off as asked")
            default: (.unreachable, error.message)
            }
        return NetworkError(code, description, cause: error)
    }
}
