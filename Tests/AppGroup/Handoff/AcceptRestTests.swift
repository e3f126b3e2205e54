import Fixtures
import Glibc
import Testing

@testable import AppGroup
@testable import Platform

@Suite struct AcceptRestTests {
    private let scratch = Scratch()

    /// Runs `body` while this process may open no more descriptors.
    private func withoutDescriptors<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let free = dup(0)
        close(free)
        var lowered = limit
        lowered.rlim_cur = rlim_t(free)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &lowered) == 0)
        defer { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) }
        return try body()
    }

    @Test func whatCannotBeAcceptedIsLeftAloneForAMomentAndWaits() throws {
        let listener = try PacketListener(path: scratch.file("handoff.sock"))
        let client = try PacketSocket(connectingTo: scratch.file("handoff.sock"))
        var rest = AcceptRest()
        let began = MediaTime.now()
        #expect(rest.entry(of: listener, at: began).fd == listener.descriptor)
        try withoutDescriptors {
            let error = try #require(throws: GroupError.self) { try listener.accept() }
            #expect(error.message.contains("Too many open files"))
            rest.failed(error, at: began)
        }
        #expect(rest.entry(of: listener, at: began + .milliseconds(50)).fd == -1)
        let deadline = try #require(rest.deadline)
        #expect(rest.entry(of: listener, at: deadline).fd == listener.descriptor)
        #expect(rest.deadline == nil)
        let accepted = try listener.accept()
        #expect(accepted != nil)
        #expect(try listener.accept() == nil)
        withExtendedLifetime(client) {}
    }

    @Test func aPeerOfAnotherUserIsNoReasonToRest() throws {
        let listener = try PacketListener(path: scratch.file("handoff.sock"))
        var rest = AcceptRest()
        rest.failed(GroupError(.foreignPeer, "refused"), at: .now())
        #expect(rest.deadline == nil)
        #expect(rest.entry(of: listener, at: .now()).fd == listener.descriptor)
    }
}
