import CLinux
import Glibc

extension PeerCredentials {
    /// Who listens at a stream socket in the file system, found out by connecting to it and hanging up. Does not wait.
    ///
    /// - Throws: `SystemError`: ENOENT or ECONNREFUSED when no process does.
    public init(listeningAt path: String) throws(SystemError) {
        var (processID, userID, groupID) = (Int32(0), UInt32(0), UInt32(0))
        try systemCall("connect") { clinux_stream_owner(path, &processID, &userID, &groupID) }
        self.init(processID: processID, userID: userID)
    }
}
