import ArgumentParser
import Control
import Delivery
import Preflight
import RateControl
import Synchronization

struct PreflightCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preflight", abstract: "Test the network to an endpoint, and say what to stream with.",
        discussion: """
            Sends a test picture and silence to the real endpoint for eight seconds at most, at a rising rate, and measures what the other \
            side acknowledges; then lists settings, the best first. Viewers of that stream see grey for that long: use a key that no one \
            watches. rtmp://, rtmps://, srt://, and http://….m3u8, where files are put and deleted.

            An address to which a host of this user streams is refused. While a broadcast runs to elsewhere, the rate rises in smaller steps, \
            and the test ends as soon as the network is full, and at once when that broadcast gets late by more than 300 ms, \
            drops frames, or lowers its bit rate; what was measured then is what is free beside it.

            --json prints one object: url, service, measuredBitsPerSecond, isAtLeast, endedBy (enough, full, timeIsUp, inTheWay, stopped, \
            lost), seconds, roundTripMilliseconds, pictureBitsPerSecond, soundBitsPerSecond, besideGroups, settings (each with width, height, \
            fps, bitsPerSecond, leastBitsPerSecond, why), problem, and with --apply appliedToGroup and appliedBitsPerSecond, \
            appliedSize and appliedFps where these have changed.

            EXAMPLES:
              splitcast preflight rtmp://live.example.com/app/KEY
              splitcast preflight @key.txt --json        the address is in the file
              splitcast preflight srt://example.com:9000 --apply --group talk

            Ctrl-C ends it with what was measured so far. Exit code 1: refused, lost, or too slow for anything.
            """)

    @Argument(help: ArgumentHelp("An address, as for --to of 'splitcast live'.", valueName: "URL|@FILE"))
    var address: String

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Tell the running host of the group the best setting that is no larger than its picture: bit rate, and size and frame rate if lower.")
    var apply = false

    @Option(help: ArgumentHelp("How much a picture is thought to need: sharp, smooth or desktop (default: desktop).", valueName: "WORD"))
    var quality: String?

    @Option(help: ArgumentHelp("The largest picture wanted (default: 1920x1080).", valueName: "WxH"))
    var size: String?

    @Option(name: .customLong("fps"), help: ArgumentHelp("The most frames a second wanted (default: 60).", valueName: "N"))
    var framesPerSecond: String?

    @OptionGroup var certificates: CertificateOptions
    @OptionGroup var group: GroupOption

    func run() throws {
        let preflight = try preflight()
        let name = try group.name()
        // Before eight seconds are spent: that there is a host.
        if apply { try RateUpdate(name).check() }
        let result = try run(preflight)
        var problem = result.problem
        var applied: RateUpdate.Applied?
        var warning: String?
        if apply, problem == nil {
            do throws(CommandFailure) {
                let update = try RateUpdate(name)
                applied = try update.apply(result.settings)
                if let measured = result.test.measured, !result.test.isAtLeast {
                    let isBeside = result.groups.contains(name.text)
                    warning = try update.warning(SharedLine(measured: measured, isBeside: isBeside, sound: result.preferences.sound))
                }
            } catch { problem = error.message }
        }
        if json {
            print(JSONText.of(PreflightReport(result, applied: applied, to: name), isPretty: true))
        } else {
            print(PreflightText.result(result), terminator: "")
            if let applied { print(PreflightText.applied(applied, to: name.text)) }
        }
        if let warning { Console.standard.write("warning: \(warning)") }
        if let problem { throw CommandFailure(.failed, problem) }
    }

    func preflight() throws(CommandFailure) -> PreflightRun {
        var preferences = SettingPreferences()
        if let quality {
            preferences.table = try OptionText.word("--quality", quality, [QualityTable.sharp, .smooth, .desktop].map { ($0.rawValue, $0) })
        }
        if let size {
            preferences.largest = try OptionText.size("--size", size)
            guard preferences.largest.width >= 640, preferences.largest.height >= 360 else {
                throw OptionText.wrong("--size", size, "no setting is smaller than 640x360")
            }
        }
        if let framesPerSecond { preferences.framesPerSecond = try OptionText.number("--fps", framesPerSecond, 15...240, 30) }
        var settings = TargetSettings()
        try certificates.apply(to: &settings)
        return PreflightRun(url: try TargetText.one(address), preferences: preferences, settings: settings)
    }

    @available(*, noasync)
    private func run(_ preflight: PreflightRun) throws(CommandFailure) -> PreflightResult {
        let console = Console.standard
        defer { console.show("") }
        var told = 0
        return try preflight.run { progress in
            if console.isTerminal {
                console.show(PreflightText.progress(progress, columns: console.columns))
            } else if !json, Int(clamping: progress.elapsed.inSeconds) > told {
                told = Int(clamping: progress.elapsed.inSeconds)
                console.write("\(told) s: \(PreflightText.short(progress))")
            }
        }
    }
}
