import CLibAV

/// What goes where.
extension Remuxer {
    /// Makes the destination's tracks, chapters and texts of the source's.
    func plan() throws(CodecError) {
        guard let input else { return }
        var made: UnsafeMutablePointer<AVFormatContext>?
        try libav("avformat_alloc_output_context2", avformat_alloc_output_context2(&made, nil, container.format, nil))
        let output = try libavObject("avformat_alloc_output_context2", made)
        self.output = output
        for index in 0..<Int(input.pointee.nb_streams) { places.append(try add(input.pointee.streams[index]!, to: output)) }
        guard places.contains(where: { $0 != nil }) else {
            throw CodecError(.damaged, operation: "remux", message: "'\(source)' holds neither picture nor audio")
        }
        try checkCounts(of: input)
        av_dict_copy(&output.pointee.metadata, input.pointee.metadata, 0)
        // The destination's own.
        for name in ["encoder", "major_brand", "minor_version", "compatible_brands"] { av_dict_set(&output.pointee.metadata, name, nil, 0) }
        try copyChapters(from: input, to: output)
    }

    /// - Returns: the track's number; `nil` when it is left out.
    private func add(
        _ stream: UnsafeMutablePointer<AVStream>, to output: UnsafeMutablePointer<AVFormatContext>
    ) throws(CodecError) -> Int32? {
        let parameters = stream.pointee.codecpar!
        let codec = parameters.pointee.codec_id
        let isMedia = parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO || parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        // The text track of an MP4 file's chapters: they are copied as chapters.
        guard isMedia || parameters.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE else { return nil }
        let name = String(cString: avcodec_get_name(codec))
        guard carries(parameters) else {
            guard isMedia else {
                leftOut.append(name)
                return nil
            }
            throw refusal(name, parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO)
        }
        let track = try libavObject("avformat_new_stream", avformat_new_stream(output, nil))
        try libav("avcodec_parameters_copy", avcodec_parameters_copy(track.pointee.codecpar, parameters))
        track.pointee.codecpar.pointee.codec_tag = 0
        track.pointee.time_base = stream.pointee.time_base
        (track.pointee.avg_frame_rate, track.pointee.r_frame_rate) = (stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate)
        (track.pointee.disposition, track.pointee.sample_aspect_ratio) = (stream.pointee.disposition, stream.pointee.sample_aspect_ratio)
        av_dict_copy(&track.pointee.metadata, stream.pointee.metadata, 0)
        keepTitle(of: track)
        for name in ["encoder", "vendor_id", "DURATION"] { av_dict_set(&track.pointee.metadata, name, nil, 0) }
        return track.pointee.index
    }

    /// MP4 keeps a track's title as the name of its handler, other containers as a tag. Matroska of ours has both: the tag prevails, since
    /// that is what editors change.
    private func keepTitle(of track: UnsafeMutablePointer<AVStream>) {
        func text(_ name: String) -> String? {
            let found = av_dict_get(track.pointee.metadata, name, nil, 0)?.pointee.value.map { String(cString: $0) }
            guard let found, !found.allSatisfy(\.isWhitespace) else { return nil }
            return found
        }
        let (title, handler) = (text("title"), text("handler_name"))
        let namesHandlers = container == .mp4 || container == .m4a
        if title == nil, let handler, !Self.usualHandlers.contains(handler) { av_dict_set(&track.pointee.metadata, "title", handler, 0) }
        if !namesHandlers {
            av_dict_set(&track.pointee.metadata, "handler_name", nil, 0)
        } else if let title {
            av_dict_set(&track.pointee.metadata, "handler_name", title, 0)
        }
    }

    /// What libavformat calls the handler of a track that has no title, and what telephones do: no title of anyone's.
    private static let usualHandlers: Set<String> = [
        "VideoHandler", "SoundHandler", "SubtitleHandler", "DataHandler", "ClosedCaptionHandler", "VideoHandle", "SoundHandle", "Core Media Video",
        "Core Media Audio",
    ]

    private func copyChapters(
        from input: UnsafeMutablePointer<AVFormatContext>, to output: UnsafeMutablePointer<AVFormatContext>
    ) throws(CodecError) {
        let count = Int(input.pointee.nb_chapters)
        guard count > 0, let list = av_calloc(count + 1, MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride) else { return }
        output.pointee.chapters = list.assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self)
        let start = input.pointee.start_time == clibav_no_time ? 0 : input.pointee.start_time
        for index in 0..<count {
            guard let chapter = input.pointee.chapters[index], let room = av_mallocz(MemoryLayout<AVChapter>.size) else { return }
            let copy = room.assumingMemoryBound(to: AVChapter.self)
            let shift = av_rescale_q(start, AVRational(num: 1, den: Int32(clibav_time_base)), chapter.pointee.time_base)
            (copy.pointee.id, copy.pointee.time_base) = (chapter.pointee.id, chapter.pointee.time_base)
            (copy.pointee.start, copy.pointee.end) = (
                PacketTime.ofChapter(chapter.pointee.start, shift, in: chapter.pointee.time_base),
                PacketTime.ofChapter(chapter.pointee.end, shift, in: chapter.pointee.time_base)
            )
            av_dict_copy(&copy.pointee.metadata, chapter.pointee.metadata, 0)
            if index == 0 { addBeginning(before: copy, to: output) }
            output.pointee.chapters[Int(output.pointee.nb_chapters)] = copy
            output.pointee.nb_chapters += 1
        }
    }

    /// In the track of chapters that libavformat 5.1 writes into MP4 the first one begins at 0, whenever it is meant to: so one does.
    private func addBeginning(before first: UnsafeMutablePointer<AVChapter>, to output: UnsafeMutablePointer<AVFormatContext>) {
        guard container == .mp4 || container == .m4a, first.pointee.start > 0, let room = av_mallocz(MemoryLayout<AVChapter>.size) else { return }
        let chapter = room.assumingMemoryBound(to: AVChapter.self)
        (chapter.pointee.id, chapter.pointee.time_base) = (first.pointee.id, first.pointee.time_base)
        (chapter.pointee.start, chapter.pointee.end) = (0, first.pointee.start)
        av_dict_set(&chapter.pointee.metadata, "title", Self.beginning, 0)
        output.pointee.chapters[0] = chapter
        output.pointee.nb_chapters = 1
    }

    private static let beginning = "Beginning"

    // MARK: What a container holds

    private func carries(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Bool {
        let codec = parameters.pointee.codec_id
        if parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO, !container.takesPictures { return false }
        let known: [AVCodecID]? =
            switch container {
            // libavformat does not say for these.
            case .mpegts:
                [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_AAC, AV_CODEC_ID_OPUS, AV_CODEC_ID_MP3, AV_CODEC_ID_AC3]
            case .ogg: [AV_CODEC_ID_OPUS, AV_CODEC_ID_VORBIS, AV_CODEC_ID_FLAC]
            case .adts: [AV_CODEC_ID_AAC]
            case .flv: [AV_CODEC_ID_H264, AV_CODEC_ID_AAC, AV_CODEC_ID_MP3]
            case .mkv, .mka, .mp4, .m4a: nil
            }
        if let known { return known.contains { $0 == codec } }
        return avformat_query_codec(output?.pointee.oformat, codec, FF_COMPLIANCE_NORMAL) == 1
    }

    /// FLV and files of AAC frames hold one track of a kind. More of them libavformat 5.1 refuses for FLV in words of its own; of the AAC frames of
    /// several it makes one track that plays them by turns.
    private func checkCounts(of input: UnsafeMutablePointer<AVFormatContext>) throws(CodecError) {
        guard container == .flv || container == .adts else { return }
        for (kind, name) in [(AVMEDIA_TYPE_AUDIO, "audio track"), (AVMEDIA_TYPE_VIDEO, "picture")] {
            let count = places.indices.count { places[$0] != nil && input.pointee.streams[$0]!.pointee.codecpar.pointee.codec_type == kind }
            guard count > 1 else { continue }
            let others = container.takesPictures ? ".mkv or .mp4" : ".mka or .m4a"
            throw refusal("holds one \(name), and '\(source)' has \(count); name a \(others) file instead:", withPicture: container.takesPictures)
        }
    }

    private func refusal(_ name: String, _ isPicture: Bool) -> CodecError {
        let isAudioAlone = isPicture && !container.takesPictures
        let what = isAudioAlone ? "is for audio alone, and '\(source)' has a picture:" : "cannot hold \(name):"
        return refusal(what, withPicture: container.takesPictures || isPicture)
    }

    /// - Parameter what: is wrong with the container, up to what to type.
    private func refusal(_ what: String, withPicture hasPicture: Bool) -> CodecError {
        let point = destination.lastIndex(of: ".") ?? destination.endIndex
        let other = destination[..<point] + (hasPicture ? ".mkv" : ".mka")
        return CodecError(
            .invalidSetting, operation: "remux",
            message: "\(destination[point...]) \(what) type 'splitcast remux \(source) \(other)'")
    }
}
