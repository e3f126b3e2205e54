import Testing

@testable import AppGroup

/// Every byte of what a ZeroMQ peer may write, and of what it may not.
@Suite struct ZMTPReaderTests {
    private static let greeting = ZMTPReader.greeting
    private static let ready = ZMTPReader.ready(as: "DEALER")

    /// The steps through bytes that arrive one by one.
    private func steps(_ bytes: [UInt8], longest: Int = 100) -> [ZMTPReader.Step] {
        var reader = ZMTPReader(longestMessage: longest, peers: ["DEALER"])
        var (steps, start): ([ZMTPReader.Step], Int) = ([], 0)
        for end in 1...bytes.count {
            let step = bytes[start..<end].withUnsafeBytes { reader.next($0) }
            switch step {
            case .incomplete: continue
            case .broken: return steps + [step]
            case .greeted(let count), .ready(let count), .ignored(let count), .message(let count, _), .ping(let count, _): start += count
            }
            steps.append(step)
        }
        return steps
    }

    private var opened: [UInt8] { Self.greeting + Self.ready }
    private var opening: [ZMTPReader.Step] { [.greeted(bytes: 64), .ready(bytes: Self.ready.count)] }

    @Test func messagesFollowTheHandshake() {
        #expect(steps(opened + [0, 2, 7, 8]) == opening + [.message(bytes: 4, content: 2..<4)])
        #expect(steps(opened + [2, 0, 0, 0, 0, 0, 0, 0, 1, 7]) == opening + [.message(bytes: 10, content: 9..<10)])
        #expect(steps(opened + [0, 0]) == opening + [.message(bytes: 2, content: 2..<2)])
    }

    @Test func partsAreIgnoredToTheLast() {
        #expect(
            steps(opened + [1, 1, 7, 1, 0, 0, 1, 8, 0, 1, 9])
                == opening + [.ignored(bytes: 3), .ignored(bytes: 2), .ignored(bytes: 3), .message(bytes: 3, content: 2..<3)])
    }

    @Test func aPingIsAnsweredAndOtherCommandsAreNot() {
        let ping: [UInt8] = [4, 9, 4] + Array("PING".utf8) + [0, 1, 0xAA, 0xBB]
        #expect(steps(opened + ping) == opening + [.ping(bytes: 11, content: 9..<11)])
        #expect(ZMTPReader.pong([0xAA, 0xBB]) == [4, 7, 4] + Array("PONG".utf8) + [0xAA, 0xBB])
        let long: [UInt8] = [4, 30, 4] + Array("PING".utf8) + [UInt8](repeating: 0, count: 25)
        #expect(steps(opened + long) == opening + [.ignored(bytes: 32)])
        #expect(steps(opened + [4, 2, 1, 65]) == opening + [.ignored(bytes: 4)])
    }

    @Test func whatIsNoSuchPeerIsBroken() {
        #expect(steps([0x16, 3]) == [.broken])
        // Of ZeroMQ 3.
        #expect(steps(Array(Self.greeting[..<10]) + [1]) == [.broken])
        var curve = Self.greeting
        curve.replaceSubrange(12..<17, with: Array("CURVE".utf8))
        #expect(steps(curve) == [.broken])
        #expect(steps(Self.greeting + [0, 1, 7]) == [.greeted(bytes: 64), .broken])
        var router = Self.ready
        router.replaceSubrange(24..<30, with: Array("ROUTER".utf8))
        #expect(steps(Self.greeting + router) == [.greeted(bytes: 64), .broken])
        #expect(steps(opened + Self.ready) == opening + [.broken])
        #expect(steps(opened + [8, 1]) == opening + [.broken])
        #expect(steps(opened + [0, 101]) == opening + [.broken])
        #expect(steps(opened + [2] + [UInt8](repeating: 0xFF, count: 8)) == opening + [.broken])
        #expect(steps(opened + [5, 1, 7]) == opening + [.broken])
    }
}
