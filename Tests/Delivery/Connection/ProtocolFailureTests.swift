import Platform
import Protocols
import RTMPFixtures
import Testing

@testable import Delivery

/// What a protocol throws, told of a target.
@Suite(.timeLimit(.minutes(1))) struct ProtocolFailureTests {
    private let url: TargetURL

    init() throws { url = try TargetURL(parsing: "rtmp://joe:word@a.example/live/secretkey") }

    @Test(arguments: [
        (NetworkError.Code.noSuchHost, DeliveryError.Code.unreachable), (.resolve, .unreachable), (.refused, .refused), (.unreachable, .unreachable),
        (.timedOut, .timedOut), (.badAuthorities, .certificate), (.certificate, .certificate), (.tls, .rejected), (.ended, .lost), (.lost, .lost),
        (.cancelled, .timedOut), (.system, .unreachable), (.rejected, .rejected), (.badKey, .badKey), (.busy, .busy), (.blocked, .blocked),
        (.expired, .expired), (.badAddress, .badURL), (.media, .media), (.codec, .codec),
    ])
    func eachCodeHasItsMeaning(code: NetworkError.Code, meaning: DeliveryError.Code) {
        let error = DeliveryError(NetworkError(code, "a.example:1935 says no"), for: url)
        #expect(error.code == meaning && error.message == "rtmp://***@a.example/live/***: a.example:1935 says no")
        #expect((error.cause as? NetworkError)?.code == code)
    }

    /// The words are ours, and what a server said in them is a `Quotation`: a key that is an ordinary word garbles nothing.
    @Test func ourWordsStayAsTheyAreWhateverTheKey() throws {
        let url = try TargetURL(parsing: "rtmp://a.example/live/host")
        let error = DeliveryError(NetworkError(.rejected, "check host and port"), for: url)
        #expect(error.message == "rtmp://a.example/live/***: check host and port")
    }

    @Test func anRTMPServersRefusalIsToldSo() throws {
        let server = try ScriptedServer { talk in
            let number = try talk.go(to: "publish") ?? 0
            let information = ServerSide.information("error", "NetStream.Publish.BadName", "stream secretkey is already being published")
            talk.connection.write(talk.server.command("_error", number, .null, information))
        }
        let url = try TargetURL(parsing: server.address)
        let sink = RTMPSink(TargetSettings(), counting: ByteCount())
        let error = #expect(throws: DeliveryError.self) { try sink.open(url, until: .now() + .seconds(30)) { true } }
        sink.abandon(until: .now())
        #expect(error?.code == .busy && error?.message.hasPrefix("\(url): ") == true, "\(String(describing: error))")
        #expect(error?.message.contains("(NetStream.Publish.BadName: left out") == true && error?.message.contains("secretkey") == false)
    }

    /// What the parser of targets accepts is an address of the protocol.
    @Test(arguments: ["rtmp://a/live/KEY", "RTMPS://a:4443/app/instance/KEY", "rtmp://[::1]/live/KEY?a=b/c", "rtmp://a/app?token=T/KEY"])
    func anAddressIsOneOfItsProtocol(text: String) throws { #expect(try RTMPAddress(of: TargetURL(parsing: text)).key.hasPrefix("KEY")) }
}
