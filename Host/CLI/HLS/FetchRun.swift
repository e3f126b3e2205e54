import Control
import Downloads
import Glibc
import HLS
import Platform

/// A fetch from the command line: shows how far it is, and ends with the first Ctrl-C.
struct FetchRun {
    enum Display: Sendable { case bar, json, none }

    let fetch: TalkFetch
    let display: Display
    private static let interval = Duration.milliseconds(100)
    /// Of JSON: a second.
    private static let jsonEvery = 10

    private enum Ending: Sendable {
        case run(Result<Talk, DownloadError>)
        case ticker
    }

    func run() async throws(CommandFailure) {
        let signals: ProcessSignals
        do throws(SystemError) { signals = try ProcessSignals() } catch { throw CommandFailure(.failed, "\(error)", cause: error) }
        let outcome = await withTaskGroup(of: Ending.self) { group -> Result<Talk, DownloadError>? in
            group.addTask { [fetch] in
                do throws(DownloadError) { return .run(.success(try await fetch.run { Self.tell($0) })) } catch { return .run(.failure(error)) }
            }
            group.addTask { [self] in
                await tick(signals)
                return .ticker
            }
            var outcome: Result<Talk, DownloadError>?
            for await ending in group {
                if case .run(let result) = ending { outcome = result }
                group.cancelAll()
            }
            return outcome
        }
        Console.standard.show("")
        switch outcome {
        case .success(let talk)?:
            if display == .json {
                print(JSONText.of(FetchReport(fetch.progress, bitRate: 0, folder: talk.folder), isPretty: false))
            } else {
                print(FetchText.done(talk))
            }
        case .failure(let error)?: throw failure(error)
        case nil: throw CommandFailure(.failed, "fetching ended without a result")
        }
    }

    private func failure(_ error: DownloadError) -> CommandFailure {
        let (failure, progress) = (CommandFailure(error), fetch.progress)
        guard progress.segments > 0 else { return failure }
        let kept = "\(progress.segments) of \(progress.allSegments) segments are kept"
        let isTold = error.remedy != nil
        return CommandFailure(failure.code, "\(failure.message); \(kept)\(isTold ? "" : ", the same command goes on")", cause: error)
    }

    private static func tell(_ plan: DownloadPlan) {
        for (index, entry) in plan.entries.enumerated() {
            Console.standard.write(FetchText.chosen(entry))
            for codec in entry.variant.codecsWithoutDecoder {
                Console.standard.write(
                    "warning: variant \(entry.variant.number) is encoded as \(PlainText.of(codec)), for which this machine has no decoder")
            }
            for predicate in entry.unmet {
                Console.standard.write(
                    "warning: \(index == 0 ? "--prefer" : "--auxiliary") '\(predicate.description)' is met by no variant that is left")
            }
        }
    }

    /// Until the task is cancelled.
    private func tick(_ signals: ProcessSignals) async {
        var (isStopped, count, rate) = (false, 0, RateMeter())
        while !Task.isCancelled {
            var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            if !isStopped, poll(&entry, 1, 0) > 0 {
                isStopped = true
                fetch.stop()
            }
            let progress = fetch.progress
            rate.add(progress.receivedBytes)
            switch display {
            case .bar: Console.standard.show(FetchText.progress(progress, bitRate: rate.bitRate, columns: Console.standard.columns))
            case .json:
                if count.isMultiple(of: Self.jsonEvery) {
                    print(JSONText.of(FetchReport(progress, bitRate: rate.bitRate), isPretty: false))
                    fflush(nil)
                }
            case .none: break
            }
            count += 1
            do { try await Task.sleep(for: Self.interval) } catch { return }
        }
    }
}
