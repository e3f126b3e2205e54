import Frames
import Platform

/// What of the picture one encoding has not encoded yet. A value; allocates nothing.
struct PendingPicture {
    /// How often something changed since the last picture that was encoded.
    private(set) var changeCount = 0
    var hasChange: Bool { changeCount > 0 }
    /// The canvas was painted anew, by another agent perhaps: it mostly shows what it did before.
    private(set) var hasRepaint = false
    /// When what changed was captured; moves on with each change.
    private(set) var captureTime = MediaTime.zero
    private var damage = PendingDamage()

    /// What differs from the picture encoded last, in canvas pixels; `nil` for everything.
    var changed: Damage? { damage.damage }

    /// A frame has come onto the canvas.
    ///
    /// - Parameter isRepaint: it painted what was there already, as another agent's first frame mostly does.
    mutating func noteFrame(capturedAt time: MediaTime, isRepaint: Bool) {
        captureTime = hasChange ? max(captureTime, time) : time
        if isRepaint { hasRepaint = true } else { changeCount += 1 }
    }

    /// The pointer moved, or a layer, now.
    mutating func noteChange(at now: MediaTime) {
        if !hasChange { captureTime = now }
        changeCount += 1
    }

    /// The canvas differs there, whether that is worth a picture of its own or not.
    mutating func add(_ damage: Damage) { self.damage.add(damage) }

    /// Another picture altogether is shown: a slate, or the canvas again.
    ///
    /// - Parameter time: when it was captured; `nil` keeps the time of the frame that brought it.
    mutating func replace(capturedAt time: MediaTime?) {
        if let time { captureTime = time }
        changeCount += 1
        damage.addEverything()
    }

    /// Everything must be encoded as if it were new, whenever the next picture is: the encoding has lost what it had.
    mutating func forget() { damage.addEverything() }

    /// The picture as it is now is being encoded.
    mutating func take() {
        (changeCount, hasRepaint) = (0, false)
        _ = damage.take()
    }
}
