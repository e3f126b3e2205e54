import Fixtures
import Glibc
import Platform
import ServerFixtures
import TestSupport
import Testing

@testable import PipeWireCapture

/// Against a real PipeWire: what a connection shows once it is limited to one node.
@Suite(.serialized) struct RestrictionTests {
    private func connect(_ library: PipeWireLibrary, to fixture: AudioFixture) throws -> PipeWireRemote {
        let runtime = try #require(fixture.serverEnvironment["XDG_RUNTIME_DIR"] ?? nil)
        let stream = try PassingStream(connectingTo: runtime + "/pipewire-0")
        let remote = try PipeWireRemote(library, taking: fcntl(stream.descriptor, F_DUPFD_CLOEXEC, 3))
        try remote.settle()
        return remote
    }

    @Test func oneNodeIsLeftAndNothingBringsOthersBack() throws {
        let fixture = try AudioFixture(.pipewire)
        let shown = try VideoNode(name: "shown", in: fixture.serverEnvironment)
        let hidden = try VideoNode(name: "hidden", in: fixture.serverEnvironment)
        let library = try PipeWireLibrary()
        let remote = try connect(library, to: fixture)
        #expect(Set(remote.nodes.map(\.id)).isSuperset(of: [shown.id, hidden.id]) && remote.nodes.count > 2, "among others a microphone")
        try remote.restrict(to: shown.id)
        #expect(remote.nodes.map(\.id) == [shown.id])
        // Nor what comes later, nor by asking for more.
        let later = try VideoNode(name: "later", in: fixture.serverEnvironment)
        for node in [hidden.id, later.id] {
            try remote.restrict(to: node)
            #expect(remote.nodes.map(\.id) == [shown.id])
        }
        let other = try connect(library, to: fixture)
        #expect(Set(other.nodes.map(\.id)).isSuperset(of: [shown.id, hidden.id, later.id]), "others see them")
    }
}
