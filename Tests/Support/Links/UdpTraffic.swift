import Foundation
import Platform

/// The datagrams of a UDP line. Belongs to the line's thread.
struct UdpTraffic {
    private struct Client {
        let address: sockaddr_in
        /// Connected to the server: answers to this client come there.
        let socket: Int32
    }

    private struct Datagram {
        let client: Int
        let bytes: [UInt8]
    }

    private var up: Bottleneck<Datagram>
    private var down: Bottleneck<Datagram>
    private var underWay: [(datagram: Datagram, arrival: Duration)] = []
    private var answers: [(datagram: Datagram, arrival: Duration)] = []
    private var clients: [Client] = []
    private let socket: Int32
    private let server: UInt16
    private let scenario: LinkScenario
    private(set) var start: MediaTime?
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    init(_ trace: LinkTrace, socket: Int32, server: UInt16, scenario: LinkScenario) {
        up = Bottleneck(trace, losesPackets: true)
        let back = trace.steps.map { step -> (start: Duration, condition: LinkCondition) in
            var condition = step.condition
            if condition.bitRate > 0 { condition.bitRate = 1e9 }
            condition.queueBytes = 1 << 20
            return (step.start, condition)
        }
        down = Bottleneck(LinkTrace(trace.name, trace.words, seed: trace.seed, steps: back), losesPackets: true, seed: 1)
        (self.socket, self.server, self.scenario) = (socket, server, scenario)
    }

    private func time(_ now: MediaTime) -> Duration { start.map { now - $0 } ?? .zero }

    /// Moves what can be moved. Returns when there is more to do by itself.
    mutating func work(at now: MediaTime) -> MediaTime? {
        takeIn(at: now)
        let time = time(now)
        underWay += up.advance(to: time).map { (datagram: $0.packet, arrival: $0.arrival) }
        answers += down.advance(to: time).map { (datagram: $0.packet, arrival: $0.arrival) }
        while let next = underWay.first, next.arrival <= time {
            underWay.removeFirst()
            let sent = send(clients[next.datagram.client].socket, next.datagram.bytes, next.datagram.bytes.count, Int32(MSG_NOSIGNAL))
            if sent > 0 { scenario.count(sent, at: time) }
        }
        while let next = answers.first, next.arrival <= time {
            answers.removeFirst()
            _ = LinkSockets.withAddress(clients[next.datagram.client].address) { address, length in
                sendto(socket, next.datagram.bytes, next.datagram.bytes.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
        guard let start else { return nil }
        return [up.deadline, down.deadline, underWay.first?.arrival, answers.first?.arrival].compactMap { $0 }.min().map { start + $0 }
    }

    func wait(until deadline: MediaTime?, _ wakeup: Wakeup) {
        var entries = ([wakeup.descriptor, socket] + clients.map(\.socket)).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = pollUntil(deadline, &entries, entries.count)
        if entries[0].revents != 0 { wakeup.drain() }
    }

    func end() {
        close(socket)
        for client in clients { close(client.socket) }
    }

    private mutating func takeIn(at now: MediaTime) {
        while true {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let got = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { recvfrom(socket, &buffer, buffer.count, 0, $0, &length) }
            }
            guard got > 0 else { break }
            start = start ?? now
            guard let client = client(address) else { continue }
            up.offer(Datagram(client: client, bytes: Array(buffer[..<got])), bytes: got, at: time(now))
        }
        for (index, client) in clients.enumerated() {
            while true {
                let got = recv(client.socket, &buffer, buffer.count, 0)
                guard got > 0 else { break }
                down.offer(Datagram(client: index, bytes: Array(buffer[..<got])), bytes: got, at: time(now))
            }
        }
    }

    private mutating func client(_ address: sockaddr_in) -> Int? {
        if let known = clients.firstIndex(where: { $0.address.sin_port == address.sin_port && $0.address.sin_addr.s_addr == address.sin_addr.s_addr })
        {
            return known
        }
        guard let made = try? LinkSockets.open(SOCK_DGRAM) else { return nil }  // as if the datagram were lost
        guard LinkSockets.withAddress(LinkSockets.address(port: server), { connect(made, $0, $1) == 0 }) else {
            close(made)
            return nil
        }
        clients.append(Client(address: address, socket: made))
        return clients.count - 1
    }
}
