import ArgumentParser
import Control
import Downloads
import Glibc
import Platform

struct HLSPlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play a talk that was fetched, in a browser.",
        discussion: """
            Serves the talk on this machine and prints its address, until Ctrl-C. Nothing comes from the network. What a fetch that was broken \
            off has left is played too. Other players open the address with /talk/ and the playlist's name behind it, which is printed as well.
            """)

    @Argument(help: ArgumentHelp("Its title or name, as 'splitcast hls list' has it.", valueName: "TALK"))
    var talk: String

    @Option(help: ArgumentHelp("Where to serve it (default: a free port of 127.0.0.1).", valueName: "HOST:PORT"))
    var http: String?

    func run() async throws {
        let found = try TalkChoice.talk(talk)
        let signals: ProcessSignals
        do throws(SystemError) { signals = try ProcessSignals() } catch { throw CommandFailure(.failed, "\(error)", cause: error) }
        let page = TalkPage(
            title: found.manifest.title, folder: found.folder, playlist: found.manifest.playlist, artwork: found.manifest.artworkName)
        do throws(ControlError) {
            let server = try PageServer(try PageAddress(http ?? "127.0.0.1:0", isOptional: false))
            try await serve(server, page, signals)
        } catch { throw CommandFailure(error) }
    }

    private func serve(_ server: PageServer, _ page: TalkPage, _ signals: ProcessSignals) async throws(ControlError) {
        let outcome = await withTaskGroup(of: Result<Void, ControlError>.self) { group in
            group.addTask {
                do throws(ControlError) {
                    try await server.run(showing: page) {
                        print(PlainText.of("\(page.title): \(server.url)"))
                        print("for other players: http://\(server.address)/talk/\(page.playlist)")
                        fflush(nil)
                    }
                    return .success(())
                } catch { return .failure(error) }
            }
            group.addTask {
                await Self.waitForSignal(signals)
                return .success(())
            }
            let first = await group.next() ?? .success(())
            group.cancelAll()
            return first
        }
        try outcome.get()
    }

    private static func waitForSignal(_ signals: ProcessSignals) async {
        while !Task.isCancelled {
            var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&entry, 1, 0) > 0 { return }
            do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
        }
    }
}
