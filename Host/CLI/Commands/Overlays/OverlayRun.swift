import AppGroup
import ArgumentParser
import Control
import Platform
import Session

/// The options of every command about overlays, and what they have in common.
struct OverlayRun: ParsableArguments {
    /// A picture that takes long to read.
    private static let timeLimit = Duration.seconds(60)

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: the overlays.")
    var json = false

    @available(*, noasync)
    func carryOut(_ request: OverlayRequest) throws { try show { try $0.steer(request) } }

    /// Prints what there is.
    @available(*, noasync)
    func show(_ overlays: (ControlClient) throws -> [SessionStatus.Overlay]) throws {
        do {
            let overlays = try overlays(try ControlClient(try group.name(), timeLimit: Self.timeLimit))
            print(json ? JSONText.of(overlays, isPretty: true) : Self.table(overlays))
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }

    static func table(_ overlays: [SessionStatus.Overlay]) -> String {
        guard !overlays.isEmpty else { return "there is no overlay: 'splitcast overlay add FILE' lays one over the picture" }
        var table = TextTable(heading: [("ID", .right), ("KIND", .left), ("AT", .right), ("SIZE", .right), ("OPACITY", .right), ("WHAT", .left)])
        table.rows = overlays.map {
            ["\($0.id)", $0.kind, "\($0.x),\($0.y)", "\($0.width)x\($0.height)", "\($0.opacity)", $0.content]
        }
        return table.lines().joined(separator: "\n")
    }
}
