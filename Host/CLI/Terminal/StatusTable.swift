import AppGroup
import Control
import Session

/// What `splitcast status` prints.
enum StatusTable {
    static func text(_ status: SessionStatus) -> String {
        var lines = [
            "Splitcast \(status.version), group \(status.group): \(state(status)) (pid \(status.pid))"
        ]
        if !status.page.isEmpty { lines.append("  page        \(status.page)") }
        if let ladder = status.ladder { lines.append("  ladder      \(ladder)") }
        lines += inhibition(status) + background(status) + picture(status)
        lines += audio(status)
        if let replay = status.replay {
            // It begins with a key frame, mostly some seconds earlier than asked for.
            let held = "\(Figure.fixed(min(replay.seconds, replay.limitSeconds), 0)) s of \(Figure.fixed(replay.limitSeconds, 0)) s held"
            let (bytes, limit) = (UInt64(clamping: replay.bytes), UInt64(clamping: replay.limitBytes))
            lines.append("  replay      \(held), \(Figure.bytes(bytes)) of \(Figure.bytes(limit))")
        }
        if let hooks = status.hooks {
            let left = hooks.dropped > 0 ? ", \(hooks.dropped) left out" : ""
            lines.append("  hooks       \(hooks.run) run, \(hooks.failed) failed\(left); \(hooks.running) running, \(hooks.waiting) waiting")
        }
        lines += agents(status) + targets(status)
        return lines.joined(separator: "\n") + "\n"
    }

    /// What the machine is kept from.
    private static func inhibition(_ status: SessionStatus) -> [String] {
        guard let inhibition = status.inhibition else { return [] }
        let held = inhibition.held.isEmpty ? [] : ["\(inhibition.held.joined(separator: ", ")) while the broadcast runs"]
        let problem = inhibition.problem.isEmpty ? [] : [PlainText.of(inhibition.problem)]
        return ["  inhibited   \((held + problem).joined(separator: "; "))"]
    }

    /// Why viewers see something else than what is captured, and what comes of a clip.
    private static func background(_ status: SessionStatus) -> [String] {
        var lines: [String] = []
        if let desktop = status.desktop {
            lines.append("  desktop     \(desktop.causes.joined(separator: ", ")): viewers get '\(desktop.shows)' for that")
        }
        for source in status.sources {
            guard let layer = source.layer, !layer.problem.isEmpty else { continue }
            lines.append("  layer       \(source.name) is not seen: \(layer.problem)")
        }
        if let loss = status.loss {
            let words = ["hold": "the last picture stays", "audio": "the audio goes on without a picture"]
            let what = words[loss.rung] ?? "viewers see \(standIn(status))"
            lines.append("  lost        for \(Figure.clock(loss.seconds)): \(what)")
        }
        if let clip = status.background.clip {
            let how = clip.isUnderWay ? "preparing, \(clip.percent) %" : clip.hasFailed ? "failed: \(PlainText.of(clip.problem))" : clip.state
            lines.append("  clip        \(PlainText.of(clip.file)): \(how)")
        }
        return lines
    }

    /// The time is that of the whole broadcast, whatever is seen at the moment.
    private static func state(_ status: SessionStatus) -> String {
        let clock = Figure.clock(status.uptimeSeconds)
        switch status.state {
        case "holding": return "holding the last picture\(absence(status)); running for \(clock)"
        case "slate":
            let why = status.desktop.map { ", the desktop is \($0.causes.joined(separator: ", "))" } ?? absence(status)
            return "showing \(standIn(status))\(why); running for \(clock)"
        case "paused": return "paused, viewers see \(standIn(status)); running for \(clock)"
        default: return "\(status.state) for \(clock)"
        }
    }

    /// Why the screen shows nothing new, or until when.
    private static func absence(_ status: SessionStatus) -> String {
        // Agents of other sources do not bring the screen back.
        let agents = status.agents.filter { $0.place == SourceName.screen.text }
        guard let agent = agents.last(where: { !$0.isStandby }) ?? agents.last else { return ", its agent is gone" }
        let isHidden = status.sources.contains { $0.name == agent.place && $0.layer?.isHidden == true }
        if isHidden { return ", what is shown is away, and the screen is hidden" }
        return agent.isStandby ? ", since agent \(agent.id) waits" : " until agent \(agent.id) shows something"
    }

    /// What viewers get in place of the screen.
    private static func standIn(_ status: SessionStatus) -> String {
        if status.loss?.rung == "audio" || status.desktop?.shows == "audio" { return "no picture, audio alone" }
        return status.background.clip.map { $0.shown.isEmpty ? "the slate" : "the clip" } ?? "the slate"
    }

    private static func picture(_ status: SessionStatus) -> [String] {
        let (picture, delay) = (status.picture, status.delay)
        guard status.streams != "audioOnly" else {
            return ["  picture     off, audio alone is sent: \(Figure.rate(status.bitRate)), \(status.dropped) dropped"]
        }
        guard !picture.size.isEmpty else { return ["  picture     none yet: waiting for an agent's first frame"] }
        var lines = [
            "  picture     \(picture.size), \(Figure.fixed(picture.fps)) of \(picture.maxFps) fps, \(Figure.rate(status.bitRate))"
                + (status.encodings.count > 1 ? " of all encodings" : "") + (status.streams == "both" ? " with audio" : "")
        ]
        let encodings = status.encodings.filter { !$0.size.isEmpty }
        if encodings.count > 1 || encodings.contains(where: { $0.size != picture.size }) { lines += encodings.map(encoded) }
        if let rate = status.rate { lines.append("  bit rate    \(RateText.line(rate))") }
        lines += [
            "  frames      \(picture.framesEncoded) encoded, \(picture.keepAlives) of them unchanged; \(status.dropped) dropped",
            "  encoding    \(Figure.fixed(picture.encodeMillisecondsMedian)) ms, worst \(Figure.fixed(picture.encodeMillisecondsWorst)) ms",
            "  delay       \(Figure.fixed(delay.medianMilliseconds)) ms, p95 \(Figure.fixed(delay.p95Milliseconds)) ms, "
                + "worst \(Figure.fixed(delay.worstMilliseconds)) ms (captured to handed to the targets)",
        ]
        if !picture.lastError.isEmpty { lines.append("  error       \(picture.lastError) (\(picture.failed) frames)") }
        return lines
    }

    private static func encoded(_ encoding: SessionStatus.Encoding) -> String {
        let targets = encoding.targets.map(String.init).joined(separator: ", ")
        let figures = "\(encoding.size) \(encoding.codec), \(Figure.fixed(encoding.fps)) fps, \(Figure.rate(encoding.bitRate))"
        return "  encoded     \(encoding.name): \(figures)" + (targets.isEmpty ? "" : ", target \(targets)")
    }

    private static func audio(_ status: SessionStatus) -> [String] {
        guard status.streams != "videoOnly" else { return ["  microphone  off, the picture alone is sent"] }
        var lines = ["  microphone  \(microphone(status.microphone))"]
        guard let audio = status.audio else { return lines }
        for other in audio.sources where other.kind == "microphone" && other.id != "mic" {
            let words = device(
                other.state, other.device, isMuted: other.isMuted, peak: other.peakDbfs, rms: other.rmsDbfs, drift: other.driftPpm)
            lines.append("  \(other.id)\(String(repeating: " ", count: max(1, 12 - other.id.count)))\(words)")
        }
        let others = audio.sources.filter { $0.kind != "microphone" && !($0.kind == "music" && $0.state == "stopped") }
        if !others.isEmpty {
            lines.append(PlainText.of("  also        " + others.map { "\($0.id) \($0.isMuted ? "muted" : $0.state)" }.joined(separator: ", ")))
        }
        if audio.mix.isMuted { lines.append("  mix         muted") }
        if !audio.mix.warning.isEmpty { lines.append("  loudness    \(audio.mix.warning)") }
        return lines
    }

    private static func microphone(_ microphone: SessionStatus.Microphone) -> String {
        guard microphone.state != "none" else { return "none, silence is sent" }
        return device(
            microphone.state, microphone.device, isMuted: microphone.isMuted, peak: microphone.peakDbfs, rms: microphone.rmsDbfs,
            drift: microphone.driftPpm)
    }

    private static func device(_ state: String, _ name: String, isMuted: Bool, peak: Double, rms: Double, drift: Double) -> String {
        let words = state + (name.isEmpty ? "" : ", \(name)") + (isMuted ? ", muted" : "")
        guard state == "live" else { return words }
        return words + ", peak \(Figure.fixed(peak, 0)) dBFS, rms \(Figure.fixed(rms, 0)) dBFS, drift \(Figure.fixed(drift, 0)) ppm"
    }

    private static func agents(_ status: SessionStatus) -> [String] {
        guard status.streams != "audioOnly" else { return [] }
        guard !status.agents.isEmpty else {
            guard let last = status.departed.last else { return ["", "No agent."] }
            let why = last.message.isEmpty ? last.endReason : "\(last.endReason): \(last.message)"
            return ["", PlainText.of("No agent; the last (\(last.backend), pid \(last.pid)) ended \(Figure.clock(last.secondsAgo)) ago, \(why)")]
        }
        var table = TextTable(heading: [
            ("AGENT", .left), ("SCREEN", .left), ("STATE", .left), ("SIZE", .left), ("FRAMES", .right), ("WAITED", .right), ("MEMORY", .left),
            ("SANDBOX", .left), ("PID", .right),
        ])
        table.rows = status.agents.map { agent in
            [
                "\(agent.id) \(agent.backend)", agent.screen, agent.stateWord, agent.size, "\(agent.frames)", "\(agent.waitedForSlot)",
                agent.memoryText,
                agent.sandboxText, "\(agent.pid)",
            ]
        }
        return [""] + table.lines()
    }

    private static func targets(_ status: SessionStatus) -> [String] {
        guard !status.targets.isEmpty else { return [] }
        var table = TextTable(heading: [
            ("TARGET", .left), ("STATE", .left), ("RATE", .right), ("SENT", .right), ("DROPPED", .right), ("QUEUED", .right),
            ("RECONNECTS", .right),
        ])
        table.rows = status.targets.map { target in
            [
                "\(target.id) \(target.name)", target.state, Figure.rate(target.bitRate), Figure.bytes(target.bytesSent),
                "\(target.droppedFrames)", Figure.fixed(target.queuedMilliseconds, 0) + " ms", "\(target.reconnects)",
            ]
        }
        table.rows += LadderTotal.all(of: status.targets).map { ladder in
            [ladder.url, "in all", Figure.rate(ladder.bitRate), Figure.bytes(ladder.bytesSent), "\(ladder.droppedFrames)", "", ""]
        }
        let errors = status.targets.filter { !$0.lastError.isEmpty && $0.state != "live" }.map {
            $0.lastError.hasPrefix($0.name + ": ") ? $0.lastError : "\($0.name): \($0.lastError)"
        }
        return [""] + table.lines() + errors
    }
}
