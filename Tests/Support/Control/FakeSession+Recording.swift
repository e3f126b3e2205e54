public import Delivery
public import Platform
public import Session

/// Recordings of a fake: every recording among its targets that is live gets a chapter, and a clip is said to be as long as was asked.
extension FakeSession {
    public func mark(_ name: String?) throws(DeliveryError) -> ChapterReport {
        let recordings = note { $0.chapters.append(name) }.targets.filter { $0.url.hasPrefix("/") && $0.state == "live" }.map(\.id)
        guard !recordings.isEmpty else { throw DeliveryError(.notNow, "nothing is recorded now") }
        return ChapterReport(name: name ?? "Chapter 1", targets: recordings, without: [])
    }

    public func saveReplay(_ request: ReplayRequest) throws(DeliveryError) -> ReplayReport {
        guard note({ $0.clips.append(request) }).replay != nil else { throw DeliveryError(.notNow, "this broadcast keeps no replay") }
        return ReplayReport(file: request.file, seconds: request.span?.inSeconds ?? 60, bytes: 1_000_000)
    }

    public func takeSnapshot(_ request: SnapshotRequest) throws(DeliveryError) -> SnapshotReport {
        if let problem = request.problem { throw DeliveryError(.badSetting, problem) }
        let number = { (told: Told) in told.snapshots.count }(wasTold) + 1
        _ = note { $0.snapshots.append(request) }
        let path = { if case .file(let path) = request.place { path } else { "/pictures/shot-\(number).\(request.format.ending)" } }()
        return SnapshotReport(file: path, source: request.source, width: 1280, height: 720, bytes: 100_000)
    }

    public func openPreview() throws(DeliveryError) -> Preview {
        do throws(SystemError) {
            let file = OwnedDescriptor(taking: try makeMemoryFile(named: "preview"))
            return Preview(report: PreviewReport(width: 64, height: 48, bytes: 4096, leaseSeconds: 5), descriptor: SharedDescriptor(file))
        } catch { throw DeliveryError(.notNow, "\(error)") }
    }
}
