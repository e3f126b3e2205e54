import AppGroup
import CSandbox
import Glibc
import Platform

/// The tiny parent of a strictly sandboxed agent that may have to attach again, which it cannot do itself: it runs the agent
/// as its child and, when the child's host went away, waits until a host listens and runs it again.
///
/// Holds nothing but the options: it is forked off before anything is opened and before there is a second thread. It passes
/// SIGTERM, SIGINT and SIGHUP on, and ends with the child's exit code (128 + n after signal n). The child dies with it.
enum Guardian {
    /// What the child says to its guardian alone, beside the exit codes that people see.
    enum Exit {
        static let hostGone: Int32 = 1
        /// There was no host to attach to. Leaves the guardian as a wait, never as an exit code.
        static let noHost: Int32 = 75
    }

    /// Returns in the child alone.
    /// - Returns: whether the agent has been attached before: it then comes back as a standby.
    static func beginChild(_ group: GroupName) throws(AgentFailure) -> Bool {
        var isReturning = false
        while true {
            let child = csandbox_fork()
            if child == 0 { return isReturning }
            guard child > 0 else {
                throw .capture(CaptureError(.failed, "cannot start the sandboxed agent: \(String(cString: strerror(errno))); see --sandbox"))
            }
            var wasAsked: Int32 = 0
            let code = csandbox_wait(child, &wasAsked)
            if wasAsked != 0 { exit(code == Exit.hostGone || code == Exit.noHost ? 0 : max(code, 0)) }
            switch code {
            case Exit.hostGone: isReturning = true
            case Exit.noHost: break
            default: exit(code >= 0 ? code : 1)
            }
            try waitForHost(group)
        }
    }

    private static func waitForHost(_ group: GroupName) throws(AgentFailure) {
        reportWaiting(group)
        repeat {
            if csandbox_signal_within(250) != 0 { exit(0) }
        } while try !isListening(group)
    }

    /// Whether a host listens in the group, by a connection that says nothing.
    private static func isListening(_ group: GroupName) throws(AgentFailure) -> Bool {
        do throws(GroupError) {
            let directory = try GroupDirectory(group, creating: false)
            do throws(SystemError) {
                _ = try PacketSocket(connectingTo: directory.handoffPath)
                return true
            } catch { return false }
        } catch {
            guard error.code == .noHost else { throw .group(error) }
            return false
        }
    }
}

/// One line for people who wonder why nothing happens.
func reportWaiting(_ group: GroupName) {
    report("waiting for a host in group '\(group)' (start one with 'splitcast host --group \(group)')")
}
