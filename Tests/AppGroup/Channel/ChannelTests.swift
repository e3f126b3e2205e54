import AgentFixtures
import AgentProtocol
import AppGroup
import Fixtures
import Glibc
import Platform
import Testing

@Suite struct ChannelTests {
    private let fromAgent = PointerMoved(generation: 7, x: -12, y: 1079, isVisible: true)
    private let fromHost = Refusal(reason: .failed, message: "sixteen agents are attached already")

    private func bytes(of message: some WireMessage) -> [UInt8] {
        let buffer = WireBuffer()
        message.encode(into: buffer)
        return Array(buffer.bytes)
    }

    private let scratch = Scratch()
    private func endpointPath() -> String { scratch.file("\(UInt32.random(in: 0 ... .max)).zmq") }

    /// The next message that reaches the host.
    private func receive(_ server: ChannelServer) -> [UInt8]? {
        var message: [UInt8]?
        let watchdog = MediaTime.now() + .seconds(10)
        while message == nil, .now() < watchdog {
            if server.receive({ message = Array($0) }) == nil {
                var entry = pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)
                _ = pollUntil(.now() + .milliseconds(50), &entry, 1)
            }
        }
        return message
    }

    private func send(_ channel: Channel, _ bytes: [UInt8], isPart: Bool = false) -> Bool {
        bytes.withUnsafeBytes { channel.send(raw: $0, isPart: isPart) }
    }

    @Test func messagesCrossBothWays() throws {
        let path = endpointPath()
        let host = try ChannelServer(binding: path)
        let agent = try Channel(try ChannelContext(), connecting: "ipc://" + path)
        let buffer = WireBuffer()
        fromAgent.encode(into: buffer)
        #expect(agent.send(buffer))
        #expect(receive(host) == bytes(of: fromAgent))
        fromHost.encode(into: buffer)
        #expect(host.send(buffer))
        var message: [UInt8]?
        #expect(Watchdog.until { agent.receive { message = Array($0) } })
        #expect(message == bytes(of: fromHost))
    }

    /// All sizes of headers, and as many as fill every buffer several times.
    @Test func messagesOfEachSizeArriveWholeAndInOrder() throws {
        let path = endpointPath()
        let host = try ChannelServer(binding: path)
        let agent = try Channel(try ChannelContext(), connecting: "ipc://" + path)
        for size in [0, 1, 255, 256, 257, 4096, 65_535, 65_536] {
            for round in UInt8(0)..<5 {
                let message = [UInt8](repeating: round, count: size)
                #expect(Watchdog.until { send(agent, message) })
                #expect(receive(host) == message)
                #expect(message.withUnsafeBytes { host.send(raw: $0) })
                var answer: [UInt8]?
                // What did not fit into the kernel's buffer goes with whatever comes next.
                #expect(
                    Watchdog.until {
                        _ = host.receive { _ in }
                        return agent.receive { answer = Array($0) }
                    })
                #expect(answer == message)
            }
        }
    }

    @Test func messagesOfSeveralPartsAreLeftOut() throws {
        let path = endpointPath()
        let host = try ChannelServer(binding: path)
        let agent = try Channel(try ChannelContext(), connecting: "ipc://" + path)
        for part in UInt8(0)..<9 { #expect(send(agent, [part], isPart: true)) }
        #expect(send(agent, [10]))
        #expect(send(agent, [11]))
        #expect(receive(host) == [11])
    }

    @Test func aMessageThatIsTooLongEndsItsConnectionAndTheNextOneWorks() throws {
        let path = endpointPath()
        let host = try ChannelServer(binding: path)
        let agent = try Channel(try ChannelContext(), connecting: "ipc://" + path)
        #expect(send(agent, [UInt8](repeating: 0, count: 65_537)))
        // It is sent until it passes: ZeroMQ connects again by itself, and what was under way is lost.
        #expect(
            Watchdog.until {
                _ = send(agent, [1])
                var message: [UInt8]?
                while message == nil, host.receive({ message = Array($0) }) != nil {}
                return message == [1]
            })
    }

    @Test func oneConnectionAtATimeIsHeard() throws {
        let path = endpointPath()
        let host = try ChannelServer(binding: path)
        var first: RawPeer? = try RawPeer(connectingTo: path)
        #expect(first!.send(RawPeer.greeting + RawPeer.ready + RawPeer.frame([1])))
        #expect(receive(host) == [1])
        let second = try RawPeer(connectingTo: path)
        #expect(second.send(RawPeer.greeting + RawPeer.ready + RawPeer.frame([2])))
        #expect(first!.send(RawPeer.frame([3])))
        #expect(receive(host) == [3])
        #expect(host.receive { _ in } == nil)
        first = nil
        #expect(receive(host) == [2])
    }

    @Test func anotherProcessIsNotHeard() throws {
        let path = endpointPath()
        let host = try ChannelServer(binding: path, onlyFor: getppid())
        let stranger = try RawPeer(connectingTo: path)
        #expect(stranger.send(RawPeer.greeting + RawPeer.ready + RawPeer.frame([1])))
        #expect(
            Watchdog.until {
                _ = host.receive { _ in Issue.record("it was heard") }
                return stranger.receive() == nil
            })
    }

    @Test func aPeerThatDoesNotReadGetsNoMoreThanFits() throws {
        let path = endpointPath()
        let host = try ChannelServer(binding: path)
        let peer = try RawPeer(connectingTo: path)
        #expect(peer.send(RawPeer.greeting + RawPeer.ready + RawPeer.frame([1])))
        #expect(receive(host) == [1])
        let message = [UInt8](repeating: 0, count: 60_000)
        var taken = 0
        while taken < 10_000, message.withUnsafeBytes({ host.send(raw: $0) }) { taken += 1 }
        #expect(taken < 10_000)
    }

    @Test func aFullQueueOfAnAgentRefusesInsteadOfWaiting() throws {
        let agent = try Channel(try ChannelContext(), connecting: "ipc://" + endpointPath())
        let buffer = WireBuffer()
        fromAgent.encode(into: buffer)
        var taken = 0
        while taken < 10_000, agent.send(buffer) { taken += 1 }
        #expect(taken < 10_000)
    }

    @Test func theEndpointIsRemovedWithTheServer() throws {
        let path = endpointPath()
        do {
            let host = try ChannelServer(binding: path)
            #expect(access(path, F_OK) == 0)
            withExtendedLifetime(host) {}
        }
        #expect(access(path, F_OK) != 0)
    }
}
