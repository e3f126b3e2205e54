import Session

/// What `splitcast targets` prints.
enum TargetTable {
    static func text(_ targets: [SessionStatus.Target]) -> String {
        guard !targets.isEmpty else { return "the stream goes nowhere: add a target with 'splitcast targets add URL'\n" }
        // Two streams to one server are told apart by it; where there is one encoding it says nothing.
        let namesEncodings = Set(targets.map(\.encoding)).count > 1
        var table = TextTable(
            heading: [
                ("ID", .right), ("STATE", .left), ("RATE", .right), ("SENT", .right), ("DROPPED", .right), ("QUEUED", .right), ("RECONNECTS", .right),
            ] + (namesEncodings ? [("ENCODING", .left)] : []) + [("TARGET", .left)])
        table.rows = targets.map { target in
            [
                "\(target.id)", target.state, Figure.rate(target.bitRate), Figure.bytes(target.bytesSent), "\(target.droppedFrames)",
                Figure.fixed(target.queuedMilliseconds, 0) + " ms", "\(target.reconnects)",
            ] + (namesEncodings ? [target.encoding] : []) + [target.name + part(of: target)]
        }
        table.rows += LadderTotal.all(of: targets).map { ladder in
            ["", "in all", Figure.rate(ladder.bitRate), Figure.bytes(ladder.bytesSent), "\(ladder.droppedFrames)", "", ""]
                + (namesEncodings ? [""] : []) + [ladder.url]
        }
        let errors = targets.filter { !$0.lastError.isEmpty && $0.state != "live" }.map { "\($0.id): \($0.lastError)" }
        return (table.lines() + errors).joined(separator: "\n") + "\n"
    }

    /// Of a recording in several files the one that is written, where its address names another.
    private static func part(of target: SessionStatus.Target) -> String {
        guard let file = target.file, !target.url.hasSuffix(file), let name = file.split(separator: "/").last else { return "" }
        return " (\(name))"
    }
}
