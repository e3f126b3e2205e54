import Frames
import Platform

/// Which buffer is held, which goes back, and what has changed since the last look. A value: it decides, the stream acts.
///
/// The newest picture is held until the next one comes, and the one before goes back at that very moment: every slot of the
/// frame memory can be filled from it, however late the host lends one, and a pool of two buffers never runs dry.
struct FrameHold {
    /// A time of capture is believed when it is not older than that.
    static let oldest = Duration.seconds(1)

    /// The part of the picture that counts, as it stands upright; `nil` for all.
    let region: PixelRectangle?
    private(set) var held: HeldFrame?
    /// Nothing of a picture that came lies in the region.
    private(set) var missesRegion = false
    /// In the picture's own coordinates.
    private(set) var pending = Damage()
    private var lastSequence: UInt64?
    private var hasMissed = true

    init(region: PixelRectangle? = nil) { self.region = region }

    /// Receives a buffer.
    /// - Parameter alignment: the picture begins at a multiple of that many pixels, both ways: 2 where colour is shared.
    /// - Returns: the buffer that goes back now: this one, the one held before, or none.
    mutating func receive(_ event: FrameEvent, alignment: Int = 1, at now: MediaTime) -> UnsafeMutableRawPointer? {
        note(event.sequence)
        guard event.hasPicture else {
            // A picture that failed took its damage along; an update of the pointer alone has none.
            hasMissed = hasMissed || !event.hasPointer
            return event.buffer
        }
        let area = area(of: event, alignment: alignment)
        let isContinuous = !hasMissed && held.map { $0.area == area && $0.orientation == event.orientation } ?? false
        if isContinuous, let damage = event.damage {
            for index in 0..<damage.count {
                let found = damage[index].intersection(area)
                pending.add(PixelRectangle(x: found.x - area.x, y: found.y - area.y, width: found.width, height: found.height))
            }
        } else {
            pending = Damage(PixelRectangle(of: area.size))
        }
        hasMissed = false
        defer {
            held = HeldFrame(
                buffer: event.buffer, planes: event.planes, area: area, orientation: event.orientation, time: Self.believable(event.time, at: now))
        }
        return held?.buffer
    }

    /// The buffers went away, the one that is held with them.
    mutating func forget() { self = FrameHold(region: region) }

    mutating func takePending() -> Damage {
        defer { pending.removeAll() }
        return pending
    }

    /// A sender that counts leaves out a number for each buffer that was lost on its way.
    private mutating func note(_ sequence: UInt64?) {
        if let lastSequence, let sequence, sequence != lastSequence, sequence != lastSequence &+ 1 { hasMissed = true }
        lastSequence = sequence
    }

    private mutating func area(of event: FrameEvent, alignment: Int) -> PixelRectangle {
        let whole = PixelRectangle(of: event.size)
        let crop = event.crop?.intersection(whole) ?? whole
        let picture = crop.isEmpty ? whole : crop
        let area = part(of: picture, orientation: event.orientation)
        missesRegion = area.isEmpty
        guard alignment > 1 else { return area.isEmpty ? picture : area }
        let (x, y) = (area.x / alignment * alignment, area.y / alignment * alignment)
        return area.isEmpty ? picture : PixelRectangle(x: x, y: y, width: area.maxX - x, height: area.maxY - y)
    }

    /// The region's part of a picture, in the buffer's coordinates; empty where they do not meet.
    private func part(of picture: PixelRectangle, orientation: Orientation) -> PixelRectangle {
        guard let region else { return picture }
        let upright = orientation.upright(picture.size)
        let wanted = region.intersection(PixelRectangle(of: upright))
        guard !wanted.isEmpty else { return .empty }
        let found = orientation.inverse.upright(wanted, in: upright)
        return PixelRectangle(x: picture.x + found.x, y: picture.y + found.y, width: found.width, height: found.height)
    }

    private static func believable(_ time: MediaTime?, at now: MediaTime) -> MediaTime {
        guard let time, time <= now, now - time <= oldest else { return now }
        return time
    }
}

extension Orientation {
    /// The one that undoes this one. Mirrored forms are reflections: they undo themselves.
    fileprivate var inverse: Orientation {
        switch self {
        case .left: .right
        case .right: .left
        default: self
        }
    }
}
