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
        if let word = try fields.colour.read() {
            guard let colour = SlateChoice.Colour(word: word) else {
                throw ControlReply.Refusal(.badField, "\"\(PlainText.of(word.prefix(32)))\" is no colour: give \"#RRGGBB\", such as \"#203040\"")
            }
            choice.colour = colour
        }
        if let problem = choice.problem { throw ControlReply.Refusal(.badField, PlainText.of(problem)) }
        return choice
    }
}
