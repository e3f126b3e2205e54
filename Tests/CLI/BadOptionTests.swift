import Testing

@testable import SplitcastCLI

/// What a user types wrongly: one line that names it and says what is right, and exit code 2.
@Suite struct BadOptionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        /// Both stand in the message.
        let wrong: String
        let remedy: String
        var exitCode: Int32 = 2

        init(_ arguments: String, _ wrong: String, _ remedy: String, exitCode: Int32 = 2) {
            self.arguments = arguments.split(separator: " ").map(String.init)
            (self.wrong, self.remedy, self.exitCode) = (wrong, remedy, exitCode)
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let cases = [
        Case("--size 1281x720", "--size 1281x720", "1280x720"),
        Case("--size 0x0", "--size 0x0", "from 16 to 8192"),
        Case("--size 16384x16384", "--size 16384x16384", "from 16 to 8192"),
        Case("--size 1280", "--size 1280", "such as 1280x720"),
        Case("--fps 0", "--fps 0", "from 1 to 240"),
        Case("--fps 1000", "--fps 1000", "from 1 to 240"),
        Case("--fps 29,97", "--fps 29,97", "such as 30 or 29.97"),
        Case("--fps fast", "--fps fast", "such as 30 or 29.97"),
        Case("--video-bitrate 1", "--video-bitrate 1", "from 50k to 200M"),
        Case("--video-bitrate fast", "--video-bitrate fast", "3500k"),
        Case("--video-bitrate 99999999999999999999M", "--video-bitrate", "from 50k to 200M"),
        Case("--bitrate 0", "--bitrate 0", "from 50k to 200M"),
        Case("--bitrate 1000M", "--bitrate 1000M", "from 50k to 200M"),
        Case("--bitrate 1G", "--bitrate 1G", "3500k"),
        Case("--bitrate 1M --video-bitrate 1M", "--video-bitrate", "leave out one"),
        Case("--bitrate 500k --min-bitrate 1M", "1000000 bit/s", "lower the one or raise the other"),
        Case("--bitrate 500k --initial-bitrate 1M", "1000000", "change --initial-bitrate"),
        Case("--quality nice", "--quality nice", "sharp, smooth, desktop, custom"),
        Case("--quality custom", "--quality custom", "--bitrate 2500k"),
        Case("--record talk-%Q.mkv", "%Q", "%H"),
        Case("--record talk.mkv --keep 20GB", "--keep", "add --split"),
        Case("--keep 20GB", "--keep", "add --record FILE"),
        Case("--record a-%Y.mkv --keep 14", "--keep 14", "14d"),
        Case("--record a-%Y.mkv --keep 1k", "--keep 1k", "20GB"),
        Case("--replay soon", "--replay soon", "such as 2, 2s"),
        Case("--replay 2d", "--replay 2d", "such as 2, 2s"),
        Case("--replay 0", "--replay 0", "must be from"),
        Case("--ladder 720p --to rtmp://h/a/k --http off", "--ladder is for the page and for HLS", "--to URL@low"),
        Case("--to /tmp/x.m3u8 --ladder 720p,huge", "'huge'", "1080p,720p,360p"),
        Case("--to /tmp/x.m3u8 --ladder 720p,,360p", "''", "1080p,720p,360p"),
        Case("--to /tmp/x.m3u8 --ladder 720p,360p,720p@1M", "720p is named twice", "each picture once"),
        Case("--to /tmp/x.m3u8 --ladder 99999999999999999999p", "99999999999999999999p", "1080p,720p,360p"),
        Case("--to /tmp/x.m3u8 --ladder 361p", "361p must be even", "from 16p"),
        Case("--to /tmp/x.m3u8 --ladder 641x360", "--ladder 641x360", "640x360"),
        Case("--to /tmp/x.m3u8 --ladder 720p@fast", "--ladder 720p@ fast", "3500k"),
        Case("--to /tmp/x.m3u8 --ladder 2160p,1440p,1080p,720p,540p,360p,180p", "7 pictures", "at most 6"),
        Case("--to /tmp/x.m3u8 --ladder 720p --audio-only", "--ladder", "--audio-only sends none"),
        Case("--to /tmp/x.m3u8 --ladder 720p --audio-group mix,piano", "'piano'", "mix, mic"),
        Case("--to /tmp/x.m3u8 --ladder 720p --audio-group mix,mix", "mix is named twice", "--audio-group"),
        Case("--to /tmp/x.m3u8 --ladder 720p --audio-group mix:english", "'english'", "mix:en"),
        Case("--to /tmp/x.m3u8 --ladder 720p --audio-group mix,mic --audio-codec opus", "--audio-group mic", "leave out --audio-codec"),
        Case("--to /tmp/x.m3u8 --ladder 720p --video-only --audio-group mix", "--audio-group", "leave out one of them"),
        Case("--s3 h", "--s3 h", "HOST=env"),
        Case("--s3 https://h/x=env", "--s3 https://h/***", "HOST=env"),
        Case("--s3 h=/tmp/no-such-key", "/tmp/no-such-key cannot be read", "give a file with the key"),
        Case("--s3 h=/tmp/x,eu_1", "'eu_1' is no region", "eu-central-1"),
        Case("--to /tmp/x.m3u8 --low-latency", "--low-latency", "add --ladder"),
        Case("--to /tmp/x.m3u8 --ladder 720p --low-latency --http off", "--low-latency", "leave out one of them"),
        Case("--to /tmp/x.m3u8 --dvr 2h", "--dvr", "add --ladder"),
        Case("--to /tmp/x.m3u8 --audio-group mix", "--audio-group", "add --ladder"),
        Case("--to /tmp/x.m3u8 --ladder 720p --dvr long", "--dvr long", "or all"),
        Case("--to /tmp/x.m3u8 --ladder 720p --dvr 1s", "--dvr 1s", "must be from 6s to 168h, or all"),
        Case("--to /tmp/x.m3u8 --ladder 720p --dvr 10s --keyframe-interval 3500ms", "--dvr 10s", "must be from 12s to 168h, or all"),
        Case("--to /tmp/x.m3u8 --ladder 720p --dvr 30d", "--dvr 30d", "from 6s to 168h, or all"),
        Case("--to /tmp/x.m3u8 --encrypt aes-128", "--encrypt", "add --ladder"),
        Case("--to /tmp/x.m3u8 --ladder 720p --encrypt des", "--encrypt des", "give aes-128"),
        Case("--to /tmp/x.m3u8 --ladder 720p --encrypt aes-128,rotate=0", "--encrypt rotate= 0", "from 1 to 100000"),
        Case("--to /tmp/x.m3u8 --ladder 720p --encrypt aes-128,rotate", "--encrypt aes-128,rotate", "rotate=SEGMENTS"),
        Case("--to /tmp/x.m3u8 --ladder 720p --encrypt aes-128,rotate=2,rotate=3", "rotate is given twice", "give it once"),
        Case("--to /tmp/x.m3u8 --ladder 720p --encrypt aes-128,key-folder=/no/such", "/no/such is no folder", "make it"),
        Case("--to /tmp/x.m3u8 --ladder 720p --encrypt aes-128,key-folder=/tmp", "players do not find", "add key-uri=URL"),
        Case("--to /tmp/x.m3u8 --ladder 720p --low-latency --encrypt aes-128", "--encrypt", "leave out one of them"),
        Case("--to /tmp/x.m3u8 --ladder 720p --encoding ladder-720p:fps=5", "--encoding ladder-720p", "choose another"),
        Case("--to hls:/etc/passwd/no/such --ladder 720p", "/etc/passwd ", "is no directory", exitCode: 2),
        Case("--adapt-to none", "--adapt-to none", "first, all"),
        Case("--audio-only --bitrate 1M", "--bitrate", "--audio-only sends none"),
        Case("--audio-bitrate 1M", "--audio-bitrate 1M", "from 16k to 512k"),
        Case("--audio-codec opus --audio-bitrate 10k", "--audio-bitrate 10k", "from 12k to 512k"),
        Case("--audio-channels 1 --audio-bitrate 300k", "--audio-bitrate 300k", "from 8k to 256k"),
        Case("--audio-codec mp3", "--audio-codec mp3", "aac, opus"),
        Case("--audio-rate 22050", "--audio-rate 22050", "48000, 44100"),
        Case("--audio-rate 44.1k", "--audio-rate 44.1k", "48000, 44100"),
        Case("--audio-codec opus --audio-rate 44100", "--audio-rate 44100", "--audio-codec aac"),
        Case("--audio-channels 6", "--audio-channels 6", "2, 1"),
        Case("--audio-only --video-only", "--audio-only and --video-only", "exclude"),
        Case("--audio-only --display :1", "--display", "--audio-only sends none"),
        Case("--audio-only --fps 30", "--fps", "leave out one"),
        Case("--audio-only --slate off", "--slate", "--audio-only"),
        Case("--audio-only --agent-memory 8M", "--agent-memory", "--audio-only"),
        Case("--display :1 --video-only --mic default", "--mic", "--video-only sends none"),
        Case("--display :1 --video-only --audio-codec opus", "--audio-codec", "leave out one"),
        Case("--display :1 --video-only --audio-bitrate 128k", "--audio-bitrate", "--video-only"),
        Case("--aspect wide", "--aspect wide", "fit, fill, stretch"),
        Case("--cadence variable", "--cadence variable", "damage, constant"),
        Case("--effort most", "--effort most", "auto, fixed"),
        Case("--nice -21", "--nice -21", "from -20 to 19"),
        Case("--nice much", "--nice much", "whole number"),
        Case("--audio-only --effort auto", "--effort", "--audio-only sends none"),
        Case("--audio-only --nice 5", "--nice", "--audio-only sends none"),
        Case("--preset quick", "--preset quick", "veryfast"),
        Case("--profile high10", "--profile high10", "baseline, main, high"),
        Case("--encoding archive:crf=0", "--encoding archive:crf 0", "give crf 1 to 51"),
        Case("--encoding archive:pixel=422", "--encoding archive:pixel 422", "give pixel=444"),
        Case("--encoding a:bitrate=1M,crf=20", "--encoding a: bitrate and crf exclude each other", "leave out one"),
        Case("--encoding a:fps=0", "--encoding a:fps 0", "from 1 to 240"),
        Case("--to srt://127.0.0.1:9?passphrase=correct-horse@staple", "behind the last @ of srt://127.0.0.1:9", "write @@"),
        Case("--keyframe-interval 2d", "--keyframe-interval 2d", "500ms"),
        Case("--keyframe-interval 10m", "--keyframe-interval 10m", "from 100ms to 1m"),
        Case("--duration 0", "--duration 0", "from 100ms"),
        Case("--duration 1y", "--duration 1y", "5m or 1h"),
        Case("--duration 99999999999999999999h", "--duration", "from 100ms"),
        Case("--reconnect-interval x", "--reconnect-interval x", "such as 2"),
        Case("--reconnect often", "--reconnect often", "fixed:2s"),
        Case("--reconnect fixed:0s", "--reconnect fixed:0s", "100ms to 1h"),
        Case("--reconnect linear:0", "--reconnect linear:0", "from 1 to 1000"),
        Case("--reconnect exponential:5s", "--reconnect exponential:5s", "exponential:1s..60s"),
        Case("--reconnect fixed:2s --reconnect-interval 2", "--reconnect-interval", "leave out one"),
        Case("--reconnect-max 0", "--reconnect-max 0", "from 1 to 1000000"),
        Case("--reconnect-max never", "--reconnect-max never", "whole number"),
        Case("--tls-ca /nonexistent.pem", "/nonexistent.pem cannot be read", "PEM file"),
        Case("--tls-ca /proc/self/status", "--tls-ca", "PEM file of certificates"),
        Case("--tls-ca a.pem --tls-insecure", "--tls-ca and --tls-insecure", "exclude"),
        Case("--record a.mkv --split 10", "--split 10", "10m or 1h"),
        Case("--record a.mkv --split 0s", "--split 0s", "from 1s"),
        Case("--record a.mkv --split 10kB", "--split 10kB", "from 1MB"),
        Case("--record a.mkv --split often", "--split often", "500MB"),
        Case("--record a.mkv --split 10M", "--split 10M", "10m for a time, or 10MB for a size"),
        Case("--loop", "--loop", "--file PATH"),
        Case("--split 10m", "--split", "--record FILE"),
        Case("--min-free 1GB", "--min-free", "--record FILE"),
        Case("--record a.mkv --min-free 200", "--min-free 200", "200MB"),
        Case("--record a.mkv --min-free much", "--min-free much", "200MB"),
        Case("--group .hidden", "--group", "'.hidden'"),
        Case("--http 8080", "--http 8080", "127.0.0.1:8080"),
        Case("--http 127.0.0.1:99999", "'99999' is not a port", "0 to 65535"),
        Case("--http ::1:80", "--http ::1:80", "brackets"),
        Case("--http off", "goes nowhere", "--to URL"),
        Case("--record rtmp://a/b/c", "--record rtmp://a/***", "--to"),
        Case("--capture screen", "--capture screen", "x11, pipewire, wlr, media, pattern, none"),
        Case("--capture pattern --display :1", "--display", "--capture x11"),
        Case("--display :1 --screen A --region 1x1+0+0", "--screen and --region", "exclude"),
        Case("--display :1 --region 100x100", "--region 100x100", "1280x720+0+100"),
        Case("--display :1 --region 99999x1+0+0", "--region 99999x1+0+0", "from 1 to 16384"),
        Case("--display :1 --region 10x0+0+0", "--region 10x0+0+0", "from 1 to 16384"),
        Case("--display :1 --region 10x10+70000+0", "--region 10x10+70000+0", "at most 65535"),
        Case("--fps -1", "--fps -1", "from 1 to 240"),
        Case("--display :1 --duration -5s", "--duration -5s", "5m or 1h"),
        Case("--display :1 --orientation north", "--orientation north", "left-mirrored"),
        Case("--capture none --orientation up", "--orientation", "agent"),
        Case("--capture pattern --pattern-size 100x100", "--pattern-size 100x100", "320x180"),
        Case("--to @no-such-file", "--to @no-such-file", "address on each line"),
    ]

    @Test(arguments: cases) func isRefusedInOneLine(_ bad: Case) throws {
        let thrown = #expect(throws: CommandFailure.self) {
            guard let live = try LiveCommand.parseAsRoot(Array(NegativeValues.marked(["live"] + bad.arguments).dropFirst())) as? LiveCommand else {
                return
            }
            _ = try live.plan()
        }
        let failure = try #require(thrown)
        #expect(failure.exitCode == bad.exitCode)
        #expect(failure.message.contains(bad.wrong) && failure.message.contains(bad.remedy), "\(failure.message)")
        #expect(!failure.message.contains("\n"))
    }

    /// A command without `--to` is not told of it.
    @Test func anAddressThatStandsAloneIsNamedAsItStands() throws {
        let failure = #expect(throws: CommandFailure.self) { try TargetText.one("@no-such-file") }
        #expect(failure?.exitCode == 2 && failure?.message.hasPrefix("@no-such-file: cannot be read") == true, "\(String(describing: failure))")
    }

    @Test func valuesOfAgentsAndTextsOfMessagesStayAsTheyAre() {
        for words in [["swap", "x11", "--place", "-1"], ["request-agent", "x11", "--fps", "-1"], ["message", "-5"], ["live", "-5"]] {
            #expect(NegativeValues.marked(words) == words)
        }
    }

    /// Players of HLS get keys by the web.
    @Test(arguments: [
        "file:///tmp/keys/", "ftp://keys.example.com/", "javascript:alert(1)//", "skd://keys.example.com/", "https:keys/", "http:///keys/",
        "//keys.example.com/", "https://ada:secret@keys.example.com/",
    ]) func anAddressOfKeysThatNoPlayerReachesIsRefused(uri: String) {
        let failure = #expect(throws: CommandFailure.self) { try EncryptionText.encryption("aes-128,key-uri=\(uri)") }
        let text = failure.map { "\($0)" } ?? ""
        #expect(text.contains("by http or https") && text.contains("https://keys.example.com/talk/") && !text.contains("secret"), "\(text)")
    }

    @Test(arguments: ["https://keys.example.com/talk?key=", "http://[::1]:8080/", "HTTPS://k/", "../keys/", "/keys/", "keys/a:b/"])
    func anAddressOfKeysThatPlayersReachIsTaken(uri: String) throws {
        #expect(try EncryptionText.encryption("aes-128,key-uri=\(uri)").keyURI == uri)
    }
}
