import Fixtures
import ServerFixtures
import TestSupport
import Testing

/// A ladder that ffmpeg made is read as Splitcast's own is (`LadderTests`).
@Suite struct ForeignLadderTests {
    private let server: StreamServer

    /// Eight seconds.
    init() throws {
        server = try StreamServer(slowBytes: 100_000)
        try server.write("", to: "s/empty")
        let filters = "[0:v]split[a][b];[a]scale=320:180[large];[b]scale=160:90[small];[1:a]asplit[english][french]"
        try runTool(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25"]
                + ["-f", "lavfi", "-i", "sine=sample_rate=48000", "-filter_complex", filters, "-t", "8"]
                + ["-map", "[large]", "-map", "[small]", "-map", "[english]", "-map", "[french]"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-b:v:0", "600k", "-b:v:1", "200k", "-g", "25"]
                + ["-sc_threshold", "0", "-bf", "0", "-c:a", "aac", "-ac", "2", "-b:a", "64k", "-f", "hls", "-hls_time", "1"]
                + ["-hls_playlist_type", "vod", "-hls_flags", "independent_segments", "-hls_segment_type", "fmp4"]
                + ["-hls_fmp4_init_filename", "init.mp4", "-master_pl_name", "master.m3u8", "-var_stream_map"]
                + ["v:0,agroup:a v:1,agroup:a a:0,agroup:a,language:en,default:yes a:1,agroup:a,language:fr"]
                + [server.file("s/v%v/index.m3u8")])
    }

    @Test func isReadAsOurOwn() throws {
        let reading = LadderReading(server, "s")
        try reading.expectConditions(saysChannels: false)
        try reading.expectATalk()
        try reading.expectAuxiliaryAudio()
    }
}
