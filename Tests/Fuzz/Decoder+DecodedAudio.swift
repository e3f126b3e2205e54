import AgentProtocol

/// Between a host and the process that decodes its music, which may be in the hands of who made the file.
extension Decoder {
    static var decoderReport: Decoder {
        let samples: [Float] = [0.5, -0.5, .nan, .infinity]
        let reports = samples.withUnsafeBytes { bytes in
            let all: [DecoderReport] = [
                .opened(nanoseconds: 3), .samples(bytes), .pass(sampleFrames: 48_000), .finished, .failed(.damaged, "is damaged"),
            ]
            return all.map(Self.bytes(of:))
        }
        return Decoder(name: "decoderReport", seeds: reports) { bytes in
            do throws(WireError) {
                let report = try DecoderReport(decoding: bytes)
                switch report {
                case .opened(let nanoseconds): demand(nanoseconds >= 0, "a length before its beginning")
                case .samples(let found):
                    demand(found.count % 8 == 0 && (1...DecoderReport.mostSampleFrames).contains(found.count / 8), "a number out of range")
                case .pass(let count): demand(count > 0, "a pass of nothing")
                case .finished: break
                case .failed(_, let text): demand(text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }, "a control character")
                }
                demand(Self.bytes(of: report) == Array(bytes), "changes when it is sent on")
            } catch {}
        }
    }

    private static func bytes(of report: DecoderReport) -> [UInt8] {
        let buffer = WireBuffer()
        report.encode(into: buffer)
        return Array(buffer.bytes)
    }

    static var decodingRequest: Decoder {
        let buffer = WireBuffer()
        let request = DecodingRequest(
            location: "/music/a.ogg", isFile: true, isLooping: false, openMilliseconds: 10_000, readMilliseconds: 5000, proxy: "http://a:b@c:1")
        let seed = request.encode(into: buffer) ? Array(buffer.bytes) : []
        return Decoder(name: "decodingRequest", seeds: [seed]) { bytes in
            do throws(WireError) {
                let request = try DecodingRequest(decoding: bytes)
                demand(request.encode(into: buffer) && buffer.bytes.elementsEqual(bytes), "changes when it is sent on")
            } catch {}
            do throws(WireError) { _ = try DecodingRequest.looping(bytes) } catch {}
        }
    }
}
