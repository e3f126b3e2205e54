import Codec
import Frames
import Picture
import Platform
import Synchronization

/// One clip being prepared for some encodings, on a thread of its own behind everything else of the program. What it comes to is told once.
final class ClipJob: Sendable {
    /// What an encoding wants of a clip.
    struct Need: Hashable, Sendable {
        /// Of the encoding.
        let id: Int
        let coding: Coding
        let settings: VideoSettings
        let canvas: PixelSize
    }

    struct Outcome: Sendable {
        let job: ClipJob
        let result: Result<[Need: EncodedClip], CodecError>
        /// Why it is not kept on the disk; empty where it is.
        let notKept: String
    }

    let choice: ClipChoice
    let needs: [Need]
    private let aspect: AspectMode
    private let decoder: DecoderSettings
    private let cache: ClipCache?
    private let wakeup: Wakeup
    private let isCancelled = Atomic<Bool>(false)
    private let permille = Atomic<Int>(0)

    /// Of an ordinary thread's weight a tenth: a broadcast that runs loses no picture for it.
    private static let niceness = 10

    /// - Parameter needs: not empty, of one canvas.
    init(_ choice: ClipChoice, for needs: [Need], aspect: AspectMode, decoder: DecoderSettings, cache: ClipCache?) throws(SystemError) {
        (self.choice, self.needs, self.aspect, self.decoder, self.cache) = (choice, needs, aspect, decoder, cache)
        wakeup = try Wakeup()
    }

    /// How far it is. Any thread.
    var percent: Int { permille.load(ordering: .relaxed) / 10 }

    /// Ends soon, as failed. Any thread.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        wakeup.signal()
    }

    /// The thread's body.
    @available(*, noasync)
    func run() -> Outcome {
        Urgency.setNiceness(Self.niceness)
        var notKept = ""
        do throws(CodecError) {
            let file = try ClipSource.open(choice.path)
            let revision = ClipSource.Revision(of: file)
            let content = try ContentDigest()
            try content.add(file: file.number) { isCancelled.load(ordering: .acquiring) }
            let digest = content.finish()
            var clips: [Need: EncodedClip] = [:]
            for need in needs { clips[need] = try kept(need, digest) }
            let missing = needs.filter { clips[$0] == nil }
            guard !missing.isEmpty else { return Outcome(job: self, result: .success(clips), notKept: "") }
            for (need, clip) in zip(missing, try encode(file, revision, missing)) {
                clips[need] = clip
                let name = try name(of: need, digest)
                let bytes = try ClipFile.encode(clip, as: name)
                do throws(SystemError) { try cache?.keep(bytes, as: name) } catch { notKept = error.reason }
            }
            return Outcome(job: self, result: .success(clips), notKept: notKept)
        } catch { return Outcome(job: self, result: .failure(error), notKept: "") }
    }

    // MARK: On the disk

    private func name(of need: Need, _ content: String) throws(CodecError) -> String {
        let digest = try ContentDigest()
        let part = "\(choice.from?.inNanoseconds ?? 0) \(choice.to?.inNanoseconds ?? 0) \(choice.isTrimmed)"
        digest.add("\(content) \(part) \(need.canvas) \(aspect) \(need.coding) \(ClipFile.profile(need.settings))")
        return digest.finish()
    }

    private func kept(_ need: Need, _ content: String) throws(CodecError) -> EncodedClip? {
        guard let cache else { return nil }
        let name = try name(of: need, content)
        return cache.withEntry(name) { bytes in
            do throws(CodecError) { return try ClipFile.decode(bytes, as: name, need.settings, coding: need.coding) } catch { return nil }
        }
    }

    // MARK: Decoding and encoding

    /// What comes of a file that is written meanwhile is not what it was known by, whether it can be decoded or not.
    private func encode(
        _ file: borrowing OwnedDescriptor, _ revision: ClipSource.Revision, _ needs: [Need]
    ) throws(CodecError) -> [EncodedClip] {
        let result: Result<[EncodedClip], CodecError>
        do throws(CodecError) { result = .success(try encode(file, needs)) } catch { result = .failure(error) }
        guard ClipSource.Revision(of: file) == revision || isCancelled.load(ordering: .acquiring) else {
            throw CodecError(
                .damaged, operation: "clip",
                message: "'\(choice.path)' was changed while it was being prepared: ask for it again when nothing writes to it any more")
        }
        return try result.get()
    }

    private func encode(_ file: borrowing OwnedDescriptor, _ needs: [Need]) throws(CodecError) -> [EncodedClip] {
        let decoder = try ClipDecoder(choice, file: file, settings: decoder, wakeup: wakeup) { [self] in isCancelled.load(ordering: .acquiring) }
        if choice.to == nil, let duration = decoder.duration, duration > ClipChoice.longest + .seconds(1) { throw failure(ClipChoice.tooLong) }
        let span = max(decoder.duration ?? ClipChoice.longest, .milliseconds(1))
        let composer: Composer
        do throws(PictureError) { composer = try Composer(canvas: needs[0].canvas, mode: aspect) } catch { throw failure(error.message) }
        composer.setFullChroma(needs.contains { $0.settings.sampling == .full })
        let program = EncoderProgram(program: EncoderCheck.ownProgram, arguments: [EncoderServer.command]) { _ in }
        var encoders: [ClipEncoder] = []
        for need in needs { encoders.append(try ClipEncoder(need.settings, hardwareIn: program)) }
        while true {
            switch try decoder.next() {
            case .picture(let time, let geometry, let orientation, let pixels):
                guard time <= ClipChoice.longest else { throw failure(ClipChoice.tooLong) }
                for encoder in encoders { try encoder.advance(to: time) }
                composer.configure(geometry: geometry, orientation: orientation)
                _ = composer.update(from: pixels, damage: Damage(PixelRectangle(of: geometry.size)))
                for encoder in encoders { encoder.show(composer.canvas.view) }
                permille.store(min(999, max(0, Int(clamping: (time.inSeconds / span.inSeconds * 1000).rounded()))), ordering: .relaxed)
            case .end(let end):
                var clips: [EncodedClip] = []
                for encoder in encoders {
                    // One picture of no length is one picture.
                    try encoder.advance(to: max(min(end, ClipChoice.longest), .milliseconds(5)))
                    clips.append(try encoder.finish(trim: choice.isTrimmed))
                }
                return clips
            }
        }
    }

    private func failure(_ text: String) -> CodecError { CodecError(.invalidSetting, operation: "clip", message: "'\(choice.path)': \(text)") }
}
