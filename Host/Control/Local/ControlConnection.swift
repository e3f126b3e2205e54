import Glibc
import Platform
import Synchronization

/// One client of the control socket. Belongs to the control thread; what may wait is carried out on a thread of the request's own, and
/// its answer sent when it is there.
final class ControlConnection {
    /// A request that is being carried out.
    private struct Pending {
        let worker: Worker
        let reply: ReplyBox
    }

    private final class ReplyBox: Sendable { let reply = Mutex<ControlReply?>(nil) }

    private let socket: PacketSocket
    private let listener: ControlListener
    private var pending: Pending?
    private(set) var lastActive = MediaTime.now()

    init(_ socket: PacketSocket, _ listener: ControlListener) { (self.socket, self.listener) = (socket, listener) }

    var isWaiting: Bool { pending != nil }

    /// What poll(2) is to look for; nothing while its request is being carried out.
    var entry: pollfd { pollfd(fd: isWaiting ? -1 : socket.descriptor, events: Int16(POLLIN), revents: 0) }

    /// Reads a request and answers it, or begins to carry it out.
    ///
    /// - Parameters:
    ///   - mayBegin: whether there may be another that waits.
    ///   - done: signalled when `sendReply` has something to send.
    /// - Returns: false when the client is done with, or misbehaved.
    @available(*, noasync)
    func receive(into buffer: UnsafeMutableRawBufferPointer, mayBegin: Bool, done: Wakeup) -> Bool {
        let packet: UnsafeRawBufferPointer
        do throws(SystemError) {
            var passed: OwnedDescriptor?
            switch try socket.receive(into: buffer, passed: &passed) {
            case .nothing: return true
            case .end: return false
            case .packet(let count, _): packet = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            }
        } catch {
            guard error.number == EMSGSIZE else { return false }
            // Its sender may try again.
            lastActive = .now()
            let most = ControlRequest.longestBytes >> 10
            return !hasHungUp && send(ControlReply(error: .init(.malformed, "a request has at most \(most) KiB: send a shorter one")))
        }
        lastActive = .now()
        // Who has hung up was told that there is no answer: it must not happen behind its back.
        guard !hasHungUp else { return false }
        switch listener.read(packet) {
        case .failure(let refusal): return send(ControlReply(error: refusal))
        case .success(let request) where !request.mayWait: return send(listener.carryOut(request))
        case .success where !mayBegin:
            return send(ControlReply(error: .init(.notNow, "the host is busy with other requests that take time: try again in a moment")))
        case .success(let request): return begin(request, done)
        }
    }

    private var hasHungUp: Bool {
        var entry = pollfd(fd: socket.descriptor, events: 0, revents: 0)
        return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP | POLLERR) != 0
    }

    private func begin(_ request: ControlRequest, _ done: Wakeup) -> Bool {
        let reply = ReplyBox()
        do throws(SystemError) {
            let worker = try Worker(name: "control-request") { [listener] in
                let carriedOut = listener.carryOut(request)
                reply.reply.withLock { $0 = carriedOut }
                done.signal()
            }
            pending = Pending(worker: worker, reply: reply)
            return true
        } catch { return send(ControlReply(error: .init(.notNow, "no thread for the request: \(error)"))) }
    }

    /// Sends the answer of what was carried out meanwhile, if it is there. False as for `receive`.
    @available(*, noasync)
    func sendReply() -> Bool {
        guard let pending, let reply = pending.reply.reply.withLock({ $0 }) else { return true }
        finish()
        lastActive = .now()
        return send(reply)
    }

    /// Waits for what is being carried out.
    @available(*, noasync)
    func finish() {
        pending?.worker.join()
        pending = nil
    }

    private func send(_ reply: ControlReply) -> Bool {
        do throws(SystemError) {
            try withExtendedLifetime(reply.descriptor) { () throws(SystemError) in
                try socket.send(ControlListener.bytes(of: reply), descriptor: reply.descriptor?.number)
            }
            return true
        } catch { return false }
    }
}
