import AppGroup
import Filters
import Fixtures
import Foundation
import Frames
import Glibc
import Picture
import Platform
import Synchronization
import Testing

@testable import Session

/// Filters that are programs: lent a frame, giving one back, and what becomes of those that do not.
@Suite struct ProgramFilterTests {
    private final class Told: Sendable {
        let events = Mutex<[FilterEvent]>([])
        let refreshes = Atomic<Int>(0)
        var all: [FilterEvent] { events.withLock { $0 } }
    }

    private let told = Told()
    private let scratch = Scratch()

    /// What scripts begin with: they say hello, map the memory and are called for each frame.
    private static let preamble = """
        #!/usr/bin/python3
        import mmap, os, select, signal, socket, struct, sys
        HEADER, SIGNATURE = struct.Struct("<8sIIQ"), b"SPLTFLT1"
        host = socket.socket(fileno=0)
        def say(kind, number): host.send(HEADER.pack(SIGNATURE, kind, 0, number))
        def frames():
            while True:
                packet, descriptors, _, _ = socket.recv_fds(host, 4096, 1)
                if not packet: sys.exit(0)
                _, kind, _, number = HEADER.unpack_from(packet)
                if kind == 2:
                    width, height, luma, chroma, size, given, returned = struct.unpack_from("<4I3Q", packet, 24)
                    memory = mmap.mmap(descriptors[0], size)
                    os.close(descriptors[0])
                else: yield number, memory, given, returned, luma * height
        def negative(memory, given, returned, count):
            memory[returned:returned + count * 3 // 2] = memory[given:given + count * 3 // 2].translate(bytes(255 - v for v in range(256)))

        """

    private func filter(_ script: String, meter: FilterMeter = FilterMeter()) throws -> ProgramFilter {
        let path = scratch.file("filter-\(UUID().uuidString).py")
        try Data((Self.preamble + script).utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o755)
        return try ProgramFilter(path, by: try releaseProduct("splitcast"), group: .standard, meter: meter) { [told] event in
            told.events.withLock { $0.append(event) }
        } refresh: { [told] in
            told.refreshes.add(1, ordering: .relaxed)
        }
    }

    private func canvas(_ value: UInt8) throws -> Canvas {
        let canvas = try Canvas(size: PixelSize(width: 320, height: 180))
        for row in 0..<180 { (canvas.view.luma + row * canvas.view.lumaStrideBytes).update(repeating: value, count: 320) }
        return canvas
    }

    /// Until a picture comes back filtered.
    private func filtered(_ filter: ProgramFilter, _ value: UInt8) throws -> UInt8 {
        let (picture, made) = (try canvas(value), try canvas(0))
        try waitUntil("a filtered picture: \(told.all)") {
            filter.filter(picture.view, into: made.view, until: .now() + .seconds(1)) == .done
        }
        #expect(made.view.luma[319 + 179 * made.view.lumaStrideBytes] == made.view.luma[0])
        return made.view.luma[0]
    }

    @Test func aFrameIsLentAndComesBack() throws {
        let filter = try filter("say(1, 0)\nfor number, *rest in frames():\n    negative(*rest)\n    say(4, number)\n")
        defer { filter.stop() }
        for value in [10, 100, 200] as [UInt8] { #expect(try filtered(filter, value) == 255 - value) }
        #expect(told.all.isEmpty && told.refreshes.load(ordering: .relaxed) >= 1)
    }

    /// It is shown when it comes, if the picture is still the same.
    @Test func whatComesBackLateIsOfUseForAStillPicture() throws {
        let filter = try filter(
            """
            say(1, 0)
            for number, *rest in frames():
                negative(*rest)
                while not os.path.exists(sys.argv[0] + '.go'): select.select([], [], [], 0.01)
                say(4, number)
            """
        )
        defer { filter.stop() }
        let (picture, made) = (try canvas(50), try canvas(0))
        try waitUntil("its hello") { filter.filter(picture.view, into: made.view, until: .now()) == .late }
        #expect(filter.filter(picture.view, into: made.view, until: .now() + .milliseconds(1)) == .absent && made.view.luma[0] == 0)
        let before = told.refreshes.load(ordering: .relaxed)
        for file in fileNames(in: scratch.path) where file.hasSuffix(".py") {
            try Data().write(to: URL(fileURLWithPath: scratch.file(file + ".go")))
        }
        try waitUntil("its answer") { told.refreshes.load(ordering: .relaxed) > before }
        #expect(filter.filter(picture.view, into: made.view, until: .now()) == .done && made.view.luma[0] == 205)
    }

    @Test func oneThatDiesIsStartedAgainAndOneEventSaysSo() throws {
        let filter = try filter(
            """
            say(1, 0)
            for number, *rest in frames():
                if rest[0][rest[1]] == 66: os.kill(os.getpid(), signal.SIGKILL)
                negative(*rest)
                say(4, number)
            """)
        defer { filter.stop() }
        #expect(try filtered(filter, 10) == 245)
        let (deadly, made) = (try canvas(66), try canvas(7))
        #expect(filter.filter(deadly.view, into: made.view, until: .now() + .seconds(5)) == .late && made.view.luma[0] == 7)
        #expect(try filtered(filter, 20) == 235)
        try waitUntil("both events") { told.all.count == 2 }
        #expect(told.all.last == .back)
        if case .ended(let why)? = told.all.first { #expect(why.contains("signal 9")) } else { Issue.record("\(told.all)") }
    }

    @Test func oneThatHangsIsEndedAndStartedAgain() throws {
        let filter = try filter(
            """
            say(1, 0)
            for number, *rest in frames():
                if rest[0][rest[1]] == 66: os.kill(os.getpid(), signal.SIGSTOP)
                negative(*rest)
                say(4, number)
            """
        )
        defer { filter.stop() }
        #expect(try filtered(filter, 10) == 245)
        let (deadly, made) = (try canvas(66), try canvas(7))
        #expect(filter.filter(deadly.view, into: made.view, until: .now() + .milliseconds(16)) == .late)
        #expect(filter.filter(deadly.view, into: made.view, until: .now() + .milliseconds(16)) == .absent)
        #expect(try filtered(filter, 20) == 235)
        try waitUntil("both events") { told.all.count == 2 }
        #expect(told.all == [.silent(for: ProgramFilter.answerLimit), .back])
    }

    @Test(arguments: [
        ("host.send(b'x' * 24)", "24 bytes that are no message"), ("host.send(b'nonsense')", "8 bytes"),
        ("say(1, 0)\nsay(1, 0)", "hello once more"), ("say(1, 0)\nsay(4, 7)", "frame 7, which it was not lent"), ("say(1, 1)", "no message"),
        ("say(1, 0)\nwhile True: say(4, 1)", "frame 1, which it was not lent"), ("say(1, 0)\nsay(3, 0)", "no message"),
    ])
    func nonsenseAndFloodsEndItForGood(script: String, part: String) throws {
        let meter = FilterMeter()
        let filter = try filter(script + "\nsignal.pause()", meter: meter)
        defer { filter.stop() }
        try waitUntil("its end: \(told.all)") { meter.state == .failed }
        try waitUntil("the event") { !told.all.isEmpty }
        guard case .refused(let why)? = told.all.first, told.all.count == 1 else {
            Issue.record("\(told.all)")
            return
        }
        #expect(why.contains(part) && !why.contains("\n"), "\(why)")
        let (picture, made) = (try canvas(50), try canvas(0))
        #expect(filter.filter(picture.view, into: made.view, until: .now() + .seconds(1)) == .absent)
    }

    @Test func oneThatCannotBeginIsGivenUp() throws {
        let meter = FilterMeter()
        let filter = try filter("sys.exit('cannot find\\tmodel.bin')", meter: meter)
        defer { filter.stop() }
        try waitUntil("the end of all its runs: \(told.all)") { told.all.count == 2 }
        let why = "it ended with exit code 1, saying: cannot findmodel.bin"
        #expect(told.all == [.ended(why: why), .gaveUp(runs: ProgramRestarts.most + 1, why: why)])
        #expect(meter.state == .failed && meter.trouble == why)
    }

    /// The one that it started is in a session of its own, and its parent has gone.
    private static let leavingOneBehind = """
        path = sys.argv[0] + '.' + str(os.getpid())
        if os.fork() == 0:
            os.setsid()
            if os.fork() != 0: os._exit(0)
            open(path + '.part', 'w').write(str(os.getpid()))
            os.rename(path + '.part', path + '.pid')
            os.close(0)
            signal.pause()
        os.wait()
        while not os.path.exists(path + '.pid'): pass

        """

    /// What the runs of a script left behind, each in a file of its own.
    private func leftBehind() -> [pid_t] {
        fileNames(in: scratch.path).filter { $0.hasSuffix(".pid") }.compactMap { pid_t(textOfFile(scratch.file($0))) }
    }

    private func isGone(_ process: pid_t) -> Bool { kill(process, 0) == -1 && errno == ESRCH }

    @Test(arguments: ["signal.pause()", "sys.exit(0)", "os.kill(0, signal.SIGKILL)", "host.close()\nsignal.pause()"])
    func nothingThatItStartedIsLeft(ending: String) throws {
        let filter = try filter(Self.leavingOneBehind + "say(1, 0)\n" + ending)
        try waitUntil("what it leaves behind") { !leftBehind().isEmpty }
        if ending != "signal.pause()" {
            try waitUntil("its end: \(told.all)") { !told.all.isEmpty }
            let left = leftBehind()
            try waitUntil("the end of what that run started") { left.allSatisfy(isGone) }
        }
        filter.stop()
        #expect(leftBehind().allSatisfy(isGone), "of all runs")
    }

    @Test func itEndsWithTheFilter() throws {
        let pid = scratch.file("pid")
        let filter = try filter("open('\(pid)', 'w').write(str(os.getpid()))\nsay(1, 0)\nsignal.pause()")
        try waitUntil("its start") {
            let text = try? String(contentsOfFile: pid, encoding: .utf8)  // it is not there yet
            return text.flatMap { Int32($0) } != nil
        }
        let process = try #require(Int32(String(contentsOfFile: pid, encoding: .utf8)))
        filter.stop()
        #expect(kill(process, 0) == -1 && errno == ESRCH)
        #expect(told.all.isEmpty)
    }
}
