package import Fixtures
import Platform
package import Protocols
import Synchronization

/// An RTMP server on a loopback port that runs a test's script for each connection, one after the other.
package final class ScriptedServer: Sendable {
    package let port: UInt16
    private let isOver: Flag
    private let worker: Worker

    private final class Flag: Sendable { let isSet = Atomic<Bool>(false) }

    package init(_ play: @escaping @Sendable (Conversation) throws -> Void) throws {
        let (listener, flag) = (Listener(), Flag())
        (port, isOver) = (listener.port, flag)
        worker = try Worker(name: "test-rtmp") {
            while !flag.isSet.load(ordering: .acquiring) {
                guard let connection = listener.accept(within: .milliseconds(50)) else { continue }
                // A script that fails ends its connection, which the test sees.
                do { try play(Conversation(connection)) } catch {}
            }
        }
    }

    deinit {
        isOver.isSet.store(true, ordering: .releasing)
        worker.join()
    }

    /// With a key that must never be shown.
    package var address: String { "rtmp://127.0.0.1:\(port)/live/secretkey" }

    /// One connection. Belongs to the server's thread.
    package final class Conversation {
        package let connection: Listener.Line
        package var server = ServerSide()
        private var waiting: [RTMPMessage] = []

        init(_ connection: Listener.Line) { self.connection = connection }

        /// The next message; `nil` at the end.
        package func hear() throws -> RTMPMessage? {
            while waiting.isEmpty {
                let bytes = connection.read()
                guard !bytes.isEmpty else { return nil }
                waiting = try server.receive(bytes)
            }
            return waiting.removeFirst()
        }

        /// Greets, and answers everything before this command as usual. The command's number.
        @discardableResult
        package func go(to command: String) throws -> Double? {
            connection.write(ServerSide.answer)
            while let message = try hear() {
                if message.values.first?.text == command { return message.values.dropFirst().first?.number }
                connection.write(server.usualAnswer(to: message.values))
            }
            return nil
        }

        package func goLive() throws {
            try go(to: "publish")
            connection.write(server.status("NetStream.Publish.Start"))
        }

        /// Sends nothing more until the client has gone.
        package func beSilent() { _ = connection.readToEnd() }
    }
}
