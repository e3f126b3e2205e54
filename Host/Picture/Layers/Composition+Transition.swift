public import Platform

extension Composition {
    /// Changes to another layout. The layers' shapes are the new ones at once; what is shown becomes so by and by. What was shown last stands
    /// still meanwhile, the new layout is alive. A transition that is under way is cut off where it is.
    ///
    /// - Parameters:
    ///   - shapes: of all layers that shall be seen: those that are new are added, those that are not named are hidden.
    ///   - now: when it begins; `advance` carries it on.
    public func change(to shapes: [String: LayerShape], _ transition: Transition, at now: MediaTime) {
        let running = transition == .cut ? nil : withPicture { RunningTransition(transition, from: $0, at: now) }
        if self.transition != nil { noteChange(whole) }
        self.transition = nil
        for name in layers where shapes[name] == nil {
            guard var shape = shape(of: name) else { continue }
            shape.isHidden = true
            set(name, shape)
        }
        // In the order of their names, so that new layers of equal z always lie in the same order.
        for (name, shape) in shapes.sorted(by: { $0.key < $1.key }) { set(name, shape) }
        self.transition = running
    }

    /// Carries a transition on; to be called once a picture while there is one.
    ///
    /// - Returns: whether there is something to encode: a transition runs, or has come to its end by this call.
    public func advance(to now: MediaTime) -> Bool {
        guard let transition else { return false }
        if transition.advance(to: now) { self.transition = nil }
        changes.add(whole)
        return true
    }

    /// Whether a transition is under way.
    public var isChanging: Bool { transition != nil }
}
