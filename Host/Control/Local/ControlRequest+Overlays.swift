import Platform
import Session

extension ControlRequest {
    static func overlay(_ fields: Fields) throws -> OverlayChoice {
        let content: OverlayChoice.Content =
            switch (try fields.file.read(), try fields.text.read()) {
            case (let path?, nil): .picture(path)
            case (nil, let text?): .text(text)
            default: throw ControlReply.Refusal(.badField, "an overlay has either \"file\", such as \"/pictures/logo.png\", or \"text\"")
            }
        var choice = OverlayChoice(content)
        choice.x = try fields.x.read() ?? choice.x
        choice.y = try fields.y.read() ?? choice.y
        choice.width = try fields.width.read()
        if let word = try fields.corner.read() {
            guard let corner = OverlayChoice.Corner(rawValue: word) else {
                throw ControlReply.Refusal(.badField, "\"\(PlainText.of(word.prefix(32)))\" is no corner: give \(OverlayChoice.Corner.form)")
            }
            choice.corner = corner
        }
        choice.letterHeight = try fields.letterHeight.read() ?? choice.letterHeight
        choice.opacity = try fields.opacity.read() ?? choice.opacity
        choice.colour = try colour(fields) ?? choice.colour
        if let problem = choice.problem { throw ControlReply.Refusal(.badField, PlainText.of(problem)) }
        return choice
    }

    static func background(_ fields: Fields) throws -> BackgroundRequest {
        let request: BackgroundRequest
        switch (try fields.file.read(), try colour(fields), try fields.clip.read()) {
        case (let path?, nil, nil): request = .picture(path)
        case (nil, nil, let path?): request = .clip(try clip(path, fields))
        case (nil, let colour?, nil): request = .colour(colour, text: try fields.text.read())
        default:
            throw ControlReply.Refusal(
                .badField,
                "a background has one of \"file\", such as \"/pictures/away.png\", \"color\", such as \"#203040\", and \"clip\", such as "
                    + "\"/videos/away.mp4\"")
        }
        if let problem = request.problem { throw ControlReply.Refusal(.badField, PlainText.of(problem)) }
        return request
    }

    private static func clip(_ path: String, _ fields: Fields) throws -> ClipChoice {
        func span(_ seconds: Double?) throws -> Duration? {
            guard let seconds else { return nil }
            guard (0...86_400).contains(seconds) else {
                throw ControlReply.Refusal(.badField, "a part of a clip begins and ends within 0 to 86400 seconds")
            }
            return .nanoseconds(Int64(clamping: seconds * 1e9))
        }
        return ClipChoice(
            path, from: try span(try fields.from.read()), to: try span(try fields.to.read()), isTrimmed: try fields.trim.read() ?? false)
    }

    private static func colour(_ fields: Fields) throws -> SlateChoice.Colour? {
        guard let word = try fields.colour.read() else { return nil }
        guard let colour = SlateChoice.Colour(word: word) else {
            throw ControlReply.Refusal(.badField, "\"\(PlainText.of(word.prefix(32)))\" is no colour: give \"#RRGGBB\", such as \"#203040\"")
        }
        return colour
    }
}
