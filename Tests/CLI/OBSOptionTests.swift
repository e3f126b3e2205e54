import Fixtures
import Foundation
import Testing

@testable import Control
@testable import SplitcastCLI

struct OBSOptionTests {
    private let scratch = Scratch()

    private func choice(_ words: [String]) throws -> (address: PageAddress, password: String?)? {
        try #require(try LiveCommand.parseAsRoot(words) as? LiveCommand).targets.obs.choice()
    }

    @Test(arguments: [
        ("on", "127.0.0.1:4455"), ("4460", "127.0.0.1:4460"), ("0.0.0.0:4455", "0.0.0.0:4455"), ("[::1]:1", "[::1]:1"),
    ]) func itIsServedWhereItIsAskedFor(text: String, address: String) throws {
        try " word \n".write(toFile: scratch.file("password"), atomically: true, encoding: .utf8)
        let choice = try #require(try choice(["--obs-websocket", text, "--obs-password", "@\(scratch.file("password"))"]))
        #expect(choice.address.description == address && choice.password == "word")
    }

    @Test func itIsOffUnlessItIsAskedFor() throws {
        #expect(try choice([]) == nil && choice(["--obs-websocket", "off"]) == nil)
        let open = try #require(try choice(["--obs-websocket", "on", "--obs-password", "none"]))
        #expect(open.address == OBSWebSocketServer.standard && open.password == nil)
    }

    @Test(arguments: [
        (["--obs-websocket", "on"], "give a password for it: --obs-password @FILE"), (["--obs-password", "SECRET"], "without --obs-websocket"),
        (["--obs-websocket", "0.0.0.0:4455", "--obs-password", "none"], "other machines reach 0.0.0.0:4455"),
        (["--obs-websocket", "127.0.0.1", "--obs-password", "SECRET"], "--obs-websocket 127.0.0.1: no port: give HOST:PORT such as 127.0.0.1:4455"),
        (["--obs-websocket", "99999", "--obs-password", "SECRET"], "is not a port"),
        (["--obs-websocket", "on", "--obs-password", "@/nowhere"], "--obs-password @/nowhere: cannot be read"),
        (["--obs-websocket", "on", "--obs-password", "SECRET WORD"], "--obs-password: is no password"),
    ]) func whatIsWrongIsSaidWithoutThePassword(words: [String], text: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try choice(words) }
        #expect(failure?.message.contains(text) == true && failure?.message.contains("SECRET") == false, "\(String(describing: failure))")
    }
}
