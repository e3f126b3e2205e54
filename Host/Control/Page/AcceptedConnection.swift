import NIOCore

/// One that no task serves yet, and that reads nothing until one does.
struct AcceptedConnection: Sendable {
    let channel: any Channel
    let peer: PagePeer
}
