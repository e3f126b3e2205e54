import Sound

/// What `splitcast sources` lists. A part that cannot be listed is missing, and `problems` says why.
struct Sources: Encodable {
    struct Microphone: Encodable, Hashable {
        let name: String
        let description: String
        let isDefault: Bool

        private enum CodingKeys: String, CodingKey {
            case name, description
            case isDefault = "default"
        }
    }

    struct Sink: Encodable, Hashable {
        let name: String
        let description: String
        let isDefault: Bool
        /// Whether one hears it alone; absent when that cannot be told.
        let isHeadphones: Bool?

        private enum CodingKeys: String, CodingKey {
            case name, description
            case isDefault = "default"
            case isHeadphones = "headphones"
        }
    }

    var screens: [ScreenListing.Screen]?
    var microphones: [Microphone]?
    var sinks: [Sink]?
    /// What plays now, by the names that `--desktop-audio app=` takes.
    var applications: [String]?
    var problems: [String] = []

    private enum CodingKeys: String, CodingKey { case screens, microphones, sinks, applications }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(screens ?? [], forKey: .screens)
        try fields.encode(microphones ?? [], forKey: .microphones)
        try fields.encode(sinks ?? [], forKey: .sinks)
        try fields.encode(applications ?? [], forKey: .applications)
    }

    /// Asks the screen agent and the sound server; some seconds at most.
    @available(*, noasync)
    static func list() -> Sources {
        var sources = Sources()
        do throws(CommandFailure) { sources.screens = try ScreenListing.screens() } catch { sources.problems.append("screens: \(error.message)") }
        do throws(SoundError) {
            let devices = try SoundDevices.list().filter { !$0.isMonitor }
            sources.microphones = devices.map { Microphone(name: $0.name, description: $0.description, isDefault: $0.isDefault) }
            sources.sinks = try SoundSinks.list().map {
                Sink(name: $0.name, description: $0.description, isDefault: $0.isDefault, isHeadphones: $0.isHeadphones)
            }
            sources.applications = Set(try SoundSinks.applications().map(\.displayName)).sorted()
        } catch { sources.problems.append("sound: \(error.message)") }
        return sources
    }

    /// For people: what to give to `--display`, `--screen`, `--mic` and `--desktop-audio`.
    var table: String {
        var lines: [String] = []
        if let screens {
            var table = TextTable(heading: [("DISPLAY", .left), ("SCREEN", .left), ("SIZE", .left), ("POSITION", .left), ("", .left)])
            table.rows = screens.map {
                [$0.display, $0.screen ?? "(whole)", "\($0.width)x\($0.height)", "+\($0.x)+\($0.y)", $0.isPrimary ? "primary" : ""]
            }
            lines += screens.isEmpty ? ["No screen: no X display of this machine can be opened."] : table.lines()
        }
        if let microphones {
            if !lines.isEmpty { lines.append("") }
            var table = TextTable(heading: [("MICROPHONE", .left), ("NAME FOR --mic", .left), ("", .left)])
            table.rows = microphones.map { [$0.description, $0.name, $0.isDefault ? "default" : ""] }
            lines += microphones.isEmpty ? ["No microphone."] : table.lines()
        }
        if let sinks {
            if !lines.isEmpty { lines.append("") }
            var table = TextTable(heading: [("DESKTOP SOUND", .left), ("NAME FOR --desktop-audio", .left), ("", .left), ("", .left)])
            table.rows = sinks.map {
                [$0.description, "sink=\($0.name)", $0.isDefault ? "default" : "", $0.isHeadphones == true ? "headphones" : ""]
            }
            table.rows += (applications ?? []).map { [$0, "app=\($0)", "", ""] }
            lines += table.rows.isEmpty ? ["No desktop sound: there is no sink."] : table.lines()
        }
        return lines.joined(separator: "\n")
    }
}
