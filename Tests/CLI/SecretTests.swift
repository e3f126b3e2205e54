import Testing

@testable import SplitcastCLI

/// No line that repeats what was typed shows a stream key.
@Suite struct SecretTests {
    @Test(arguments: [
        ("rtmp://live.example.com/app/KEY", "rtmp://live.example.com/***"),
        ("Unexpected argument 'rtmps://a:443/b/KEY?x=1'", "Unexpected argument 'rtmps://a:443/***'"),
        ("srt://a:9000?passphrase=KEY&streamid=KEY", "srt://a:9000/***"),
        ("http://user:KEY@host/x and rtmp://b/KEY", "http://***@host/*** and rtmp://b/***"),
        ("talk.mkv", "talk.mkv"), ("rtmp://host", "rtmp://host"), ("://KEY/KEY", "://KEY/***"),
    ])
    func addressesAreMasked(text: String, masked: String) { #expect(AddressMask.masking(text) == masked) }

    @Test(arguments: [
        ("rtmp://a.example/app/SECRET", "rtmp://a.example/***"), ("talk.mkv", "talk.mkv"), ("talk.mkv@archive", "talk.mkv@archive"),
        ("hls:live", "hls:live"), ("/nonexistent/talk.mkv", "/nonexistent/talk.mkv"), ("rtmp:/a.example/app/SECRET", "rtmp:/a.example/***"),
        ("SECRET", "***"), ("me:SECRET@archive", "***"),
    ]) func aTargetIsShownWithoutItsKeyAlsoWhereItWasMistyped(text: String, shown: String) {
        #expect(AddressMask.masking(target: text) == shown)
    }

    @Test func fileOfAddressesIsRead() throws {
        let file = try TemporaryFile("# where it goes\n\n  rtmp://a/b/KEY  \r\ntalk.mkv\n")
        #expect(try TargetText.expand(["x.flv", "@" + file.path]) == ["x.flv", "rtmp://a/b/KEY", "talk.mkv"])
    }

    @Test func anEmptyFileOfAddressesIsRefused() throws {
        let file = try TemporaryFile("# nothing\n")
        #expect(throws: CommandFailure.self) { try TargetText.expand(["@" + file.path]) }
    }
}
