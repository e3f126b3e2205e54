@testable import AppGroup

extension Decoder {
    /// What a ZeroMQ peer writes on its connection, in pieces of the length that the first byte says.
    static var channel: Decoder {
        let opening = ZMTPReader.greeting + ZMTPReader.ready(as: "DEALER")
        let ping: [UInt8] = [4, 9, 4] + Array("PING".utf8) + [0, 1, 7, 7]
        return Decoder(
            name: "channel",
            seeds: [
                [200] + opening + [0, 2, 7, 7], [7] + opening + [1, 1, 7, 1, 0, 0, 1, 8], [31] + opening + ping,
                [9] + opening + [2, 0, 0, 0, 0, 0, 0, 0, 1, 7],
            ], longest: 1024
        ) { bytes in
            guard let first = bytes.first else { return }
            let (input, step) = (UnsafeRawBufferPointer(rebasing: bytes.dropFirst()), Int(first) + 1)
            var reader = ZMTPReader(longestMessage: 300, peers: ["DEALER", "SUB"])
            var (start, end) = (0, 0)
            while end < input.count {
                end = min(end + step, input.count)
                while start < end {
                    let held = UnsafeRawBufferPointer(rebasing: input[start..<end])
                    let wasReady = reader.isReady
                    let taken: Int
                    switch reader.next(held) {
                    case .incomplete: taken = 0
                    case .broken: return
                    case .greeted(let count), .ready(let count): taken = count
                    case .ignored(let count): taken = count
                    case .message(let count, let content), .ping(let count, let content):
                        demand(wasReady, "a message before the handshake")
                        demand(content.lowerBound >= 2 && content.upperBound == count && content.count <= 300, "content outside of its frame")
                        taken = count
                    }
                    demand(taken <= held.count, "more was read than there is")
                    if taken == 0 { break }
                    start += taken
                }
                demand(end - start <= 300 + ZMTPReader.longestHeader, "more is waited for than a frame may be long")
            }
        }
    }
}
