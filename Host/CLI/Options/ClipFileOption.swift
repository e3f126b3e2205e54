import Glibc
import Platform
import Session

/// A clip that the user names: looked at before a host is asked, decoded by it later.
enum ClipFileOption {
    private static let latest = Duration.seconds(86_400)

    /// - Throws: one line that names the option: also for an address, which a clip cannot be.
    static func choice(_ option: String, _ file: String, from: String?, to: String?, isTrimmed: Bool) throws(CommandFailure) -> ClipChoice {
        guard !file.isEmpty else { throw OptionText.wrong(option, file, "give a video file") }
        guard !file.contains("://") else {
            throw CommandFailure(
                .usage,
                "\(option) \(AddressMask.masking(file)): a clip is a file of this machine, played again and again: record a part of what is live, "
                    + "and give that")
        }
        var facts = stat()
        guard stat(file, &facts) == 0 else { throw OptionText.wrong(option, file, "\(String(cString: strerror(errno))): give a video file") }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw OptionText.wrong(option, file, "is no file: give a video file") }
        let choice = ClipChoice(
            AbsolutePath.of(plain: file), from: try from.map { (text) throws(CommandFailure) in try time("--from", text) },
            to: try to.map { (text) throws(CommandFailure) in try time("--to", text) }, isTrimmed: isTrimmed)
        if let problem = choice.problem { throw CommandFailure(.usage, problem) }
        return choice
    }

    private static func time(_ option: String, _ text: String) throws(CommandFailure) -> Duration {
        try OptionText.duration(option, text, .zero...latest)
    }
}
