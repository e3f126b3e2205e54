import AppGroup
import Codec
import MediaBed
import Testing

@Suite struct AudioEncoderTests {
    @Test func packetTimesAreCountedInSamplesFromTheFirstOne() throws {
        let media = try TestMedia()
        var times: [Duration] = []
        for quantum in 0..<100 { try media.sound(at: .milliseconds(quantum * 10)) { times.append($0.pts - media.start) } }
        try media.audio.flush { times.append($0.pts - media.start) }
        #expect(times.count >= 47)
        for (index, time) in times.enumerated() {
            // The first packet is the encoder's delay: it decodes to the 1024 samples before the first.
            let samples = Double(index - 1) * 1024
            #expect(abs(time.inSeconds - samples / 48_000) < 1e-8)
        }
    }

    @Test func soundIsHeardWhereItWasPut() throws {
        // Silence with one click 500 ms in: found again in the decoded file at 500 ms.
        let encoder = try AudioEncoder()
        let scratch = ScratchDirectory()
        for container in [Container.mkv, .mp4, .mpegts, .flv] {
            let encoder = container == .mkv ? encoder : try AudioEncoder()
            let video = try TestMedia(start: .zero)
            var packets: [Packet] = []
            for number in 0..<30 { try video.picture(number, at: .milliseconds(number * 33)) { packets.append($0) } }
            for quantum in 0..<100 {
                var samples = [Float](repeating: 0, count: 960)
                if quantum == 50 { for index in 0..<480 { samples[index * 2] = index % 2 == 0 ? 0.9 : -0.9 } }
                samples.withUnsafeBufferPointer { samples in
                    #expect(throws: Never.self) {
                        try encoder.encode(samples, at: MediaTime.zero + .milliseconds(quantum * 10)) { packets.append($0) }
                    }
                }
            }
            let sink = MemorySink()
            let muxer = try Muxer(container, streams: [video.video.stream, encoder.stream], start: .zero, into: sink)
            for packet in packets.sorted(by: { $0.dts < $1.dts }) { try muxer.write(packet) }
            try muxer.finish()
            let file = scratch.file("a.\(container.rawValue)")
            try sink.save(to: file)
            // `aresample=async=1` puts the samples at their time stamps, counted from the picture's first.
            let run = Program.run(
                "ffmpeg",
                ["-v", "error", "-i", file, "-af", "aresample=async=1:first_pts=0", "-ac", "1", "-f", "s16le", "-y", scratch.file("raw")])
            #expect(run.complaints.isEmpty)
            let raw = try scratch.bytes("raw")
            let loud = stride(from: 0, to: raw.count - 1, by: 2).first {
                abs(Int(Int16(bitPattern: UInt16(raw[$0]) | UInt16(raw[$0 + 1]) << 8))) > 4000
            }
            let heard = Double(try #require(loud)) / 2 / 48_000
            #expect(abs(heard - 0.5) < 0.003, "\(container): heard at \(heard) s")
        }
    }

    @Test func missingQuantaMoveTheTimeAlong() throws {
        let media = try TestMedia()
        var last = MediaTime.zero
        for quantum in 0..<50 { try media.sound(at: .milliseconds(quantum * 10)) { last = $0.pts } }
        for quantum in 200..<250 {
            try media.sound(at: .milliseconds(quantum * 10)) {
                #expect($0.pts > last)
                last = $0.pts
            }
        }
        let end = (last - media.start).inSeconds
        #expect(end > 2.4 && end < 2.5)
    }

    @Test func aWrongSettingIsNamed() throws {
        let error = try #require(throws: CodecError.self) { _ = try AudioEncoder(AudioSettings(sampleRate: 44_000)) }
        #expect(error.code == .invalidSetting && error.message.contains("44000"))
    }
}
