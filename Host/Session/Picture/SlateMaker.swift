import Codec
import Frames
import Picture
import Platform
import Synchronization

/// Paints slates when they are first needed, on a thread that ends when it has. Belongs to the session's thread.
///
/// A session whose agents stay loads no font and no picture, and has no memory for a slate.
final class SlateMaker: @unchecked Sendable {
    // @unchecked: but for `made` and `choice`, everything belongs to the session's thread.

    /// A painted slate, on its way to the canvas's thread, which owns it from then on.
    struct Made {
        let slate: Absence.Slate
        let canvas: Canvas
    }

    let made = NewestBox<Made>()
    private let choice: Mutex<SlateChoice>
    private let onMade: Wakeup
    private let warn: @Sendable (String) -> Void
    private var newest: Key?

    /// What a slate was painted for.
    private struct Key: Equatable {
        let slate: Absence.Slate
        let size: PixelSize
        let hasFullChroma: Bool
        let choice: SlateChoice
    }
    private var worker: Worker?

    /// - Parameters:
    ///   - onMade: signalled when a slate waits in `made`.
    ///   - warn: told, from the painting thread, what is missing from the slate and why.
    init(_ choice: SlateChoice, onMade: Wakeup, warn: @escaping @Sendable (String) -> Void) {
        self.choice = Mutex(choice)
        (self.onMade, self.warn) = (onMade, warn)
    }

    /// What slates show, from the next `prepare` on. Any thread.
    var shown: SlateChoice {
        get { choice.withLock { $0 } }
        set { choice.withLock { $0 = newValue } }
    }

    /// Has a slate painted, unless it is the one painted last. Returns at once, but for a slate that is being painted still.
    ///
    /// - Parameter hasFullChroma: whether an encoding wants that.
    @available(*, noasync)
    func prepare(_ slate: Absence.Slate, size: PixelSize, hasFullChroma: Bool) {
        let key = Key(slate: slate, size: size, hasFullChroma: hasFullChroma, choice: shown)
        guard newest != key else { return }
        worker?.join()
        do throws(SystemError) {
            worker = try Worker(name: "slate") { [made, onMade, warn] in
                guard let canvas = Self.paint(key, key.choice, warn) else { return }
                made.post(Made(slate: slate, canvas: canvas))
                onMade.signal()
            }
            newest = key
        } catch {
            worker = nil
            warn("no slate is shown: \(error)")
        }
    }

    /// Waits for a slate that is being painted.
    @available(*, noasync)
    func close() {
        worker?.join()
        worker = nil
    }

    private static func paint(_ key: Key, _ choice: SlateChoice, _ warn: (String) -> Void) -> Canvas? {
        var still: StillFrame?
        let poorPicture = key.slate == .network ? choice.poorPicture : nil
        if let path = poorPicture ?? choice.picture {
            do throws(CodecError) { still = try StillPicture.decode(path) } catch { warn("the slate shows its text instead: \(error.message)") }
        }
        let colour = PixelColour(red: choice.colour.red, green: choice.colour.green, blue: choice.colour.blue)
        do throws(PictureError) {
            let canvas = try Canvas(size: key.size)
            canvas.setFullChroma(key.hasFullChroma)
            let hasText = still == nil || key.slate == .network && poorPicture == nil
            let design = SlateDesign(text: hasText ? choice.text(for: key.slate) : "", colour: colour, still: still)
            if !canvas.paint(design) { warn("no font is installed, so the slate has no text: install one, such as fonts-dejavu-core") }
            return canvas
        } catch {
            warn("no slate is shown: \(error.message)")
            return nil
        }
    }
}

extension SlateChoice {
    /// The user's own text serves for absence and pause; of ours, each has its own.
    func text(for slate: Absence.Slate) -> String {
        switch slate {
        case .network: "Poor connection"
        case .pause where text == SlateChoice().text: "Paused"
        case .absence, .pause: text
        }
    }
}
