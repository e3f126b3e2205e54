import Codec
import Protocols

extension Muxer {
    /// Writes a packet and, where the container has a place for them beside the picture, the messages that it carries: players of
    /// FLV read `onTextData`, and none looks into the picture's own user data.
    func writeWithTexts(_ packet: Packet) throws(CodecError) -> Bool {
        guard try write(packet) else { return false }
        guard container == .flv else { return true }
        for message in packet.messages { try writeData(message.onTextData, with: packet.coding) }
        return true
    }
}
