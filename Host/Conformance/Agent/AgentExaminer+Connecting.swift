import AgentProtocol
import Glibc
import Platform

/// Before an agent is attached: no host, a host that refuses, a host that says more than expected.
extension AgentExaminer {
    @available(*, noasync)
    func waiting() throws(ConformanceError) {
        let start = MediaTime.now()
        var (used, stillSince) = (Duration.zero, start)
        // On a busy machine an agent may take longer to start: until it rests, it may not even have looked for a host.
        while process.isRunning, .now() < start + Self.patience, !stage.interruption.hasCome {
            let figure = ProcessFigures(of: process.processID).processorTime
            if figure != used { (used, stillSince) = (figure, .now()) }
            if .now() - start >= .milliseconds(700), .now() - stillSince >= .milliseconds(400) { break }
            stage.wait(for: [process.textDescriptor, process.endDescriptor], until: .now() + .milliseconds(50))
        }
        report.judge(.waitsForHost, process.isRunning ? nil : "\(process.farewell); an agent waits and tries again, every 250 ms is kind")
        try stage.open()
    }

    /// A refusal of the agent's version. It may end, with a message, or try again in its own time.
    @available(*, noasync)
    func refusal() throws(ConformanceError) {
        guard try refuse() else { return }
        report.judge(.connects, nil)
        try afterRefusal(.refusal, mostAttempts: 30, "one attempt every 250 ms is kind")
    }

    /// It may end, with a message, or try again in its own time.
    @available(*, noasync)
    func afterRefusal(_ check: AgentCheck, mostAttempts: Int, _ advice: String) throws(ConformanceError) {
        let before = ProcessFigures(of: process.processID).processorTime
        let (start, span) = (MediaTime.now(), Duration.milliseconds(1500))
        var attempts = 0
        // Further attempts get no answer: the connection is closed at once.
        while .now() < start + span, process.isRunning, !stage.interruption.hasCome {
            if try stage.accept(until: start + span, from: process) != nil { attempts += 1 }
            if attempts > 1000 { break }
        }
        if !process.isRunning {
            let isMute = process.lastLine.isEmpty
            return report.judge(check, isMute ? "\(process.farewell); say what the host's refusal said" : nil)
        }
        let used = ProcessFigures(of: process.processID).processorTime - before
        let isBusy = attempts > mostAttempts || used > span * 0.7
        report.judge(
            check, isBusy ? "\(attempts) attempts and \(Int(clamping: used.inMilliseconds)) ms of processor time in \(span); \(advice)" : nil)
    }

    /// Answers a hello with a refusal and closes the connection. False when there was no hello.
    @available(*, noasync)
    private func refuse() throws(ConformanceError) -> Bool {
        guard let (socket, hello) = try nextConnection() else { return false }
        let buffer = WireBuffer()
        let message = "the agent speaks protocol versions \(hello.versions), this host 200...201: update the older of the two"
        Refusal(reason: .failed, message: message).encode(into: buffer)
        // One that is gone already shows in what follows.
        do throws(SystemError) { try socket.send(buffer.bytes) } catch {}
        return true
    }

    /// A kind of a later version, before the welcome.
    @available(*, noasync)
    func unknownGreeting() throws(ConformanceError) {
        guard let (socket, hello) = try nextConnection() else { return }
        let wantsCast = wantsCast
        WireBytes(kind: 99).u32(1).bytes.withUnsafeBytes { bytes in
            do throws(SystemError) { try socket.send(bytes) } catch {}
        }
        let attachment = try Attachment(socket, hello, process: process, stage: stage, report: report)
        let asked = attachment.run(for: Self.patience, until: { attachment.memory != nil || wantsCast && attachment.state != nil })
        process.look()
        let what = process.end == nil ? "it did not go on" : process.farewell
        report.judge(.unknownGreeting, asked ? nil : "a packet of kind 99 came before the welcome, and \(what)")
    }
}
