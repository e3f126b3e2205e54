extension Rule {
    static let code: [Rule] = [
        .lines(
            "No loose tasks", in: isProduct, having: "Task", offender: SourceFile("Host/Session/Run.swift", "        Task { await run() }"),
            isBad: { $0.code.matches(#"(^|[^A-Za-z.])Task(\.detached)? *(\(.*\))? *\{"#) }),
        .lines(
            "Nothing is left for later", in: isAnything, having: "TO" + "DO", "FIX" + "ME", "X" + "XX",
            offender: SourceFile("Host/Codec/Encoder.swift", "// " + "TO" + "DO: flush"),
            isBad: { line in ["TO" + "DO", "FIX" + "ME", "X" + "XX"].contains { line.matches("\\b\($0)\\b") } }),
        .lines(
            "A dropped error has its reason beside it", in: isAnything, having: "try" + "?",
            offender: SourceFile("Host/Codec/Encoder.swift", "let file = try" + "? open()"),
            isBad: { $0.matches("\\btry" + #"\?"#) && !$0.contains("//") }),
        .lines(
            "Tests wait for something, never for a time", in: { $0.hasPrefix("Tests/") }, having: "le" + "ep",
            offender: SourceFile("Tests/Audio/Mixing/MixerTests.swift", "        us" + "leep(1000)"),
            isBad: { $0.code.matches("us" + #"leep|nanosl"# + #"eep|Thread\.sl"# + #"eep|Task\.sl"# + #"eep|[^a-z]sl"# + #"eep\("#) }),
        .lines(
            "Threads are made in one place", in: { isProduct($0) && !$0.hasPrefix("Shared/Platform/Threads/") }, having: "hread", "DispatchQueue",
            offender: SourceFile("Host/Audio/Microphone.swift", "let status = pthread_create(&thread, nil, body, nil)"),
            isBad: { $0.code.matches(#"pthread_create|\bThread[ (.{]|DispatchQueue|detachNewThread"#) }),
        .lines(
            "No floating-point number becomes an integer but by clamping", in: isProduct, having: "Int",
            offender: SourceFile("Host/Codec/Decode/AudioInput.swift", "        return .nanoseconds(Int64((Double(ticks) * 1e9).rounded()))"),
            isBad: { trappingConversions($0.code) > 0 }),
        Rule(
            name: "No table of a Wayland interface is written by hand",
            offender: [SourceFile("Sources/Libraries/CWayland/tables.c", "static const struct wl_message requests[] = {{\"copy\", \"o\", types}};")],
            violations: { files in
                files.filter { $0.path.hasSuffix(".c") && $0.isCode }.flatMap { file in
                    file.findings { $0.has("struct wl_") && $0.matches(#"struct wl_(interface|message) +\w+(\[\])? *= *\{"#) }
                }
            }),
        Rule(
            name: "No path of one machine", offender: [SourceFile("README.md", "Look into /" + "home/me/splitcast.")],
            violations: { files in
                let places = ["home", "root", "work", "farm", "Users"].map { "/\($0)/" }
                return files.flatMap { file in file.findings { line in places.contains { line.has($0) } } }
            }),
    ]
}

/// `Int(…)` and the like without a label, of what shows that it is a floating-point number.
private func trappingConversions(_ line: Substring) -> Int {
    var (rest, count) = (line, 0)
    while let found = rest.range(of: #"\bU?Int(8|16|32|64)?\("#, options: .regularExpression) {
        rest = rest[found.upperBound...]
        var depth = 1
        let argument = rest.prefix { letter in
            depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
            return depth > 0
        }
        let isFloating = argument.matches(#"\b(Double|Float|floor|ceil)\(|\.rounded\(|\.in(Milliseconds|Seconds)|\b\d+\.\d|\b\d+e\d"#)
        if isFloating, !argument.matches(#"^\s*\w+:"#) { count += 1 }
    }
    return count
}
