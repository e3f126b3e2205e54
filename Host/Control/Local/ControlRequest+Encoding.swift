import Audio
import Session

extension ControlRequest: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(Self.version, forKey: .version)
        try fields.encode(word.rawValue, forKey: .word)
        switch self {
        case .status, .stop, .reload, .folders, .capturable, .preview, .trace, .overlays, .filters, .agents, .audio, .targets: break
        case .restart(let part): try fields.encode(part.rawValue, forKey: .part)
        case .target(.add(let address)): try fields.encode(address, forKey: .url)
        case .target(.remove(let id)), .target(.pause(let id)), .target(.resume(let id)): try fields.encode(id, forKey: .id)
        case .target(.move(let id, let encoding)):
            try fields.encode(id, forKey: .id)
            try fields.encode(encoding, forKey: .encoding)
        case .picture(let request):
            try fields.encodeIfPresent(request.framesPerSecond, forKey: .fps)
            try fields.encodeIfPresent(request.size?.description, forKey: .size)
        case .encoding(let request):
            try fields.encode(request.name, forKey: .encoding)
            try fields.encodeIfPresent(request.bitRate, forKey: .bitsPerSecond)
            try fields.encodeIfPresent(request.constantQuality, forKey: .crf)
            try fields.encodeIfPresent(request.preset, forKey: .preset)
            try fields.encodeIfPresent(request.framesPerSecond, forKey: .fps)
            try fields.encodeIfPresent(request.size?.text, forKey: .size)
        case .bitRate(let request):
            try fields.encode(request.ceiling, forKey: .bitsPerSecond)
            try fields.encodeIfPresent(request.floor, forKey: .least)
        case .target(.reconnect(let id)): try fields.encodeIfPresent(id, forKey: .id)
        case .sound(let request): try Self.encode(request, into: &fields)
        case .mark(let name): try fields.encodeIfPresent(name, forKey: .name)
        case .saveReplay(let request):
            try fields.encode(request.file, forKey: .file)
            try fields.encodeIfPresent(request.span?.inSeconds, forKey: .seconds)
        case .snapshot(let request):
            switch request.place {
            case .file(let path): try fields.encode(path, forKey: .file)
            case .folder(let path): try fields.encode(path, forKey: .folder)
            }
            try fields.encode(request.format.rawValue, forKey: .format)
            try fields.encode(request.source, forKey: .source)
        case .events(let since): try fields.encode(since, forKey: .since)
        case .message(let request):
            try fields.encode(request.text, forKey: .text)
            try fields.encode(request.repeats, forKey: .repeats)
            try fields.encode(request.delay.inMilliseconds, forKey: .delayMilliseconds)
            try fields.encode(request.isForKeyframesAlone, forKey: .keyframesOnly)
        case .operation(let id): try fields.encode(id, forKey: .id)
        case .ask(.swap(let backend, let arguments, let source)):
            try fields.encode(backend, forKey: .backend)
            try fields.encode(arguments, forKey: .arguments)
            if source != .screen { try fields.encode(source, forKey: .source) }
        case .ask(.start(let backend, let arguments, let source)):
            try fields.encodeIfPresent(backend, forKey: .backend)
            try fields.encode(arguments, forKey: .arguments)
            if source != .screen { try fields.encode(source, forKey: .source) }
        case .layer(.set(let choice, let transition)):
            try fields.encode(choice.source, forKey: .source)
            try fields.encode(choice.words, forKey: .set)
            try fields.encode(transition.word, forKey: .transition)
        case .layer(.layout(let layout, let transition)):
            try fields.encode(layout.word, forKey: .layout)
            try fields.encode(transition.word, forKey: .transition)
        case .layer(.zoom(let source, let factor, let follow)):
            try fields.encode(source, forKey: .source)
            try fields.encode(factor, forKey: .factor)
            try fields.encodeIfPresent(follow?.rawValue, forKey: .follow)
        case .camera(let request):
            try fields.encode(request.source, forKey: .source)
            try fields.encode(request.words, forKey: .set)
        case .background(.clear): break
        case .background(.picture(let path)): try fields.encode(path, forKey: .file)
        case .background(.clip(let choice)):
            try fields.encode(choice.path, forKey: .clip)
            try fields.encodeIfPresent(choice.from?.inSeconds, forKey: .from)
            try fields.encodeIfPresent(choice.to?.inSeconds, forKey: .to)
            if choice.isTrimmed { try fields.encode(true, forKey: .trim) }
        case .background(.colour(let colour, let text)):
            try fields.encode(colour.word, forKey: .colour)
            try fields.encodeIfPresent(text, forKey: .text)
        case .scene(.save(let name, let store)), .removeScene(let name, let store):
            try fields.encode(name.text, forKey: .name)
            try fields.encode(store.folder, forKey: .folder)
        case .scene(.show(let name, let store, let transition)):
            try fields.encode(name.text, forKey: .name)
            try fields.encode(store.folder, forKey: .folder)
            try fields.encode(transition.word, forKey: .transition)
        case .scenes(let store): try fields.encode(store.folder, forKey: .folder)
        case .source(.add(let choice, let layer)):
            try fields.encode(choice.name, forKey: .source)
            if case .agent(let backend, let arguments) = choice.capture {
                try fields.encode(backend, forKey: .backend)
                try fields.encode(arguments, forKey: .arguments)
            }
            try fields.encodeIfPresent(layer?.words, forKey: .set)
        case .source(.remove(let source)): try fields.encode(source, forKey: .source)
        case .filter(.add(let source, let settings)):
            try fields.encode(source, forKey: .source)
            try fields.encode(settings.words, forKey: .set)
        case .filter(.set(let id, let words)):
            try fields.encode(id, forKey: .id)
            try fields.encode(words, forKey: .set)
        case .filter(.remove(let id)): try fields.encode(id, forKey: .id)
        case .overlay(.remove(let id)): try fields.encode(id, forKey: .id)
        case .overlay(.add(let choice)): try Self.encode(choice, into: &fields)
        case .ask(.detach(let source)): try fields.encode(source, forKey: .source)
        case .ask(.attach(let source, let agent)):
            try fields.encode(source, forKey: .source)
            try fields.encodeIfPresent(agent, forKey: .agent)
        case .ask(.switchTo(let agent)): try fields.encode(agent, forKey: .agent)
        case .ask(.stop(let agent)), .ask(.pause(let agent)), .ask(.resume(let agent)): try fields.encodeIfPresent(agent, forKey: .agent)
        }
    }

    private static func encode(_ request: AudioRequest, into fields: inout KeyedEncodingContainer<CodingKeys>) throws {
        switch request {
        case .add(let addition):
            switch addition.source {
            case .microphone(let choice): try fields.encode(choice.text, forKey: .microphone)
            case .desktop(let choice): try fields.encode(choice.words, forKey: .desktop)
            }
            try fields.encode(addition.gain.text, forKey: .gain)
            try fields.encode(addition.channels.word, forKey: .channels)
            try fields.encode(addition.processing.words, forKey: .processing)
            try fields.encode(addition.offset.milliseconds, forKey: .milliseconds)
        case .remove(let source): try fields.encode(source, forKey: .source)
        case .gain(let source, let gain):
            try fields.encode(source, forKey: .source)
            try fields.encode(gain.text, forKey: .gain)
        case .mute(let source, _): try fields.encode(source, forKey: .source)
        case .alwaysOn(let source, let isOn):
            try fields.encode(source, forKey: .source)
            try fields.encode(isOn, forKey: .on)
        case .channels(let source, let map):
            try fields.encode(source, forKey: .source)
            try fields.encode(map.word, forKey: .channels)
        case .processing(let source, let processing):
            try fields.encodeIfPresent(source, forKey: .source)
            try fields.encode(processing.words, forKey: .processing)
        case .offset(let source, let offset):
            try fields.encode(source, forKey: .source)
            try fields.encode(offset.milliseconds, forKey: .milliseconds)
        case .duck(let decibels): try fields.encodeIfPresent(decibels, forKey: .decibels)
        case .monitor(let sink): try fields.encodeIfPresent(sink, forKey: .sink)
        case .play(let address, let isLooping):
            try fields.encode(address, forKey: .url)
            try fields.encode(isLooping, forKey: .loop)
        case .loopMusic(let isOn): try fields.encode(isOn, forKey: .on)
        case .monitorOff, .pauseMusic, .resumeMusic, .stopMusic: break
        }
    }

    private static func encode(_ choice: OverlayChoice, into fields: inout KeyedEncodingContainer<CodingKeys>) throws {
        switch choice.content {
        case .picture(let path): try fields.encode(path, forKey: .file)
        case .text(let text): try fields.encode(text, forKey: .text)
        }
        try fields.encode(choice.corner.rawValue, forKey: .corner)
        try fields.encode(choice.x, forKey: .x)
        try fields.encode(choice.y, forKey: .y)
        try fields.encodeIfPresent(choice.width, forKey: .width)
        try fields.encode(choice.letterHeight, forKey: .letterHeight)
        try fields.encode(choice.colour.word, forKey: .colour)
        try fields.encode(choice.opacity, forKey: .opacity)
    }
}
