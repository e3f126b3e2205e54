extension MediaPlaylist {
    /// The playlist again, every attribute as it was read; byte ranges with their offsets.
    public var text: String {
        var lines = head
        var state = SegmentWriter()
        for segment in segments { state.write(segment, to: &lines) }
        for part in openParts { lines.append("#\(Tag.part.rawValue):\(part.attributes.text)") }
        for hint in preloadHints { lines.append("#\(Tag.preloadHint.rawValue):\(hint.text)") }
        for report in renditionReports { lines.append("#\(Tag.renditionReport.rawValue):\(report.text)") }
        if hasEnded { lines.append("#\(Tag.endList.rawValue)") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What stands before the first segment.
    private var head: [String] {
        var lines = ["#EXTM3U"]
        if let version { lines.append("#\(Tag.version.rawValue):\(version)") }
        for list in definitions { lines.append("#\(Tag.define.rawValue):\(list.text)") }
        lines.append("#\(Tag.targetDuration.rawValue):\(targetDuration)")
        if mediaSequence > 0 { lines.append("#\(Tag.mediaSequence.rawValue):\(mediaSequence)") }
        if discontinuitySequence > 0 { lines.append("#\(Tag.discontinuitySequence.rawValue):\(discontinuitySequence)") }
        if let kind { lines.append("#\(Tag.playlistType.rawValue):\(kind)") }
        if isIndependent { lines.append("#\(Tag.independentSegments.rawValue)") }
        if isIFramesOnly { lines.append("#\(Tag.iFramesOnly.rawValue)") }
        for (tag, list) in [(Tag.start, start), (.serverControl, serverControl), (.partInf, partInf), (.skip, skip)] {
            if let list { lines.append("#\(tag.rawValue):\(list.text)") }
        }
        for range in dateRanges { lines.append("#\(Tag.dateRange.rawValue):\(range.text)") }
        return lines + unknownTags
    }
}
