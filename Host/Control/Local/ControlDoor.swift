import AppGroup
import Session

/// What the host does with a request; apart from sockets.
struct ControlDoor {
    let steering: any SessionSteering

    /// Never fails: what cannot be read is answered with a refusal.
    func answer(_ packet: UnsafeRawBufferPointer) -> [UInt8] {
        let reply: ControlReply
        do { reply = carryOut(try ControlJSON.decode(ControlRequest.self, from: packet)) } catch let refusal as ControlReply.Refusal {
            reply = ControlReply(error: refusal)
        } catch {
            reply = ControlReply(error: .init(.malformed, "a request is one JSON object, such as {\"v\":1,\"do\":\"status\"}"))
        }
        return (try? ControlJSON.encode(reply)) ?? []  // text, numbers and lists of them always encode
    }

    private func carryOut(_ request: ControlRequest) -> ControlReply {
        switch request.action {
        case .status: return ControlReply(status: steering.status())
        case .stop: steering.requestStop()
        case .mute: steering.setMicrophoneMuted(true)
        case .unmute: steering.setMicrophoneMuted(false)
        }
        return ControlReply()
    }
}
