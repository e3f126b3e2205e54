import AppGroup
import ArgumentParser
import Control
import Platform
import Session

/// The options of every command about filters, and what they have in common.
struct FilterRun: ParsableArguments {
    /// A table that takes long to read.
    private static let timeLimit = Duration.seconds(60)

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: the filters.")
    var json = false

    @available(*, noasync)
    func carryOut(_ request: FilterRequest) throws { try show { try $0.steer(request) } }

    /// Prints what there is.
    @available(*, noasync)
    func show(_ filters: (ControlClient) throws -> [SessionStatus.Filter]) throws {
        do {
            let filters = try filters(try ControlClient(try group.name(), timeLimit: Self.timeLimit))
            print(json ? JSONText.of(filters, isPretty: true) : Self.table(filters))
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }

    static func table(_ filters: [SessionStatus.Filter]) -> String {
        guard !filters.isEmpty else { return "there is no filter: 'splitcast filter add SOURCE smooth=0.6' adds one" }
        var table = TextTable(heading: [
            ("ID", .right), ("SOURCE", .left), ("STATE", .left), ("A PICTURE", .right), ("SETTINGS", .left), ("TROUBLE", .left),
        ])
        table.rows = filters.map { filter in
            let time =
                filter.pictures == 0
                ? "" : "\(filter.tookLonger ? "> " : "")\(Double(Int(clamping: (filter.millisecondsPerPicture * 10).rounded())) / 10) ms"
            return ["\(filter.id)", filter.source, filter.state, time, filter.settings.joined(separator: " "), PlainText.of(filter.trouble)]
        }
        return table.lines().joined(separator: "\n")
    }
}
