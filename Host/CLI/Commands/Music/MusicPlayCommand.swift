import ArgumentParser
import Glibc

struct MusicPlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play a file or an address; what plays already gives way to it.",
        discussion: "Returns when it is heard, or says why not; the broadcast goes on either way.")

    @Argument(
        help: ArgumentHelp(
            "A file with audio in it, or an http(s) address; @FILE reads the address from a file, @- from standard input, so that 'ps' shows no "
                + "password.", valueName: "FILE|URL|@FILE"))
    var address: String

    @Flag(help: "From the start again at its end, without a gap.")
    var loop = false

    @OptionGroup var group: GroupOption

    func run() throws {
        let address = try TargetText.single(address)
        let request = try AudioRequestRun(group)
        let begun = try request.steer(.play(try Self.absolute(address), isLooping: loop))
        let number = begun.music.number
        let status = try request.wait(for: "opening \(AddressMask.masking(address))", from: begun) {
            $0.music.number == number && $0.music.state == "opening"
        }
        guard status.music.number == number else { throw CommandFailure(.failed, "something else was played meanwhile") }
        guard status.music.lastError.isEmpty else { throw CommandFailure(.failed, status.music.lastError) }
        print("music: \(MusicLabels.of(status.music))")
    }

    /// The host runs in another directory.
    static func absolute(_ address: String) throws(CommandFailure) -> String {
        guard !address.isEmpty else { throw CommandFailure(.usage, "the file's name is empty: give a file or an http(s) address") }
        guard !address.contains("://"), !address.hasPrefix("/") else { return address }
        guard let directory = getcwd(nil, 0) else { throw CommandFailure(.failed, "the current directory is gone: give an absolute path") }
        defer { free(directory) }
        return String(cString: directory) + "/" + address
    }
}
