import Frames
import Picture
import Platform
import Synchronization

/// All overlays at once become others, as with a scene.
extension Overlays {
    /// What is to become of them. Made by one thread, carried out once.
    struct Exchange {
        /// Of those that stay, in the order in which they lie.
        fileprivate let kept: [Int]
        /// Above those, each with what it shows first.
        fileprivate let new: [(overlay: RunningOverlay, first: Overlay?)]
        /// What cannot be shown, and why.
        let problems: [String]
    }

    /// What lies over the canvas, in the order in which it lies.
    var choices: [OverlayChoice] { state.withLock { $0.entries.map(\.choice) } }

    /// Reads what is to lie over the canvas; what lies there already stays where nothing new is to lie below it. Blocks while pictures are decoded.
    @available(*, noasync)
    func prepare(_ choices: [OverlayChoice], on canvas: PixelSize) -> Exchange {
        let entries = state.withLock { $0.entries }
        var rest = entries[...]
        var (kept, new, problems): ([Int], [(overlay: RunningOverlay, first: Overlay?)], [String]) = ([], [], [])
        for choice in choices {
            if new.isEmpty, let index = rest.firstIndex(where: { $0.choice == choice }) {
                kept.append(rest[index].id)
                rest = rest[(index + 1)...]
                continue
            }
            do throws(SessionError) {
                let now = MediaTime.now()
                let moment = moment(at: now)
                let overlay = try RunningOverlay(choice, on: canvas, at: moment)
                do throws(PictureError) { new.append((overlay, try overlay.step(at: now, moment).overlay)) } catch {
                    throw SessionError(.badSetting, error.message, cause: error)
                }
            } catch { problems.append("overlay: \(error.message)") }
        }
        return Exchange(kept: kept, new: new, problems: problems)
    }

    /// - Parameter show: gets what changes, by the overlays' numbers; `nil` for nothing more. Called with a lock held, must not wait.
    func carryOut(_ exchange: Exchange, _ show: ([(id: Int, overlay: Overlay?)]) -> Void) {
        state.withLock { state in
            var changes: [(id: Int, overlay: Overlay?)] = []
            for entry in state.entries where !exchange.kept.contains(entry.id) { changes.append((entry.id, nil)) }
            state.entries.removeAll { !exchange.kept.contains($0.id) }
            for (overlay, first) in exchange.new {
                state.append(overlay)
                changes.append((state.lastID, first))
                if let first { state.entries[state.entries.count - 1].place = first.place }
            }
            if !state.entries.isEmpty { try? work(on: &state) }  // without a thread they stand still, which is better than nothing
            show(changes)
        }
        wakeup.signal()
    }
}

extension Overlay {
    /// In canvas pixels.
    var place: PixelRectangle { PixelRectangle(x: x, y: y, width: image.size.width, height: image.size.height) }
}
