@testable import Codec

extension Decoder {
    /// A picture's packet, in which messages may be: the first byte chooses how its units are told apart.
    static var messages: Decoder {
        let message = StreamMessage(id: 0x1_9000_0000_0001, text: "{\"quiz\":1}")
        let slice: [UInt8] = [0, 0, 1, 0x65, 0x88, 0x84, 0, 0x33]
        let (unit, framings): ([UInt8], [NALUnit.Framing]) = (SEIWriter.unit(message), [.annexB, .lengths(1), .lengths(2), .lengths(4)])
        let framed = [0, 0, 0, UInt8(unit.count - 4)] + unit.dropFirst(4)
        return Decoder(name: "messages", seeds: [[0] + unit + slice, [0] + unit + unit + slice, [3] + framed + framed], longest: 2048) { bytes in
            guard let choice = bytes.first else { return }
            let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
            for message in SEIReader.messages(in: rest, framings[Int(choice) % framings.count]) {
                let again = SEIWriter.unit(message).withUnsafeBytes { SEIReader.messages(in: $0) }
                demand(again == [message], "reads not back")
            }
        }
    }
}
