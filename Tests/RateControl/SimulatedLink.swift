import TestSupport

/// Bytes over a line of the laboratory in virtual time, with what the sender sees of them. Times in seconds.
protocol SimulatedLink {
    /// Bytes that it will still take now.
    func room(at time: Double) -> Int
    mutating func send(_ bytes: Int, at time: Double)
    mutating func advance(to time: Double)
    /// Bytes in order that have reached the other side.
    var arrived: Int { get }
    var sent: Int { get }
    var unacknowledged: Int { get }
    var roundTrip: Double? { get }
    /// Packets given up.
    var dropped: Int { get }
    /// What the sender has in its buffer, as time.
    func buffered(at time: Double) -> Double?
}

/// A socket of TCP with a send buffer. What is on its way counts until it is acknowledged.
struct SimulatedTCP: SimulatedLink {
    private var line: Bottleneck<Int>
    private var underWay: [(bytes: Int, arrival: Double)] = []
    private var acknowledgements: [(bytes: Int, time: Double)] = []
    private let sendBuffer: Int
    /// Whether something on the way acknowledges what it has not passed on yet.
    private let isProxied: Bool
    private var unsent = 0
    private(set) var acknowledged = 0
    private(set) var arrived = 0
    private(set) var sent = 0
    private(set) var roundTrip: Double?
    let dropped = 0

    init(_ trace: LinkTrace, sendBuffer: Int, isProxied: Bool) {
        line = Bottleneck(trace, losesPackets: false)
        (self.sendBuffer, self.isProxied) = (sendBuffer, isProxied)
    }

    var unacknowledged: Int { sent - acknowledged }
    func room(at time: Double) -> Int { max(0, sendBuffer - unacknowledged) }
    func buffered(at time: Double) -> Double? { nil }

    mutating func send(_ bytes: Int, at time: Double) {
        sent += bytes
        unsent += bytes
    }

    mutating func advance(to time: Double) {
        let now = Duration.seconds(time)
        while unsent > 0, line.hasRoom(at: now) {
            let piece = min(1400, unsent)
            line.offer(piece, bytes: piece, at: now)
            unsent -= piece
            if isProxied { acknowledgements.append((piece, time + 0.001)) }
        }
        for (piece, arrival) in line.advance(to: now) {
            let seconds = arrival / .seconds(1)
            underWay.append((piece, seconds))
            if !isProxied { acknowledgements.append((piece, seconds + line.trace.condition(at: now).delay / .seconds(1))) }
        }
        while let first = underWay.first, first.arrival <= time {
            arrived += first.bytes
            underWay.removeFirst()
        }
        while let first = acknowledgements.first, first.time <= time {
            acknowledged += first.bytes
            acknowledgements.removeFirst()
        }
        let condition = line.trace.condition(at: now)
        if condition.bitRate > 0 {
            let waiting = isProxied ? 0.001 : Double(line.waitingBytes) * 8 / condition.bitRate + 2 * (condition.delay / .seconds(1))
            roundTrip = roundTrip.map { $0 * 0.9 + waiting * 0.1 } ?? waiting
        }
    }
}

/// libsrt in live mode: sends at once, repeats what is lost after a round trip, gives up what is older than a second.
struct SimulatedSRT: SimulatedLink {
    private struct Packet {
        let bytes: Int
        let time: Double
        var hasArrived = false
        var repeatTime: Double?
    }

    private var line: Bottleneck<Int>
    private var packets: [Packet] = []
    /// The number of the first packet in `packets`.
    private var base = 0
    private var underWay: [(number: Int, arrival: Double)] = []
    private(set) var arrived = 0
    private(set) var sent = 0
    private(set) var dropped = 0
    private(set) var roundTrip: Double?

    init(_ trace: LinkTrace) { line = Bottleneck(trace, losesPackets: true) }

    var unacknowledged: Int { packets.reduce(0) { $0 + $1.bytes } }
    func room(at time: Double) -> Int { .max }
    func buffered(at time: Double) -> Double? { packets.first.map { time - $0.time } ?? 0 }

    mutating func send(_ bytes: Int, at time: Double) {
        sent += bytes
        var rest = bytes
        while rest > 0 {
            packets.append(Packet(bytes: min(1316, rest), time: time))
            rest -= 1316
            offer(base + packets.count - 1, at: time)
        }
    }

    private mutating func offer(_ number: Int, at time: Double) {
        let own = roundTrip ?? 0.05
        packets[number - base].repeatTime = nil
        let isTaken = line.offer(number, bytes: packets[number - base].bytes, at: .seconds(time))
        if !isTaken { packets[number - base].repeatTime = time + own + 0.01 }
    }

    mutating func advance(to time: Double) {
        let now = Duration.seconds(time)
        for (number, arrival) in line.advance(to: now) { underWay.append((number, arrival / .seconds(1))) }
        while let first = underWay.first, first.arrival <= time {
            if first.number >= base { packets[first.number - base].hasArrived = true }
            underWay.removeFirst()
        }
        for index in packets.indices { if let due = packets[index].repeatTime, due <= time { offer(base + index, at: time) } }
        while let first = packets.first, first.hasArrived || time - first.time > 1 {
            arrived += first.bytes
            if !first.hasArrived { dropped += 1 }
            packets.removeFirst()
            base += 1
        }
        let condition = line.trace.condition(at: now)
        if condition.bitRate > 0 {
            let waiting = Double(line.waitingBytes) * 8 / condition.bitRate + 2 * (condition.delay / .seconds(1))
            roundTrip = roundTrip.map { $0 * 0.9 + waiting * 0.1 } ?? waiting
        }
    }
}
