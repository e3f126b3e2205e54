import Testing

@testable import Delivery
@testable import Protocols

/// What a web server's no is called.
@Suite struct HTTPRefusalTests {
    @Test func whereItSendsUsIsShownWithoutSecrets() throws {
        let url = try TargetURL(parsing: "http://h/live/master.m3u8")
        let answer = HTTPAnswer(status: 301, reason: "Moved", location: "http://user:password@other/live/?sig=secret")
        let error = DeliveryError(answer, to: url, about: "master.m3u8")
        #expect(error.code == .rejected && error.message.contains("use the address that it names, http://…@other/live/"), "\(error)")
        #expect(!error.message.contains("password") && !error.message.contains("secret"))
    }
}
