import Delivery
import Testing

@testable import Session

@Suite struct EncodingReferenceTests {
    @Test(arguments: [
        ("rtmp://a/app/KEY@low", "rtmp://a/app/KEY", "low"), ("srt://b:9000@low", "srt://b:9000", "low"),
        ("talk.mkv@archive", "talk.mkv", "archive"), ("talk.mkv", "talk.mkv", "main"), ("a@b.mkv", "a@b.mkv", "main"),
        ("rtmp://user:secret@host/app/KEY", "rtmp://user:secret@host/app/KEY", "main"),
        ("rtmp://user@host/app/KEY@mid", "rtmp://user@host/app/KEY", "mid"),
        ("https://user@host", "https://user@host", "main"), ("rtmp://a/app/KEY@@low", "rtmp://a/app/KEY@low", "main"),
        ("rtmp://a/app/KEY@Low", "rtmp://a/app/KEY@Low", "main"), ("@low", "@low", "main"), ("talk.mkv@main", "talk.mkv", "main"),
    ])
    func whatStandsBehindTheLastMarkIsTheEncoding(text: String, address: String, encoding: String) {
        let reference = EncodingReference(text)
        #expect((reference.address, reference.encoding) == (address, encoding))
    }

    @Test func anUnknownEncodingIsRefusedWithThoseThatThereAre() throws {
        var configuration = SessionConfiguration()
        configuration.encodings = [EncodingChoice("archive")]
        let refusal = #expect(throws: DeliveryError.self) { try EncodingReference(parsing: "talk.mkv@archve", configuration) }
        #expect(refusal?.message.contains("no encoding 'archve'; there are: main, archive, low, mid, high") == true)
        #expect(try EncodingReference(parsing: "talk.mkv@archive", configuration).encoding == "archive")
    }

    @Test(arguments: [
        ("srt://127.0.0.1:9?passphrase=correct-horse@battery-staple", "srt://127.0.0.1:9"),
        ("rtmp://a/app/correct-horse@battery-staple", "rtmp://a/"),
        ("rtmp://name:correct-horse@host/app/KEY@battery-staple", "host/"), ("nonsense://correct-horse@host/x@battery-staple", ""),
    ])
    func theEndOfAKeyIsNotRepeated(text: String, place: String) throws {
        let refusal = #expect(throws: DeliveryError.self) { try EncodingReference(parsing: text, SessionConfiguration()) }
        let message = try #require(refusal?.message)
        #expect(!message.contains("battery") && !message.contains("horse"), "\(message)")
        #expect(message.contains("behind the last @") && (place.isEmpty || message.contains(place)) && message.contains("write @@"), "\(message)")
    }
}
