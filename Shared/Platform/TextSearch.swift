extension StringProtocol {
    /// Where `text` stands first, compared byte by byte (UTF-8); nil where it does not, or is empty.
    ///
    /// Agents search with this one: the standard library's searches for a text are in its module of regular expressions, 1.5 MB of a program
    /// that carries its own runtime.
    public func range(ofText text: String) -> Range<Index>? {
        let wanted = Array(text.utf8)
        guard !wanted.isEmpty else { return nil }
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if utf8[start...].starts(with: wanted) { return start..<utf8.index(start, offsetBy: wanted.count) }
            utf8.formIndex(after: &start)
        }
        return nil
    }
}
