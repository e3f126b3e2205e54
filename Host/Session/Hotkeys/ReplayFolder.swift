import Delivery
import Glibc

/// Where a replay goes that is saved by a key, which gives it no name.
enum ReplayFolder {
    /// By the time, in the user's folder for recordings, which is made where it is missing.
    ///
    /// - Throws: `notWritable`.
    static func file() throws(DeliveryError) -> String {
        let folder = UserFolders.own.recordings
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
            throw DeliveryError(.notWritable, "the folder \(folder) cannot be made: \(String(cString: strerror(errno)))")
        }
        return folder + "/replay-%Y-%m-%d-%H%M%S.mkv"
    }
}
