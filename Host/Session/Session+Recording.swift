import Codec
public import Delivery
import Events
public import Platform
import Synchronization

/// What the control plane asks about recordings, the replay, snapshots and the preview. Any thread but real-time ones; each may wait for a disk.
extension Session {
    @available(*, noasync)
    public func mark(_ name: String?) throws(DeliveryError) -> ChapterReport {
        let now = MediaTime.now()
        if let name, let problem = Chapter.problem(ofName: name) { throw DeliveryError(.badSetting, problem) }
        let report = try targets.mark(name, at: now)
        journal.note(.chapter(name: report.name, recordings: report.targets.count))
        return report
    }

    @available(*, noasync)
    public func saveReplay(_ request: ReplayRequest) throws(DeliveryError) -> ReplayReport {
        guard let replay else {
            throw DeliveryError(.notNow, "this broadcast keeps no replay: it has to be started with one, such as of 60 s")
        }
        UserFolders.own.makeRecordings(for: request.file)
        let url = try TargetURL(parsing: request.file)
        guard url.firstFile(isSplit: false) != nil else {
            throw DeliveryError(.badSetting, "\(url) is no file that a clip can be saved to: name one such as clip.mkv or clip.mp4")
        }
        if let refusal = targets.plan.refusal(of: url, isClip: true) { throw DeliveryError(.notNow, refusal) }
        guard let streams = targets.state.withLock({ $0.streams[EncodingChoice.main] }) else {
            throw DeliveryError(.notNow, "there is nothing to save yet: the broadcast waits for its first picture")
        }
        // A name that follows the time never meets another file.
        let claim = url.namesFollowTime ? nil : try TargetClaim(url, for: directory)
        defer { withExtendedLifetime(claim) {} }
        var settings = TargetSettings()
        settings.overwrites = configuration.overwrites
        settings.minFreeBytes = configuration.minFreeBytes > 0 ? configuration.minFreeBytes : nil
        let own = targets.plan.streams(for: url, of: streams, isClip: true)
        let saved: ReplayBuffer.Saved
        do throws(DeliveryError) { saved = try replay.save(to: url, streams: own, last: request.span, settings) } catch {
            guard error.code == .exists else { throw error }
            throw DeliveryError(.exists, "\(url) exists: choose another name, or remove it first", cause: error)
        }
        journal.note(.replaySaved(file: saved.file, span: saved.span, bytes: saved.byteCount))
        return ReplayReport(file: saved.file, seconds: saved.span.inSeconds, bytes: saved.byteCount)
    }

    @available(*, noasync)
    public func takeSnapshot(_ request: SnapshotRequest) throws(DeliveryError) -> SnapshotReport {
        if let problem = request.problem { throw DeliveryError(.badSetting, problem) }
        guard intake != nil else { throw DeliveryError(.notNow, "this broadcast has no picture: it was started without") }
        let names = layers.withLock { $0.sources.map(\.text) }
        guard request.source == SnapshotRequest.canvas || names.contains(request.source) else {
            throw DeliveryError(.badSetting, "there is no source \"\(request.source)\": there is \(names.joined(separator: ", "))")
        }
        var report = try snapshots.take(request)
        let isClipSent = encodings.running.contains { $0.thread?.sendsClip.load(ordering: .relaxed) == true }
        if request.source == SnapshotRequest.canvas, isClipSent { report.clip = clips.status?.shown }
        return report
    }

    @available(*, noasync)
    public func openPreview() throws(DeliveryError) -> Preview {
        guard intake != nil else { throw DeliveryError(.notNow, "this broadcast has no picture: it was started without") }
        return try preview.open()
    }
}
