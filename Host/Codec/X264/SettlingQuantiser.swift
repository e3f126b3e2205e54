/// Chooses the quantiser of pictures of a page that is not fine yet. A value, fed with libx264's pictures.
///
/// Behind a key frame libx264 goes on as coarsely as before it, and leaves text blurred for half a second while bits come in. Told to be fine, its
/// rows end where the bits do.
struct SettlingQuantiser {
    /// Text is as sharp with it as can be seen.
    private static let first = DeltaPacing.Quality.fineQuantiser
    /// Photographs need finer ones: adaptive quantisation takes them for what may be coarse.
    private static let (step, finest) = (3, 8)
    /// Below, bits are missing, and the upper rows would take those of the lower.
    private static let leastDecibels = 36.0

    private var next = Self.first

    /// The next picture is another scene, a key frame, or one behind a fine one.
    mutating func forget() { next = Self.first }

    /// - Parameters:
    ///   - isBehindKeyframe: libx264's last picture was one.
    ///   - isSparing: it took fewer bits than came in for it.
    ///   - wasGiven: it got a quantiser.
    ///   - decibels: PSNR of its brightness.
    /// - Returns: `nil` to leave it to libx264.
    mutating func choose(isBehindKeyframe: Bool, isSparing: Bool, wasGiven: Bool, decibels: Double) -> Int? {
        guard isBehindKeyframe || isSparing else { return nil }
        if isBehindKeyframe { forget() } else if wasGiven, decibels >= Self.leastDecibels { next = max(next - Self.step, Self.finest) }
        return next
    }
}
