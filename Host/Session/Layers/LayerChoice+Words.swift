public import AppGroup
import Frames
import Picture

extension LayerChoice {
    /// What may be said of a layer, for people.
    public static let form =
        "say where (880,320 or right-20,bottom-20 or bottom-right), how large (300x300), fit, fill or stretch, z=1, opacity=0.9, mirror, "
        + "crop=100,0,800x600, hidden or shown"

    /// Reads what was said of a layer, a word each: `880,320`, `300x300`, `aspect=fill`, `z=1`, `opacity=0.9`, `mirror`, `crop=100,0,800x600`.
    ///
    /// - Throws: `.badSetting`, naming the word and the right form.
    public init(_ source: SourceName, words: [String]) throws(SessionError) {
        self.init(source)
        for word in words { try read(word) }
    }

    /// Reads the same with commas between the words, as after `--layer cam=`.
    public init(_ source: SourceName, text: String) throws(SessionError) { try self.init(source, words: Self.words(text)) }

    /// What `init(_:words:)` reads as this.
    public var words: [String] {
        var words: [String] = []
        if let x, let y { words.append("\(x.text("right")),\(y.text("bottom"))") }
        if let size { words.append("\(size)") }
        if let aspect { words.append("aspect=\(aspect.word)") }
        if let z { words.append("z=\(z)") }
        if let opacity { words.append("opacity=\(opacity)") }
        if let isMirrored { words.append("mirror=\(isMirrored ? "on" : "off")") }
        if let crop { words.append(crop.isEmpty ? "crop=off" : "crop=\(crop.x),\(crop.y),\(crop.width)x\(crop.height)") }
        if let isHidden { words.append(isHidden ? "hidden" : "shown") }
        return words
    }

    /// Takes apart what commas join, but for the commas within a place or a crop.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let last = words.last, isContinued(last, by: part) else {
                words.append(part)
                continue
            }
            words[words.count - 1] = "\(last),\(part)"
        }
        return words
    }

    /// Whether a word lacks what follows its comma.
    private static func isContinued(_ word: String, by part: String) -> Bool {
        let commas = word.count { $0 == "," }
        if word.hasPrefix("crop=") { return commas < 2 && word != "crop=off" }
        return commas == 0 && place(of: word, part) != nil
    }

    private mutating func read(_ word: String) throws(SessionError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return try readBare(word) }
        let value = parts[1]
        switch parts[0] {
        case "aspect": aspect = try need(AspectMode(word: value), word, "aspect is fit, fill or stretch")
        case "z":
            z = try need(Int(value).flatMap { Self.levels.contains($0) ? $0 : nil }, word, "z is a whole number from -100 to 100")
        case "opacity":
            let number = Double(value).flatMap { (0...1).contains($0) ? $0 : nil }
            opacity = try need(number, word, "opacity is from 0 to 1, such as 0.9")
        case "mirror": isMirrored = try need(["on": true, "off": false][value], word, "mirror is on or off")
        case "crop": crop = try need(Self.crop(value), word, "give the part of the source as X,Y,WxH, such as crop=100,0,800x600, or crop=off")
        case "size": size = try need(Self.size(value), word, "give WxH, such as 300x300")
        default: throw Self.wrong(word, Self.form)
        }
    }

    private mutating func readBare(_ word: String) throws(SessionError) {
        if let mode = AspectMode(word: word) { return aspect = mode }
        switch word {
        case "mirror": return isMirrored = true
        case "hidden": return isHidden = true
        case "shown": return isHidden = false
        default: break
        }
        if let place = Self.place(word) { return (x, y) = (place.x, place.y) }
        if word.contains(","), word.contains(where: \.isNumber) {
            let range = "\(Self.offsets.lowerBound) to \(Self.offsets.upperBound)"
            throw Self.wrong(word, "a place is X,Y in whole numbers from \(range), such as 880,320, or counted from edges, as in right-20,bottom-20")
        }
        if word.contains("x"), word.first?.isNumber == true {
            return size = try need(Self.size(word), word, "a layer has from 2x2 to 8192x8192 pixels")
        }
        throw Self.wrong(word, Self.form)
    }

    // MARK: Parts of words

    private static func place(_ word: String) -> (x: LayerOffset, y: LayerOffset)? {
        let corners: [String: (LayerOffset, LayerOffset)] = [
            "top-left": (.start(0), .start(0)), "top": (.centre, .start(0)), "top-right": (.end(0), .start(0)), "left": (.start(0), .centre),
            "center": (.centre, .centre), "right": (.end(0), .centre), "bottom-left": (.start(0), .end(0)), "bottom": (.centre, .end(0)),
            "bottom-right": (.end(0), .end(0)),
        ]
        if let corner = corners[word] { return corner }
        let parts = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 ? place(of: parts[0], parts[1]) : nil
    }

    /// Edges say which way they are counted: "bottom-20,right-20" can mean one place only.
    private static func place(of one: String, _ other: String) -> (x: LayerOffset, y: LayerOffset)? {
        place(x: one, y: other) ?? place(x: other, y: one)
    }

    private static func place(x: String, y: String) -> (x: LayerOffset, y: LayerOffset)? {
        guard let x = offset(x, far: "right", near: "left"), let y = offset(y, far: "bottom", near: "top") else { return nil }
        return (x, y)
    }

    /// `880`, `-10`, `right`, `right-20`, `left+20`, `center`.
    private static func offset(_ text: String, far: String, near: String) -> LayerOffset? {
        if text == "center" { return .centre }
        if let number = Int(text) { return offsets.contains(number) ? .start(number) : nil }
        for (edge, isFar) in [(far, true), (near, false)] where text.hasPrefix(edge) {
            let rest = text.dropFirst(edge.count)
            guard let number = rest.isEmpty ? 0 : Int(rest), offsets.contains(number) else { return nil }
            return isFar ? .end(-number) : .start(number)
        }
        return nil
    }

    private static func size(_ text: String) -> PixelSize? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], sides.contains(width), sides.contains(height) else { return nil }
        return PixelSize(width: width, height: height)
    }

    private static func crop(_ text: String) -> PixelRectangle? {
        if text == "off" { return .empty }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let x = Int(parts[0]), let y = Int(parts[1]), let size = size(parts[2]), offsets.contains(x), offsets.contains(y),
            x >= 0, y >= 0
        else { return nil }
        return PixelRectangle(x: x, y: y, width: size.width, height: size.height)
    }

    private func need<Value>(_ value: Value?, _ word: String, _ form: String) throws(SessionError) -> Value {
        guard let value else { throw Self.wrong(word, form) }
        return value
    }

    private static func wrong(_ word: String, _ form: String) -> SessionError {
        SessionError(.badSetting, "\"\(word.prefix(40))\" cannot be said of a layer: \(form)")
    }
}
