import Platform

extension ControlRequest {
    /// The body of a request, each field with its right form. Fields that a request has no use for do no harm.
    struct Fields {
        struct Field<Value: Decodable> {
            let word: Word
            let fields: KeyedDecodingContainer<CodingKeys>
            let key: CodingKeys
            /// As it stands in a request.
            let form: String

            /// `nil` also of a field that the request does not have (`shape`).
            func read() throws -> Value? {
                guard word.shape.has(key) else { return nil }
                let value: Value?
                do { value = try fields.decodeIfPresent(Value.self, forKey: key) } catch {
                    throw ControlReply.Refusal(.badField, "\"\(key.rawValue)\" of \"\(word.rawValue)\" must look like \(form)")
                }
                // To the system a path ends there, and not where it was checked.
                if Self.texts(value).contains(where: { $0.utf8.contains(0) }) {
                    throw ControlReply.Refusal(
                        .badField, "\"\(key.rawValue)\" of \"\(word.rawValue)\" holds a NUL character: leave it out, as in \(form)")
                }
                return value
            }

            private static func texts(_ value: Value?) -> [String] {
                switch value {
                case let text as String: [text]
                case let texts as [String]: texts
                default: []
                }
            }
        }

        let backend: Field<String>
        let arguments: Field<[String]>
        let agent: Field<UInt32>
        let id: Field<Int>
        let source: Field<String>
        let set: Field<[String]>
        let layout: Field<String>
        let transition: Field<String>
        let factor: Field<Double>
        let follow: Field<String>
        let corner: Field<String>
        let x: Field<Double>
        let y: Field<Double>
        let width: Field<Double>
        let letterHeight: Field<Double>
        let opacity: Field<Double>
        let colour: Field<String>
        let gain: Field<String>
        let microphone: Field<String>
        let desktop: Field<String>
        let channels: Field<String>
        let processing: Field<[String]>
        let decibels: Field<Double>
        let sink: Field<String>
        let url: Field<String>
        let service, key: Field<String>
        let loop: Field<Bool>
        let on, trim: Field<Bool>
        let name: Field<String>
        let file: Field<String>
        let seconds: Field<Double>
        let from, to: Field<Double>
        let folder, clip: Field<String>
        let format: Field<String>
        let bitsPerSecond: Field<Int>
        let least: Field<Int>
        let milliseconds: Field<Double>
        let encoding: Field<String>
        let crf: Field<Double>
        let preset: Field<String>
        let fps: Field<FrameRate>
        let size: Field<String>
        let since: Field<Int>
        let part: Field<String>
        let text: Field<String>
        let repeats: Field<Int>
        let delay: Field<Double>
        let keyframesOnly: Field<Bool>

        init(of word: Word, in fields: KeyedDecodingContainer<CodingKeys>) {
            backend = Field(word: word, fields: fields, key: .backend, form: "\"x11\"")
            arguments = Field(word: word, fields: fields, key: .arguments, form: "[\"--display\",\":1\"]")
            agent = Field(word: word, fields: fields, key: .agent, form: "3, as \"agents\" lists them")
            id = Field(word: word, fields: fields, key: .id, form: "7, as it was answered")
            source = Field(word: word, fields: fields, key: .source, form: word.isOfPicture ? "\"cam\"" : "\"mic\"")
            set = Field(
                word: word, fields: fields, key: .set,
                form: word.isOfFilter
                    ? "[\"smooth=0.6\"]" : word == .camera ? "[\"zoom=2.0\"]" : "[\"880,320\",\"300x300\",\"z=1\"]")
            layout = Field(word: word, fields: fields, key: .layout, form: "\"pip\"")
            transition = Field(word: word, fields: fields, key: .transition, form: "\"fade:300ms\"")
            factor = Field(word: word, fields: fields, key: .factor, form: "2.0")
            follow = Field(word: word, fields: fields, key: .follow, form: "\"pointer\"")
            corner = Field(word: word, fields: fields, key: .corner, form: "\"bottom-right\"")
            x = Field(word: word, fields: fields, key: .x, form: "0.1")
            y = Field(word: word, fields: fields, key: .y, form: "0.1")
            width = Field(word: word, fields: fields, key: .width, form: "0.3")
            letterHeight = Field(word: word, fields: fields, key: .letterHeight, form: "0.05")
            opacity = Field(word: word, fields: fields, key: .opacity, form: "0.9")
            colour = Field(word: word, fields: fields, key: .colour, form: "\"#ffffff\"")
            gain = Field(word: word, fields: fields, key: .gain, form: "\"-6dB\" or \"50\"")
            microphone = Field(word: word, fields: fields, key: .microphone, form: "\"default\" or \"USB Headset\"")
            desktop = Field(word: word, fields: fields, key: .desktop, form: "\"app=Firefox\", or \"\" for all that the default sink plays")
            channels = Field(word: word, fields: fields, key: .channels, form: "\"mono\"")
            processing = Field(word: word, fields: fields, key: .processing, form: "[\"echo\",\"noise\"]")
            decibels = Field(word: word, fields: fields, key: .decibels, form: "12")
            sink = Field(word: word, fields: fields, key: .sink, form: "\"headphones\"")
            url = Field(word: word, fields: fields, key: .url, form: "\"/music/song.ogg\"")
            service = Field(word: word, fields: fields, key: .service, form: "\"twitch\"")
            key = Field(word: word, fields: fields, key: .key, form: "\"live_123_abc\"")
            loop = Field(word: word, fields: fields, key: .loop, form: "true")
            on = Field(word: word, fields: fields, key: .on, form: "true")
            name = Field(word: word, fields: fields, key: .name, form: word == .mark ? "\"Questions\"" : "\"talk\"")
            file = Field(word: word, fields: fields, key: .file, form: word == .snapshot ? "\"/pictures/a.png\"" : "\"/videos/clip.mkv\"")
            clip = Field(word: word, fields: fields, key: .clip, form: "\"/videos/away.mp4\"")
            from = Field(word: word, fields: fields, key: .from, form: "2")
            to = Field(word: word, fields: fields, key: .to, form: "6")
            trim = Field(word: word, fields: fields, key: .trim, form: "true")
            folder = Field(word: word, fields: fields, key: .folder, form: word == .snapshot ? "\"/pictures\"" : "\"/scenes\"")
            format = Field(word: word, fields: fields, key: .format, form: "\"png\" or \"jpeg\"")
            seconds = Field(word: word, fields: fields, key: .seconds, form: "30")
            bitsPerSecond = Field(word: word, fields: fields, key: .bitsPerSecond, form: "2000000")
            least = Field(word: word, fields: fields, key: .least, form: "300000")
            milliseconds = Field(word: word, fields: fields, key: .milliseconds, form: "40")
            encoding = Field(word: word, fields: fields, key: .encoding, form: "\"low\"")
            crf = Field(word: word, fields: fields, key: .crf, form: "20")
            preset = Field(word: word, fields: fields, key: .preset, form: "\"faster\"")
            fps = Field(word: word, fields: fields, key: .fps, form: "30 or 29.97; use 1 to 240")
            size = Field(word: word, fields: fields, key: .size, form: "\"640x360\" or \"source\"")
            part = Field(word: word, fields: fields, key: .part, form: "\"encoder\", \"audio\" or \"targets\"")
            since = Field(word: word, fields: fields, key: .since, form: "41, as the events are numbered")
            text = Field(word: word, fields: fields, key: .text, form: "\"hello\"")
            repeats = Field(word: word, fields: fields, key: .repeats, form: "100")
            delay = Field(word: word, fields: fields, key: .delayMilliseconds, form: "500")
            keyframesOnly = Field(word: word, fields: fields, key: .keyframesOnly, form: "true")
        }

        func needed<Value>(_ field: Field<Value>) throws -> Value {
            guard let value = try field.read() else {
                let name = field.key.rawValue
                throw ControlReply.Refusal(.missingField, "\"\(field.word.rawValue)\" needs \"\(name)\", such as \"\(name)\":\(field.form)")
            }
            return value
        }
    }
}
