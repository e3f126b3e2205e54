import ArgumentParser
import Configuration

/// Plans a broadcast with what a file says, as far as `live` goes before it takes anything, and finds each option for which it refuses.
struct ConfigurationTrial {
    let file: ConfigurationFile
    /// Settings of the file, beside its own options.
    let use: String?

    /// Mistakes beyond which the rest can wait.
    private static let most = 20

    /// One line each: where it stands, and what is wrong.
    var problems: [String] {
        let effective: EffectiveConfiguration
        do throws(ConfigurationError) {
            effective = try EffectiveConfiguration(keys: BroadcastKeys.all, file: file, use: use.map { [$0] } ?? [])
        } catch { return [error.message] }  // It has its place: these settings are the file's.
        var (left, found): ([ConfigurationEntry], [String]) = (effective.entries, [])
        while found.count < Self.most, let refusal = Self.refusal(of: left) {
            // Without the one that is to blame another mistake comes to light, or none.
            let suspects = left.filter { refusal.contains("--\($0.key.name)") } + left
            guard let culprit = suspects.first(where: { suspect in Self.refusal(of: left.filter { $0 != suspect }) != refusal }) else {
                found.append(at(nil, refusal))
                break
            }
            // That a broadcast lacks what was wrong is no mistake of its own.
            let isFollowUp = found.count > 0 && effective.entries.contains { !left.contains($0) && refusal.contains("--\($0.key.name)") }
            if !isFollowUp { found.append(at(culprit, refusal)) }
            left.removeAll { $0 == culprit }
        }
        return found
    }

    private func at(_ culprit: ConfigurationEntry?, _ message: String) -> String {
        if case .file(let path, let line, let column)? = culprit?.origin { return "\(path):\(line):\(column): \(message)" }
        return "\(file.path)\(use.map { ", settings '\($0)'" } ?? ""): \(message)"
    }

    private static func refusal(of entries: [ConfigurationEntry]) -> String? {
        do {
            guard let command = try LiveCommand.parseAsRoot(entries.flatMap(\.arguments)) as? LiveCommand else { return nil }
            _ = try command.plan()
            return nil
        } catch let failure as CommandFailure {
            // No display is no fault of the file's.
            return failure.code == .nothingToCapture ? nil : failure.message
        } catch { return AddressMask.masking(LiveCommand.message(for: error)) }
    }
}
