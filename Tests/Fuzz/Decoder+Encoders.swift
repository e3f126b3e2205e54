@testable import Codec

extension Decoder {
    /// What a process that encodes answers, whose driver may have written anywhere.
    static var encoderAnswers: Decoder {
        let entry = EncoderAnswer.Entry(byteCount: 900, pts: 6000, dts: 3000, isKeyframe: true)
        let answers: [EncoderAnswer] = [
            .made([], headerBytes: nil), .made([entry], headerBytes: 40), .made([entry, entry], headerBytes: nil), .failed(byteCount: 20),
            // Refused.
            .made([entry, entry, entry], headerBytes: nil), .made([entry, entry], headerBytes: 201),
        ]
        return Decoder(name: "encoderAnswers", seeds: answers.map { $0.words.withUnsafeBytes { Array($0) } }, longest: 3000) { bytes in
            let room = 2000
            guard let answer = try? EncoderAnswer(bytes, room: room) else { return }  // refused
            switch answer {
            case .made(let entries, let headerBytes):
                demand(entries.allSatisfy { $0.byteCount > 0 }, "an empty packet")
                demand((headerBytes ?? 0) >= 0 && entries.reduce(headerBytes ?? 0) { $0 + $1.byteCount } <= room, "more than the memory has")
            case .failed(let byteCount): demand((0...room).contains(byteCount), "a text outside of the memory")
            }
            demand(answer.words.withUnsafeBytes { $0.elementsEqual(bytes) }, "reads not back")
        }
    }
}
