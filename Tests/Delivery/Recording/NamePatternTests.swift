import Fixtures
import Foundation
import Platform
import Testing

@testable import Delivery

/// Names of recordings with the time in them.
@Suite(.timeLimit(.minutes(5))) struct NamePatternTests {
    /// 2026-03-09 07:05:03 in the local time of the machine.
    private static let moment: time_t = {
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (126, 2, 9, 7, 5, 3, -1)
        return mktime(&parts)
    }()

    @Test(arguments: [
        ("talk-%Y-%m-%d_%H%M%S.mkv", "talk-2026-03-09_070503.mkv"), ("a/%Y/%b/%a.mkv", "a/2026/Mar/Mon.mkv"), ("%F_%I%p.mp4", "2026-03-09_07AM.mp4"),
        ("100%%-%j.ts", "100%-068.ts"), ("%s.mkv", "\(moment).mkv"), ("plain.mkv", "plain.mkv"),
    ])
    func aNameFollowsTheMoment(pattern: String, name: String) throws {
        #expect(try NamePattern(parsing: pattern).path(at: Self.moment) == name)
    }

    @Test(arguments: [("talk-%Q.mkv", "\"%Q\""), ("talk-%5d.mkv", "\"%5\""), ("50%.mkv", "\"%.\""), ("talk-%D.mkv", "\"%D\""), ("a.mkv%", "\"%\"")])
    func anUnknownConversionIsNamedWithThoseThatThereAre(pattern: String, found: String) throws {
        let error = #expect(throws: DeliveryError.self) { try NamePattern(parsing: pattern) }
        #expect(error?.code == .badURL, "\(String(describing: error))")
        for text in [found, "%Y", "%H", "%S", "%%"] { #expect(error?.message.contains(text) == true, "\(String(describing: error))") }
    }

    @Test func anAddressIsRefusedForItsConversion() {
        let scratch = Scratch()
        let error = #expect(throws: DeliveryError.self) { try TargetURL(parsing: scratch.file("talk-%Q.mkv")) }
        #expect(error?.code == .badURL && error?.message.contains("%Q") == true)
    }

    @Test func aPercentSignIsWrittenTwice() throws {
        let scratch = Scratch()
        let url = try TargetURL(parsing: scratch.file("100%%.mkv"))
        #expect(url.firstFile(isSplit: false) == scratch.file("100%.mkv") && !url.namesFollowTime)
    }

    @Test func oneTimeGivesRisingNumbers() throws {
        var names = RecordingNames("a/%Y.mkv", isSplit: true, pattern: try NamePattern(parsing: "/tmp/%Y.mkv"))
        try names.beginFile(at: Self.moment)
        let first = [names.next(), names.next(), names.next()]
        #expect(first == ["/tmp/2026.mkv", "/tmp/2026-2.mkv", "/tmp/2026-3.mkv"])
        try names.beginFile(at: Self.moment + 400 * 86_400)
        let later = names.next()
        #expect(later == "/tmp/2027.mkv")
    }

    @Test func whatStandsBeforeTheTimeHasToBeThere() throws {
        let scratch = Scratch()
        let error = #expect(throws: DeliveryError.self) { try TargetURL(parsing: scratch.file("none/%Y/a.mkv")) }
        #expect(error?.code == .notWritable && error?.message.contains("none") == true)
        #expect(try TargetURL(parsing: scratch.file("%Y/%m/a.mkv")).folder == scratch.path)
    }

    @Test func oneSpellingIsOneAddress() throws {
        let scratch = Scratch()
        let (one, other) = (try TargetURL(parsing: scratch.file("%Y/a.mkv")), try TargetURL(parsing: scratch.path + "/./%Y/a.mkv"))
        #expect(one.fingerprint == other.fingerprint)
        #expect(try TargetURL(parsing: scratch.file("%y/a.mkv")).fingerprint != one.fingerprint)
    }

    /// Parts, folders, taken names: a recording of a real broadcast.
    @Test func eachPartHasItsOwnNameAndNoneIsReplaced() throws {
        let scratch = Scratch()
        let year = try NamePattern(parsing: "%Y").path(at: time(nil))
        try FileManager.default.createDirectory(atPath: scratch.file(year), withIntermediateDirectories: true)
        try "precious".write(toFile: scratch.file("\(year)/talk-\(year).mkv"), atomically: false, encoding: .utf8)
        let broadcast = try Broadcast(speed: 8)
        let target = try broadcast.add(scratch.file("%Y/talk-%Y.mkv")) { ($0.split, $0.overwrites) = (.every(.seconds(2)), true) }
        let deep = try broadcast.add(scratch.file("%Y/%m/a.mkv"))
        #expect(Watchdog.until { target.status.file?.hasSuffix("-4.mkv") == true }, "\(target.status)")
        // What is shown is the file.
        #expect(target.status.maskedURL == target.status.file)
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil, "\(target.status)")
        #expect(deep.status.state == .closed && deep.status.file.map { FileManager.default.fileExists(atPath: $0) } == true, "\(deep.status)")
        #expect(try String(contentsOfFile: scratch.file("\(year)/talk-\(year).mkv"), encoding: .utf8) == "precious")
        for number in [2, 3] { #expect(Program.decodingComplaints(scratch.file("\(year)/talk-\(year)-\(number).mkv")) == "") }
    }
}
