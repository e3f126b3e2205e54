import Codec
import Delivery
import MediaBed
import Testing

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
        ("srt://a.example:9000?streamid=KEY&passphrase=SECRET&latency=120000", "srt://a.example:9000?streamid=***&passphrase=***&latency=120000"),
        ("srt://a.example:9000", "srt://a.example:9000"),
    ])
    func secretsAreMasked(address: String, masked: String) throws {
        let url = try TargetURL(parsing: address)
        #expect(url.masked == masked)
        let printed = "\(url) \(String(reflecting: url)) " + String(describing: [url]) + String(customDumping: url)
        for secret in ["KEY", "SECRET"] { #expect(!printed.contains(secret), "\(printed)") }
        #expect(!url.masking("failed: \(address)").contains("KEY"))
    }

    @Test(arguments: [
        ("", "rtmp://HOST"), ("rtmp://", "host"), ("rtmp://a.example", "stream key"), ("rtmp://a.example/live", "stream key"),
        ("rtmp://a.example/live/", "stream key"), ("rtmp://a.example//", "stream key"), ("rtmp://a.example//KEY", "application"),
        ("rtmp://a.example:0/live/k", "port"),
        ("rtmp://a.example:99999/live/k", "99999"), ("rtmp://a.example/live/k k", "space"), ("srt://a.example", "port"),
        ("http://a.example/x", "http://"), ("file.avi", ".mkv"), (".mkv", ".mkv"), ("plain", "rtmp://"), ("rtmp://a/b/c\n", "control"),
    ])
    func whatIsWrongIsNamedWithTheRightForm(address: String, words: String) throws {
        let error = try #require(throws: DeliveryError.self) { _ = try TargetURL(parsing: address) }
        #expect(error.code == .badURL)
        #expect(error.message.contains(words), "\(error.message)")
        #expect(!error.isRetriable)
    }

    @Test func aDirectoryThatIsMissingIsNamed() throws {
        let error = try #require(throws: DeliveryError.self) { _ = try TargetURL(parsing: "/nonexistent/dir/a.mkv") }
        #expect(error.code == .notWritable && error.message.contains("/nonexistent/dir"))
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
        let scratch = ScratchDirectory()
        guard case .file(let found) = try TargetURL(parsing: scratch.file(name)).place else {
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
        let scratch = ScratchDirectory()
        let url = try TargetURL(parsing: address.contains("://") ? address : scratch.file(address))
        #expect(url.audioCodec(preferring: .opus) == codec && url.takesPictures == takesPictures)
        #expect(url.audioCodec(preferring: .aac) == (address == "a.ogg" ? .opus : .aac))
    }
}
