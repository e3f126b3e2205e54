import AgentProtocol
import Fixtures
import Glibc
import TestSupport
import Testing

@testable import Portal

/// A controller on a real bus, before a portal that answers as it is told.
@Suite struct CastControllerTests {
    /// A controller that is stopped whatever becomes of the test.
    private func withController(
        _ fixture: PortalServer, _ choice: CastChoice = CastChoice(), patience: CastPatience = CastPatience(),
        _ body: (CastController, CastRecord) throws -> Void
    ) throws {
        let record = CastRecord()
        let controller = try CastController(choice, store: store(fixture), address: fixture.address, patience: patience) { record.note($0) }
        defer { controller.stop() }
        try body(controller, record)
    }

    private func store(_ fixture: PortalServer) -> RestoreStore { RestoreStore(directory: fixture.directory + "/state", desktop: "tests") }

    @Test func oneConsentServesEveryAgent() throws {
        let fixture = try PortalServer()
        try withController(fixture) { controller, record in
            controller.ask(1)
            let first = try record.remote(of: 1)
            #expect(first.offer == CastOffer(node: 42, serial: 1 << 33, cursor: .metadata))
            controller.left(1, castFailed: false)
            controller.ask(2)
            let second = try record.remote(of: 2)
            #expect(second.offer == first.offer)
            #expect(
                first.text.hasPrefix("remote ") && second.text.hasPrefix("remote ") && first.text != second.text, "each has a connection of its own")
            #expect(fixture.count("CreateSession") == 1 && fixture.count("Start") == 1)
        }
        try waitUntil("the session is closed in the end") { fixture.count("session closed") == 1 }
    }

    @Test func nothingIsAskedBeforeAnAgentAsks() throws {
        let fixture = try PortalServer()
        try withController(fixture) { controller, _ in
            controller.left(1, castFailed: true)
            controller.renew()
        }
        #expect(fixture.requests.count == 1)
    }

    @Test func theNextBroadcastAsksNoOne() throws {
        let fixture = try PortalServer()
        for round in 0..<3 {
            try withController(fixture, CastChoice(sources: [.monitor, .window])) { controller, record in
                controller.ask(1)
                _ = try record.remote(of: 1)
                let keeps = try record.wait(for: "opened") { if case .opened(_, let keeps) = $0 { keeps } else { nil } }
                #expect(keeps == true)
                let asked = fixture.last("SelectSources") ?? [:]
                #expect(asked["types"] == "3" && asked["persist_mode"] == "2")
                #expect((asked["restore_token"] != nil) == (round > 0))
            }
        }
        let tokens = fixture.requests.compactMap { $0["restore_token"] }
        #expect(tokens.count == 2 && tokens[0] != tokens[1], "a token is good for one use")
    }

    @Test func aTokenThatNoOneTakesIsReplaced() throws {
        for word in ["token:fail", "token:error"] {
            let fixture = try PortalServer()
            _ = store(fixture).take(.renewed("old"), for: CastChoice())
            try fixture.answer(word)
            try withController(fixture) { controller, record in
                controller.ask(1)
                _ = try record.remote(of: 1)
            }
            #expect(fixture.requests.compactMap { $0["restore_token"] } == ["old"] && fixture.count("CreateSession") == 2)
            #expect(store(fixture).token(for: CastChoice())?.hasPrefix("token-") == true)
        }
    }

    @Test func aDesktopThatKeepsNothingIsSaidToBeOne() throws {
        let fixture = try PortalServer()
        _ = store(fixture).take(.renewed("old"), for: CastChoice())
        try fixture.answer("token:none")
        try withController(fixture) { controller, record in
            controller.ask(1)
            let keeps = try record.wait(for: "opened") { if case .opened(_, let keeps) = $0 { keeps } else { nil } }
            #expect(keeps == false)
        }
        #expect(store(fixture).record(for: CastChoice())?.state == .stale)
    }

    @Test func aNoWithdrawsThePermission() throws {
        let fixture = try PortalServer()
        _ = store(fixture).take(.renewed("old"), for: CastChoice())
        try fixture.answer("start:cancel")
        try withController(fixture) { controller, record in
            controller.ask(1)
            try #expect(record.refusal(of: 1).code == .cancelled)
            controller.ask(2)
            try #expect(record.refusal(of: 2).code == .cancelled)
            #expect(fixture.count("Start") == 1, "a second agent opens no second dialog")
            try fixture.answer()
            controller.renew()
            controller.ask(3)
            _ = try record.remote(of: 3)
        }
        #expect(fixture.requests.compactMap { $0["restore_token"] } == ["old"])
    }

    @Test(arguments: [
        ("create:denied", PortalError.Code.denied), ("create:cancel", .cancelled), ("select:cancel", .cancelled), ("create:fail", .failed),
        ("start:fail", .failed), ("remote:nopipewire", .noPipeWire),
    ]) func everyNoHasItsReason(word: String, code: PortalError.Code) throws {
        let fixture = try PortalServer()
        try fixture.answer(word)
        try withController(fixture) { controller, record in
            controller.ask(1)
            try #expect(record.refusal(of: 1).code == code)
        }
    }

    @Test(arguments: ["create:deaf", "create:hang"]) func aPortalThatHangsIsSaidToHang(word: String) throws {
        let fixture = try PortalServer()
        try fixture.answer(word)
        var patience = CastPatience()
        patience.reply = .milliseconds(300)
        try withController(fixture, patience: patience) { controller, record in
            controller.ask(1)
            try #expect(record.refusal(of: 1).code == .silent)
        }
    }

    @Test func aDialogMayStandForAWhileAndNotForEver() throws {
        let fixture = try PortalServer()
        try fixture.answer("start:hang")
        var patience = CastPatience()
        (patience.dialog, patience.user) = (.milliseconds(50), .milliseconds(600))
        try withController(fixture, patience: patience) { controller, record in
            controller.ask(1)
            try record.wait(for: "the user is told") { if case .asking = $0 { () } else { nil } }
            try #expect(record.refusal(of: 1).code == .unanswered)
            try waitUntil("the dialog is taken away") { fixture.count("request closed") == 1 && fixture.count("session closed") == 1 }
        }
    }

    @Test func aPortalThatFreezesBehindItsDialogIsNoticed() throws {
        let fixture = try PortalServer()
        try fixture.answer("start:hang")
        var patience = CastPatience()
        (patience.dialog, patience.sign) = (.milliseconds(20), .milliseconds(200))
        try withController(fixture, patience: patience) { controller, record in
            controller.ask(1)
            try record.wait(for: "the user is told") { if case .asking = $0 { () } else { nil } }
            fixture.freezePortal()
            try #expect(record.refusal(of: 1).code == .silent)
            fixture.freezePortal(false)
        }
    }

    @Test func stoppedSharingIsToldToAnyoneHadIt() throws {
        let fixture = try PortalServer()
        try withController(fixture) { controller, record in
            controller.ask(1)
            _ = try record.remote(of: 1)
            controller.delivered(1)
            try fixture.stopSharing()
            try #expect(record.refusal(of: 1).code == .stopped)
            #expect(record.all.contains { if case .closed(let error) = $0 { error.code == .stopped } else { false } })
            controller.ask(2)
            try #expect(record.refusal(of: 2).code == .stopped)
            #expect(fixture.count("CreateSession") == 1)
        }
        #expect(store(fixture).token(for: CastChoice()) != nil, "ending one broadcast withdraws nothing")
    }

    @Test func aPortalThatComesBackIsAskedAgainByItself() throws {
        let fixture = try PortalServer()
        try withController(fixture) { controller, record in
            controller.ask(1)
            _ = try record.remote(of: 1)
            controller.delivered(1)
            fixture.killPortal()
            try record.wait(for: "it waits") { if case .waiting = $0 { () } else { nil } }
            try fixture.startPortal()
            try waitUntil("a second remote; reported: \(record.all)") {
                record.all.count { if case .granted(1, _, _) = $0 { true } else { false } } == 2
            }
            #expect(fixture.last("SelectSources")?["restore_token"] != nil)
        }
    }

    @Test func aBusThatComesBackIsFoundAgain() throws {
        let fixture = try PortalServer()
        try withController(fixture) { controller, record in
            controller.ask(1)
            _ = try record.remote(of: 1)
            controller.delivered(1)
            try fixture.restartBus()
            try record.wait(for: "it waits") { if case .waiting = $0 { () } else { nil } }
            try fixture.startPortal()
            try waitUntil("a second remote; reported: \(record.all)") {
                record.all.count { if case .granted(1, _, _) = $0 { true } else { false } } == 2
            }
        }
    }

    @Test func aPortalThatForgotTheSessionIsAskedForANewOne() throws {
        let fixture = try PortalServer()
        try withController(fixture) { controller, record in
            controller.ask(1)
            _ = try record.remote(of: 1)
            controller.left(1, castFailed: false)
            try fixture.answer("remote:forgotten")
            controller.ask(2)
            try waitUntil("a second session") { fixture.count("CreateSession") >= 2 }
            try fixture.answer()
            _ = try record.remote(of: 2)
        }
    }

    @Test func aPortalWithPathsOfItsOwnIsUnderstood() throws {
        let fixture = try PortalServer()
        try fixture.answer("handle:other")
        try withController(fixture) { controller, record in
            controller.ask(1)
            _ = try record.remote(of: 1)
        }
    }

    @Test func withoutAScreenCastThereIsNoSharing() throws {
        try withController(try PortalServer(["--no-cast"])) { controller, record in
            controller.ask(1)
            try #expect(record.refusal(of: 1).code == .noScreenCast)
        }
        try withController(try PortalServer(["--sources", "1"]), CastChoice(sources: [.window])) { controller, record in
            controller.ask(1)
            try #expect(record.refusal(of: 1).code == .noSuchSource)
        }
        try withController(try PortalServer(nil)) { controller, record in
            controller.ask(1)
            try #expect(record.refusal(of: 1).code == .noPortal)
        }
    }

    @Test func withoutABusThereIsNoPortal() throws {
        let record = CastRecord()
        let controller = CastController(CastChoice(), store: nil, address: "unix:path=/nonexistent/bus") { record.note($0) }
        defer { controller.stop() }
        controller.ask(1)
        let error = try record.refusal(of: 1)
        #expect(error.code == .noBus && error.message.contains("/nonexistent/bus"))
    }

    @Test func aControllerThatIsStoppedAsksNoOne() throws {
        let fixture = try PortalServer()
        let controller = CastController(CastChoice(), store: nil, address: fixture.address) { _ in }
        controller.stop()
        controller.ask(1)
        controller.stop()
        #expect(fixture.count("CreateSession") == 0)
    }

    @Test func nothingStaysOpenWhenAControllerGoes() throws {
        let fixture = try PortalServer()
        let before = try openDescriptors()
        for _ in 0..<5 {
            try withController(fixture) { controller, record in
                controller.ask(1)
                _ = try record.remote(of: 1)
            }
        }
        #expect(try openDescriptors() <= before + 2)
    }

    /// Sockets and pipes of this process; other tests make some as well, but not tens.
    private func openDescriptors() throws -> Int {
        var count = 0
        for descriptor in Int32(3)..<1024 where fcntl(descriptor, F_GETFD) >= 0 { count += 1 }
        return count
    }
}
