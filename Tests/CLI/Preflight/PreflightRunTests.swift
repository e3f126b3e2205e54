import ControlFixtures
import Foundation
import Testing

@testable import Delivery
@testable import Preflight
@testable import Session
@testable import SplitcastCLI

/// An address to which somebody streams is not tested.
@Suite struct PreflightRunTests {
    private let url: TargetURL

    init() throws { url = try TargetURL(parsing: "rtmp://127.0.0.1:1/app/secretkey\(UUID().uuidString)") }

    private func refusal(at location: SourceLocation = #_sourceLocation) throws -> String {
        let run = PreflightRun(url: url, preferences: SettingPreferences())
        let failure = #expect(throws: CommandFailure.self, sourceLocation: location) { _ = try run.run { _ in } }
        #expect(failure?.exitCode == 1, sourceLocation: location)
        #expect(failure?.message.contains("secretkey") == false, sourceLocation: location)
        return failure?.message ?? ""
    }

    @Test func anAddressThatAHostStreamsToIsRefusedNamingItsGroup() throws {
        let group = try TestGroup()
        let claim = try TargetClaim(url, for: group.directory)
        let words = try refusal()
        #expect(words.contains("the host of group '\(group.directory.name)' streams there already"), "\(words)")
        withExtendedLifetime(claim) {}
    }

    @Test func twoTestsOfOneAddressExcludeEachOther() throws {
        let claim = try TargetClaim(testing: url)
        #expect(try refusal().contains("(pid \(getpid()))"))
        withExtendedLifetime(claim) {}
    }

    @Test func theClaimEndsWithTheTest() throws {
        // No process listens at that port.
        #expect(try refusal().contains("nothing listens"))
        _ = try TargetClaim(testing: url)
    }
}
