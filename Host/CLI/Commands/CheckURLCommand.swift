import ArgumentParser
import Delivery
import Glibc
import Preflight
import Session

struct CheckURLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-url", abstract: "Say what is wrong with an address or its endpoint, without streaming.",
        discussion: """
            Reads the address, then goes as far as a broadcast would before its first picture: finds the host, connects, verifies the \
            certificate, greets, and lets the stream be accepted, to take it back at once. A web server is only asked; a file's directory is \
            only looked at. Each phase is a line with its time, the verdict comes last.

              resolve      ok      1.2 ms      the host's name
              connect      ok     14.0 ms
              tls          ok     31.5 ms      certificate: name, authority, dates
              handshake    ok     14.4 ms      with srt://: stream id and passphrase too
              application  ok     15.1 ms      RTMP: what stands before the key
              publish      ok     16.0 ms      RTMP: the key
              hold         ok    400.0 ms      RTMP: still accepted after a moment

            --json prints one object: url, verdict (ok, refused, malformed), code, message, steps (each with name, ok, milliseconds, note). \
            The codes: badURL, unreachable, refused, rejected, badKey, busy, blocked, expired, timedOut, certificate, lost, diskFull, \
            notWritable, exists, taken.

            EXAMPLES:
              splitcast check-url rtmps://live.example.com/app/KEY
              splitcast check-url @key.txt --json
              splitcast check-url talk.mkv

            Exit codes: 0 all is well, 1 the endpoint would not take the stream, 2 the address is malformed.
            """)

    @Argument(help: ArgumentHelp("An address or file, as for --to and --record of 'splitcast live'.", valueName: "URL|FILE|@FILE"))
    var address: String

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "A recording may replace a file that exists.")
    var overwrite = false

    @OptionGroup var certificates: CertificateOptions

    func run() throws {
        var settings = TargetSettings()
        try certificates.apply(to: &settings)
        settings.overwrites = overwrite
        let url: TargetURL
        do throws(CommandFailure) { url = try TargetText.one(address) } catch {
            if json { print(JSONText.of(CheckReport(malformed: error), isPretty: true)) }
            throw error
        }
        let report = check(url, settings)
        if json { print(JSONText.of(CheckReport(report, of: url), isPretty: true)) }
        guard report.failure == nil else { throw CommandFailure(.failed, report.verdict) }
        if !json { print(report.verdict) }
    }

    @available(*, noasync)
    private func check(_ url: TargetURL, _ settings: TargetSettings) -> EndpointReport {
        do throws(DeliveryError) {
            // Announcing a stream may end one that is live under the same key.
            let claim = try TargetClaim(testing: url)
            let isShown = !json
            let report = EndpointCheck(url, settings: settings) { step in
                guard isShown else { return }
                print(CheckText.line(step))
                fflush(nil)
            }.run()
            withExtendedLifetime(claim) {}
            return report
        } catch { return EndpointReport(steps: [], failure: error, verdict: error.message) }
    }
}
