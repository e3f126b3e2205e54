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

    private func receive(_ channel: Channel) -> [UInt8]? {
        var message: [UInt8]?
        let watchdog = MediaTime.now() + .seconds(10)
        while message == nil, .now() < watchdog {
            if !channel.receive({ message = Array($0) }) {
                var entry = pollfd(fd: channel.descriptor, events: Int16(POLLIN), revents: 0)
                _ = pollUntil(.now() + .milliseconds(50), &entry, 1)
            }
        }
        return message
    }

    @Test func messagesCrossBothWays() throws {
        let context = try ChannelContext()
        let path = endpointPath()
        let host = try Channel(context, binding: path)
        let agent = try Channel(context, connecting: "ipc://" + path)
        let buffer = WireBuffer()
        fromAgent.encode(into: buffer)
        #expect(agent.send(buffer))
        #expect(receive(host) == bytes(of: fromAgent))
        fromHost.encode(into: buffer)
        #expect(host.send(buffer))
        #expect(receive(agent) == bytes(of: fromHost))
    }

    @Test func aFullQueueRefusesInsteadOfWaiting() throws {
        let context = try ChannelContext()
        let agent = try Channel(context, connecting: "ipc://" + endpointPath())
        let buffer = WireBuffer()
        fromAgent.encode(into: buffer)
        var taken = 0
        while taken < 10_000, agent.send(buffer) { taken += 1 }
        #expect(taken < 10_000)
    }

    @Test func theEndpointIsRemovedWithTheChannel() throws {
        let context = try ChannelContext()
        let path = endpointPath()
        do {
            let host = try Channel(context, binding: path)
            #expect(access(path, F_OK) == 0)
            withExtendedLifetime(host) {}
        }
        #expect(access(path, F_OK) != 0)
    }
}
