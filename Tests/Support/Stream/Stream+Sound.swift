public import Fixtures
import Foundation
public import ServerFixtures

extension Stream {
    /// What `splitcast audio --json` prints: sources, levels, mix, music.
    public func audio() throws -> [String: Any] { try control.part("audio", of: control.ask("audio")) }

    /// One source of the mix, empty when there is none of that name.
    public func source(_ id: String) throws -> [String: Any] {
        (try audio()["sources"] as? [[String: Any]] ?? []).first { $0["id"] as? String == id } ?? [:]
    }

    /// Its level, dBFS; −200 when there is none.
    public func level(of id: String) throws -> Double { try source(id)["rmsDbfs"] as? Double ?? -200 }

    public func state(of id: String) throws -> String { try source(id)["state"] as? String ?? "" }

    /// Waits until a source is heard: louder than `level` dBFS.
    public func waitUntilHeard(_ ids: String..., above level: Double = -40) throws {
        for id in ids {
            func words() -> String { "\((try? source(id)) ?? [:]) \(process.output.suffix(600))" }  // a host that has ended says nothing
            try waitUntil("'\(id)' to be heard: \(words())") { try self.level(of: id) > level }
        }
    }

    /// How often samples of a source, or the mixer's turn, came too late so far: each is a hole of some 10 ms in what goes out.
    public func audioLateness() throws -> Int {
        let audio = try audio()
        let (sources, mix) = (audio["sources"] as? [[String: Any]] ?? [], audio["mix"] as? [String: Any] ?? [:])
        guard let filled = mix["filledMilliseconds"] as? Double else { throw FixtureError("the status tells nothing of the mix: \(audio)") }
        return try Int(filled / 10)
            + sources.reduce(0) { sum, source in
                guard let underruns = source["underruns"] as? Int else { throw FixtureError("the status tells no underruns of \(source)") }
                return sum + underruns
            }
    }

    /// What a command says when it is refused; throws when it is not.
    public func refusal(_ arguments: String...) throws -> String { try refusal(arguments) }

    public func refusal(_ arguments: [String]) throws -> String {
        let child = try FixtureProcess([try releaseProduct("splitcast")] + arguments + ["--group", group], environment: environment)
        guard let status = child.exitStatus(within: .seconds(20)) else { throw FixtureError("'\(child.command)' does not end") }
        guard !status.isSuccess else { throw FixtureError("'\(child.command)' was not refused: \(child.output)") }
        return child.output
    }

    /// Pushes a signal as an application's sound until it is let go.
    public func push(
        _ signal: AudioSignal, as name: String, format: String = "f32", rate: Int = 48000, channels: Int = 2, ppm: Double = 0
    )
        throws -> FixtureProcess
    {
        let push = [try releaseProduct("splitcast"), "audio", "push", "--group", group, "--name", name, "--format", format]
        let shape = ["--rate", "\(rate)", "--channels", "\(channels)", "-"]
        let feed = try signal.command(format: format, rate: rate, channels: channels, ppm: ppm).map { "'\($0)'" }.joined(separator: " ")
        return try FixtureProcess(["sh", "-c", feed + #" | exec "$0" "$@""#] + push + shape, environment: environment)
    }

    /// `splitcast live` of a screen with the given sound options, without the page.
    public static func sounding(_ screen: XvfbServer, on sound: AudioFixture, to target: String, _ more: String...) throws -> Stream {
        try sounding(screen, on: sound, to: target, more)
    }

    public static func sounding(_ screen: XvfbServer, on sound: AudioFixture, to target: String, _ more: [String]) throws -> Stream {
        try Stream(["live", "--display", screen.display, "--http", "off", "--to", target] + more, screen: screen, sound: sound)
    }
}
