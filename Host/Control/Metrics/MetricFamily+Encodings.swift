import Session

extension MetricFamily {
    /// What the picture is encoded in. `picture` and `rate` of the status are those of the first encoding.
    static let encodings: [MetricFamily] = [
        MetricFamily(.gauge, "encoding_info", "An encoding that runs: always 1.", of: ["encodings[].targets[]"]) { status, _ in
            status.encodings.map { encoding in
                Sample(
                    labels: [
                        ("encoding", encoding.name), ("size", encoding.size), ("codec", encoding.codec), ("encoder", encoding.encoder),
                    ], value: 1)
            }
        },
        .one(.gauge, "picture_limit_fps", "Frames a second of the stream, at most.", of: "picture.maxFps") { $0.picture.maxFps.perSecond },
        .one(.counter, "picture_keep_alives_total", "Frames sent though nothing had changed.", of: "picture.keepAlives") {
            Double($0.picture.keepAlives)
        },
        .one(.counter, "picture_keyframes_total", "Key frames.", of: "picture.keyframes") { Double($0.picture.keyframes) },
        encoding(.gauge, "fps", "Frames encoded in the last second.", of: "fps", "picture.fps") { $0.fps },
        encoding(.gauge, "bytes_per_second", "Of the picture, over the last second.", of: "bitRate") { $0.bitRate / 8 },
        encoding(.counter, "frames_total", "Frames encoded.", of: "framesEncoded", "picture.framesEncoded") { Double($0.framesEncoded) },
        encoding(.counter, "failed_frames_total", "Frames that could not be encoded.", of: "failed", "picture.failed") { Double($0.failed) },
        encoding(.gauge, "constant_rate_factor", "Where it has that instead of a bit rate.", of: "constantQuality") { $0.constantQuality },
        encoding(.gauge, "targets", "Targets that get it.") { Double($0.targets.count) },
        MetricFamily(
            .summary, "encode_seconds", "How long a frame took to encode, of the last 256; quantile 1 is the worst.",
            of: [
                "encodings[].encodeMillisecondsMedian", "encodings[].encodeMillisecondsWorst", "picture.encodeMillisecondsMedian",
                "picture.encodeMillisecondsWorst",
            ]
        ) { status, _ in
            status.encodings.flatMap { encoding in
                quantiles(
                    [("0.5", encoding.encodeMillisecondsMedian), ("1", encoding.encodeMillisecondsWorst)], [("encoding", encoding.name)])
            }
        },
        rate("adaptive", "Whether it follows the links.", of: "isAdaptive") { $0.isAdaptive.figure },
        rate("target_bytes_per_second", "What the encoder was told last.", of: "bitsPerSecond") { Double($0.bitsPerSecond) / 8 },
        rate("maximum_bytes_per_second", "The picture's maximum.", of: "ceiling") { Double($0.ceiling) / 8 },
        rate("minimum_bytes_per_second", "The picture's minimum.", of: "floor") { Double($0.floor) / 8 },
        rate("limit_fps", "Frames a second at most, for want of a link or of time.", of: "maxFps") { $0.maxFps.perSecond },
        rate("size_ratio", "Of the canvas's sides.", of: "sizePercent") { Double($0.sizePercent) / 100 },
        rate("governing_target", "The target whose link decides; absent while none does.", of: "governingTarget") {
            $0.governingTarget.map(Double.init)
        },
        rate("link_poor", "Whether a link is called poor.", of: "isPoor") { $0.isPoor.figure },
        rate("degraded", "Whether more than the bit rate was lowered.") { ($0.stair != "full").figure },
    ]

    private static func encoding(
        _ kind: Kind, _ name: String, _ help: String, of field: String = "name", _ same: String...,
        value: @escaping @Sendable (SessionStatus.Encoding) -> Double?
    ) -> MetricFamily {
        MetricFamily(kind, "encoding_" + name, help, of: ["encodings[]." + field] + same) { status, _ in
            status.encodings.compactMap { encoding in value(encoding).map { Sample(labels: [("encoding", encoding.name)], value: $0) } }
        }
    }

    private static func rate(
        _ name: String, _ help: String, of field: String = "stair", value: @escaping @Sendable (SessionStatus.Rate) -> Double?
    ) -> MetricFamily {
        encoding(.gauge, "rate_" + name, help, of: "rate." + field, "rate." + field) { $0.rate.flatMap(value) }
    }
}
