import AppGroup
import Audio
import Control
import Glibc
import Platform
import Session

/// Asks the host of a group about its audio, or for a change of it.
struct AudioRequestRun {
    /// Longer than a host gives itself to open music or to find a sink.
    private static let timeLimit = Duration.seconds(30)
    private let client: ControlClient
    private let console: Console

    init(_ group: GroupOption, console: Console = .standard) throws(CommandFailure) {
        let name = try group.name()
        do throws(GroupError) { client = try ControlClient(name) } catch { throw CommandFailure(error) }
        self.console = console
    }

    @available(*, noasync)
    func status() throws(CommandFailure) -> AudioStatus {
        do throws(ControlError) { return try client.audio() } catch { throw CommandFailure(error) }
    }

    /// `nil` when the host has ended.
    @available(*, noasync)
    func nextStatus() throws(CommandFailure) -> AudioStatus? {
        do throws(ControlError) { return try client.audio() } catch {
            guard error.code == .noHost || error.code == .notAnswering else { throw CommandFailure(error) }
            return nil
        }
    }

    /// Returns when it has taken effect.
    @available(*, noasync)
    @discardableResult
    func steer(_ request: AudioRequest) throws(CommandFailure) -> AudioStatus {
        do throws(ControlError) { return try client.steer(request) } catch { throw CommandFailure(error) }
    }

    /// Waits until what was begun has come to something, saying so on a terminal when it takes long.
    ///
    /// - Parameter isUnderWay: whether a status is still of the time before.
    @available(*, noasync)
    func wait(for words: String, from begun: AudioStatus, while isUnderWay: (AudioStatus) -> Bool) throws(CommandFailure) -> AudioStatus {
        let start = MediaTime.now()
        var status = begun
        defer { console.show("") }
        while isUnderWay(status) {
            let waited = MediaTime.now() - start
            guard waited < Self.timeLimit else {
                throw CommandFailure(.failed, "\(words) takes longer than \(Self.timeLimit.inSeconds) s; 'splitcast audio' shows how it ends")
            }
            if waited > .seconds(1), console.isTerminal { console.show("\(words) … \(Figure.fixed(waited.inSeconds)) s") }
            _ = poll(nil, 0, 20)
            status = try self.status()
        }
        return status
    }
}
