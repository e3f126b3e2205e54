import Session

/// The line that a terminal shows while a broadcast runs; never wider than it.
enum StatusLine {
    /// What is given up first on a narrow terminal has the highest number.
    private struct Part {
        let order: Int
        let text: String
    }

    static func text(_ status: SessionStatus, columns: Int) -> String {
        let room = max(1, columns - 1)
        for isShort in [false, true] {
            var parts = parts(status, isShort: isShort)
            while true {
                let line = parts.map(\.text).joined(separator: "  ")
                if line.count <= room { return line }
                guard let last = parts.map(\.order).max(), last > (isShort ? 0 : 3) else { break }
                parts.removeAll { $0.order == last }
            }
        }
        let line = parts(status, isShort: true)[0].text
        return line.count <= room ? line : String(line.prefix(room))
    }

    private static func parts(_ status: SessionStatus, isShort: Bool) -> [Part] {
        var parts = [Part(order: 0, text: "\(status.state) \(Figure.clock(status.uptimeSeconds))")]
        if status.streams != "audioOnly" { parts.append(Part(order: 1, text: Figure.fixed(status.picture.fps) + " fps")) }
        parts.append(Part(order: 2, text: Figure.rate(status.bitRate)))
        parts.append(Part(order: 3, text: "\(status.dropped) dropped"))
        parts += targets(status.targets, isShort: isShort)
        if let text = microphone(status.microphone) { parts.append(Part(order: 10, text: text)) }
        if !isShort, let agent = status.agents.first(where: \.isLive) { parts.append(Part(order: 11, text: agent.shortText)) }
        return parts
    }

    private static func targets(_ targets: [SessionStatus.Target], isShort: Bool) -> [Part] {
        guard !targets.isEmpty else { return [] }
        if isShort {
            let live = targets.filter { $0.state == "live" }.count
            if live == targets.count { return [Part(order: 4, text: "all live")] }
            // The ones in trouble by number, as `status` counts them.
            let trouble = targets.filter { $0.state != "live" }.map { "\($0.id) \($0.state)" }
            return [Part(order: 4, text: "\(live)/\(targets.count) live"), Part(order: 5, text: "(\(trouble.joined(separator: ", ")))")]
        }
        return targets.map { Part(order: 3, text: "\(cut($0.shortName)) \($0.state)") }
    }

    private static func cut(_ name: String) -> String { name.count <= 24 ? name : name.prefix(23) + "~" }

    /// Ten cells from −60 to 0 dBFS.
    private static func microphone(_ microphone: SessionStatus.Microphone) -> String? {
        switch microphone.state {
        case "none": return nil
        case "live" where !microphone.isMuted:
            let part = microphone.peakDbfs.isFinite ? min(1, max(0, (microphone.peakDbfs + 60) / 60)) : 0
            let cells = Int(clamping: (part * 10).rounded())
            return "mic [" + String(repeating: "#", count: cells) + String(repeating: "-", count: 10 - cells) + "]"
        default: return "mic \(microphone.isMuted ? "muted" : microphone.state)"
        }
    }
}
