import AgentProtocol
import CaptureKit
import Glibc
import Platform

/// `--audio`: decodes audio alone, for a host that plays music. Standard input is a connection to the host, which asks there and is told the
/// samples. No group, no screen, no picture.
///
/// Of a file nothing is read before this process has forbidden itself all that reading it does not need.
enum AudioMode {
    /// Ends the process: with 0 when the host was told how it ended, also that it failed.
    static func run(_ arguments: [String]) -> Never {
        HostedMode.run("--audio", for: "plays music", arguments) { serve(AudioConnection($0), $1) }
    }

    /// - Returns: false when the host went away.
    private static func serve(_ host: AudioConnection, _ mode: SandboxMode) -> Bool {
        do throws(SystemError) {
            guard let (request, file) = try host.request() else { return false }
            let source: AudioSource
            var sandbox = Sandbox(mode)
            if request.isFile {
                guard let file else { return false }
                source = .file(descriptor: file, name: request.location)
                sandbox.enter(sending: [])
                sandbox.close()
            } else {
                source = .address(request.location)
                sandbox.enterForNetwork(usesLocalSockets: source.isInLocalNetwork)
                for (name, value) in [("http_proxy", request.proxy), ("no_proxy", request.noProxy)] where !value.isEmpty { setenv(name, value, 1) }
            }
            do throws(AudioFault) { try decode(source, request, host) } catch {
                if error.cause is SystemError { return false }
                try host.send(.failed(error.code, error.message))
            }
            host.hangUp()
            return true
        } catch { return false }
    }

    /// - Throws: with a `SystemError` as the cause when the host went away.
    private static func decode(_ source: AudioSource, _ request: DecodingRequest, _ host: AudioConnection) throws(AudioFault) {
        func tell(_ report: DecoderReport) throws(AudioFault) {
            do throws(SystemError) { try host.send(report) } catch { throw AudioFault(.system, "has no host any more", cause: error) }
        }
        let limits = AudioReader.Limits(open: .milliseconds(Int64(request.openMilliseconds)), read: .milliseconds(Int64(request.readMilliseconds)))
        let reader = try AudioReader(source, isLooping: request.isLooping, patience: Patience(), limits: limits)
        try tell(.opened(nanoseconds: max(0, reader.duration?.inNanoseconds ?? 0)))
        var hasToldPass = false
        while true {
            let samples = try reader.next()
            if !hasToldPass, let pass = reader.passSampleFrames {
                try tell(.pass(sampleFrames: pass))
                hasToldPass = true
            }
            guard let samples else { break }
            var rest = UnsafeRawBufferPointer(samples)
            while !rest.isEmpty {
                let count = min(rest.count, DecoderReport.mostSampleFrames * DecoderReport.bytesPerSampleFrame)
                try tell(.samples(UnsafeRawBufferPointer(rebasing: rest[..<count])))
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                if let isLooping = host.looping() { reader.isLooping = isLooping }
            }
        }
        try tell(.finished)
    }
}
