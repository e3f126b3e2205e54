import Audio
import Session

/// Microphones, the desktop's audio, and what is done to them.
extension LiveChange {
    static var audio: [LiveChange] { [microphones, desktop, offsets, ducking] }

    private static var microphones: LiveChange {
        LiveChange(["mic", "mic-processing", "mic-channels"], keep: { $0.microphones = $1.microphones }) { facts throws(Problem) in
            let (old, new) = (facts.old.microphones, facts.new.microphones)
            var done: [String] = []
            // The last first: a name that becomes free is the next one's.
            for index in (new.count..<max(new.count, old.count)).reversed() {
                let id = SessionConfiguration.Microphone.id(at: index)
                try steer(.remove(source: id), facts)
                done.append("removed \(id)")
            }
            for (index, microphone) in new.enumerated() {
                let id = SessionConfiguration.Microphone.id(at: index)
                let before = index < old.count ? old[index] : nil
                guard before != microphone else { continue }
                if before?.choice != microphone.choice {
                    if before != nil { try steer(.remove(source: id), facts) }
                    var addition = AudioAddition(.microphone(microphone.choice))
                    (addition.channels, addition.processing) = (microphone.channels, microphone.processing)
                    addition.offset = facts.new.audioOffsets[id] ?? .none
                    try steer(.add(addition), facts)
                    done.append("\(id) is \(microphone.choice.text)")
                } else {
                    if before?.channels != microphone.channels { try steer(.channels(source: id, microphone.channels), facts) }
                    if before?.processing != microphone.processing { try steer(.processing(source: id, microphone.processing), facts) }
                    done.append("changed \(id)")
                }
            }
            return done.isEmpty ? "as it was" : done.joined(separator: ", ")
        }
    }

    private static var desktop: LiveChange {
        LiveChange(["desktop-audio"], keep: { $0.desktopAudio = $1.desktopAudio }) { facts throws(Problem) in
            if facts.old.desktopAudio != nil { try steer(.remove(source: "desktop"), facts) }
            guard let choice = facts.new.desktopAudio else { return "removed" }
            try steer(.add(AudioAddition(.desktop(choice))), facts)
            return choice.words.isEmpty ? "what the default sink plays" : choice.words
        }
    }

    private static var offsets: LiveChange {
        LiveChange(["audio-offset"], keep: { $0.audioOffsets = $1.audioOffsets }) { facts throws(Problem) in
            let (old, new) = (facts.old.audioOffsets, facts.new.audioOffsets)
            let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
            for source in changed { try steer(.offset(source: source, new[source] ?? .none), facts) }
            return changed.isEmpty ? "as it was" : "changed \(changed.joined(separator: ", "))"
        }
    }

    private static var ducking: LiveChange {
        LiveChange(["duck"], keep: { $0.duckingDecibels = $1.duckingDecibels }) { facts throws(Problem) in
            try steer(.duck(decibels: facts.new.duckingDecibels), facts)
            return facts.new.duckingDecibels.map { "by \(Figure.fixed($0)) dB" } ?? "off"
        }
    }

    private static func steer(_ request: AudioRequest, _ facts: Facts) throws(Problem) {
        try ask { () throws(AudioError) in try facts.session.steer(request) }
    }
}
