extension Rule {
    /// Files below `Host/Session`, `Host/Audio` and `Host/Delivery` whose texts name an option or a command, each with its reason.
    private static let naming: [String: String] = [
        "Host/Session/SessionConfiguration+Codec.swift": "it is checked at the start alone",
        "Host/Session/Encodings/SessionConfiguration+Encoder.swift": "it is checked at the start alone",
        "Host/Session/Rate/QualityChoice.swift": "a table is chosen at the start alone",
        "Host/Session/Recording/ReplayRoom.swift": "a replay is made at the start alone",
        "Host/Session/Targets/TargetCoordinator+Addresses.swift": "it is said of addresses that are given at the start",
        "Host/Session/Desktop/EventNotifications.swift": "people at the desktop read it, no client",
        "Host/Delivery/Reconnect/ReconnectPolicy.swift": "it reads an option's value",
        "Host/Delivery/Reconnect/AddressHook.swift": "an event says it, of the command that the option gave",
    ]

    private static let mayRefuse: @Sendable (String) -> Bool = { path in
        ["Host/Session/", "Host/Audio/", "Host/Delivery/"].contains { path.hasPrefix($0) } && !path.hasPrefix("Host/Session/Agents/")
    }

    static let code: [Rule] = [
        // Clients of the control socket get them, which type no commands.
        .lines(
            "Refusals name neither commands nor options", in: { mayRefuse($0) && naming[$0] == nil }, having: "splitcast ", "--",
            offender: SourceFile("Host/Session/Run.swift", #"throw DeliveryError(.notNow, "nothing records: add 'splitcast mark'")"#),
            isBad: { namesCommand($0) }),
        Rule(name: "A reason belongs to a file that names a command or an option", offender: []) { files in
            naming.keys.filter { path in !files.contains { $0.path == path && $0.lines.contains { namesCommand($0) } } }.map {
                "\($0) needs no reason"
            }
        },
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
            isBad: { trappingConversions($0.code, of: floatingNumbers) > 0 }),
        Rule(
            name: "What a file declares as a floating-point number becomes an integer only by clamping",
            offender: [SourceFile("Host/Preflight/LinkProbe.swift", "    private var rate: Double\n    var bits: Int { Int(rate * 8) }")]
        ) { files in
            files.filter { $0.isSwift && isProduct($0.path) }.flatMap { (file: SourceFile) -> [String] in
                let names = file.floatingNames
                guard !names.isEmpty else { return [] }
                // As a whole value: neither a member of something, nor something with members.
                let pattern = #"(?<![\w.])("# + names.sorted().joined(separator: "|") + #")(?![\w.(:])"#
                return file.findings { $0.has("Int") && trappingConversions($0.code, of: pattern) > 0 }
            }
        },
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

/// Whether it has a text that says what to type. Arguments that a program is started with stand alone in their quotes.
private func namesCommand(_ line: Substring) -> Bool { line.code.matches(#"'splitcast | --[a-z]|"--[a-z-]+[^a-z"-]"#) }

/// What shows that it is a floating-point number.
private let floatingNumbers =
    #"\b(Double|Float|floor|ceil)\(|\.rounded\(|\.in(Milliseconds|Seconds)|\.(msRTT|mbps[A-Z])|\b\d+\.\d|\b\d+e\d"#

extension SourceFile {
    /// Declared as floating-point numbers, and nowhere else in the file as anything else.
    fileprivate var floatingNames: Set<String> {
        var (floating, other): (Set<String>, Set<String>) = ([], [])
        guard text[...].has("Double") || text[...].has("Float") else { return [] }
        for line in lines where line.has(": ") || line.has(" = ") {
            let code = line.code
            for match in code.matches(of: /(\w+): ([A-Z]\w*)/) {
                if ["Double", "Float"].contains(match.2) { floating.insert(String(match.1)) } else { other.insert(String(match.1)) }
            }
            guard code.has(" = "), code.has("Double(") || code.has("Float(") || code.has(".rounded()") else { continue }
            if let match = code.firstMatch(of: /(?:let|var) (\w+) = (?:(?:Double|Float)\(.*|.*\.rounded\(\))$/) { floating.insert(String(match.1)) }
        }
        return floating.subtracting(other)
    }
}

/// `Int(…)` and the like without a label, of what has `pattern` in it.
private func trappingConversions(_ line: Substring, of pattern: String) -> Int {
    var (rest, count) = (line, 0)
    while let found = rest.range(of: #"\bU?Int(8|16|32|64)?\("#, options: .regularExpression) {
        rest = rest[found.upperBound...]
        var depth = 1
        let argument = rest.prefix { letter in
            depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
            return depth > 0
        }
        if argument.matches(pattern), !argument.matches(#"^\s*\w+:"#) { count += 1 }
    }
    return count
}
