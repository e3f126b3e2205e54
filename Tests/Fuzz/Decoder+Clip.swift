import AgentProtocol
import Frames

/// Between a host and the process that decodes a clip, which may be in the hands of who made the file.
extension Decoder {
    static var clipReport: Decoder {
        let geometry = FrameGeometry(size: PixelSize(width: 64, height: 36), format: .i420(YUVColour(matrix: .bt709, range: .limited)))!
        let all: [ClipReport] = [
            .opened(nanoseconds: 3), .memory(geometry, .left), .picture(nanoseconds: -5), .finished(nanoseconds: 9), .failed("'a' is damaged"),
        ]
        let buffer = WireBuffer()
        let seeds = all.map {
            $0.encode(into: buffer)
            return Array(buffer.bytes)
        }
        return Decoder(name: "clipReport", seeds: seeds) { bytes in
            do throws(WireError) {
                let report = try ClipReport(decoding: bytes)
                if case .opened(let nanoseconds) = report { demand(nanoseconds >= 0, "a length before its beginning") }
                report.encode(into: buffer)
                demand(buffer.bytes.elementsEqual(bytes), "changes when it is sent on")
            } catch {}
        }
    }

    static var clipRequest: Decoder {
        let buffer = WireBuffer()
        let request = ClipRequest(name: "/videos/away.mp4", fromNanoseconds: 2, toNanoseconds: 6)
        let seed = request.encode(into: buffer) ? Array(buffer.bytes) : []
        return Decoder(name: "clipRequest", seeds: [seed, [1], [2]]) { bytes in
            do throws(WireError) {
                let request = try ClipRequest(decoding: bytes)
                demand(request.encode(into: buffer) && buffer.bytes.elementsEqual(bytes), "changes when it is sent on")
            } catch {}
            do throws(WireError) { _ = try ClipAnswer(decoding: bytes) } catch {}
        }
    }
}
