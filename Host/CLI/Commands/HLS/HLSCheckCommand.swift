import ArgumentParser
import Downloads
import HLS

struct HLSCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say what is wrong with an HLS stream, by section of RFC 8216bis.",
        discussion: """
            Reads all playlists and some segments of each: durations against EXTINF and EXT-X-TARGETDURATION, bit rates against BANDWIDTH, codecs \
            and sizes against what is in the segments, how variants fit each other, tags against EXT-X-VERSION, parts and holds of low latency, \
            whether a live playlist goes on, and what the server says with them. An error is what must not be, a warning what should not, a note \
            what comes of a stream that has only just begun.

            EXAMPLES:
              splitcast hls check https://example.com/master.m3u8
              splitcast hls check http://127.0.0.1:8080/live/live.m3u8 --json

            Exit codes: 0 nothing is wrong, or warnings and notes alone; 1 errors, or there is no stream; 2 the address is malformed.
            """)

    @Argument(help: ArgumentHelp("The address of a playlist, or its file.", valueName: "URL|FILE"))
    var url: String

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var origin: OriginOptions

    func run() throws {
        guard !url.isEmpty else { throw CommandFailure(.usage, "the address is empty: give one such as https://example.com/master.m3u8") }
        var settings = try origin.settings()
        // Someone waits for the answer.
        settings.retries = 1
        let remarks: [StreamRemark]
        do throws(DownloadError) {
            let check = StreamCheck(Origin(settings)) { step in
                if Console.standard.isTerminal { Console.standard.show("looking at \(step)…") }
            }
            defer { Console.standard.show("") }
            remarks = try check.run(url)
        } catch { throw CommandFailure(error) }
        print(json ? JSONText.of(StreamCheckReport(url, remarks), isPretty: true) + "\n" : StreamCheckReport.text(remarks), terminator: "")
        let errors = remarks.filter { $0.severity == .error }.count
        guard errors == 0 else { throw CommandFailure(.failed, errors == 1 ? "the stream has 1 error" : "the stream has \(errors) errors") }
    }
}
