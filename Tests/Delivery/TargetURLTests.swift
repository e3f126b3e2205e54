import Codec
import Fixtures
import Protocols
import Testing

@testable import Delivery

@Suite struct TargetURLTests {
    @Test(arguments: [
        ("rtmp://a.example/live/KEY", "rtmp://a.example/live/***"),
        ("rtmps://a.example:443/app/KEY", "rtmps://a.example:443/app/***"),
        ("RTMP://a.example/live/KEY", "rtmp://a.example/live/***"),
        ("rtmp://a.example/app/instance/KEY?token=SECRET&x=KEY2", "rtmp://a.example/app/instance/***?token=***&x=***"),
        ("rtmp://user:SECRET@a.example/live/KEY", "rtmp://***@a.example/live/***"),
        ("rtmp://a.example/app?token=SECRET/KEY", "rtmp://a.example/app?***/***"),
        ("rtmp://a.example/live/KEY?=&=SECRET&a", "rtmp://a.example/live/***?***&=***&***"),
        ("rtmp://a.example/live/KEY?SECRET==", "rtmp://a.example/live/***?***"),
        ("rtmp://[::1]:1935/live/KEY", "rtmp://[::1]:1935/live/***"),
        ("srt://a.example:9000?streamid=KEY&passphrase=SECRETSECRET&latency=250", "srt://a.example:9000?streamid=***&passphrase=***&latency=250"),
        ("srt://a.example:9000", "srt://a.example:9000"),
        ("srt://[::1]:9000/?streamid=#!::r=live,u=KEY&mode=caller", "srt://[::1]:9000?streamid=***&mode=caller"),
        ("srt://a.example:9000?STREAMID=KEY%20x", "srt://a.example:9000?STREAMID=***"),
        ("udp://239.1.2.3:1234?ttl=4&pkt_size=1316", "udp://239.1.2.3:1234?ttl=4&pkt_size=1316"),
        ("http://a.example/hls/live.m3u8", "http://a.example/hls/live.m3u8"),
        ("https://user:SECRET@a.example:8443/x/live.M3U8?token=KEY", "https://***@a.example:8443/x/live.M3U8?token=***"),
        ("https://a.example/up?cid=KEY&file=live.m3u8", "https://a.example/up?cid=***&file=live.m3u8"),
    ])
    func secretsAreMasked(address: String, masked: String) throws {
        let url = try TargetURL(parsing: address)
        #expect(url.masked == masked)
        let printed = "\(url) \(String(reflecting: url)) " + String(describing: [url]) + String(customDumping: url)
        for secret in ["KEY", "SECRET"] { #expect(!printed.contains(secret), "\(printed)") }
    }

    @Test(arguments: [
        ("", "rtmp://HOST"), ("rtmp://", "host"), ("rtmp://a.example", "stream key"), ("rtmp://a.example/live", "stream key"),
        ("rtmp://a.example/live/", "stream key"), ("rtmp://a.example//", "stream key"), ("rtmp://a.example//KEY", "application"),
        ("rtmp://a.example:0/live/k", "port"),
        ("rtmp://a.example:99999/live/k", "99999"), ("rtmp://a.example/live/k k", "space"), ("srt://a.example", "port"),
        ("http://a.example/x", "http://"), ("ftp://a.example/x.m3u8", "ftp://"), ("file.avi", ".mkv"), (".mkv", ".mkv"), ("plain", "rtmp://"),
        ("rtmp://a/b/c\n", "control"),
    ])
    func whatIsWrongIsNamedWithTheRightForm(address: String, words: String) throws {
        let error = try #require(throws: DeliveryError.self) { _ = try TargetURL(parsing: address) }
        #expect(error.code == .badURL)
        #expect(error.message.contains(words), "\(error.message)")
        #expect(!error.isRetriable)
    }

    @Test(arguments: [
        ("srt://:9000", "host"), ("srt://a.example:9000/live", "streamid"), ("srt://a.example:", "port"), ("srt://a.example:70000", "70000"),
        ("srt://::1:9000", "brackets"), ("srt://[::1:9000", "]"), ("srt://[x]:9000", "IPv6"), ("srt://[::1]x:9000", "[::1]"),
        ("srt://user:KEY@a.example:9000", "streamid"), ("srt://a$b:9000", "a$b"), ("srt://a:9000?passphrase=KEYshort", "10 to 79"),
        ("srt://a:9000?passphrase=\(String(repeating: "KEY", count: 30))", "90 characters"), ("srt://a:9000?pbkeylen=17", "16, 24 or 32"),
        ("srt://a:9000?latency=soon", "latency=soon"), ("srt://a:9000?latency=-1", "from 0"), ("srt://a:9000?mode=listener", "mode=caller"),
        ("srt://a:9000?transtype=file", "transtype=live"), ("srt://a:9000?foo=KEY", "foo"), ("srt://a:9000?streamid", "NAME=VALUE"),
        ("srt://a:9000?=KEY", "no name"), ("srt://a:9000?latency=1&latency=2", "twice"), ("srt://a:9000?streamid=KEY%zz", "%25"),
        ("srt://a:9000?streamid=a%0ab", "control"), ("srt://a:9000?streamid=\(String(repeating: "KEY", count: 200))", "512"),
        ("srt://a:9000?pkt_size=1000", "multiple of 188"), ("srt://a:9000?pkt_size=9000", "1456"), ("srt://a:9000?tlpktdrop=yes", "from 0 to 1"),
        ("udp://a.example", "port"), ("udp://@239.0.0.1:9000", "@"), ("udp://a:9000/x", "path"), ("udp://a:9000?ttl=999", "from 0 to 255"),
        ("udp://a:9000?pkt_size=1400", "multiple of 188"), ("udp://a:9000?localaddr=eth0", "localaddr=eth0"), ("udp://a:9000?x=1", "ttl"),
        ("http:///live.m3u8", "host"), ("http://a.example", ".m3u8"), ("http://a.example/.m3u8", "name"), ("http://a.example/live.m3u8#x", "%23"),
        ("https://a.example/live.mpd?token=KEY", ".m3u8"), ("http://u%zz:KEY@a/live.m3u8", "%25"), ("http://a:0/live.m3u8", "port"),
        ("https://a.example/up?file=.m3u8", "name"),
    ])
    func everyMalformedFormIsRefusedInOneLine(address: String, words: String) throws {
        let error = try #require(throws: DeliveryError.self) { _ = try TargetURL(parsing: address) }
        #expect(error.code == .badURL && error.message.contains(words), "\(error.message)")
        #expect(!error.message.contains("KEY") && !error.message.contains("\n"), "\(error.message)")
    }

    @Test func theOptionsOfSRTAreRead() throws {
        let address = try SRTAddress(
            parsing:
                "a.example:9000?latency=250&streamid=#!::r%3Dlive/x,m=publish&passphrase=0123456789%26&pbkeylen=32&conntimeo=1500&maxbw=-1&oheadbw=40"
        )
        #expect(address.host == "a.example" && address.port == 9000 && address.streamID == "#!::r=live/x,m=publish")
        #expect(address.passphrase == "0123456789&" && address.keyBytes == 32 && address.connectLimit == .milliseconds(1500))
        #expect(address.latency == .milliseconds(250) && address.numbers == [.maxbw: -1, .oheadbw: 40] && address.payloadBytes == 1316)
    }

    /// ffmpeg and OBS write microseconds, everyone else milliseconds.
    @Test(arguments: [("0", 0), ("120", 120), ("9999", 9999), ("10000", 10), ("120000", 120), ("2000000", 2000)])
    func latencyIsTakenInEitherUnit(text: String, milliseconds: Int) throws {
        #expect(try SRTAddress(parsing: "a:9000?latency=\(text)").latency == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        ("a.example/hls/live.m3u8", "/hls/x.ts"), ("a.example/live.m3u8?token=a/b", "/x.ts?token=a/b"),
        ("a/up?cid=1&file=live.m3u8", "/up?cid=1&file=x.ts"),
        ("a/up?live.m3u8&x", nil), ("a/ü/live.m3u8", "/%C3%BC/x.ts"), ("a/up?file=a/live.m3u8", "/up?file=a/x.ts"),
    ])
    func segmentsLieBesideTheirPlaylist(address: String, segment: String?) throws {
        do { #expect(try PlaylistAddress(parsing: address, isSecure: false).folder.target("x.ts") == segment) } catch {
            #expect(segment == nil, "\(error)")
        }
    }

    @Test func aDirectoryThatIsMissingIsNamed() throws {
        let error = try #require(throws: DeliveryError.self) { _ = try TargetURL(parsing: "/nonexistent/dir/a.mkv") }
        #expect(error.code == .notWritable && error.message.contains("/nonexistent/dir"))
    }

    @Test func thatOfAPlaylistMayBeMissingWithThoseAboveIt() throws {
        let scratch = Scratch()
        for text in ["hls:\(scratch.file("new"))", scratch.file("new/live.m3u8"), "hls:\(scratch.file("no/new"))"] {
            #expect(try TargetURL(parsing: text).kind == .hls)
        }
        let (there, straight) = (try TargetURL(parsing: "hls:\(scratch.path)/./new/"), try TargetURL(parsing: scratch.file("new/master.m3u8")))
        #expect(there.fingerprint == straight.fingerprint)
        let error = #expect(throws: DeliveryError.self) { try TargetURL(parsing: scratch.file("no/new/a.mkv")) }
        #expect(error?.code == .notWritable && error?.message.contains(scratch.file("no")) == true)
        #expect(throws: DeliveryError.self) { try TargetURL(parsing: scratch.file("new/a.mkv")) }
    }

    @Test func aFileIsNoDirectory() throws {
        let error = try #require(throws: DeliveryError.self) { _ = try TargetURL(parsing: "/etc/passwd/a.mkv") }
        #expect(error.code == .notWritable)
    }

    @Test(arguments: [
        ("a.flv", "flv"), ("a.MKV", "mkv"), ("a.mp4", "mp4"), ("a.b.ts", "mpegts"), ("a.m4a", "m4a"), ("a.mka", "mka"), ("a.ogg", "ogg"),
        ("a.OPUS", "ogg"),
        ("a.aac", "adts"),
    ])
    func theEndingChoosesTheContainer(name: String, container: String) throws {
        let scratch = Scratch()
        guard case .file(let found) = try TargetURL(parsing: scratch.file(name)).kind else {
            Issue.record("no file")
            return
        }
        #expect(found.rawValue == container)
    }
}

extension String {
    fileprivate init(customDumping value: Any) {
        var text = ""
        dump(value, to: &text)
        self = text
    }

    @Test(arguments: [
        ("rtmp://a.example/live/KEY", AudioCodec.aac, true), ("srt://a.example:9000", .opus, true), ("a.flv", .aac, true), ("a.mkv", .opus, true),
        ("a.mp4", .opus, true), ("a.ts", .opus, true), ("a.m3u8", .aac, true), ("a.m4a", .aac, false), ("a.mka", .opus, false),
        ("a.ogg", .opus, false), ("a.aac", .aac, false),
    ])
    func opusGoesWhereItIsTaken(address: String, codec: AudioCodec, takesPictures: Bool) throws {
        let scratch = Scratch()
        let url = try TargetURL(parsing: address.contains("://") ? address : scratch.file(address))
        #expect(url.audioCodec(preferring: .opus) == codec && url.takesPictures == takesPictures)
        #expect(url.audioCodec(preferring: .aac) == (address == "a.ogg" ? .opus : .aac))
    }
}
