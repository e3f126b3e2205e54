import Fixtures
import Glibc

/// A minimal X client that speaks the core protocol by hand, so that what it draws and reads owes nothing to the code under test.
final class DrawingClient {
    private let socket: Int32
    private var nextIdentifier: UInt32 = 0
    private(set) var root: UInt32 = 0
    private(set) var gc: UInt32 = 0
    /// The visual of each depth that windows can have.
    private(set) var visuals: [UInt8: UInt32] = [:]

    init(_ display: String) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("/tmp/.X11-unix/X\(display.dropFirst())".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw FixtureError("no server on \(display)") }
        send(bytes: [0x6C, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        let head = receive(8)
        guard head[0] == 1 else { throw FixtureError("\(display) refused the drawing client") }
        let setup = receive(Int(word16(head, 6)) * 4)
        nextIdentifier = word32(setup, 4)
        let vendorBytes = (Int(word16(setup, 16)) + 3) / 4 * 4
        root = word32(setup, 32 + vendorBytes + Int(setup[21]) * 8)
        readVisuals(setup, from: 32 + vendorBytes + Int(setup[21]) * 8)
        gc = makeIdentifier()
        // CreateGC with subwindow-mode IncludeInferiors.
        request(55, 0, [gc, root, 1 << 15, 1])
    }

    deinit { close(socket) }

    /// The depths of the first screen follow it: each with its visuals.
    private func readVisuals(_ setup: [UInt8], from screen: Int) {
        var at = screen + 40
        for _ in 0..<setup[screen + 39] {
            let (depth, count) = (setup[at], Int(word16(setup, at + 2)))
            if count > 0 { visuals[depth] = word32(setup, at + 8) }
            at += 8 + count * 24
        }
    }

    func fill(_ colour: UInt32, x: Int, y: Int, width: Int, height: Int) {
        request(56, 0, [gc, 1 << 2, colour])
        request(70, 0, [root, gc, pair(x, y), pair(width, height)])
    }

    /// Puts pixels (BGRx words, row by row) onto the root, in requests of at most 200 KiB.
    func put(_ pixels: [UInt32], width: Int, height: Int) {
        let most = 200 * 1024 / (width * 4)
        var row = 0
        while row < height {
            let rows = min(most, height - row)
            let part = Array(pixels[row * width..<(row + rows) * width])
            request(72, 2, [root, gc, pair(width, rows), pair(0, row), 24 << 8] + part)
            row += rows
        }
    }

    func warpPointer(x: Int, y: Int) {
        request(41, 0, [0, root, 0, 0, pair(x, y)])
    }

    /// Gives the root a square cursor, opaque red all over.
    func setCursor(side: Int, hotX: Int, hotY: Int) {
        let pixmap = makeIdentifier(), bitGC = makeIdentifier(), cursor = makeIdentifier()
        request(53, 1, [pixmap, root, pair(side, side)])
        request(55, 0, [bitGC, pixmap, 1 << 2, 1])
        request(70, 0, [pixmap, bitGC, 0, pair(side, side)])
        request(93, 0, [cursor, pixmap, pixmap, 0xFFFF, 0, 0, pair(hotX, hotY)])
        request(2, 0, [root, 1 << 14, cursor])
    }

    /// The root's pixels as the server has them now, unused byte cleared.
    func image(x: Int, y: Int, width: Int, height: Int) -> [UInt32] {
        request(73, 2, [root, pair(x, y), pair(width, height), .max])
        let head = reply()
        let bytes = receive(Int(word32(head, 4)) * 4)
        return (0..<width * height).map { word32(bytes, $0 * 4) & 0xFFFFFF }
    }

    /// Returns once the server has carried out everything before.
    func synchronise() {
        request(43, 0, [])
        _ = reply()
    }

    // MARK: The wire

    func makeIdentifier() -> UInt32 {
        nextIdentifier += 1
        return nextIdentifier
    }

    func pair(_ low: Int, _ high: Int) -> UInt32 { UInt32(truncatingIfNeeded: low & 0xFFFF | high << 16) }

    func request(_ opcode: UInt8, _ detail: UInt8, _ words: [UInt32]) {
        let all = [UInt32(opcode) | UInt32(detail) << 8 | UInt32(words.count + 1) << 16] + words
        all.withUnsafeBytes { send(bytes: $0) }
    }

    private func send(bytes: some Sequence<UInt8>) {
        let all = Array(bytes)
        var sent = 0
        while sent < all.count {
            let count = all.withUnsafeBytes { Glibc.send(socket, $0.baseAddress! + sent, all.count - sent, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return }
            sent += count
        }
    }

    func reply() -> [UInt8] {
        while true {
            let head = receive(32)
            if head[0] == 1 { return head }
            precondition(head[0] != 0, "the server refused request \(head[10]) of the drawing client with error \(head[1])")
        }
    }

    func receive(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let more = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress! + got, count - got, 0) }
            precondition(more > 0, "the server of the drawing client went away")
            got += more
        }
        return bytes
    }

    private func word16(_ bytes: [UInt8], _ at: Int) -> UInt16 { UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8 }
    func word32(_ bytes: [UInt8], _ at: Int) -> UInt32 { UInt32(word16(bytes, at)) | UInt32(word16(bytes, at + 2)) << 16 }
}
