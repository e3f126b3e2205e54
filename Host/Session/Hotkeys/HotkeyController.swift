import Audio
import Delivery
import Events
import Hotkeys
import Platform
import Synchronization

/// Does what hotkeys ask for, as a user's own requests. What is about audio is done on the thread that listens, so that push-to-talk is in order;
/// the rest, which may wait for disks, on another, a few at a time.
final class HotkeyController: Sendable {
    private static let mostWaiting = 8

    private let session: Session
    private let hotkeys: [Hotkey]
    private let listener: HotkeyListener
    private let tasks: HotkeyTasks
    private let workers: [Worker]

    init(_ session: Session) throws(SystemError) {
        (self.session, hotkeys) = (session, session.configuration.hotkeys)
        let tasks = try HotkeyTasks(mostWaiting: Self.mostWaiting)
        let microphones = HotkeyMicrophones(session)
        let hotkeys = hotkeys
        let listener = try HotkeyListener(hotkeys, sessionBus: session.configuration.sessionBus) { report in
            Self.handle(report, of: session, hotkeys, microphones, tasks)
        }
        (self.tasks, self.listener) = (tasks, listener)
        let worker = try Worker(name: "hotkey-task") { tasks.run() }
        do throws(SystemError) { workers = [try Worker(name: "hotkeys") { listener.run() }, worker] } catch {
            tasks.stop()
            worker.join()
            throw error
        }
    }

    /// Lets go of all keys, and returns when what was asked for is done.
    @available(*, noasync)
    func stop() {
        listener.stop()
        workers[0].join()
        tasks.stop()
        workers[1].join()
    }

    private static func handle(
        _ report: HotkeyReport, of session: Session, _ hotkeys: [Hotkey], _ microphones: HotkeyMicrophones, _ tasks: HotkeyTasks
    ) {
        let journal = session.journal
        @Sendable func fail(_ hotkey: Hotkey, _ why: String) {
            journal.note(.hotkey(.failed(action: "\(hotkey.action)", keys: "\(hotkey.keys)", why: why)))
        }
        switch report {
        case .ready(let count, let way):
            // Not before: no one could unmute it by a key that is not there.
            if hotkeys.contains(where: { $0.action == .pushToTalk }), let why = microphones.beginPushToTalk() {
                session.log.warning("push-to-talk: \(why)")
            }
            journal.note(.hotkey(.ready(count, by: way)))
        case .unavailable(let hotkey, let why):
            journal.note(.hotkey(.unavailable(action: hotkey.map { "\($0.action)" } ?? "", keys: hotkey.map { "\($0.keys)" } ?? "", why: why)))
        case .pressed(let hotkey):
            journal.note(.hotkey(.used(action: "\(hotkey.action)", keys: "\(hotkey.keys)", isHeld: true)))
            switch hotkey.action {
            case .muteMicrophone: if let why = microphones.toggle() { fail(hotkey, why) }
            case .muteAll: if let why = microphones.toggleAll() { fail(hotkey, why) }
            case .pushToTalk: if let why = microphones.talk() { fail(hotkey, why) }
            case .pause, .scene, .mark, .saveReplay:
                let isTaken = tasks.add { if let why = carryOut(hotkey.action, of: session) { fail(hotkey, why) } }
                if !isTaken { fail(hotkey, "\(mostWaiting) others wait already: press it again when one is done") }
            }
        case .released(let hotkey):
            guard hotkey.action == .pushToTalk else { return }
            let why = microphones.endTalk()
            journal.note(.hotkey(.used(action: "\(hotkey.action)", keys: "\(hotkey.keys)", isHeld: false)))
            if let why { fail(hotkey, why) }
        }
    }

    /// - Returns: why it could not be done.
    @available(*, noasync)
    private static func carryOut(_ action: HotkeyAction, of session: Session) -> String? {
        do {
            switch action {
            case .pause:
                guard session.intake != nil else { return "this broadcast has no picture: it was started without" }
                let isPaused = session.shown.withLock { $0.isPaused }
                _ = session.begin(isPaused ? .resume(agent: nil) : .pause(agent: nil))
            case .scene(let name):
                guard let scene = SceneName(name) else { return "a scene's name is \(SceneName.form)" }
                guard let store = SceneStore.usual else { return "there is no folder for scenes: set HOME" }
                _ = try session.steer(.show(scene, in: store, .cut))
            case .mark: _ = try session.mark(nil)
            case .saveReplay: _ = try session.saveReplay(ReplayRequest(try ReplayFolder.file()))
            case .muteMicrophone, .muteAll, .pushToTalk: break
            }
        } catch let error as SessionError { return error.message } catch let error as DeliveryError { return error.message } catch {
            return "\(error)"
        }
        return nil
    }
}
