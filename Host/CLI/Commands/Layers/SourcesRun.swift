import AppGroup
import ArgumentParser
import Control
import Session

/// The options of commands that change which sources a broadcast has, and what they have in common.
struct SourcesRun: ParsableArguments {
    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: the sources, each with its layer.")
    var json = false

    /// Adds a source and sees its agent through to its first picture. Where that fails, there is no such source.
    @available(*, noasync)
    func add(_ choice: SourceChoice, _ layer: LayerChoice?) throws {
        try with { client in
            let (sources, begun) = try client.steer(.add(choice, layer))
            guard let begun else { return show(sources) }
            let operation = try OperationWait(client).end(of: begun) { _ in }
            guard operation.state != .failed else {
                _ = try client.steer(.remove(choice.name))
                throw CommandFailure(.failed, "\(choice.name) is not added: \(PlainText.of(operation.message))")
            }
            show(try client.status().sources)
        }
    }

    @available(*, noasync)
    func remove(_ source: SourceName) throws { try with { show(try $0.steer(.remove(source)).sources) } }

    private func show(_ sources: [SessionStatus.Source]) { print(json ? JSONText.of(sources, isPretty: true) : SourceTable.text(sources)) }

    @available(*, noasync)
    private func with(_ body: (ControlClient) throws -> Void) throws {
        do { try body(try ControlClient(try group.name())) } catch let error as GroupError { throw CommandFailure(error) } catch let error
            as ControlError
        { throw CommandFailure(error) }
    }
}
