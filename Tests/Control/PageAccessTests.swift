import NIOHTTP1
import Testing

@testable import Control

@Suite struct PageAccessTests {
    private func request(_ uri: String = "/", host: String = "192.0.2.7:8080", _ headers: [(String, String)] = []) -> HTTPRequestHead {
        HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: HTTPHeaders([("Host", host)] + headers))
    }

    private func access(to address: String, isOpen: Bool = false) throws -> PageAccess {
        PageAccess(to: try PageAddress(address), isOpen: isOpen)
    }

    @Test func onLoopbackItIsTheOwnersAlone() throws {
        let access = try access(to: "127.0.0.1:8080")
        #expect(access.token == nil)
        #expect(access.verdict(on: request(host: "127.0.0.1:8080"), byOwner: true) == .allowed)
        #expect(access.verdict(on: request(host: "127.0.0.1:8080"), byOwner: false) == .otherUser)
        #expect(access.verdict(on: request("/?token=", host: "127.0.0.1:8080"), byOwner: false) == .otherUser)
    }

    @Test(arguments: ["0.0.0.0:8080", "192.0.2.7:8080", "[::]:8080", "studio:8080"]) func elsewhereItAsksForItsToken(address: String) throws {
        let access = try access(to: address)
        let token = try #require(access.token?.description)
        #expect(token.utf8.count == 32)
        #expect(access.verdict(on: request(), byOwner: false) == .withoutToken)
        #expect(access.verdict(on: request(), byOwner: true) == .allowed)
        #expect(access.verdict(on: request("/?token=\(token)"), byOwner: false) == .introduced)
        #expect(access.verdict(on: request("/live/live.m3u8?since=1&token=\(token)"), byOwner: false) == .introduced)
        #expect(access.verdict(on: request([("Cookie", "a=b; splitcast-8080=\(token)")]), byOwner: false) == .allowed)
        #expect(access.verdict(on: request([("Authorization", "Bearer \(token)")]), byOwner: false) == .allowed)
        for wrong in ["", "x", token + "0", String(token.dropLast()), String(token.reversed())] {
            #expect(access.verdict(on: request("/?token=\(wrong)"), byOwner: false) == .withoutToken)
            #expect(access.verdict(on: request([("Cookie", "splitcast-8080=\(wrong)")]), byOwner: false) == .withoutToken)
        }
        #expect(access.verdict(on: request([("Cookie", "splitcast-8081=\(token)")]), byOwner: false) == .withoutToken)
    }

    @Test func eachHostHasATokenOfItsOwn() throws {
        #expect(try access(to: "0.0.0.0:8080").token?.description != access(to: "0.0.0.0:8080").token?.description)
    }

    @Test func openToAllStillAnswersToItsOwnNamesAlone() throws {
        let access = try access(to: "0.0.0.0:8080", isOpen: true)
        #expect(access.token == nil)
        #expect(access.verdict(on: request(), byOwner: false) == .allowed)
        #expect(access.verdict(on: request(host: "evil.example"), byOwner: false) == .foreignName)
        #expect(access.verdict(on: request(host: "evil.example"), byOwner: true) == .foreignName)
    }

    /// A name that was made to point here (DNS rebinding). Other machines may have names for this one that it does not know.
    @Test(arguments: [("127.0.0.1:8080", PageAccess.Verdict.foreignName), ("[::1]:8080", .foreignName), ("0.0.0.0:8080", .allowed)])
    func onLoopbackNoTokenMakesUpForAForeignName(address: String, verdict: PageAccess.Verdict) throws {
        let access = try access(to: address)
        let introduced = verdict == .allowed ? PageAccess.Verdict.introduced : verdict
        for isOwner in [true, false] {
            for header in [("Authorization", "Bearer \(access.key)"), ("Cookie", "splitcast-8080=\(access.key)")] {
                #expect(access.verdict(on: request(host: "evil.example", [header]), byOwner: isOwner) == verdict)
                #expect(access.verdict(on: request(host: "localhost:9000", [header]), byOwner: isOwner) == .allowed)
            }
            #expect(access.verdict(on: request("/?token=\(access.key)", host: "evil.example"), byOwner: isOwner) == introduced)
            #expect(access.verdict(on: request(host: "evil.example", [("Authorization", "Bearer x")]), byOwner: isOwner) != .allowed)
        }
    }

    @Test(arguments: [
        ("Origin", "http://192.0.2.7:8080", PageAccess.Verdict.allowed), ("Origin", "http://192.0.2.7:9000", .foreignPage),
        ("Origin", "null", .foreignPage), ("Sec-Fetch-Site", "same-origin", .allowed), ("Sec-Fetch-Site", "none", .allowed),
        ("Sec-Fetch-Site", "same-site", .foreignPage), ("Sec-Fetch-Site", "cross-site", .foreignPage),
    ])
    func onlyThisPageReadsIt(header: String, value: String, verdict: PageAccess.Verdict) throws {
        #expect(try access(to: "0.0.0.0:8080").verdict(on: request([(header, value)]), byOwner: true) == verdict)
    }

    @Test func aLinkFromElsewhereMayLeadHere() throws {
        let link = request([("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")])
        #expect(try access(to: "127.0.0.1:8080").verdict(on: link, byOwner: true) == .allowed)
    }

    private func request(_ headers: [(String, String)]) -> HTTPRequestHead { request("/", headers) }
}
