package import Codec

extension StreamMessage {
    /// For FLV and RTMP, as Wowza and its players have it, with the message's number, by which they drop repeats.
    package var onTextData: [UInt8] {
        AMF0Value.bytes(
            .string("onTextData"), .table(["text": .string(text), "language": .string("und"), "id": .number(Double(id))]))
    }
}
