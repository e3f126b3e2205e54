import Fixtures
import Foundation
import Platform
import ServerFixtures
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(10))) struct AddressHookTests {
    private let known = "rtmp://127.0.0.1/app/SECRET"

    private func ask(
        _ command: String, instead address: String? = nil, limit: Duration = .seconds(20), isWanted: () -> Bool = { true }
    ) throws -> TargetURL {
        var hook = AddressHook(command)
        hook.limit = limit
        let wakeup = try Wakeup()
        return try hook.address(
            for: 7, instead: try TargetURL(parsing: address ?? known), reason: .expired, waking: wakeup, isWanted: isWanted)
    }

    @Test func itsFirstLineIsTheAddressAndItKnowsWhatItIsAbout() throws {
        let fresh = try ask(#"echo noise >&2; echo " rtmps://127.0.0.1/$SPLITCAST_TARGET/$SPLITCAST_REASON-$SPLITCAST_URL "; echo more"#)
        #expect(fresh.text == "rtmps://127.0.0.1/7/expired-rtmp://127.0.0.1/app/***")
    }

    @Test func whatItIsAboutIsNeverRun() throws {
        let scratch = Scratch()
        let mark = scratch.file("mark")
        let nasty = "rtmp://127.0.0.1/$(touch${IFS}\(mark))/key;touch${IFS}\(mark)"
        #expect(try ask("echo rtmp://127.0.0.1/app/x; : $SPLITCAST_URL", instead: nasty).text == "rtmp://127.0.0.1/app/x")
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test(arguments: [
        ("true", "its first line is empty"), ("echo hello", "no address"), ("exit 7", "status 7"), ("echo rtmp://h/a/SECRET; exit 1", "status 1"),
        ("kill -9 $$", "killed"), ("echo ftp://h/SECRET", "ftp://"), ("echo rtmp://h", "lacks application"), ("if", "status 2"),
        ("no-such-command", "status 127"), ("echo srt://h:9000", "another kind"), ("echo http://h/a.m3u8?token=SECRET", "another kind"),
    ])
    func whatIsOfNoUseIsSaidWithoutAKey(command: String, words: String) throws {
        let error = try #require(throws: DeliveryError.self) { try ask(command) }
        #expect(error.message.hasPrefix("--url-hook: ") && error.message.contains(words) && !error.message.contains("SECRET"), "\(error)")
    }

    @Test func whatWasEncryptedStaysSo() throws {
        let error = try #require(throws: DeliveryError.self) { try ask("echo rtmp://h/a/SECRET", instead: "rtmps://h/a/b") }
        #expect(error.message.contains("another kind") && !error.message.contains("SECRET"), "\(error)")
    }

    @Test func anyoneTakesTooLongOrIsNotWantedAnyMoreIsEndedWithAllThatItStarted() throws {
        let scratch = Scratch()
        let mark = scratch.file("pids")
        let command = "sleep 600 & echo $! $$ >\(mark); wait"
        let late = try #require(throws: DeliveryError.self) { try ask(command, limit: .milliseconds(500)) }
        #expect(late.message.contains("did not end within"), "\(late)")
        #expect(Watchdog.until { isGone(mark) })
        let unwanted = try #require(throws: DeliveryError.self) { try ask("sleep 600") { false } }
        #expect(unwanted.code == .lost)
    }

    private func isGone(_ file: String) -> Bool {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return false }  // not yet
        return text.split { $0.isWhitespace }.compactMap { Int32($0) }.allSatisfy { id in
            // A zombie is waited for by init.
            let state = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""  // gone
            return state.isEmpty || state.contains(") Z ")
        }
    }

    @Test func moreThanAnyAddressIsNoTrouble() throws {
        #expect(try ask("echo rtmp://h/a/b; head -c 1000000 /dev/zero").text == "rtmp://h/a/b")
    }

    // MARK: A target with one

    @Test func aRefusedKeyIsReplacedOnce() throws {
        let fixture = try RTMPServer()
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let repairs = try broadcast.add(fixture.url("first?token=bad", application: "auth")) {
            $0.hook = AddressHook("echo \(fixture.url("second?token=secret", application: "auth"))")
        }
        let hopeless = try broadcast.add(fixture.url("third?token=bad", application: "auth")) {
            $0.hook = AddressHook("echo \(fixture.url("fourth?token=worse", application: "auth"))")
        }
        let unhelped = try broadcast.add(fixture.url("fifth?token=bad", application: "auth")) { $0.hook = AddressHook("exit 3") }
        #expect(Watchdog.until { repairs.status.state == .live }, "\(repairs.status)")
        #expect(repairs.status.freshAddresses == 1 && repairs.status.hookFailures == 0)
        #expect(Watchdog.until { hopeless.status.state == .failed && unhelped.status.state == .failed }, "\(hopeless.status)")
        #expect(hopeless.status.freshAddresses == 1 && hopeless.status.lastError?.code == .rejected, "\(hopeless.status)")
        #expect(unhelped.status.hookFailures == 1 && unhelped.status.hookError?.message.contains("status 3") == true, "\(unhelped.status)")
        for target in [repairs, hopeless, unhelped] {
            let words = "\(target.status)"
            #expect(
                !["first", "second", "third", "fourth", "fifth", "secret", "worse"].contains { words.contains("/" + $0) || words.contains("=" + $0) })
        }
    }

    @Test func aLostConnectionIsMadeAnewWithAFreshAddress() throws {
        let (fixture, other) = (try RTMPServer(), try RTMPServer())
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add(fixture.url("first")) { $0.hook = AddressHook("echo \(other.url("second"))") }
        #expect(Watchdog.until { target.status.state == .live })
        fixture.kill()
        #expect(Watchdog.until { target.status.state == .live && target.status.reconnects == 1 }, "\(target.status)")
        #expect(target.status.freshAddresses == 1 && target.status.maskedURL == other.url("***"), "\(target.status)")
    }

    @Test func aHookThatHangsHoldsUpNoOneAndAStopEndsIt() throws {
        let fixture = try RTMPServer()
        let scratch = Scratch()
        let broadcast = try Broadcast()
        let stuck = try broadcast.add(fixture.url("key?token=bad", application: "auth")) { $0.hook = AddressHook("sleep 600") }
        let file = try broadcast.add(scratch.file("a.mkv"))
        #expect(Watchdog.until { stuck.status.state == .reconnecting }, "\(stuck.status)")
        #expect(broadcast.goesOn(pictures: 100))
        // Would hang for the hook's ten seconds otherwise, and for ten minutes without those.
        broadcast.end()
        #expect(stuck.status.state == .closed && file.status.droppedPictures == 0 && file.status.state == .closed)
    }
}
