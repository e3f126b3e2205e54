import AgentProtocol
import AppGroup
import Glibc
import TestSupport
import Testing

@testable import Portal

/// A desk on a real bus, before a portal that answers as it is told.
@Suite struct CastControllerTests {
    /// A desk that is stopped whatever becomes of the test.
    private func withDesk(
        _ bed: PortalServer, _ choice: CastChoice = CastChoice(), patience: CastPatience = CastPatience(), _ body: (CastController, CastRecord) throws -> Void
    ) throws {
        let record = CastRecord()
        let desk = try CastController(choice, store: store(bed), address: bed.address, patience: patience) { record.note($0) }
        defer { desk.stop() }
        try body(desk, record)
    }

    private func store(_ bed: PortalServer) -> RestoreStore { RestoreStore(directory: bed.directory + "/state", desktop: "tests") }

    @Test func oneConsentServesEveryAgent() throws {
        let bed = try PortalServer()
        try withDesk(bed) { desk, record in
            desk.ask(1)
            let first = try record.remote(of: 1)
            #expect(first.offer == CastOffer(node: 42, serial: 1 << 33, cursor: .metadata))
            desk.left(1, castFailed: false)
            desk.ask(2)
            let second = try record.remote(of: 2)
            #expect(second.offer == first.offer)
            #expect(
                first.text.hasPrefix("remote ") && second.text.hasPrefix("remote ") && first.text != second.text, "each has a connection of its own")
            #expect(bed.count("CreateSession") == 1 && bed.count("Start") == 1)
        }
        try waitUntil("the session is closed in the end") { bed.count("session closed") == 1 }
    }

    @Test func nothingIsAskedBeforeAnAgentAsks() throws {
        let bed = try PortalServer()
        try withDesk(bed) { desk, _ in
            desk.left(1, castFailed: true)
            desk.renew()
        }
        #expect(bed.requests.count == 1)
    }

    @Test func theNextBroadcastAsksNobody() throws {
        let bed = try PortalServer()
        for round in 0..<3 {
            try withDesk(bed, CastChoice(sources: [.monitor, .window])) { desk, record in
                desk.ask(1)
                _ = try record.remote(of: 1)
                let keeps = try record.wait(for: "opened") { if case .opened(_, let keeps) = $0 { keeps } else { nil } }
                #expect(keeps == true)
                let asked = bed.last("SelectSources") ?? [:]
                #expect(asked["types"] == "3" && asked["persist_mode"] == "2")
                #expect((asked["restore_token"] != nil) == (round > 0))
            }
        }
        let tokens = bed.requests.compactMap { $0["restore_token"] }
        #expect(tokens.count == 2 && tokens[0] != tokens[1], "a token is good for one use")
    }

    @Test func aTokenThatNobodyTakesIsReplaced() throws {
        for word in ["token:fail", "token:error"] {
            let bed = try PortalServer()
            _ = store(bed).take(.renewed("old"), for: CastChoice())
            try bed.answer(word)
            try withDesk(bed) { desk, record in
                desk.ask(1)
                _ = try record.remote(of: 1)
            }
            #expect(bed.requests.compactMap { $0["restore_token"] } == ["old"] && bed.count("CreateSession") == 2)
            #expect(store(bed).token(for: CastChoice())?.hasPrefix("token-") == true)
        }
    }

    @Test func aDesktopThatKeepsNothingIsSaidToBeOne() throws {
        let bed = try PortalServer()
        _ = store(bed).take(.renewed("old"), for: CastChoice())
        try bed.answer("token:none")
        try withDesk(bed) { desk, record in
            desk.ask(1)
            let keeps = try record.wait(for: "opened") { if case .opened(_, let keeps) = $0 { keeps } else { nil } }
            #expect(keeps == false)
        }
        #expect(store(bed).record(for: CastChoice())?.state == .stale)
    }

    @Test func aNoWithdrawsThePermission() throws {
        let bed = try PortalServer()
        _ = store(bed).take(.renewed("old"), for: CastChoice())
        try bed.answer("start:cancel")
        try withDesk(bed) { desk, record in
            desk.ask(1)
            try #expect(record.refusal(of: 1).code == .cancelled)
            desk.ask(2)
            try #expect(record.refusal(of: 2).code == .cancelled)
            #expect(bed.count("Start") == 1, "a second agent opens no second dialog")
            try bed.answer()
            desk.renew()
            desk.ask(3)
            _ = try record.remote(of: 3)
        }
        #expect(bed.requests.compactMap { $0["restore_token"] } == ["old"])
    }

    @Test(arguments: [
        ("create:denied", PortalError.Code.denied), ("create:cancel", .cancelled), ("select:cancel", .cancelled), ("create:fail", .failed),
        ("start:fail", .failed), ("remote:nopipewire", .noPipeWire),
    ]) func everyNoHasItsReason(word: String, code: PortalError.Code) throws {
        let bed = try PortalServer()
        try bed.answer(word)
        try withDesk(bed) { desk, record in
            desk.ask(1)
            try #expect(record.refusal(of: 1).code == code)
        }
    }

    @Test(arguments: ["create:deaf", "create:hang"]) func aPortalThatHangsIsSaidToHang(word: String) throws {
        let bed = try PortalServer()
        try bed.answer(word)
        var patience = CastPatience()
        patience.reply = .milliseconds(300)
        try withDesk(bed, patience: patience) { desk, record in
            desk.ask(1)
            try #expect(record.refusal(of: 1).code == .silent)
        }
    }

    @Test func aDialogMayStandForAWhileAndNotForEver() throws {
        let bed = try PortalServer()
        try bed.answer("start:hang")
        var patience = CastPatience()
        (patience.dialog, patience.user) = (.milliseconds(50), .milliseconds(600))
        try withDesk(bed, patience: patience) { desk, record in
            desk.ask(1)
            try record.wait(for: "the user is told") { if case .asking = $0 { () } else { nil } }
            try #expect(record.refusal(of: 1).code == .unanswered)
            try waitUntil("the dialog is taken away") { bed.count("request closed") == 1 && bed.count("session closed") == 1 }
        }
    }

    @Test func aPortalThatFreezesBehindItsDialogIsNoticed() throws {
        let bed = try PortalServer()
        try bed.answer("start:hang")
        var patience = CastPatience()
        (patience.dialog, patience.sign) = (.milliseconds(20), .milliseconds(200))
        try withDesk(bed, patience: patience) { desk, record in
            desk.ask(1)
            try record.wait(for: "the user is told") { if case .asking = $0 { () } else { nil } }
            bed.freezePortal()
            try #expect(record.refusal(of: 1).code == .silent)
            bed.freezePortal(false)
        }
    }

    @Test func stoppedSharingIsToldToWhoeverHadIt() throws {
        let bed = try PortalServer()
        try withDesk(bed) { desk, record in
            desk.ask(1)
            _ = try record.remote(of: 1)
            desk.delivered(1)
            try bed.stopSharing()
            try #expect(record.refusal(of: 1).code == .stopped)
            #expect(record.all.contains { if case .closed(let error) = $0 { error.code == .stopped } else { false } })
            desk.ask(2)
            try #expect(record.refusal(of: 2).code == .stopped)
            #expect(bed.count("CreateSession") == 1)
        }
        #expect(store(bed).token(for: CastChoice()) != nil, "ending one broadcast withdraws nothing")
    }

    @Test func aPortalThatComesBackIsAskedAgainByItself() throws {
        let bed = try PortalServer()
        try withDesk(bed) { desk, record in
            desk.ask(1)
            _ = try record.remote(of: 1)
            desk.delivered(1)
            bed.killPortal()
            try record.wait(for: "it waits") { if case .waiting = $0 { () } else { nil } }
            try bed.startPortal()
            try waitUntil("a second remote; reported: \(record.all)") {
                record.all.count { if case .granted(1, _, _) = $0 { true } else { false } } == 2
            }
            #expect(bed.last("SelectSources")?["restore_token"] != nil)
        }
    }

    @Test func aBusThatComesBackIsFoundAgain() throws {
        let bed = try PortalServer()
        try withDesk(bed) { desk, record in
            desk.ask(1)
            _ = try record.remote(of: 1)
            desk.delivered(1)
            try bed.restartBus()
            try record.wait(for: "it waits") { if case .waiting = $0 { () } else { nil } }
            try bed.startPortal()
            try waitUntil("a second remote; reported: \(record.all)") {
                record.all.count { if case .granted(1, _, _) = $0 { true } else { false } } == 2
            }
        }
    }

    @Test func aPortalThatForgotTheSessionIsAskedForANewOne() throws {
        let bed = try PortalServer()
        try withDesk(bed) { desk, record in
            desk.ask(1)
            _ = try record.remote(of: 1)
            desk.left(1, castFailed: false)
            try bed.answer("remote:forgotten")
            desk.ask(2)
            try waitUntil("a second session") { bed.count("CreateSession") >= 2 }
            try bed.answer()
            _ = try record.remote(of: 2)
        }
    }

    @Test func aPortalWithPathsOfItsOwnIsUnderstood() throws {
        let bed = try PortalServer()
        try bed.answer("handle:other")
        try withDesk(bed) { desk, record in
            desk.ask(1)
            _ = try record.remote(of: 1)
        }
    }

    @Test func withoutAScreenCastThereIsNoSharing() throws {
        try withDesk(try PortalServer(["--no-cast"])) { desk, record in
            desk.ask(1)
            try #expect(record.refusal(of: 1).code == .noScreenCast)
        }
        try withDesk(try PortalServer(["--sources", "1"]), CastChoice(sources: [.window])) { desk, record in
            desk.ask(1)
            try #expect(record.refusal(of: 1).code == .noSuchSource)
        }
        try withDesk(try PortalServer(nil)) { desk, record in
            desk.ask(1)
            try #expect(record.refusal(of: 1).code == .noPortal)
        }
    }

    @Test func withoutABusThereIsNoPortal() throws {
        let record = CastRecord()
        let desk = CastController(CastChoice(), store: nil, address: "unix:path=/nonexistent/bus") { record.note($0) }
        defer { desk.stop() }
        desk.ask(1)
        let error = try record.refusal(of: 1)
        #expect(error.code == .noBus && error.message.contains("/nonexistent/bus"))
    }

    @Test func aDeskThatIsStoppedAsksNobody() throws {
        let bed = try PortalServer()
        let desk = CastController(CastChoice(), store: nil, address: bed.address) { _ in }
        desk.stop()
        desk.ask(1)
        desk.stop()
        #expect(bed.count("CreateSession") == 0)
    }

    @Test func nothingStaysOpenWhenADeskGoes() throws {
        let bed = try PortalServer()
        let before = try openDescriptors()
        for _ in 0..<5 {
            try withDesk(bed) { desk, record in
                desk.ask(1)
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
