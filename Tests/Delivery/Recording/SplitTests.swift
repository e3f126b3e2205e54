import Fixtures
import Foundation
import Glibc
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(15))) struct SplitTests {
    private func files(_ scratch: Scratch, _ ending: String) -> [String] { scratch.names().filter { $0.hasSuffix("." + ending) } }

    @Test(arguments: RecordingTests.endings)
    func aRecordingSplitByTimeLosesNothing(ending: String) throws {
        let scratch = Scratch()
        let broadcast = try Broadcast()
        let target = try broadcast.add(scratch.file("talk.\(ending)")) { $0.split = .every(.seconds(4)) }
        #expect(broadcast.goesOn(pictures: 30 * 15))
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil, "\(target.status)")
        let names = files(scratch, ending)
        #expect(names.count >= 3 && names.first == "talk-0001.\(ending)" && names == names.sorted(), "\(names)")
        var packets = 0
        for name in names {
            let path = scratch.file(name)
            #expect(Program.decodingComplaints(path) == "")
            let rows = Program.probe(path, "packet=pts_time,flags", ["-select_streams", "v"])
            // ffprobe leaves no choice of the columns' order.
            let times = rows.compactMap { row in row.compactMap { Double($0) }.first }
            #expect(rows.first?.contains { $0.hasPrefix("K") } == true, "\(name) does not start with a key frame")
            if name != names.last, let last = times.last, let first = times.first {
                #expect(last - first > 3.5 && last - first < 4.2, "\(name): \(last - first)")
            }
            packets += Program.probe(path, "packet=pts").count
        }
        #expect(packets == target.status.packetsSent)
        #expect(!FileManager.default.fileExists(atPath: scratch.file("talk.\(ending)")))
    }

    @Test(arguments: RecordingTests.endings)
    func noPartIsLargerThanItsSize(ending: String) throws {
        let scratch = Scratch()
        let broadcast = try Broadcast()
        let target = try broadcast.add(scratch.file("talk.\(ending)")) { $0.split = .atBytes(1_000_000) }
        #expect(broadcast.goesOn(pictures: 30 * 30))
        broadcast.end()
        let names = files(scratch, ending)
        #expect(names.count >= 2, "\(names)")
        var packets = 0
        for name in names {
            let bytes = try FileManager.default.attributesOfItem(atPath: scratch.file(name))[.size] as? Int ?? 0
            #expect(bytes <= 1_000_000, "\(name): \(bytes)")
            if name != names.last { #expect(bytes > 400_000, "\(name): \(bytes)") }
            packets += Program.probe(scratch.file(name), "packet=pts").count
        }
        #expect(packets == target.status.packetsSent)
    }

    @Test func soundAloneIsSplitToo() throws {
        let scratch = Scratch()
        let broadcast = try Broadcast(sending: [.aac])
        let target = try broadcast.add(scratch.file("talk.m4a")) { $0.split = .every(.seconds(3)) }
        #expect(broadcast.goesOn(pictures: 30 * 10))
        broadcast.end()
        let names = files(scratch, "m4a")
        #expect(names.count >= 3, "\(names)")
        #expect(names.map { Program.probe(scratch.file($0), "packet=pts").count }.reduce(0, +) == target.status.packetsSent)
        for name in names { #expect(Program.decodingComplaints(scratch.file(name)) == "") }
    }

    @Test func aPartThatExistsIsRefusedAtFirstAndPassedOverLater() throws {
        let scratch = Scratch()
        try "precious".write(toFile: scratch.file("talk-0001.mkv"), atomically: false, encoding: .utf8)
        try "precious".write(toFile: scratch.file("talks-0002.mkv"), atomically: false, encoding: .utf8)
        try "precious".write(toFile: scratch.file("speech-0002.mkv"), atomically: false, encoding: .utf8)
        let broadcast = try Broadcast()
        let refused = try broadcast.add(scratch.file("talk.mkv")) { $0.split = .every(.seconds(2)) }
        #expect(Watchdog.until { refused.status.state == .failed })
        #expect(refused.status.lastError?.code == .exists && refused.status.lastError?.message.contains("talk-0001.mkv") == true)
        let other = try broadcast.add(scratch.file("speech.mkv")) { $0.split = .every(.seconds(2)) }
        #expect(Watchdog.until { scratch.names().contains("speech-0003.mkv") })
        broadcast.end()
        #expect(other.status.state == .closed && other.status.lastError == nil)
        for name in ["talk-0001", "talks-0002", "speech-0002"] {
            #expect(try String(contentsOfFile: scratch.file(name + ".mkv"), encoding: .utf8) == "precious")
        }
    }

    /// No one has named a later part: what lies there is not this recording's.
    @Test func aFileOfALaterNameIsNeverReplaced() throws {
        let scratch = Scratch()
        for name in ["talk-0001.mkv", "talk-0002.mkv"] { try scratch.write("precious", to: name) }
        let broadcast = try Broadcast()
        let target = try broadcast.add(scratch.file("talk.mkv")) { ($0.split, $0.overwrites) = (.every(.seconds(2)), true) }
        #expect(Watchdog.until { scratch.names().contains("talk-0003.mkv") })
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil)
        #expect(try String(contentsOfFile: scratch.file("talk-0002.mkv"), encoding: .utf8) == "precious")
        #expect(Program.decodingComplaints(scratch.file("talk-0001.mkv")) == "")
    }

    /// Rather than in the middle of a broadcast.
    @Test func aNameThatHasNoRoomForANumberIsRefusedAtFirst() throws {
        let scratch = Scratch()
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let name = String(repeating: "n", count: 245) + ".mkv"
        let target = try broadcast.add(scratch.file(name))
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        #expect(target.status.lastError?.message.contains("too long") == true, "\(target.status)")
        #expect(scratch.names().isEmpty)
    }

    @Test func whatIsReplacedIsReplacedWhole() throws {
        let scratch = Scratch()
        let fingerprint = try TargetURL(parsing: scratch.file("talk.mkv")).fingerprint
        let others = ["talk-9.mkv", "talk.mkv", "talk-2025.mkv", "talk-12345.mkv", "talk-0011.mkv"]
        for name in ["talk-0001.mkv", "talk-0002.mkv", "talk-0009.mkv", "talk-0010.mkv"] + others {
            try "old".write(toFile: scratch.file(name), atomically: false, encoding: .utf8)
            guard !others.contains(name) else { continue }
            let descriptor = open(scratch.file(name), O_WRONLY)
            defer { close(descriptor) }
            let isSet = FileAttribute.set(RecordingMark.attribute, RecordingMark.value(fingerprint, of: name), of: descriptor)
            try #require(isSet, "this disk keeps no attributes")
        }
        // A name by hand makes it another file.
        rename(scratch.file("talk-0010.mkv"), scratch.file("talk-0011.mkv"))
        let broadcast = try Broadcast()
        let target = try broadcast.add(scratch.file("talk.mkv")) { ($0.split, $0.overwrites) = (.every(.seconds(4)), true) }
        #expect(broadcast.goesOn(pictures: 30 * 6))
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil)
        #expect(!scratch.names().contains("talk-0009.mkv") && !scratch.names().contains { $0.hasPrefix(".") }, "\(scratch.names())")
        for name in others { #expect(try String(contentsOfFile: scratch.file(name), encoding: .utf8) == "old") }
        #expect(Program.decodingComplaints(scratch.file("talk-0001.mkv")) == "")
    }
}
