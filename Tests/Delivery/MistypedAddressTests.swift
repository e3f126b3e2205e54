import Delivery
import Testing

@Suite struct MistypedAddressTests {
    @Test(arguments: [
        ("rtmp:/host/app/secret", "rtmp:/host/***"), ("rtmps;//host/app/secret", "rtmps;//host/***"),
        ("rtmp//a.example/app/secret", "rtmp//a.example/***"),
        ("host.example/app/secret", "host.example/***"), ("rtsp//me:secret@camera/1", "rtsp//***@camera/***"), ("rtmp:/h/a/secret.x", "rtmp:/h/***"),
        ("rtsp//me:sec/ret@camera", "rtsp//***/***"), ("srt:host?passphrase=secret", "srt:host/***"),
    ]) func anAddressShowsItsHostAtMost(text: String, shown: String) { #expect(MistypedAddress.shown(text) == shown) }

    @Test(arguments: ["secret", "live_123_secret", "a:secret", "secret=="]) func aWordThatMayBeAKeyIsNotShown(text: String) {
        #expect(MistypedAddress.shown(text) == nil)
    }

    @Test(arguments: ["talk.mov", "/videos/talk", "./talk", "videos/talk.mkx", "../a"]) func aPathIsShown(text: String) {
        #expect(MistypedAddress.shown(text) == text)
    }

    @Test(arguments: ["rtmp:/host/app/secret", "secret", "rtmp//secret@host/a"]) func noMessageHoldsWhatMayBeSecret(text: String) {
        let error = #expect(throws: DeliveryError.self) { try TargetURL(parsing: text) }
        #expect(error?.message.contains("is neither an address nor a known kind of file") == true && error?.message.contains("secret") == false)
    }
}
