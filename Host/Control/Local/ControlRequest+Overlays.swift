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
        choice.letterHeight = try fields.letterHeight.read() ?? choice.letterHeight
        choice.opacity = try fields.opacity.read() ?? choice.opacity
        choice.colour = try colour(fields) ?? choice.colour
        if let problem = choice.problem { throw ControlReply.Refusal(.badField, PlainText.of(problem)) }
        return choice
    }

    static func background(_ fields: Fields) throws -> BackgroundRequest {
        let request: BackgroundRequest
        switch (try fields.file.read(), try colour(fields)) {
        case (let path?, nil): request = .picture(path)
        case (nil, let colour?): request = .colour(colour, text: try fields.text.read())
        default:
            throw ControlReply.Refusal(
                .badField, "a background has either \"file\", such as \"/pictures/away.png\", or \"color\", such as \"#203040\"")
        }
        if let problem = request.problem { throw ControlReply.Refusal(.badField, PlainText.of(problem)) }
        return request
    }

    private static func colour(_ fields: Fields) throws -> SlateChoice.Colour? {
        guard let word = try fields.colour.read() else { return nil }
        guard let colour = SlateChoice.Colour(word: word) else {
            throw ControlReply.Refusal(.badField, "\"\(PlainText.of(word.prefix(32)))\" is no colour: give \"#RRGGBB\", such as \"#203040\"")
        }
        return colour
    }
}
