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

    @Test(arguments: [("./a-%Y.mkv", "a-%Y.mkv"), ("/tmp//./a/%Y//b.mkv", "/tmp/a/%Y/b.mkv"), (".//%Y/./b.mkv", "%Y/b.mkv")])
    func aPathIsTheSameWithoutWhatSaysNothing(path: String, short: String) throws {
        #expect(try NamePattern(parsing: path) == NamePattern(parsing: short))
        #expect(try NamePattern(parsing: path).path(at: Self.moment) == NamePattern(parsing: short).path(at: Self.moment))
    }

    private static let lookalikes: [(pattern: String, names: [String], others: [String])] = [
        (
            "%a-%m-%d.mkv", ["Mon-03-09.mkv", "Sun-12-31.mkv"],
            ["Mom-03-09.mkv", "Mon-13-09.mkv", "Mon-00-09.mkv", "Mon-03-32.mkv", "monday-03-09.mkv"]
        ),
        ("%A %B.mkv", ["Wednesday May.mkv"], ["Wed May.mkv", "Anna Mueller.mkv"]), ("%b%p.mkv", ["MayAM.mkv"], ["MayMM.mkv", "AnnaPM.mkv"]),
        ("%F_%T.mkv", ["2026-03-09_07:05:03.mkv"], ["2026-03-9_07:05:03.mkv", "2026-03-09_24:05:03.mkv", "20260-3-09_07:05:03.mkv"]),
        ("%H%M%S.mkv", ["235960.mkv", "000000-2.mkv"], ["245959.mkv", "236000.mkv", "235961.mkv"]),
        (
            "%Y %j %u %V %I.mkv", ["2026 366 7 53 12.mkv"],
            ["0026 366 7 53 12.mkv", "2026 367 7 53 12.mkv", "2026 366 8 53 12.mkv", "2026 366 7 54 13.mkv"]
        ),
        ("%s%z.mkv", ["1770000000+0100.mkv"], ["01+0100.mkv", "1770000000+-100.mkv"]),
    ]

    @Test(arguments: lookalikes) func onlyNamesThatATimeGivesAreFound(pattern: String, names: [String], others: [String]) throws {
        let scratch = Scratch()
        for name in names + others { try scratch.write("", to: name) }
        #expect(try NamePattern(parsing: scratch.file(pattern)).files().sorted() == names.map { scratch.file($0) }.sorted())
    }

    /// Whatever the moment, its own name is found again.
    @Test func everyConversionFindsWhatItGives() throws {
        let scratch = Scratch()
        for letter in NamePattern.conversions {
            let pattern = try NamePattern(parsing: scratch.file("\(letter)_%\(letter).mkv"))
            for day in 0..<400 {
                let path = pattern.path(at: Self.moment + day * 90_061)
                try Data().write(to: URL(fileURLWithPath: path))
                #expect(pattern.files().contains(path), "\(path)")
                unlink(path)
            }
        }
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
