/// A target's queue as `PacketQueue` is: 3 s, and what does not fit is dropped up to the next key frame.
struct SimulatedQueue {
    struct Packet {
        let bytes: Int
        let time: Double
        let isPicture: Bool
        let isKeyframe: Bool
    }

    private(set) var packets: [Packet] = []
    private(set) var bytes = 0
    private(set) var dropped = 0
    private(set) var wantsKeyframe = false
    private var needsKeyframe = false

    var span: Double { packets.count > 1 ? packets[packets.count - 1].time - packets[0].time : 0 }

    mutating func offer(_ packet: Packet) {
        let isOut = packet.isPicture && needsKeyframe && !packet.isKeyframe
        let isFull = !packets.isEmpty && (packet.time - packets[0].time > 3 || bytes + packet.bytes > 4 << 20)
        guard !isOut, !isFull else {
            if packet.isPicture {
                dropped += 1
                needsKeyframe = true
                wantsKeyframe = span < 1.5
            }
            return
        }
        if packet.isPicture { (needsKeyframe, wantsKeyframe) = (false, false) }
        packets.append(packet)
        bytes += packet.bytes
    }

    mutating func dequeue() -> Packet? {
        guard !packets.isEmpty else { return nil }
        let packet = packets.removeFirst()
        bytes -= packet.bytes
        return packet
    }
}
