import Events

/// The clip that stands in for the slate.
extension SessionSpine {
    /// Has it prepared for the encodings as they are now.
    func followClip() {
        guard let canvas = session.shown.withLock({ $0.canvas }) else { return }
        let encodings = session.encodings.running.compactMap { encoding -> ClipCoordinator.Encoding? in
            guard let thread = encoding.thread, let settings = thread.opened.withLock({ $0 }) else { return nil }
            let coding = encoding.configuration.encoder.coding
            return ClipCoordinator.Encoding(
                need: ClipJob.Need(id: encoding.id, coding: coding, settings: settings, canvas: canvas), thread: thread)
        }
        noteClip(session.clips.follow(encodings))
    }

    func noteClip(_ changes: [ClipCoordinator.Change]) {
        for change in changes {
            let event: PictureEvent =
                switch change {
                case .preparing(let path): .clipPreparing(path)
                case .ready(let path): .clipReady(path)
                case .failed(let text): .clipFailed(text)
                case .notKept(let path, let why): .clipNotKept(path, why: why)
                }
            session.journal.note(.picture(event))
        }
    }
}
