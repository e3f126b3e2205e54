import Audio

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
    /// Of X displays; `nil` under Wayland, where the portal's dialog alone knows them.
    var windows: [WindowListing.Window]?
    /// What the desktop's portal shares; `nil` outside of Wayland, and where there is none.
    var portal: PortalListing?
    var nodes: [NodeListing.Node]?
    var cameras: [NodeListing.Camera]?
    var microphones: [Microphone]?
    var sinks: [Sink]?
    /// What plays now, by the names for `--desktop-audio app=`.
    var applications: [String]?
    var problems: [String] = []

    private enum CodingKeys: String, CodingKey { case screens, windows, portal, nodes, cameras, microphones, sinks, applications }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(screens ?? [], forKey: .screens)
        try fields.encode(windows ?? [], forKey: .windows)
        try fields.encodeIfPresent(portal, forKey: .portal)
        try fields.encode(nodes ?? [], forKey: .nodes)
        try fields.encode(cameras ?? [], forKey: .cameras)
        try fields.encode(microphones ?? [], forKey: .microphones)
        try fields.encode(sinks ?? [], forKey: .sinks)
        try fields.encode(applications ?? [], forKey: .applications)
    }

    /// Asks the agents, the desktop's portal and the audio server; some seconds at most.
    @available(*, noasync)
    static func list() -> Sources {
        var sources = Sources()
        sources.listScreens()
        // No PipeWire and no camera are nothing to complain about: who looks for them finds none.
        do throws(CommandFailure) { sources.nodes = try NodeListing.nodes() } catch {}
        do throws(CommandFailure) { sources.cameras = try NodeListing.cameras() } catch {}
        do throws(AudioError) {
            let devices = try AudioDevices.list().filter { !$0.isMonitor }
            sources.microphones = devices.map { Microphone(name: $0.name, description: $0.description, isDefault: $0.isDefault) }
            sources.sinks = try AudioSinks.list().map {
                Sink(name: $0.name, description: $0.description, isDefault: $0.isDefault, isHeadphones: $0.isHeadphones)
            }
            sources.applications = Set(try AudioSinks.applications().map(\.displayName)).sorted()
        } catch { sources.problems.append("audio: \(error.message)") }
        return sources
    }

    @available(*, noasync)
    private mutating func listScreens() {
        let desktop = DesktopFacts.current()
        guard DesktopFacts.isWaylandSession else {
            do throws(CommandFailure) { screens = try ScreenListing.screens() } catch { problems.append("screens: \(error.message)") }
            // Where no display can be opened, that is said of its screens.
            do throws(CommandFailure) { windows = try WindowListing.windows() } catch {}
            return
        }
        switch desktop.portal() {
        case .success(let traits): portal = PortalListing(traits)
        case .failure(let error): problems.append("portal: \(error.message)")
        }
        // With Xwayland there is an X display too, whose screens show X programs alone.
        screens = []
        switch desktop.screens() {
        case .success(let found): screens = found.filter(\.isCopied)
        case .failure(let error): problems.append("screens: \(error.message)")
        }
    }

    /// For people: what to give to `--display`, `--screen`, `--window`, `--mic` and `--desktop-audio`.
    var table: String {
        var lines: [String] = []
        if let screens {
            var table = TextTable(heading: [("DISPLAY", .left), ("SCREEN", .left), ("SIZE", .left), ("POSITION", .left), ("", .left)])
            table.rows = screens.map {
                [$0.display, $0.screen ?? "(whole)", "\($0.width)x\($0.height)", "+\($0.x)+\($0.y)", $0.isPrimary ? "primary" : ""]
            }
            lines += screens.isEmpty ? (portal == nil ? ["No screen: no display of this machine can be opened."] : []) : table.lines()
        }
        lines += pictureLines(isFirst: lines.isEmpty)
        if let microphones {
            if !lines.isEmpty { lines.append("") }
            var table = TextTable(heading: [("MICROPHONE", .left), ("NAME FOR --mic", .left), ("", .left)])
            table.rows = microphones.map { [$0.description, $0.name, $0.isDefault ? "default" : ""] }
            lines += microphones.isEmpty ? ["No microphone."] : table.lines()
        }
        if let sinks {
            if !lines.isEmpty { lines.append("") }
            var table = TextTable(heading: [("DESKTOP AUDIO", .left), ("NAME FOR --desktop-audio", .left), ("", .left), ("", .left)])
            table.rows = sinks.map {
                [$0.description, "sink=\($0.name)", $0.isDefault ? "default" : "", $0.isHeadphones == true ? "headphones" : ""]
            }
            table.rows += (applications ?? []).map { [$0, "app=\($0)", "", ""] }
            lines += table.rows.isEmpty ? ["No desktop audio: there is no sink."] : table.lines()
        }
        return lines.joined(separator: "\n")
    }

    /// What else gives pictures.
    private func pictureLines(isFirst: Bool) -> [String] {
        var tables: [TextTable] = []
        if let windows, !windows.isEmpty {
            var table = TextTable(
                heading: [("DISPLAY", .left), ("WINDOW", .left), ("CLASS", .left), ("NUMBER", .left), ("SIZE", .left), ("", .left)])
            table.rows = windows.map(\.row)
            tables.append(table)
        }
        if let portal {
            var table = TextTable(heading: [("THE DESKTOP SHARES", .left), ("OPTION", .left), ("", .left)])
            table.rows = portal.rows
            tables.append(table)
        }
        if let nodes, !nodes.isEmpty {
            var table = TextTable(heading: [("PIPEWIRE NODE", .left), ("NAME", .left), ("OPTION", .left), ("BUS", .left), ("", .left)])
            table.rows = nodes.map { [$0.description, $0.name, "--node \($0.node)", $0.bus, $0.isCamera ? "camera" : ""] }
            tables.append(table)
        }
        if let cameras, !cameras.isEmpty {
            var table = TextTable(heading: [("CAMERA", .left), ("DEVICE", .left), ("BUS", .left), ("UP TO", .left)])
            table.rows = cameras.map { [$0.name, $0.device, $0.bus, $0.largest.map { "\($0.width)x\($0.height)" } ?? ""] }
            tables.append(table)
        }
        return tables.enumerated().flatMap { index, table in (index == 0 && isFirst ? [] : [""]) + table.lines() }
    }
}
