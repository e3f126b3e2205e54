import Platform
import Testing

@Suite struct MaskedAddressTests {
    @Test(arguments: [
        ("rtsp://me:secret@camera:554/live?token=secret", "rtsp://…@camera:554/live?…"), ("https://host/a.m3u8", "https://host/a.m3u8"),
        ("rtmp://host/app/secret", "rtmp://host/…"),
        ("RTMPS://host/app/secret", "RTMPS://host/…"), ("srt://a:9000?passphrase=secret", "srt://a:9000?…"),
        ("https://a/b.mp4#secret", "https://a/b.mp4#…"), ("https://a?secret", "https://a?…"),
        // As cameras write it that have no other way.
        ("rtsp://camera/user=admin_password=secret_channel=1.sdp", "rtsp://camera/…"), ("http://a/x/key=secret/y", "http://a/x/…/y"),
        // A password that should have been escaped.
        ("rtsp://me:sec/ret@camera/1", "rtsp://…/…/1"), ("rtsp://me:sec?ret@camera/1", "rtsp://…?…"),
        ("http://me:a@secret@host/1", "http://…@host/1"),
        ("http://secret@\u{301}host/", "http://…@\u{301}host/"),
        // Without its beginning.
        ("me:secret@camera/1", "…@camera/1"), ("clip.mkv", "clip.mkv"), ("concat:/etc/passwd", "concat:/etc/passwd"), ("://", "://"), ("", ""),
    ]) func whatMayBeSecretIsLeftOut(text: String, shown: String) { #expect(MaskedAddress(text).description == shown) }

    @Test(arguments: [
        ("--display", "--display"), (":1", ":1"), ("/videos/x=1/a.mkv", "/videos/x=1/a.mkv"),
        ("--url=rtsp://me:secret@a/1", "--url=rtsp://…@a/1"),
        ("--url=rtmp://a/b/secret", "--url=rtmp://a/…"), ("me:secret@camera", "…@camera"),
    ]) func anArgumentIsMaskedWhereItMayBeAnAddress(text: String, shown: String) { #expect(MaskedAddress.ofArgument(text) == shown) }
}
