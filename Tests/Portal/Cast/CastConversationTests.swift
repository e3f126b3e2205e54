import AgentProtocol
import Frames
import Testing

@testable import Portal

@Suite struct CastConversationTests {
    private let prefix = "org.freedesktop.DBus.Error."

    @Test func theConversationGoesFromTheGreetingToTheStream() {
        var talk = Interlocutor()
        #expect(talk.call?.call.member == "Hello")
        talk.answer(.text(":1.42"), sender: "org.freedesktop.DBus")
        #expect(talk.acts.first == .named(":1.42"))
        #expect(talk.acts.count { if case .subscribe = $0 { true } else { false } } == 3 + PortalNames.behind.count)
        #expect(talk.call?.call == PortalNames.properties)
        talk.answer(.entries(["version": .unsigned(4), "AvailableSourceTypes": .unsigned(1), "AvailableCursorModes": .unsigned(3)]))
        #expect(talk.call?.call.member == "CreateSession")
        talk.create()
        #expect(talk.call?.call.member == "SelectSources")
        #expect(talk.call?.call.arguments.first == .path(Interlocutor.session))
        talk.select()
        #expect(talk.call?.call.member == "Start")
        talk.start(["size": .list([.signed(1920), .signed(1080)]), "source_type": .unsigned(1), "pipewire-serial": .unsigned(77)])
        #expect(talk.stream == CastStream(node: 42, serial: 77, size: PixelSize(width: 1920, height: 1080), source: .monitor, cursor: .embedded))
        #expect(talk.conversation.phase == .open)
    }

    @Test func requestsStandWhereTheirSignalsAreExpected() {
        var talk = Interlocutor()
        talk.learn()
        guard case .text(let word)? = talk.options["handle_token"] else {
            Issue.record("no handle_token")
            return
        }
        #expect(talk.conversation.request?.path == "/org/freedesktop/portal/desktop/request/1_42/\(word)")
    }

    @Test func aPortalThatChoosesThePathItselfIsListenedToThere() {
        var talk = Interlocutor()
        talk.learn()
        talk.take(at: "/org/freedesktop/portal/desktop/request/9")
        #expect(
            talk.acts.contains {
                if case .subscribe(let rule) = $0 { rule.contains("path='/org/freedesktop/portal/desktop/request/9'") } else { false }
            })
        talk.respond(0, ["session_handle": .text(Interlocutor.session)])
        #expect(talk.call?.call.member == "SelectSources")
    }

    @Test func aResponseMayComeBeforeTheHandle() {
        var talk = Interlocutor()
        talk.learn()
        let created = talk.call?.number ?? 0
        let path = talk.conversation.request?.path ?? ""
        talk.respond(0, ["session_handle": .text(Interlocutor.session)])
        #expect(talk.call?.call.member == "SelectSources")
        #expect(talk.conversation.answered(created, .values([.text(path)], sender: Interlocutor.portal), at: talk.now).isEmpty)
        talk.select()
        #expect(talk.call?.call.member == "Start")
    }

    @Test func strangersAreNotBelieved() {
        var talk = Interlocutor()
        talk.learn()
        talk.take()
        talk.respond(0, ["session_handle": .text(Interlocutor.session)], sender: ":1.66")
        #expect(talk.acts.isEmpty)
        talk.signal("org.freedesktop.portal.Request", "Response", path: "/other", .unsigned(1), .entries([:]))
        #expect(talk.acts.isEmpty)
        talk.respond(0, ["session_handle": .text(Interlocutor.session)])
        talk.select()
        talk.start()
        talk.signal("org.freedesktop.portal.Session", "Closed", path: Interlocutor.session, sender: ":1.66")
        #expect(talk.acts.isEmpty)
    }

    @Test func whatWasNotAskedForIsNotWhatIsShared() {
        var talk = Interlocutor()
        talk.learn()
        talk.create()
        talk.select()
        talk.start(["source_type": .unsigned(2)])
        #expect(talk.stream?.source == .monitor)
    }

    // MARK: What is asked for

    @Test func theOptionsAreThoseOfTheChoice() {
        var talk = Interlocutor(CastChoice(sources: [.monitor, .window], cursor: .metadata), token: "old")
        talk.learn()
        talk.create()
        #expect(talk.options["types"] == .number(3) && talk.options["multiple"] == .truth(false))
        #expect(talk.options["cursor_mode"] == .number(4) && talk.options["persist_mode"] == .number(2))
        #expect(talk.options["restore_token"] == .text("old"))
    }

    @Test func withoutRestoringNothingIsKeptAndNoTokenOffered() {
        var talk = Interlocutor(CastChoice(isRestoring: false), token: "old")
        talk.learn()
        talk.create()
        #expect(talk.options["persist_mode"] == nil && talk.options["restore_token"] == nil)
        talk.select()
        talk.start(token: "unasked")
        #expect(talk.stream != nil && !talk.acts.contains { if case .token = $0 { true } else { false } })
    }

    @Test func aPortalBeforeVersionFourIsNotAskedToKeepAnything() {
        var talk = Interlocutor(token: "old")
        talk.learn(version: 3)
        talk.create()
        #expect(talk.options["persist_mode"] == nil && talk.options["restore_token"] == nil)
    }

    @Test(arguments: [
        (CastCursor.metadata, UInt64(7), CastCursor.metadata), (.metadata, 3, .embedded), (.metadata, 1, .hidden), (.embedded, 5, .metadata),
        (.embedded, 7, .embedded), (.hidden, 7, .hidden), (.hidden, 6, .metadata), (.hidden, 2, .embedded),
    ]) func theNearestCursorIsTaken(wish: CastCursor, offered: UInt64, expected: CastCursor) {
        var talk = Interlocutor(CastChoice(cursor: wish))
        talk.learn(cursors: offered)
        talk.create()
        #expect(talk.options["cursor_mode"] == .number(expected.portalBit))
        talk.select()
        talk.start()
        #expect(talk.stream?.cursor == expected)
    }

    @Test func aPortalThatKnowsNoCursorModesIsNotTroubledWithThem() {
        var talk = Interlocutor()
        talk.learn(version: 1, cursors: nil)
        talk.create()
        #expect(talk.options["cursor_mode"] == nil)
    }

    @Test func whatThePortalDoesNotShareIsSaidAtOnce() {
        var talk = Interlocutor(CastChoice(sources: [.window]))
        talk.learn(sources: 1)
        #expect(
            talk.failure?.code == .noSuchSource && talk.failure?.message.contains("window") == true
                && talk.failure?.message.contains("monitor") == true)
    }

    // MARK: Tokens

    @Test func aNewTokenReplacesTheOld() {
        var talk = Interlocutor(token: "old")
        talk.open(token: "new")
        #expect(talk.acts.first == .token(.renewed("new")))
    }

    @Test func aTokenThatIsNotReplacedIsSpent() {
        var talk = Interlocutor(token: "old")
        talk.open()
        #expect(talk.acts.first == .token(.notGiven) && talk.stream != nil)
    }

    @Test func aNoInSpiteOfATokenWithdrawsIt() {
        var talk = Interlocutor(token: "old")
        talk.learn()
        talk.create()
        talk.select()
        talk.take()
        talk.respond(1)
        #expect(talk.acts.first == .token(.revoked) && talk.failure?.code == .cancelled)
    }

    @Test func aTokenThatMakesThePortalFailIsTriedWithout() {
        var talk = Interlocutor(token: "bad")
        talk.learn()
        talk.create()
        talk.select()
        talk.take()
        talk.respond(2)
        #expect(talk.failure == nil && talk.told == ["Session.Close"] && talk.call?.call.member == "CreateSession")
        talk.create()
        #expect(talk.options["restore_token"] == nil && talk.options["persist_mode"] == .number(2))
        talk.select()
        talk.start(token: "new")
        #expect(talk.acts.first == .token(.renewed("new")) && talk.stream != nil)
    }

    @Test func aTokenStaysWhenItWasNotAtFault() {
        var talk = Interlocutor(token: "good")
        talk.learn()
        talk.create()
        talk.answer(error: prefix + "Failed", "no")
        talk.create()
        talk.select()
        talk.take()
        talk.respond(2)
        #expect(talk.failure?.code == .failed && !talk.acts.contains { if case .token = $0 { true } else { false } })
    }
}
