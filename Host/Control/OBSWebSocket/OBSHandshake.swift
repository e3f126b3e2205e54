import NIOCore
import NIOHTTP1

/// Whether a request becomes a WebSocket connection, and what it is told where it does not.
struct OBSHandshake: Sendable {
    private static let protocolHeader = "Sec-WebSocket-Protocol"

    private let access: PageAccess
    private let needsPassword: Bool

    /// - Parameter needsPassword: without one only the owner's own programs are let in.
    init(at address: PageAddress, needsPassword: Bool) {
        (access, self.needsPassword) = (PageAccess(to: address, isOpen: false), needsPassword)
    }

    /// `nil` where nothing is against it.
    func refusal(of request: HTTPRequestHead, from peer: PagePeer) -> (status: HTTPResponseStatus, reason: String)? {
        if let name = PageAccess.repeatedField(of: request) { return (.badRequest, "there are several \"\(name)\": send one") }
        switch access.verdict(on: request, byOwner: true) {
        case .foreignPage: return (.forbidden, "a page of another site may not connect")
        case .foreignName: return (.misdirectedRequest, "this machine is not known by that name: use its address")
        case .allowed, .introduced, .otherUser, .withoutToken: break
        }
        guard needsPassword || peer == .owner else {
            return (.forbidden, "only programs of the user who broadcasts may connect: '--obs-password' lets others in that know it")
        }
        guard request.method == .GET, request.headers[canonicalForm: "Upgrade"].contains(where: { $0.lowercased() == "websocket" }) else {
            return (.upgradeRequired, "this is obs-websocket 5: connect with a program that controls OBS, by ws://")
        }
        guard Self.form(for: request) != nil else {
            let known = OBSMessage.Form.allCases.map(\.rawValue).joined(separator: " or ")
            return (.badRequest, "ask for the protocol \(known), or for none")
        }
        return nil
    }

    /// The first that a client offers and that is known here; JSON where it offers none, `nil` where it offers others alone.
    static func form(for request: HTTPRequestHead) -> OBSMessage.Form? {
        let offered = request.headers[canonicalForm: protocolHeader]
        return offered.isEmpty ? .json : offered.lazy.compactMap { OBSMessage.Form(rawValue: String($0)) }.first
    }

    /// What an accepted one is told beside what every WebSocket is.
    func headers(for request: HTTPRequestHead) -> HTTPHeaders {
        guard !request.headers[Self.protocolHeader].isEmpty, let form = Self.form(for: request) else { return [:] }
        return [Self.protocolHeader: form.rawValue]
    }

    /// Answers what did not become a WebSocket connection, and closes.
    final class Refuser: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let handshake: OBSHandshake
        private let peer: PagePeer

        init(_ handshake: OBSHandshake, _ peer: PagePeer) { (self.handshake, self.peer) = (handshake, peer) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(let request) = unwrapInboundIn(data) else { return }
            let (status, reason) = handshake.refusal(of: request, from: peer) ?? (.badRequest, "this is no handshake of a WebSocket (RFC 6455)")
            let text = ByteBuffer(string: reason + "\n")
            var headers: HTTPHeaders = [
                "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(text.readableBytes)", "Connection": "close",
                "X-Content-Type-Options": "nosniff",
            ]
            if status == .upgradeRequired { headers.add(name: "Upgrade", value: "websocket") }
            context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
            if request.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(text))), promise: nil) }
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
        }
    }
}
