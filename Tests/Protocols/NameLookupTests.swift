import Glibc
import Platform
import Testing

@testable import Protocols

@Suite(.timeLimit(.minutes(5))) struct NameLookupTests {
    @Test(arguments: ["127.0.0.1", "::1", "fe80::1%lo"]) func anAddressIsLookedUpNowhere(_ host: String) {
        #expect(NameLookup.numeric(host, port: 1935)?.family == (host.contains(":") ? AF_INET6 : AF_INET))
    }

    @Test(arguments: ["localhost", "", "a.b", "1.2.3.4.5", "[::1]"]) func aNameIsNoAddress(_ host: String) {
        #expect(NameLookup.numeric(host, port: 1935) == nil)
    }

    @Test func anyoneAsksTheSameWaitsForTheSameAnswer() throws {
        let (first, second) = (try Wakeup(), try Wakeup())
        let lookup = try NameLookup.begin("localhost", port: 4711, waking: first)
        let again = try NameLookup.begin("localhost", port: 4711, waking: second)
        // Unless the answer was there at once.
        if again === lookup { #expect(second.wait(until: .now() + .seconds(20))) }
        #expect(first.wait(until: .now() + .seconds(20)))
        let found = try #require(lookup.answer).get()
        #expect(!found.isEmpty)
        NameLookup.reap()
        // What was answered is no answer to a new question.
        #expect(try NameLookup.begin("localhost", port: 4711, waking: first) !== lookup)
        #expect(first.wait(until: .now() + .seconds(20)))
        NameLookup.reap()
    }

    @Test func familiesTakeTurns() throws {
        let (four, six) = (try #require(NameLookup.numeric("10.0.0.1", port: 1)), try #require(NameLookup.numeric("fe80::1", port: 1)))
        #expect(SocketAddress.interleaving([six, six, six, four]).map(\.family) == [AF_INET6, AF_INET, AF_INET6, AF_INET6])
        #expect(SocketAddress.interleaving([four, four, six]).map(\.family) == [AF_INET, AF_INET6, AF_INET])
        #expect(SocketAddress.interleaving([]).isEmpty)
    }
}
