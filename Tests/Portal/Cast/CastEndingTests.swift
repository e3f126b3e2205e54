import Platform
import Testing

@testable import Portal

/// How a conversation ends, and how long it lasts.
@Suite struct CastEndingTests {
    private let prefix = "org.freedesktop.DBus.Error."

    // MARK: No

    @Test(arguments: [
        ("ServiceUnknown", PortalError.Code.noPortal), ("NameHasNoOwner", .noPortal), ("Spawn.ChildExited", .noPortal), ("NoReply", .silent),
        ("InvalidArgs", .noScreenCast), ("UnknownInterface", .noScreenCast), ("AccessDenied", .denied), ("Failed", .failed),
    ]) func errorsHaveTheirCodes(name: String, code: PortalError.Code) {
        var talk = Interlocutor()
        talk.answer(.text(":1.42"), sender: "org.freedesktop.DBus")
        talk.answer(error: prefix + name, "some words")
        #expect(talk.failure?.code == code)
        #expect(talk.conversation.nextTime == nil && talk.conversation.tick(at: talk.now + .seconds(900)).isEmpty)
    }

    @Test func everyRequestMayBeDeclined() {
        for step in 0..<3 {
            var talk = Interlocutor()
            talk.learn()
            if step > 0 { talk.create() }
            if step > 1 { talk.select() }
            talk.take()
            talk.respond(1)
            #expect(talk.failure?.code == .cancelled)
            #expect(talk.told == (step > 0 ? ["Session.Close"] : []))
        }
    }

    @Test func nonsenseIsNamed() {
        var talk = Interlocutor()
        talk.learn()
        talk.take()
        talk.respond(0, ["session_handle": .text("/somewhere/else")])
        #expect(talk.failure?.code == .nonsense)
        talk = Interlocutor()
        talk.learn()
        talk.create()
        talk.select()
        talk.take()
        talk.respond(0, ["streams": .list([])])
        #expect(talk.failure?.code == .nonsense && talk.told == ["Session.Close"])
        talk = Interlocutor()
        talk.answer(.text(":1.42"), sender: "org.freedesktop.DBus")
        talk.answer(.unsigned(3))
        #expect(talk.failure?.code == .noScreenCast)
    }

    // MARK: Ends

    @Test func stoppedSharingEndsTheConversation() {
        var talk = Interlocutor()
        talk.open()
        talk.signal("org.freedesktop.portal.Session", "Closed", path: Interlocutor.session)
        #expect(talk.acts.isEmpty && talk.conversation.openRemote(for: 1, at: talk.now).isEmpty)
        #expect(talk.conversation.nextTime == talk.now + CastPatience().verdict)
        talk.pass(CastPatience().verdict)
        #expect(talk.acts == [.failed(PortalError(.stopped, "sharing was stopped on the desktop"))])
        #expect(talk.conversation.close().isEmpty)
    }

    @Test func aCompositorThatIsAwayIsWaitedForBeforeAnythingIsAsked() {
        var lost = Interlocutor()
        lost.open()
        lost.signal("org.freedesktop.DBus", "NameOwnerChanged", sender: "org.freedesktop.DBus", .text("org.gnome.Shell"), .text(":1.9"), .text(""))
        #expect(lost.acts == [.doubted] && lost.conversation.lostCompositor == "org.gnome.Shell")
        for isBack in [false, true] {
            var talk = Interlocutor(token: "once", missing: "org.gnome.Shell")
            talk.answer(.text(Interlocutor.name), sender: "org.freedesktop.DBus")
            #expect(talk.call?.call == .bus("NameHasOwner", .text("org.gnome.Shell")))
            talk.answer(.truth(isBack), sender: "org.freedesktop.DBus")
            #expect(isBack ? talk.call?.call == PortalNames.properties : talk.failure == .desktopGone)
            #expect(!talk.acts.contains { if case .token = $0 { true } else { false } })
        }
    }

    @Test(arguments: [(true, 299, PortalError.Code.portalGone), (true, 300, .cancelled), (false, 0, .cancelled)])
    func aNoThatNoOneCanHaveGivenIsTheDesktopsOwn(isReturning: Bool, milliseconds: Int, code: PortalError.Code) {
        var talk = Interlocutor(token: "once", isReturning: isReturning)
        talk.learn()
        talk.create()
        talk.select()
        talk.take()
        talk.pass(.milliseconds(milliseconds))
        talk.respond(1)
        #expect(talk.failure?.code == code)
        #expect(talk.acts.contains(.token(.revoked)) == (code == .cancelled))
    }

    @Test func aBackendThatGoesIsStartedByThePortal() {
        var talk = Interlocutor()
        talk.open()
        let backend = PortalNames.backends + ".gnome"
        talk.signal("org.freedesktop.DBus", "NameOwnerChanged", sender: "org.freedesktop.DBus", .text(backend), .text(":1.9"), .text(""))
        #expect(talk.acts == [.doubted] && talk.conversation.lostCompositor == nil)
    }

    @Test func aSessionThatEndsWithPipeWireWasStoppedByNoOne() {
        var (before, after) = (Interlocutor(), Interlocutor())
        before.open()
        #expect(before.conversation.lost(at: before.now) == [.doubted])
        before.signal("org.freedesktop.portal.Session", "Closed", path: Interlocutor.session)
        #expect(before.failure?.isRetriable == true)
        after.open()
        after.signal("org.freedesktop.portal.Session", "Closed", path: Interlocutor.session)
        let acts = after.conversation.lost(at: after.now)
        guard case .failed(let error)? = acts.last else {
            Issue.record("\(acts)")
            return
        }
        #expect(error.isRetriable && !error.isRefusal)
    }

    @Test(arguments: ["org.freedesktop.impl.portal.desktop.gnome", "org.gnome.Mutter.ScreenCast", "org.kde.KWin"])
    func aSessionThatEndsWithItsDesktopWasStoppedByNoOne(name: String) {
        func leave(_ talk: inout Interlocutor) {
            talk.signal(
                "org.freedesktop.DBus", "NameOwnerChanged", sender: "org.freedesktop.DBus", .text(name), .text(":1.9"), .text(""))
        }
        var (before, after, earlier) = (Interlocutor(), Interlocutor(), Interlocutor())
        before.open()
        leave(&before)
        #expect(before.acts == [.doubted])
        before.signal("org.freedesktop.portal.Session", "Closed", path: Interlocutor.session)
        #expect(before.failure?.code == .portalGone)
        after.open()
        after.signal("org.freedesktop.portal.Session", "Closed", path: Interlocutor.session)
        leave(&after)
        #expect(after.failure?.code == .portalGone)
        // What went away long before has nothing to do with it.
        earlier.open()
        leave(&earlier)
        earlier.pass(CastPatience().loss)
        earlier.signal("org.freedesktop.portal.Session", "Closed", path: Interlocutor.session)
        earlier.pass(CastPatience().verdict)
        #expect(earlier.failure?.code == .stopped)
    }

    @Test func aPortalThatGoesAwayIsNoticedAtAnyTime() {
        for isOpen in [false, true] {
            var talk = Interlocutor()
            if isOpen { talk.open() } else { talk.learn() }
            talk.signal(
                "org.freedesktop.DBus", "NameOwnerChanged", sender: "org.freedesktop.DBus", .text("org.freedesktop.portal.Desktop"),
                .text(Interlocutor.portal), .text(""))
            #expect(talk.failure?.code == .portalGone)
        }
    }

    @Test func aBackendThatGoesAwayLeavesDoubt() {
        var talk = Interlocutor()
        talk.open()
        for (old, new, acts) in [(":1.9", "", [CastConversation.Act.doubted]), ("", ":1.9", [])] {
            talk.signal(
                "org.freedesktop.DBus", "NameOwnerChanged", sender: "org.freedesktop.DBus", .text("org.freedesktop.impl.portal.desktop.wlr"),
                .text(old), .text(new))
            #expect(talk.acts == acts)
        }
    }

    @Test func aDesktopThatComesBackIsNotAskedWithoutThePermissionThatThereIs() {
        var talk = Interlocutor(token: "kept", mayDropToken: false)
        talk.learn()
        talk.create()
        talk.select()
        talk.take()
        talk.respond(2)
        #expect(talk.failure?.code == .failed && talk.failure?.isRetriable == true)
    }

    @Test func theEndOfTheBusIsAnEnd() {
        var talk = Interlocutor()
        talk.open()
        #expect(talk.conversation.lostBus().last == .failed(PortalError(.busGone, "the session bus went away: it is tried again")))
        #expect(talk.conversation.lostBus().isEmpty)
    }

    @Test func anOpenSessionIsClosedInTheEnd() {
        var talk = Interlocutor()
        talk.open()
        #expect(talk.conversation.close() == [.tell(PortalNames.close(PortalNames.session, Interlocutor.session))])
        #expect(talk.conversation.phase == .over)
    }

    // MARK: Time

    @Test func aPortalThatDoesNotAnswerACallIsSilent() {
        var talk = Interlocutor()
        talk.learn()
        talk.pass(CastPatience().slow)
        #expect(talk.acts == [.slow], "that it is waited for is said")
        talk.pass(CastPatience().reply - CastPatience().slow - .milliseconds(1))
        #expect(talk.acts.isEmpty)
        talk.pass(.milliseconds(1))
        #expect(talk.failure?.code == .silent && talk.told == ["Request.Close"])
    }

    @Test func theFirstAnswerMayTakeAsLongAsAPortalNeedsToStart() {
        var talk = Interlocutor()
        talk.answer(.text(":1.42"), sender: "org.freedesktop.DBus")
        talk.pass(CastPatience().start - .milliseconds(1))
        #expect(talk.acts == [.slow])
        talk.pass(.milliseconds(1))
        #expect(talk.failure?.code == .silent)
    }

    @Test func aUserMayTakeMinutesAndIsTold() {
        var talk = Interlocutor()
        talk.learn()
        talk.create()
        talk.select()
        talk.take()
        talk.pass(.milliseconds(799))
        #expect(talk.acts.isEmpty)
        talk.pass(.milliseconds(1))
        #expect(talk.acts == [.asking])
        for _ in 0..<25 {
            talk.pass(.seconds(10))
            #expect(talk.call?.call.member == "Ping")
            talk.acts = talk.conversation.answered(talk.call?.number ?? 0, .values([], sender: Interlocutor.portal), at: talk.now)
            #expect(talk.acts.isEmpty)
        }
        talk.respond(0, ["streams": .list([.list([.unsigned(1), .entries([:])])])])
        #expect(talk.stream?.node == 1)
    }

    @Test func aUserWhoNeverAnswersIsNoConsent() {
        var talk = Interlocutor()
        talk.learn()
        talk.create()
        talk.select()
        talk.take()
        talk.pass(CastPatience().user)
        #expect(talk.failure?.code == .unanswered && talk.told == ["Request.Close", "Session.Close"])
    }

    @Test func aPortalThatDiesBehindItsDialogIsNoticed() {
        var talk = Interlocutor()
        talk.learn()
        talk.create()
        talk.select()
        talk.take()
        talk.pass(.seconds(10))
        talk.pass(.seconds(10))
        #expect(talk.failure?.code == .silent)
    }

    @Test func quickConsentSaysNothingOfADialog() {
        var talk = Interlocutor()
        talk.open()
        talk.pass(.seconds(3600))
        #expect(talk.acts.isEmpty && talk.conversation.nextTime == nil)
    }

    // MARK: Remotes

    @Test func eachRemoteGoesToItsAgent() throws {
        var talk = Interlocutor()
        talk.open()
        talk.acts = talk.conversation.openRemote(for: 3, at: talk.now) + talk.conversation.openRemote(for: 4, at: talk.now)
        let numbers = talk.acts.compactMap { if case .call(_, let number) = $0 { number } else { nil } }
        #expect(numbers.count == 2)
        let remote = SharedDescriptor(OwnedDescriptor(taking: try Wakeup().descriptor.duplicate()))
        #expect(talk.conversation.answered(numbers[1], .values([.descriptor(remote)], sender: ""), at: talk.now) == [.remote(agent: 4, remote)])
        let failed = talk.conversation.answered(numbers[0], .error(name: prefix + "Failed", words: "no server"), at: talk.now)
        guard case .noRemote(3, let error)? = failed.first else {
            Issue.record("\(failed)")
            return
        }
        #expect(error.code == .noPipeWire && error.message.contains("no server"))
    }

    @Test func aRemoteThatDoesNotComeIsMissed() {
        var talk = Interlocutor()
        talk.open()
        _ = talk.conversation.openRemote(for: 3, at: talk.now)
        talk.pass(CastPatience().reply)
        #expect(talk.acts == [.noRemote(agent: 3, .silent)])
    }
}
