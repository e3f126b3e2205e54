extension MasterPlaylist {
    /// The playlist again, every attribute as it was read.
    public var text: String {
        var lines = ["#EXTM3U"]
        func add(_ tag: Tag, _ lists: [AttributeList]) { lines += lists.map { "#\(tag.rawValue):\($0.text)" } }
        if let version { lines.append("#\(Tag.version.rawValue):\(version)") }
        if isIndependent { lines.append("#\(Tag.independentSegments.rawValue)") }
        add(.define, definitions)
        add(.start, start.map { [$0] } ?? [])
        add(.contentSteering, contentSteering.map { [$0] } ?? [])
        add(.sessionData, sessionData)
        add(.sessionKey, sessionKeys.map(\.attributes))
        lines += unknownTags
        add(.media, renditions.map(\.attributes))
        for stream in streams { lines += ["#\(Tag.streamInf.rawValue):\(stream.attributes.text)", stream.uri] }
        add(.iFrameStreamInf, iFrameStreams)
        // A playlist of no variants is one still.
        return lines.joined(separator: "\n") + "\n"
    }
}
