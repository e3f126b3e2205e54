public import Platform

/// What changes a source's audio on its way into the mix. Both methods run on the mixer's thread: no waiting, allocating, logging.
public protocol AudioInsert: AnyObject, Sendable {
    /// How late its audio comes; the source is asked for that much newer audio. Constant, and a quantum for those that use the
    /// reference.
    var delay: Duration { get }

    /// Changes one quantum of interleaved stereo in place.
    ///
    /// - Parameter reference: what the speakers played in the 10 ms in which these samples were captured; `nil` when that is not known.
    func process(_ samples: UnsafeMutablePointer<Float>, reference: UnsafePointer<Float>?)
}

/// What listens to one source. On the mixer's thread: no waiting, allocating, logging.
public protocol AudioTap: AnyObject, Sendable {
    /// - Parameter samples: one quantum of interleaved stereo, valid during the call.
    func play(_ samples: UnsafePointer<Float>, at time: MediaTime)
}
