import ArgumentParser
import Configuration
import Session
import Synchronization

/// Reads the configuration of a running broadcast again, and has the session follow what differs.
///
/// What was typed stays in force, and so does the environment: they are stronger than the file. One reading after the other; each reads the
/// file when its turn has come. A file that is wrong changes nothing.
final class ConfigurationReloader: Sendable {
    /// What the broadcast follows now.
    private struct Running: Sendable {
        var values: [String: [String]]
        var configuration: SessionConfiguration
        /// Whether there was a file.
        var hasFile: Bool
    }

    /// All that was typed behind `splitcast`.
    private let words: [String]
    private let environment: [String: String]
    private let session: any SessionControl
    private let running: Mutex<Running>

    /// - Parameter plan: what the broadcast was started with.
    init(
        _ words: [String], environment: [String: String] = ConfiguredCommandLine.environment, plan: BroadcastPlan, session: any SessionControl
    ) throws(CommandFailure) {
        (self.words, self.environment, self.session) = (words, environment, session)
        let line = try ConfiguredCommandLine(words, environment: environment)
        running = Mutex(
            Running(
                values: Self.values(line), configuration: plan.configuration,
                hasFile: try ConfigurationPlace(typed: words, environment: environment).exists))
    }

    /// For the broadcast of this process.
    static let make: Broadcast.MakeReloader = { (plan, session) throws(CommandFailure) in
        let reloader = try ConfigurationReloader(Array(CommandLine.arguments.dropFirst()), plan: plan, session: session)
        return { reloader.reload() }
    }

    func reload() -> Result<ReloadReport, SessionError> {
        running.withLock { running in
            do throws(CommandFailure) { return .success(try reload(&running)) } catch {
                return .failure(SessionError(.badSetting, "\(error.message); the broadcast goes on as it was", cause: error))
            }
        }
    }

    private func reload(_ running: inout Running) throws(CommandFailure) -> ReloadReport {
        guard !words.contains(where: { $0 == "@-" || $0.hasSuffix("=@-") }) else {
            throw CommandFailure(.usage, "what came by standard input (@-) cannot be read again: give @FILE, and start the broadcast anew")
        }
        let place = try ConfigurationPlace(typed: words, environment: environment)
        // Gone for a moment, as while an editor saves it, or by mistake: nothing of a broadcast ends with it.
        guard place.exists || !running.hasFile else {
            throw CommandFailure(.usage, "\(place.path ?? "the configuration file"): is not there any more: write it again; an empty one will do")
        }
        let line = try ConfiguredCommandLine(words, environment: environment)
        let plan = try Self.plan(line?.arguments ?? words, line)
        let values = Self.values(line)
        let order = BroadcastKeys.all.all.map(\.name)
        let changed = order.filter { values[$0] != running.values[$0] }
        var changes: [String: ReloadReport.Change] = [:]
        for live in LiveChange.all {
            let keys = changed.filter(live.keys.contains)
            guard !keys.isEmpty else { continue }
            let facts = LiveChange.Facts(old: running.configuration, new: plan.configuration, plan: plan, session: session)
            do throws(LiveChange.Problem) {
                let done = try live.carryOut(facts)
                live.keep(&running.configuration, plan.configuration)
                for key in keys { (running.values[key], changes[key]) = (values[key], .init(key, .applied, done)) }
            } catch { for key in keys { changes[key] = .init(key, error.code, error.message) } }
        }
        running.hasFile = place.exists
        return ReloadReport(
            file: place.exists ? place.path ?? "" : "",
            changes: changed.map { changes[$0] ?? .init($0, .restart, "takes effect when the broadcast is started again") })
    }

    /// Of what was not typed.
    private static func values(_ line: ConfiguredCommandLine?) -> [String: [String]] {
        let entries = (line?.effective.entries ?? []).filter { $0.origin != .commandLine }
        return Dictionary(entries.map { ($0.key.name, $0.values) }) { first, _ in first }
    }

    private static func plan(_ arguments: [String], _ line: ConfiguredCommandLine?) throws(CommandFailure) -> BroadcastPlan {
        do {
            switch try SplitcastCommand.parseAsRoot(NegativeValues.marked(arguments)) {
            case let live as LiveCommand: return try live.plan()
            case let host as HostCommand: return try host.plan()
            default: throw CommandFailure(.failed, "this broadcast was not started by 'splitcast live' or 'splitcast host'")
            }
        } catch let failure as CommandFailure {
            throw CommandFailure(failure.code, line?.explain(failure.message) ?? failure.message, remedy: failure.remedy, cause: failure)
        } catch {
            let message = AddressMask.masking(SplitcastCommand.message(for: error))
            throw CommandFailure(.usage, line?.explain(message) ?? message)
        }
    }
}
