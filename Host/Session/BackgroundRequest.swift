import Codec
public import Platform

/// What viewers shall see while nothing can be captured: another slate than the broadcast was started with.
public enum BackgroundRequest: Hashable, Sendable {
    /// An absolute path of a PNG or JPEG file.
    case picture(String)
    /// Without a text, that of the slate stays; an empty one is none.
    case colour(SlateChoice.Colour, text: String?)
    /// Once it is prepared; what stood before stays until then.
    case clip(ClipChoice)
    /// As the broadcast was started.
    case clear

    public static let longestText = 80

    /// What is wrong with it, and the right form; `nil` when nothing is.
    public var problem: String? {
        switch self {
        case .picture(let path): path.hasPrefix("/") ? nil : "'\(path)' is no absolute path, such as /pictures/away.png"
        case .colour(_, let text?):
            text.count <= Self.longestText && !text.contains(where: \.isNewline)
                && !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
                ? nil : "the text of a slate is one line of at most \(Self.longestText) characters"
        case .clip(let choice): choice.problem
        case .colour, .clear: nil
        }
    }
}

extension Session {
    /// Changes what viewers see while nothing can be captured; at once, if they see it now. Blocks while a picture is read.
    ///
    /// - Throws: `.badSetting` naming what is wrong; nothing has changed then. `.failed` in a broadcast without a picture.
    @available(*, noasync)
    public func steer(_ request: BackgroundRequest) throws(SessionError) {
        guard intake != nil else { throw SessionError(.failed, "this broadcast has no picture: it was started without") }
        if let problem = request.problem { throw SessionError(.badSetting, problem) }
        switch request {
        case .picture(let path):
            // It is read once more when it is needed: a broadcast whose agents stay has no memory for it.
            do throws(CodecError) { _ = try StillPicture.decode(path) } catch { throw SessionError(.badSetting, error.message, cause: error) }
            slates.shown.picture = path
            clips.clear()
        case .colour(let colour, let text):
            var choice = slates.shown
            (choice.picture, choice.colour, choice.text) = (nil, colour, text ?? choice.text)
            slates.shown = choice
            clips.clear()
        case .clip(let choice):
            do throws(CodecError) { _ = try ClipSource.open(choice.path) } catch { throw SessionError(.badSetting, error.message, cause: error) }
            clips.show(choice)
        case .clear:
            slates.shown = configuration.slate
            if let clip = configuration.backgroundClip { clips.show(clip) } else { clips.clear() }
        }
        events.post(.background)
    }
}

extension SessionStatus {
    /// What viewers see while nothing can be captured.
    public struct Background: Codable, Sendable {
        /// The path of a picture; empty where there is none.
        public var picture: String
        /// `#RRGGBB`, behind the text, or around a picture.
        public var color: String
        public var text: String
        /// Absent where no clip was asked for.
        public var clip: Clip?

        init(_ choice: SlateChoice, clip: Clip?) {
            (picture, color, text, self.clip) = (choice.picture ?? "", choice.colour.word, choice.text, clip)
        }
    }
}
