import AgentProtocol
import AppGroup
import Glibc
import Platform
import Testing

@Suite struct ChannelTests {
    private func endpointPath() -> String { "/tmp/splitcast-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).zmq" }

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
        SampleMessages.pointer.encode(into: buffer)
        #expect(agent.send(buffer))
        #expect(receive(host) == SampleMessages.bytes(SampleMessages.pointer))
        SampleMessages.hostState.encode(into: buffer)
        #expect(host.send(buffer))
        #expect(receive(agent) == SampleMessages.bytes(SampleMessages.hostState))
    }

    @Test func aFullQueueRefusesInsteadOfWaiting() throws {
        let context = try ChannelContext()
        let agent = try Channel(context, connecting: "ipc://" + endpointPath())
        let buffer = WireBuffer()
        SampleMessages.pointer.encode(into: buffer)
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
