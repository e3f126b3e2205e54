import Fixtures

@testable import Supervision

/// Messages of the Wayland protocol, as words.
enum WaylandWire {
    static func message(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt32] = []) -> [UInt32] {
        [object, UInt32(8 + arguments.count * 4) << 16 | opcode] + arguments
    }

    static func text(_ text: String) -> [UInt32] {
        let bytes = Array(text.utf8) + [0]
        let filled = bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        return [UInt32(bytes.count)]
            + filled.withUnsafeBytes { bytes in (0..<bytes.count / 4).map { bytes.load(fromByteOffset: $0 * 4, as: UInt32.self) } }
    }

    static func sync(_ id: UInt32) -> [UInt32] { message(1, 0, [id]) }
    static func registry(_ id: UInt32) -> [UInt32] { message(1, 1, [id]) }
    static func bind(_ number: UInt32, _ interface: String, _ version: UInt32, id: UInt32, registry: UInt32 = 2) -> [UInt32] {
        message(registry, 0, [number] + text(interface) + [version, id])
    }
    static func global(_ number: UInt32, _ interface: String, _ version: UInt32, registry: UInt32 = 2) -> [UInt32] {
        message(registry, 0, [number] + text(interface) + [version])
    }
    static func removal(_ number: UInt32, registry: UInt32 = 2) -> [UInt32] { message(registry, 1, [number]) }
}

extension WaylandFilter {
    /// As if the agent sent it.
    mutating func judge(request words: [UInt32]) -> Verdict {
        var words = words
        return words.withUnsafeMutableBytes { judge(request: WaylandMessage(bytes: $0)) }
    }

    /// As if the compositor sent it. Returns what the agent is told, too.
    mutating func judge(event words: [UInt32]) -> (verdict: Verdict, words: [UInt32]) {
        var words = words
        let verdict = words.withUnsafeMutableBytes { judge(event: WaylandMessage(bytes: $0)) }
        return (verdict, words)
    }
}
