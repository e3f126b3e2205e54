/// Why a graph of libavfilter could not be opened.
public enum GraphError: Error, Hashable, Sendable {
    /// It is not installed: its file, and Debian's package of it.
    case noLibrary(name: String, package: String)
    /// It does not have these filters, or not for what they would be given.
    case noChain(library: String)
}
