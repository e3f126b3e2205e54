import AppGroup
import ArgumentParser
import Control
import Session

struct OverlayListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show what lies over the canvas.")

    @OptionGroup var request: OverlayRun

    func run() throws { try request.show { try $0.status().overlays } }
}
