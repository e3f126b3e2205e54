import Control
import Glibc
import Platform

/// The first configuration file, made from answers.
struct FirstConfiguration: Equatable {
    /// An address with its key; it goes into a file of its own. `nil` for the page alone.
    var address: String?
    /// A microphone's name, `default`, or `none`.
    var microphone = "default"
    var hasDesktopAudio = false
    /// Where recordings go; `nil` for no recording.
    var recordings: String?
    /// Settings that come with the program.
    var use = "desktop"

    /// - Parameters:
    ///   - keyFile: where the address will be.
    ///   - capture: what `splitcast doctor` found to capture with, in words.
    func text(keyFile: String, capture: String) -> String {
        """
        # Splitcast's configuration: options of 'splitcast live' and 'splitcast host' without their hyphens.
        # What is typed is stronger, and so is the environment (SPLITCAST_BITRATE=2M).
        # 'splitcast config check' says what is wrong here, 'splitcast config show' what is in effect.
        # This desktop: \(PlainText.of(capture))

        # Where it goes. The address with its key is in a file that only you can read; more of them: a list.
        \(address == nil ? "# to: [\"@\(keyFile)\"]" : "to: [\(Self.quoted("@" + keyFile))]")

        # \(recordings == nil ? "Recordings get a name with the time" : "A recording of each broadcast, with the time in its name").
        \(recordings == nil ? "# " : "")record: [\(Self.quoted((recordings ?? "/srv/talks") + "/talk-%Y-%m-%d_%H%M%S.mkv"))]

        # A name as 'splitcast sources' tells it, default, or none.
        mic: \(Self.quoted(microphone))
        \(hasDesktopAudio ? "desktop-audio: true" : "# desktop-audio: true           # what the desktop plays")

        # bitrate: 3500k                 # the picture's highest bit rate
        # size: 1280x720
        # fps: 30

        # Options under a name: 'splitcast live --use talk'. They may inherit from one another and from
        # desktop, sharp, smooth, talk, lecture, low-memory and screen, which come with the program.
        settings:
          mine:
            inherit: \(use)
            # slate-text: Back soon

        """
    }

    /// A text that YAML takes as it is.
    private static func quoted(_ text: String) -> String {
        "\"" + text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined() + "\""
    }

    /// Writes both files, each whole or not at all; for their owner alone (0600, the directory 0700).
    ///
    /// - Throws: `CommandFailure` when the configuration exists and is not to be replaced, or a file cannot be written.
    func write(to path: String, replacing: Bool, capture: String) throws(CommandFailure) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let keyFile = folder + "/key.txt"
        var status = stat()
        guard lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(.usage, "\(path) is no ordinary file: remove it, or give another one behind --config")
        }
        do throws(SystemError) {
            try makeFolders(folder, mode: 0o700)
            // The two files belong together: of two who write at once, one comes after the other.
            let lock = try Self.lock(folder)
            defer { withExtendedLifetime(lock) {} }
            if !replacing, access(path, F_OK) == 0 { throw SystemError(operation: "rename", number: EEXIST) }
            if let address { try Self.write(address + "\n", folder, keyFile, replacing: true) }
            try Self.write(text(keyFile: keyFile, capture: capture), folder, path, replacing: replacing)
        } catch {
            if error.number == EEXIST { throw CommandFailure(.usage, "\(path) exists: edit it, or give --force to replace it") }
            throw CommandFailure(.failed, "\(path): cannot be written (\(error))", cause: error)
        }
    }

    /// Held until it is let go of.
    private static func lock(_ folder: String) throws(SystemError) -> OwnedDescriptor {
        let number = try systemCall("open") { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        let descriptor = OwnedDescriptor(taking: number)
        try systemCall("flock") { flock(number, LOCK_EX) }
        return descriptor
    }

    private static func write(_ text: String, _ folder: String, _ path: String, replacing: Bool) throws(SystemError) {
        let bytes = ContiguousArray(text.utf8)
        let failure = bytes.withUnsafeBytes { bytes -> SystemError? in
            do throws(SystemError) {
                var file = try NewFile(in: folder, bytes: bytes)
                if replacing { try file.replace(path) } else { try file.name(path) }
                return nil
            } catch { return error }
        }
        if let failure { throw failure }
    }
}
