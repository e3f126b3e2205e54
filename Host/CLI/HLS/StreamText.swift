/// What is in a stream, as a table for people.
enum StreamText {
    static func of(_ stream: StreamInspection) -> String {
        if let segments = stream.segments {
            let kind = segments.isLive ? "live" : "ended"
            let encryption = segments.encryption.isEmpty ? "" : ", encrypted by \(segments.encryption.joined(separator: ", "))"
            let count = segments.count == 1 ? "1 segment" : "\(segments.count) segments"
            return "a media playlist, which has nothing to choose from: \(kind), \(count), \(Figure.clock(segments.seconds)), "
                + "target duration \(segments.targetSeconds) s\(encryption)\n"
        }
        var lines = variants(stream.variants).lines()
        if !stream.renditions.isEmpty { lines += [""] + renditions(stream.renditions).lines() }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func variants(_ variants: [StreamInspection.OneVariant]) -> TextTable {
        var table = TextTable(heading: [
            ("NO", .right), ("PEAK", .right), ("AVERAGE", .right), ("SIZE", .left), ("FPS", .right), ("RANGE", .left), ("VIDEO", .left),
            ("AUDIO", .left), ("CHANNELS", .right), ("GROUP", .left), ("BADGES", .left),
        ])
        for variant in variants {
            let (video, audio) = (variant.videoAttributes, variant.audioAttributes)
            table.rows.append([
                "\(variant.number)", Figure.rate(Double(variant.peakBitRate)), variant.averageBitRate.map { Figure.rate(Double($0)) } ?? "–",
                video?.presentationSize ?? "–", video?.nominalFrameRate.map { frameRate($0) } ?? "–", video?.videoRange ?? "–",
                video?.codecTypes.joined(separator: " ") ?? "–", audio?.formatIDs.joined(separator: " ") ?? "–",
                audio?.channelCount.map { "\($0)" } ?? "–", audio?.group ?? "–", variant.badges.joined(separator: ", "),
            ])
        }
        return table
    }

    private static func renditions(_ renditions: [StreamInspection.OneRendition]) -> TextTable {
        var table = TextTable(heading: [
            ("TYPE", .left), ("GROUP", .left), ("NAME", .left), ("LANGUAGE", .left), ("CHANNELS", .left), ("DEFAULT", .left),
        ])
        for one in renditions {
            table.rows.append([one.type.lowercased(), one.group, one.name, one.language ?? "–", one.channels ?? "–", one.isDefault ? "yes" : ""])
        }
        return table
    }

    /// 29.97, 60
    private static func frameRate(_ rate: Double) -> String {
        var text = Figure.fixed(rate, 3)
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
