import Fixtures
import Glibc
import Platform

/// One side of a Wayland connection, spoken by hand.
final class WaylandPeer {
    struct Message: Hashable {
        let object: UInt32
        let opcode: UInt32
        let arguments: [UInt32]
    }

    let stream: PassingStream
    private var bytes: [UInt8] = []
    private(set) var isEnded = false
    /// Those that came; closed with this.
    private(set) var passed: [Int32] = []

    init(_ stream: PassingStream) { self.stream = stream }

    /// At a compositor's own socket.
    convenience init(connectingTo path: String) throws { self.init(try PassingStream(connectingTo: path)) }

    deinit { for descriptor in passed { close(descriptor) } }

    /// Sends all of it; waits for room.
    func send(_ words: [UInt32], passing descriptors: [Int32] = []) throws {
        let sent = words.withUnsafeBytes { stream.send($0, passing: descriptors[...]) }
        guard sent == words.count * 4 else { throw FixtureError("only \(sent) of \(words.count * 4) bytes were sent") }
    }

    /// Takes in what there is.
    func receive() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 8)
        defer { buffer.deallocate() }
        var areLost = false
        while !isEnded {
            switch stream.receive(into: buffer, passed: &passed, areLost: &areLost) {
            case .bytes(let count): bytes += buffer[..<count]
            case .end: isEnded = true
            case .nothing: return
            }
        }
    }

    /// The next message; waits for it. `nil` at the end.
    func next() throws -> Message? {
        var found: Message?
        try waitUntil("a message") {
            receive()
            found = takeMessage()
            return found != nil || isEnded
        }
        return found
    }

    /// All until the end, for which it waits.
    func rest() throws -> [Message] {
        var all: [Message] = []
        while let message = try next() { all.append(message) }
        return all
    }

    private func takeMessage() -> Message? {
        guard bytes.count >= 8 else { return nil }
        let words = bytes.withUnsafeBytes { bytes in (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) } }
        let length = Int(words[1] >> 16)
        guard length >= 8, bytes.count >= length else { return nil }
        bytes.removeFirst(length)
        return Message(object: words[0], opcode: words[1] & 0xFFFF, arguments: Array(words[2..<length / 4]))
    }

    // MARK: As a client

    struct Global: Hashable {
        let number: UInt32
        let interface: String
        let version: UInt32
    }

    /// What it is told of, by registry 2 and callback 3.
    func globals() throws -> [Global] {
        try send(WaylandWire.registry(2) + WaylandWire.sync(3))
        var found: [Global] = []
        while let message = try next(), message.object != 3 {
            guard message.object == 2, message.opcode == 0 else { continue }
            let text = message.arguments[2...].dropLast().withContiguousStorageIfAvailable { Array(UnsafeRawBufferPointer($0)) } ?? []
            let interface = String(decoding: text.prefix(Int(message.arguments[1]) - 1), as: UTF8.self)
            found.append(Global(number: message.arguments[0], interface: interface, version: message.arguments.last!))
        }
        return found
    }

    /// Binds, and waits for the answer to a question behind it: false when the connection was ended instead.
    func binds(_ global: Global, id: UInt32) throws -> Bool {
        try send(WaylandWire.bind(global.number, global.interface, global.version, id: id) + WaylandWire.sync(id + 1))
        while let message = try next() {
            if message.object == id + 1 { return true }
            if message.object == 1, message.opcode == 0 { return false }
        }
        return false
    }
}
