import Portal
import Testing

@testable import Session

/// What of a request for an agent is for the desktop's portal.
@Suite struct CastRequestsTests {
    private func arguments(_ words: String, current: CastChoice = CastChoice()) throws -> CastArguments {
        try CastArguments(words.split(separator: " ").map(String.init), current: current)
    }

    @Test func theOptionsOfThePortalAreTakenOutOfTheAgents() throws {
        let none = try arguments("--region 640x360+0+0")
        #expect(none.choice == nil && none.rest == ["--region", "640x360+0+0"])
        let window = try arguments("--window --region 640x360+0+0 --cursor embedded --no-restore")
        #expect(window.choice == CastChoice(sources: [.window], cursor: .embedded, isRestoring: false) && window.namesSource)
        #expect(window.rest == ["--region", "640x360+0+0"])
        #expect(try arguments("--screen --window").choice?.sources == [.monitor, .window])
        #expect(try arguments("--virtual --screen").choice?.sources == [.monitor, .virtual])
    }

    @Test func whatIsNotSaidStaysAsItIs() throws {
        let current = CastChoice(sources: [.window], cursor: .hidden, isRestoring: false)
        let pointer = try arguments("--cursor=metadata", current: current)
        #expect(pointer.choice == CastChoice(sources: [.window], cursor: .metadata, isRestoring: false) && !pointer.namesSource)
        #expect(try arguments("--screen", current: current).choice == CastChoice(sources: [.monitor], cursor: .hidden, isRestoring: false))
    }

    @Test(arguments: [
        ("--cursor bright", "metadata, embedded or hidden"), ("--cursor", "metadata"), ("--window --node 5", "--node"),
        ("--window Firefox", "give --window alone"),
        ("--screen DP-1", "--screen alone"),
    ]) func mistakesAreNamed(words: String, remedy: String) throws {
        let error = try #require(throws: SessionError.self) { try arguments(words) }
        #expect(error.code == .badSetting && error.message.contains(remedy), "\(error.message)")
    }

    @Test func aRequestForSomethingElseAsksAnewAndHoldsFromItsFirstPictureOn() throws {
        var requests = CastRequests(CastChoice())
        #expect(requests.request(of: 0) == CastRequest(CastChoice()))
        let swap = try requests.take(.swap(backend: "pipewire", arguments: ["--window"]), as: 3)
        #expect(swap == .swap(backend: "pipewire", arguments: []))
        let window = CastRequest(number: 3, CastChoice(sources: [.window]), isFresh: true)
        #expect(requests.request(of: 3) == window && requests.request(of: 0) == CastRequest(CastChoice()))
        requests.noteLive(3)
        requests.forget(3)
        for operation in [0, 7, nil] { #expect(requests.request(of: operation) == window) }
        // What is for other agents is theirs.
        let other = AgentRequest.swap(backend: "x11", arguments: ["--screen", "DP-1"])
        #expect(try requests.take(other, as: 4) == other)
    }
}
