import AppGroup
import ControlFixtures
import Foundation
import Glibc
import Testing

@testable import Control

/// The token that a group's hosts have, in its directory.
@Suite struct PageTokenTests {
    private let group: TestGroup

    init() throws { group = try TestGroup() }

    private func mode() throws -> Int {
        let facts = try FileManager.default.attributesOfItem(atPath: group.directory.tokenPath)
        return try #require(facts[.posixPermissions] as? Int)
    }

    @Test func itIsKeptForItsUserAloneAndForTheNextHost() throws {
        defer { unlink(group.directory.tokenPath) }
        let token = try PageToken(of: group.directory)
        #expect(try mode() == 0o600 && String(contentsOfFile: group.directory.tokenPath, encoding: .utf8) == "\(token)\n")
        #expect(try PageToken(of: group.directory).description == token.description)
    }

    @Test func oneThatOthersMayHaveReadIsReplaced() throws {
        defer { unlink(group.directory.tokenPath) }
        let token = try PageToken(of: group.directory)
        chmod(group.directory.tokenPath, 0o644)
        #expect(try PageToken(of: group.directory).description != token.description)
        #expect(try mode() == 0o600)
    }

    @Test(arguments: ["", "x", "ABCDEFABCDEFABCDEFABCDEFABCDEFAB\n", String(repeating: "a", count: 31), String(repeating: "a", count: 33)])
    func whatIsNoTokenIsReplaced(text: String) throws {
        defer { unlink(group.directory.tokenPath) }
        try text.write(toFile: group.directory.tokenPath, atomically: false, encoding: .utf8)
        chmod(group.directory.tokenPath, 0o600)
        let token = try PageToken(of: group.directory)
        #expect(token.description.utf8.count == 32 && !token.matches(text))
    }

    @Test func aLinkIsNotFollowed() throws {
        defer { unlink(group.directory.tokenPath) }
        symlink("/etc/hostname", group.directory.tokenPath)
        let token = try PageToken(of: group.directory)
        #expect(try mode() == 0o600 && PageToken(of: group.directory).description == token.description)
    }
}
