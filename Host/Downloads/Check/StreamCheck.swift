public import HLS
public import Platform
import Protocols

/// Looks at a stream from outside: its playlists, some of its segments, and how its server answers. Blocks.
public final class StreamCheck {
    /// Of each variant so many segments are fetched and read, spread over the playlist.
    public static let sampledSegments = 3

    private let origin: Origin
    private let keys: KeyRing
    private let onStep: (String) -> Void
    private var remarks: [StreamRemark] = []
    private var isOriginTold = false
    /// Variants with a segment of more bits a second than the master playlist says.
    private var aboveBandwidth: [(name: String, stream: VariantStream, measured: Int)] = []

    /// - Parameter onStep: told what is being looked at.
    public init(_ origin: Origin, onStep: @escaping (String) -> Void = { _ in }) {
        (self.origin, self.onStep, keys) = (origin, onStep, KeyRing(origin))
    }

    /// - Returns: what is wrong, in the order in which it was found.
    /// - Throws: where the address leads to no playlist at all.
    @available(*, noasync)
    public func run(_ url: String) throws(DownloadError) -> [StreamRemark] {
        onStep("playlist")
        let found = try origin.playlist(at: url)
        switch found.playlist {
        case .media(let playlist):
            check(found.reply, "media playlist", maximumAge: playlist.hasEnded ? nil : playlist.targetDuration)
            remarks += MediaCheck.remarks(playlist, "media playlist", isIndependent: false)
            measure(playlist, found.reply.url, "media playlist", variant: nil, beside: 0)
            checkProgress([(url: url, name: "media playlist", playlist: playlist)], [:])
        case .master(let master):
            check(found.reply, "master playlist", maximumAge: nil)
            remarks += MasterCheck.remarks(master)
            try check(master, at: found.reply.url)
        }
        return remarks
    }

    private typealias Opened = (url: String, name: String, playlist: MediaPlaylist)

    private func check(_ master: MasterPlaylist, at base: String) throws(DownloadError) {
        var opened: [String: Opened] = [:]
        var audioRates: [String: Double] = [:]
        for rendition in master.renditions where rendition.kind == .audio || rendition.kind == .subtitles {
            guard let uri = rendition.uri, opened[uri] == nil else { continue }
            let name = "\(rendition.kind.rawValue.lowercased()) '\(rendition.group)/\(rendition.name)'"
            // Audio and text can be begun with at every segment.
            guard let media = try open(uri, base, name, master, isIndependent: true) else { continue }
            opened[uri] = media
            if rendition.kind == .audio {
                let rate = measure(media.playlist, media.url, name, variant: nil, beside: 0)
                audioRates[rendition.group] = max(audioRates[rendition.group] ?? 0, rate)
            }
        }
        var variants: [Opened] = []
        for variant in master.variants {
            let (uri, name) = (variant.stream.uri, MasterCheck.name(of: variant))
            let known = opened[uri]
            let found: Opened?
            if let known { found = known } else { found = try open(uri, base, name, master) }
            guard let media = found else { continue }
            opened[uri] = media
            let beside = variant.stream.group(of: .audio).flatMap { audioRates[$0] } ?? 0
            measure(media.playlist, media.url, name, variant: variant, beside: beside)
            if known == nil { variants.append(media) }
        }
        for (index, stream) in master.iFrameStreams.enumerated() {
            guard let uri = stream["URI"], opened[uri] == nil else { continue }
            guard let media = try open(uri, base, "I-frame variant \(index + 1)", master, isIndependent: true) else { continue }
            opened[uri] = media
            guard !media.playlist.isIFramesOnly else { continue }
            remarks.append(StreamRemark(.error, "4.4.6.3", media.name, "EXT-X-I-FRAMES-ONLY is missing"))
        }
        remarks += AlignmentCheck.remarks(variants.map { ($0.name, $0.playlist) })
        checkProgress(opened.values.sorted { $0.name < $1.name }, master.variables)
        checkBandwidths(opened.values.contains { !$0.playlist.hasEnded } ? newest(master, at: base) : master)
    }

    /// As it is now: what is measured of a live stream, its master playlist says as soon as it is known.
    private func newest(_ master: MasterPlaylist, at url: String) -> MasterPlaylist {
        guard !aboveBandwidth.isEmpty else { return master }
        do throws(DownloadError) { if case .master(let newer) = try origin.playlist(at: url).playlist { return newer } } catch {}
        return master
    }

    /// Section 4.4.6.2: an upper bound; a tenth is what measuring one segment may be off by.
    private func checkBandwidths(_ master: MasterPlaylist) {
        for (name, stream, measured) in aboveBandwidth {
            let bandwidth = master.streams.first { $0.uri == stream.uri }?.bandwidth ?? stream.bandwidth
            guard bandwidth > 0, Double(measured) > Double(bandwidth) * 1.1 else { continue }
            remarks.append(StreamRemark(.error, "4.4.6.2", name, "BANDWIDTH is \(bandwidth), and a segment has \(measured) bits a second"))
        }
    }

    /// `nil` where it cannot be had, which is a remark.
    private func open(
        _ uri: String, _ base: String, _ name: String, _ master: MasterPlaylist, isIndependent: Bool = false
    ) throws(DownloadError) -> Opened? {
        onStep(name)
        let url = URIReference.resolved(uri, against: base)
        do throws(DownloadError) {
            let media = try origin.mediaPlaylist(at: url, variables: master.variables)
            check(media.reply, name, maximumAge: media.playlist.hasEnded ? nil : media.playlist.targetDuration)
            remarks += MediaCheck.remarks(media.playlist, name, isIndependent: isIndependent || master.isIndependent)
            return (media.reply.url, name, media.playlist)
        } catch {
            guard error.code != .stopped else { throw error }
            remarks.append(StreamRemark(.error, "4", name, error.message))
            return nil
        }
    }

    // MARK: The server

    private func check(_ reply: Origin.Reply, _ name: String, maximumAge: Int?) {
        guard reply.url.contains("://") else { return }
        let type = (reply.fields["content-type"] ?? "").lowercased().prefix { $0 != ";" }
        if !["application/vnd.apple.mpegurl", "audio/mpegurl"].contains(type) {
            let said = type.isEmpty ? "the server does not say what it is" : "the server calls it '\(type)'"
            remarks.append(StreamRemark(.warning, "4", name, said + ": a playlist is application/vnd.apple.mpegurl or audio/mpegurl"))
        }
        if reply.fields["access-control-allow-origin"] == nil, !isOriginTold {
            // Of the first alone: a server says it of all or of none.
            isOriginTold = true
            remarks.append(
                StreamRemark(.warning, "HTTP", name, "Access-Control-Allow-Origin is missing: pages of other sites cannot play it by script"))
        }
        guard let maximumAge, let caching = reply.fields["cache-control"] else { return }
        let ages = caching.split(separator: ",").compactMap { part -> Int? in
            let part = part.drop { $0 == " " }
            return part.hasPrefix("max-age=") ? Int(part.dropFirst("max-age=".count)) : nil
        }
        if let age = ages.first, age > maximumAge {
            remarks.append(
                StreamRemark(.warning, "HTTP", name, "a live playlist may be kept for \(age) s, longer than its target duration of \(maximumAge) s"))
        }
    }

    /// A live playlist has more a target duration and a half later.
    private func checkProgress(_ opened: [Opened], _ variables: [String: String]) {
        let live = opened.filter { !$0.playlist.hasEnded && $0.playlist.kind != "VOD" }
        guard let longest = live.map(\.playlist.targetDuration).max() else { return }
        onStep("waiting for live playlists to go on")
        let milliseconds = min(max(longest, 1), 30) * 1500
        CallLimit.wait(atMost: .milliseconds(milliseconds)) { [origin] in origin.isStopped }
        for one in live {
            do throws(DownloadError) {
                let newer = try origin.mediaPlaylist(at: one.url, variables: variables).playlist
                remarks += ProgressCheck.remarks(one.playlist, newer, one.name, after: milliseconds)
            } catch { remarks.append(StreamRemark(.error, "6.2.2", one.name, error.message)) }
        }
    }

    // MARK: The media

    /// - Parameter beside: bits a second of the audio that goes with it.
    /// - Returns: the highest of the segments looked at, in bits a second.
    @discardableResult
    private func measure(_ playlist: MediaPlaylist, _ base: String, _ name: String, variant: Variant?, beside: Double) -> Double {
        let segments = playlist.segments.filter { !$0.isGap }
        let step = max(1, segments.count / Self.sampledSegments)
        let samples = stride(from: 0, to: segments.count, by: step).prefix(Self.sampledSegments).map { segments[$0] }
        var highest = 0.0
        for segment in samples {
            onStep("\(name), segment \(segment.number)")
            do throws(DownloadError) {
                let sample = try SegmentSample(segment, base: base, origin: origin, keys: keys)
                for remark in sample.remarks(name, variant: variant) where !remarks.contains(remark) { remarks.append(remark) }
                if segment.duration >= 0.5 { highest = max(highest, Double(sample.byteCount) * 8 / segment.duration) }
            } catch { remarks.append(StreamRemark(.error, "6.2.1", name, error.message)) }
        }
        if let variant, highest + beside > Double(variant.peakBitRate) {
            aboveBandwidth.append((name, variant.stream, Int(clamping: highest + beside)))
        }
        return highest
    }
}
