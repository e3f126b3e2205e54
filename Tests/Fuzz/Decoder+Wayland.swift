@testable import Supervision

extension Decoder {
    /// What an agent sends to its compositor by way of the host, after what the compositor said of its globals; in pieces of the length
    /// that the first byte says. The second says how much of the input is the compositor's, in words.
    static var wayland: Decoder {
        let globals = [global(1, "wl_shm", 1), global(2, "zwlr_layer_shell_v1", 4), global(3, "wl_output", 9), global(4, "wl_seat", 8)]
        func seed(_ step: UInt8, _ events: [[UInt32]], _ requests: [[UInt32]]) -> [UInt8] {
            let said = bytes(events.flatMap { $0 })
            return [step, UInt8(said.count / 4)] + said + bytes(requests.flatMap { $0 })
        }
        return Decoder(
            name: "wayland",
            seeds: [
                seed(200, globals, [bind(1, "wl_shm", 1), bind(3, "wl_output", 4), message(3, 0, [1, 2])]), seed(3, globals, [bind(2, "wl_shm", 1)]),
                seed(7, [globals[0], message(2, 1, [1]), message(1, 1, [2])], [message(1, 1, [5]), bind(1, "wl_shm", 1, registry: 5)]),
                seed(31, [global(1, "wl_shm", 1), global(1, "wl_seat", 1)], [message(1, 0, [4]), bind(1, "wl_seat", 1)]),
            ], longest: 1024
        ) { input in
            guard input.count > 2 else { return }
            let rest = UnsafeRawBufferPointer(rebasing: input[2...])
            let said = min(Int(input[1]) * 4, rest.count)
            let events = UnsafeRawBufferPointer(rebasing: rest[..<said]), requests = UnsafeRawBufferPointer(rebasing: rest[said...])
            let (whole, pieces) = (Passed(events, requests, step: .max), Passed(events, requests, step: Int(input[0]) + 1))
            demand(whole == pieces, "what passes depends on how it comes")
            whole.check()
        }
    }

    private static func message(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt32]) -> [UInt32] {
        [object, UInt32(8 + arguments.count * 4) << 16 | opcode] + arguments
    }

    private static func text(_ text: String) -> [UInt32] {
        var filled = Array(text.utf8) + [0]
        filled += [UInt8](repeating: 0, count: (4 - filled.count % 4) % 4)
        return [UInt32(text.utf8.count + 1)]
            + stride(from: 0, to: filled.count, by: 4).map { first in
                filled[first..<first + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            }
    }

    private static func global(_ number: UInt32, _ interface: String, _ version: UInt32) -> [UInt32] {
        message(2, 0, [number] + text(interface) + [version])
    }

    private static func bind(_ number: UInt32, _ interface: String, _ version: UInt32, registry: UInt32 = 2) -> [UInt32] {
        message(registry, 0, [number] + text(interface) + [version, 9])
    }

    private static func bytes(_ words: [UInt32]) -> [UInt8] { words.withUnsafeBytes(Array.init) }

    /// What was let through, both ways.
    private struct Passed: Equatable {
        private(set) var events: [UInt8] = []
        private(set) var requests: [UInt8] = []

        init(_ events: UnsafeRawBufferPointer, _ requests: UnsafeRawBufferPointer, step: Int) {
            var filter = WaylandFilter()
            // The agent begins with a registry.
            bytes(message(1, 1, [2])).withUnsafeBytes { first in
                self.requests = Self.run(first, step: step, .malformed) { filter.judge(request: $0) }
            }
            self.events = Self.run(events, step: step, .senselessCompositor) { filter.judge(event: $0) }
            self.requests += Self.run(requests, step: step, .malformed) { filter.judge(request: $0) }
        }

        private static func run(
            _ input: UnsafeRawBufferPointer, step: Int, _ malformed: WaylandFilter.Offence, _ judge: (WaylandMessage) -> WaylandFilter.Verdict
        ) -> [UInt8] {
            let queue = WaylandQueue()
            var (passed, start) = ([UInt8](), 0)
            while start < input.count {
                let end = start + min(step, input.count - start)
                demand(queue.receive(UnsafeRawBufferPointer(rebasing: input[start..<end])) == end - start, "no room was left")
                start = end
                let offence = queue.judge(malformed: malformed, judge)
                passed += queue.content
                queue.dropReady(queue.ready)
                if offence != nil { break }
            }
            return passed
        }

        /// Reads it again, in another way.
        func check() {
            var shown: [UInt32: (name: [UInt8], version: UInt32)] = [:]
            var isRegistry = true
            for message in messages(events) {
                if message.words[0] == 1, message.words[1] == 12 << 16 | 1, message.words[2] == 2 { isRegistry = false }
                guard message.words[0] == 2, isRegistry, message.words[1] & 0xFFFF == 0 else { continue }
                let name = message.bytes[16..<16 + Int(message.words[3]) - 1]
                demand(WaylandGlobals.shown[String(decoding: name, as: UTF8.self)] != nil, "a hidden global is told")
                shown[message.words[2]] = (Array(name), message.words.last!)
            }
            var registries: Set<UInt32> = isRegistry ? [2] : []
            for message in messages(requests).dropFirst() {
                if message.words[0] == 1, message.words[1] & 0xFFFF == 1 { registries.insert(message.words[2]) }
                guard message.words[0] != 1, registries.contains(message.words[0]) else { continue }
                demand(message.words[1] & 0xFFFF == 0, "a registry is asked for more than there is")
                let name = Array(message.bytes[16..<16 + Int(message.words[3]) - 1])
                guard let global = shown[message.words[2]] else { return demand(false, "a global is bound that was not shown") }
                let version = message.words[message.words.count - 2]
                let most = WaylandGlobals.shown[String(decoding: name, as: UTF8.self)] ?? 0
                demand(global.name == name && version >= 1 && version <= global.version && version <= most, "more is bound than was shown")
            }
        }

        private func messages(_ bytes: [UInt8]) -> [(words: [UInt32], bytes: [UInt8])] {
            var (all, start) = ([(words: [UInt32], bytes: [UInt8])](), 0)
            while start + 8 <= bytes.count {
                let length = Int(bytes[start + 6]) | Int(bytes[start + 7]) << 8
                demand(length >= 8 && start + length <= bytes.count, "half a message has passed")
                guard length >= 8, start + length <= bytes.count else { break }
                let part = Array(bytes[start..<start + length])
                all.append(
                    (part.withUnsafeBytes { part in (0..<length / 4).map { part.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) } }, part))
                start += length
            }
            demand(start == bytes.count, "half a message has passed")
            return all
        }
    }
}
