import Foundation
import Platform

/// The connections of a TCP line. Belongs to the line's thread.
struct TcpTraffic {
    private struct Pair {
        let client: Int32
        let server: Int32
        /// Passed the narrow place; arrives at that time.
        var underWay: [(bytes: [UInt8], arrival: Duration)] = []
        var inQueue = 0
        /// Answers that the client has not taken yet.
        var answers: [UInt8] = []
        var hasClientEnded = false
        var isOver = false
    }

    private struct Piece {
        let pair: Int
        let bytes: [UInt8]
    }

    private var line: Bottleneck<Piece>
    private var pairs: [Int: Pair] = [:]
    private var count = 0
    private var listener: Int32
    private let port: UInt16
    private let server: UInt16
    private let scenario: LinkScenario
    private(set) var start: MediaTime?
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    /// As much as one packet holds.
    private static let pieceBytes = 1400

    init(_ trace: LinkTrace, listener: Int32, port: UInt16, server: UInt16, scenario: LinkScenario) {
        line = Bottleneck(trace, losesPackets: false)
        (self.listener, self.port, self.server, self.scenario) = (listener, port, server, scenario)
    }

    private func time(_ now: MediaTime) -> Duration { start.map { now - $0 } ?? .zero }

    /// Moves what can be moved. Returns when there is more to do by itself.
    mutating func work(at now: MediaTime) -> MediaTime? {
        let isOut = line.trace.condition(at: time(now)).isOut
        followCable(isOut)
        if !isOut { accept(at: now) }
        let time = time(now)
        for id in pairs.keys.sorted() where !isOut {
            takeIn(id, at: time)
            passAnswers(id)
        }
        for (piece, arrival) in line.advance(to: time) {
            pairs[piece.pair]?.inQueue -= piece.bytes.count
            pairs[piece.pair]?.underWay.append((piece.bytes, arrival))
        }
        for id in pairs.keys.sorted() { deliver(id, at: time) }
        for (id, pair) in pairs where pair.isOver {
            close(pair.client)
            close(pair.server)
            pairs[id] = nil
        }
        guard let start else { return nil }
        let arrivals = pairs.values.compactMap { $0.underWay.first?.arrival }.filter { $0 > time }
        let changes = [line.deadline, line.trace.end(ofConditionAt: time)].compactMap { $0 }
        return (arrivals + changes).min().map { start + $0 }
    }

    /// Waits for somebody to say something.
    func wait(until deadline: MediaTime?, _ wakeup: Wakeup) {
        let (time, readable, writable) = (self.time(.now()), Int16(POLLIN), Int16(POLLOUT))
        let isOut = line.trace.condition(at: time).isOut
        var entries = [pollfd(fd: wakeup.descriptor, events: readable, revents: 0)]
        if listener >= 0, !isOut { entries.append(pollfd(fd: listener, events: readable, revents: 0)) }
        for pair in pairs.values where !isOut {
            let wants = (line.hasRoom(at: time) && !pair.hasClientEnded ? readable : 0) | (pair.answers.isEmpty ? 0 : writable)
            if wants != 0 { entries.append(pollfd(fd: pair.client, events: wants, revents: 0)) }
            let isLate = pair.underWay.first.map { $0.arrival <= time } ?? false
            entries.append(pollfd(fd: pair.server, events: (pair.answers.isEmpty ? readable : 0) | (isLate ? writable : 0), revents: 0))
        }
        _ = pollUntil(deadline, &entries, entries.count)
        if entries[0].revents != 0 { wakeup.drain() }
    }

    /// Resets all connections.
    mutating func breakAll() {
        for pair in pairs.values {
            LinkSockets.reset(pair.client)
            LinkSockets.reset(pair.server)
        }
        pairs = [:]
    }

    mutating func end() {
        breakAll()
        if listener >= 0 { close(listener) }
        listener = -1
    }

    private mutating func followCable(_ isOut: Bool) {
        if isOut, listener >= 0 {
            close(listener)
            listener = -1
        } else if !isOut, listener < 0 {
            listener = (try? LinkSockets.listen(port: port)) ?? -1  // tried again with the next turn
        }
    }

    private mutating func accept(at now: MediaTime) {
        while listener >= 0 {
            let client = Foundation.accept(listener, nil, nil)
            guard client >= 0 else { return }
            _ = fcntl(client, F_SETFL, O_NONBLOCK)
            LinkSockets.set(client, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            guard let other = LinkSockets.connect(port: server) else {
                LinkSockets.reset(client)
                continue
            }
            start = start ?? now
            pairs[count] = Pair(client: client, server: other)
            count += 1
        }
    }

    private mutating func takeIn(_ id: Int, at time: Duration) {
        guard var pair = pairs[id], !pair.hasClientEnded else { return }
        defer { pairs[id] = pair }
        while line.hasRoom(at: time) {
            let got = read(pair.client, &buffer, Self.pieceBytes)
            guard got > 0 else {
                if got == 0 || (errno != EAGAIN && errno != EINTR) { pair.hasClientEnded = true }
                return
            }
            line.offer(Piece(pair: id, bytes: Array(buffer[..<got])), bytes: got, at: time)
            pair.inQueue += got
        }
    }

    private mutating func passAnswers(_ id: Int) {
        guard var pair = pairs[id] else { return }
        defer { pairs[id] = pair }
        if pair.answers.isEmpty {
            let got = read(pair.server, &buffer, buffer.count)
            if got > 0 { pair.answers = Array(buffer[..<got]) }
            // Anyone who hangs up on a publisher has no more to say.
            if got == 0 || (got < 0 && ![EAGAIN, EINTR, ENOTCONN].contains(errno)) { pair.isOver = true }
        }
        guard !pair.answers.isEmpty else { return }
        let sent = send(pair.client, pair.answers, pair.answers.count, Int32(MSG_NOSIGNAL))
        if sent > 0 { pair.answers.removeFirst(sent) }
    }

    private mutating func deliver(_ id: Int, at time: Duration) {
        guard var pair = pairs[id] else { return }
        defer { pairs[id] = pair }
        while let piece = pair.underWay.first, piece.arrival <= time {
            let sent = send(pair.server, piece.bytes, piece.bytes.count, Int32(MSG_NOSIGNAL))
            guard sent > 0 else {
                if sent < 0, ![EAGAIN, EINTR, ENOTCONN].contains(errno) { pair.isOver = true }
                return
            }
            scenario.count(sent, at: time)
            if sent == piece.bytes.count { pair.underWay.removeFirst() } else { pair.underWay[0].bytes.removeFirst(sent) }
        }
        if pair.hasClientEnded, pair.inQueue == 0, pair.underWay.isEmpty {
            shutdown(pair.server, Int32(SHUT_WR))
            pair.isOver = true
        }
    }
}
