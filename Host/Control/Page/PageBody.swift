import NIOCore
import NIOHTTP1

/// What comes with a request, as far as it may be kept.
struct PageBody {
    private var kept = ByteBuffer()
    private var count = 0
    var isWhole = false

    mutating func add(_ piece: ByteBuffer) {
        var piece = piece
        count += piece.readableBytes
        if count <= PageLimits.longestBody { kept.writeBuffer(&piece) } else { kept = ByteBuffer() }
    }

    /// Whether the rest is not worth reading, if only to be thrown away.
    func isHopeless(_ request: HTTPRequestHead) -> Bool { max(count, declared(by: request)) > PageLimits.longestRefusedBody }

    /// `nil` where it is more than a request may have.
    func bytes(of request: HTTPRequestHead) -> ByteBuffer? { max(count, declared(by: request)) > PageLimits.longestBody ? nil : kept }

    private func declared(by request: HTTPRequestHead) -> Int { request.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0 }
}
