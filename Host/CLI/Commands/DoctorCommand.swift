import ArgumentParser

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Tell what this desktop can do, what is missing, and what to install or grant.",
        discussion: """
            Looks at the session, the desktop's portal, PipeWire, X, the audio server and the kernel. Opens no dialog and \
            changes nothing. Exit code 0 when there is something to capture, 3 when there is nothing.
            """)

    @Flag(help: "Print JSON: {\"checks\": [{\"name\", \"state\", \"words\", \"remedy\"}…], \"capture\", \"verdict\"}.")
    var json = false

    func run() throws {
        let report = Doctor().report()
        print(json ? JSONText.of(report, isPretty: true) : report.text)
        if report.capture == nil { throw CommandFailure(.nothingToCapture, report.verdict) }
    }
}
