import CAVFilter

/// libavfilter, which is loaded with the first graph.
enum GraphLibrary {
    /// What this was built for, such as "libavfilter.so.8".
    static var name: String { String(cString: cavfilter_library()) }

    static func error(_ reason: Int32, _ library: String) -> GraphError {
        Int(reason) == Int(cavfilter_no_library)
            ? .noLibrary(name: library, package: "libavfilter\(cavfilter_major())") : .noChain(library: library)
    }
}
