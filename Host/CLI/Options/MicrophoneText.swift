import AppGroup
import Audio
import Session

/// Reads the options that name microphones and other sources.
enum MicrophoneText {
    /// The values of `--mic`; empty for `none`.
    static func choices(_ names: [String]) throws(CommandFailure) -> [MicrophoneChoice] {
        if !names.isEmpty, names.allSatisfy({ $0 == "none" }) { return [] }
        let most = SessionConfiguration.Microphone.most
        guard names.count <= most else {
            throw CommandFailure(.usage, "--mic is given \(names.count) times: give \(most) microphones at most")
        }
        var known: Set<String> = []
        var choices: [MicrophoneChoice] = []
        for name in names {
            guard !name.isEmpty else { throw CommandFailure(.usage, "--mic is empty: give default, none or a name from 'splitcast sources'") }
            guard name != "none" else { throw CommandFailure(.usage, "--mic none stands for no microphone: leave it out, or the others") }
            guard known.insert(name).inserted else {
                throw CommandFailure(.usage, "--mic \(name) is given twice: a microphone can be one source only; leave out one of them")
            }
            choices.append(MicrophoneChoice(name))
        }
        return choices
    }

    /// What each microphone gets of an option whose values are for all, or as `mic-2=VALUE` for one: by its number, the general first.
    static func byMicrophone(_ option: String, _ values: [String], _ ids: [String]) throws(CommandFailure) -> [(Int, String)] {
        var known: Set<String> = []
        var (general, special): ([(Int, String)], [(Int, String)]) = ([], [])
        for value in values {
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let id = parts.count > 1 ? parts[0] : ""
            guard known.insert(id).inserted else {
                throw CommandFailure(.usage, "\(option) is given twice\(id.isEmpty ? "" : " for \(id)"): leave out one of them")
            }
            if parts.count == 1 {
                general = ids.indices.map { ($0, value) }
            } else if let index = ids.firstIndex(of: id) {
                special.append((index, parts[1]))
            } else {
                throw OptionText.wrong(option, value, "there is no microphone '\(id)': there are \(ids.joined(separator: ", "))")
            }
        }
        return general + special
    }

    /// The values of `--audio-offset`. A name that is none of the host's sources is a pushed source's, which may come later.
    static func offsets(_ values: [String], microphones: [String], hasDesktop: Bool) throws(CommandFailure) -> [String: AudioOffset] {
        let option = "--audio-offset"
        var offsets: [String: AudioOffset] = [:]
        for value in values {
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { throw OptionText.wrong(option, value, "give SOURCE=TIME, such as mic=+40ms") }
            let id = parts[0]
            guard offsets[id] == nil else { throw CommandFailure(.usage, "\(option) is given twice for \(id): leave out one of them") }
            let isOwn = microphones.contains(id) || id == "music" || id == "desktop" && hasDesktop
            if !isOwn {
                guard id != "desktop" else { throw OptionText.wrong(option, value, "the desktop's audio is not in the mix: add --desktop-audio") }
                let looksLikeMicrophone = id == "mic" || id.hasPrefix("mic-") && Int(id.dropFirst(4)) != nil
                guard !looksLikeMicrophone else {
                    let known = microphones.isEmpty ? "there is none" : "there are \(microphones.joined(separator: ", "))"
                    throw OptionText.wrong(option, value, "there is no microphone '\(id)': \(known)")
                }
                do throws(GroupError) { _ = try PushName(id) } catch { throw CommandFailure(.usage, "\(option): \(error.message)") }
            }
            do throws(AudioError) { offsets[id] = try AudioOffset(parsing: parts[1]) } catch {
                throw CommandFailure(.usage, "\(option) \(id): \(error.message)")
            }
        }
        return offsets
    }
}
