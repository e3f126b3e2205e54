extension TargetURL {
    /// The same address with a number at its stream key, by which the service lets a new connection replace the old one.
    /// Addresses without a stream key stay as they are.
    package func takingOver(_ suffix: TakeoverSuffix) -> TargetURL {
        guard case .rtmp = kind, let slash = text.lastIndex(of: "/") else { return self }
        let start = text.index(after: slash)
        let key = suffix.applied(to: String(text[start...]))
        return TargetURL(kind, text: text[..<start] + key, masked: masked, secrets: secrets + [key])
    }
}
