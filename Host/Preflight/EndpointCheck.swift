import Codec
public import Delivery
import Glibc
import Platform
import Protocols

/// Finds out whether an endpoint would take a stream, without sending one: a name is looked up, a connection made and a certificate
/// verified as for a broadcast; a stream is announced and taken back at once. Files and directories are looked at, not touched.
///
/// Belongs to one thread.
public struct EndpointCheck {
    static let limit: Duration = .seconds(10)
    /// Some servers take any stream at first, and look at the key then.
    private static let secondThoughts: Duration = .milliseconds(400)
    let url: TargetURL
    let settings: TargetSettings
    let steps: StepRecorder

    /// - Parameters:
    ///   - settings: of which what concerns certificates, limits of connecting and `overwrites` counts.
    ///   - show: told of each step when it is over.
    public init(_ url: TargetURL, settings: TargetSettings = TargetSettings(), show: @escaping (EndpointReport.Step) -> Void = { _ in }) {
        (self.url, self.settings, steps) = (url, settings, StepRecorder(show))
    }

    /// Blocks for some seconds at most.
    @available(*, noasync)
    public func run() -> EndpointReport {
        do throws(DeliveryError) {
            let verdict =
                switch url.kind {
                case .rtmp: try checkRTMP()
                case .srt: try checkSRT()
                case .udp: try checkUDP()
                case .httpHLS(let isSecure): try checkHTTP(isSecure)
                case .file, .hls: try checkFile()
                }
            steps.finish()
            return EndpointReport(steps: steps.all, failure: nil, verdict: verdict)
        } catch {
            steps.finish(isGood: false)
            return EndpointReport(steps: steps.all, failure: error, verdict: error.message)
        }
    }

    // MARK: Networks

    private func checkRTMP() throws(DeliveryError) -> String {
        let connection = RTMPConnection(try RTMPAddress(of: url), settings.connection)
        defer { connection.close(until: .now() + .seconds(1)) }
        connection.entering = { [steps] in steps.enter(OpeningPhase($0)) }
        try url.telling { () throws(NetworkError) in try connection.open(until: .now() + Self.limit) }
        steps.enter(.hold)
        let end = MediaTime.now() + Self.secondThoughts
        while MediaTime.now() < end {
            try url.telling { () throws(NetworkError) in try connection.listen(until: end) }
            CallLimit().pause(until: min(end, .now() + .milliseconds(50)))
        }
        return "the server accepts the stream: application and key are accepted"
            + (url.kind == .rtmp(isSecure: false) ? "; the key travels in clear, which rtmps:// would hide" : "")
    }

    private func checkSRT() throws(DeliveryError) -> String {
        let address = try SRTAddress(parsing: url.afterScheme)
        let connection = SRTConnection(address, bitsPerSecond: settings.bitsPerSecond)
        defer { connection.close(until: .now() + .milliseconds(200)) }
        connection.entering = { [steps] in steps.enter(OpeningPhase($0)) }
        try url.telling { () throws(NetworkError) in try connection.open(until: .now() + Self.limit) }
        let named = address.streamID == nil ? "" : ", and accepts its streamid"
        return "the listener answers\(named)"
            + (address.passphrase == nil ? "; the stream would travel in clear, which passphrase= prevents" : "; the passphrase is the listener's")
    }

    private func checkUDP() throws(DeliveryError) -> String {
        let connection = UDPConnection(try UDPAddress(parsing: url.afterScheme), bitsPerSecond: settings.bitsPerSecond)
        defer { connection.close(until: .now() + .milliseconds(200)) }
        steps.enter(.resolve)
        try url.telling { () throws(NetworkError) in try connection.open(until: .now() + Self.limit) }
        steps.finish()
        return "there is a way to that address; over UDP no one reports whether anyone listens"
    }

    // MARK: Files

    private func checkFile() throws(DeliveryError) -> String {
        let path = url.text
        let shown = url.folder
        steps.enter(.directory)
        var facts = stat()
        guard stat(shown, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
            throw DeliveryError(.notWritable, "the directory \(shown) cannot be used: make it first")
        }
        steps.enter(.writable)
        guard access(shown, W_OK | X_OK) == 0 else {
            throw DeliveryError(.notWritable, "the directory \(shown) may not be written to: \(String(cString: strerror(errno)))")
        }
        steps.enter(.space)
        let free = try space(shown)
        steps.finish("\(free >> 20) MiB free")
        guard case .file = url.kind else { return "a playlist and its segments can be written there" }
        steps.enter(.name)
        // A link that leads nowhere is in the way too.
        if !url.namesFollowTime, lstat(path, &facts) == 0 {
            if stat(path, &facts) != 0, settings.overwrites {
                throw DeliveryError(.notWritable, "\(path) is a link that leads nowhere: remove it, or make what it leads to")
            }
            guard facts.st_mode & S_IFMT != S_IFDIR else { throw DeliveryError(.notWritable, "\(path) is a directory: name a file") }
            guard settings.overwrites else {
                throw DeliveryError(.exists, "\(path) exists: choose another name, or allow it to be overwritten (--overwrite)")
            }
        }
        let file = url.namesFollowTime ? url.firstFile(isSplit: false) : nil
        return "it can be recorded there" + (file.map { ", now as \($0)" } ?? "")
    }

    private func space(_ directory: String) throws(DeliveryError) -> UInt64 {
        var facts = statvfs()
        guard statvfs(directory, &facts) == 0 else { return .max }
        let free = UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize)).partialValue
        guard facts.f_blocks == 0 || free >= 16 << 20 else {
            throw DeliveryError(.diskFull, "\(directory) has \(free >> 20) MiB left: that is less than half a minute")
        }
        return free
    }
}
