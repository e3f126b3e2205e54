/// What a predicate can ask of a variant.
enum VariantProperty: Hashable, Sendable {
    case peakBitRate, averageBitRate
    case videoRange, frameRate, size, width, height, codecTypes
    case formatIDs
    /// Of the group; `nil` is the variant's own.
    case isBinaural(group: String?)
    case channelCount(group: String?)

    /// In the reference's spelling.
    static let byName: [(name: String, property: VariantProperty)] = [
        ("peakBitRate", .peakBitRate), ("averageBitRate", .averageBitRate), ("videoAttributes.videoRange", .videoRange),
        ("videoAttributes.nominalFrameRate", .frameRate), ("videoAttributes.presentationSize", .size),
        ("videoAttributes.presentationSize.width", .width), ("videoAttributes.presentationSize.height", .height),
        ("videoAttributes.codecTypes", .codecTypes), ("audioAttributes.formatIDs", .formatIDs),
        ("audioAttributes.isBinaural", .isBinaural(group: nil)), ("audioAttributes.channelCount", .channelCount(group: nil)),
    ]
    static let functions = ["channels", "isBinaural"]

    /// What could stand where a comparison begins.
    static let expected =
        byName.map(\.name).joined(separator: ", ") + ", channels(group:\"…\"), isBinaural(group:\"…\"), ! or ("

    /// The property of that name, whatever the case of its letters, also without what stands before its last point.
    static func meant(by name: String) -> String? {
        let name = name.lowercased()
        return byName.map(\.name).first { $0.lowercased() == name || $0.lowercased().hasSuffix("." + name) }
    }

    enum Kind { case number, word, size, yesOrNo }

    var kind: Kind {
        switch self {
        case .peakBitRate, .averageBitRate, .frameRate, .width, .height, .channelCount: .number
        case .videoRange, .codecTypes, .formatIDs: .word
        case .size: .size
        case .isBinaural: .yesOrNo
        }
    }

    /// A comparison holds when it does for one of them; none where the playlist does not say it.
    func values(of variant: Variant) -> [PredicateValue] {
        let (video, audio) = (variant.videoAttributes, variant.audioAttributes)
        func number(_ value: Int?) -> [PredicateValue] { value.map { [.number(Double($0))] } ?? [] }
        switch self {
        case .peakBitRate: return number(variant.peakBitRate)
        case .averageBitRate: return number(variant.averageBitRate)
        case .videoRange: return video.map { [.word($0.videoRange.rawValue)] } ?? []
        case .frameRate: return video?.nominalFrameRate.map { [.number($0)] } ?? []
        case .size: return video?.presentationSize.map { [.size($0)] } ?? []
        case .width: return number(video?.presentationSize?.width)
        case .height: return number(video?.presentationSize?.height)
        case .codecTypes: return video?.codecTypes.map { .word($0) } ?? []
        case .formatIDs: return audio?.formatIDs.map { .word($0) } ?? []
        case .isBinaural(let group): return audio.map { [.yesOrNo($0.isBinaural(group: group))] } ?? []
        case .channelCount(let group): return number(audio?.channelCount(group: group))
        }
    }
}
