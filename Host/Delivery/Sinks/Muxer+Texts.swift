import Codec

extension Muxer {
    /// Writes a packet and, where the container has a place for them beside the picture, the messages that it carries: players of
    /// FLV and RTMP read `onTextData`, and none looks into the picture's own user data.
    func writeWithTexts(_ packet: Packet) throws(CodecError) -> Bool {
        guard try write(packet) else { return false }
        guard container == .flv else { return true }
        for message in packet.messages { try writeData(message.onTextData, with: packet.coding) }
        return true
    }
}

extension StreamMessage {
    /// As Wowza and its players have it, with the message's number, by which they drop repeats.
    var onTextData: [UInt8] {
        AMF0Value.bytes(
            .string("onTextData"), .table(["text": .string(text), "language": .string("und"), "id": .number(Double(id))]))
    }
}
