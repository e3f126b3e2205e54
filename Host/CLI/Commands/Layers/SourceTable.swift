import Session

/// The sources of a broadcast, for people: the uppermost first, as they cover each other.
enum SourceTable {
    static func text(_ sources: [SessionStatus.Source]) -> String {
        guard !sources.isEmpty else { return "no picture is sent: there is no source" }
        var table = TextTable(heading: [
            ("SOURCE", .left), ("STATE", .left), ("AGENT", .right), ("CAPTURED", .left), ("AT", .right), ("SIZE", .right), ("Z", .right),
            ("SHOWN", .left),
        ])
        let order = sources.enumerated().sorted { one, other in
            let (first, second) = (one.element.layer?.z ?? 0, other.element.layer?.z ?? 0)
            return first == second ? one.offset > other.offset : first > second
        }
        table.rows = order.map { row($0.element) }
        return table.lines().joined(separator: "\n")
    }

    private static func row(_ source: SessionStatus.Source) -> [String] {
        let captured = [source.backend, source.screen, source.size].filter { !$0.isEmpty }.joined(separator: " ")
        let agent = source.agent.map { "\($0)" } ?? ""
        guard let layer = source.layer else { return [source.name, source.state, agent, captured, "", "", "", ""] }
        return [
            source.name, source.state, agent, captured, "\(layer.x),\(layer.y)", "\(layer.width)x\(layer.height)", "\(layer.z)",
            shown(layer, source.zoom),
        ]
    }

    private static func shown(_ layer: SessionStatus.Layer, _ zoom: SessionStatus.SourceZoom?) -> String {
        if layer.isHidden { return "hidden" }
        if !layer.problem.isEmpty { return "not seen: \(layer.problem)" }
        var words = [layer.aspect]
        if layer.opacity < 1 { words.append("opacity \(layer.opacity)") }
        if layer.isMirrored { words.append("mirrored") }
        if !layer.crop.isEmpty { words.append("crop \(layer.crop)") }
        if let zoom, zoom.factor > 1 { words.append("zoom \(zoom.factor)\(zoom.follow == "off" ? "" : " at the \(zoom.follow)")") }
        return words.joined(separator: ", ")
    }
}
