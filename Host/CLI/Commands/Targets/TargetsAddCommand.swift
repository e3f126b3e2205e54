import ArgumentParser
import Delivery
import Session

struct TargetsAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Stream or record there as well, from the next key frame on.",
        discussion: "@FILE reads addresses from a file, one on each line, so that 'ps' shows no key.")

    @Argument(help: ArgumentHelp("An address or file, as for --to of 'splitcast live'.", valueName: "URL|FILE|@FILE"))
    var address: String?

    @OptionGroup var services: ServiceOptions

    @OptionGroup var group: GroupOption

    func validate() throws {
        guard address == nil, services.services.isEmpty, services.keys.isEmpty else { return }
        throw ValidationError("give an address or a file, or --service NAME with its --key")
    }

    func run() throws {
        let addresses = try TargetText.expand([address].compactMap(\.self)) + services.addresses()
        for text in addresses {
            do throws(DeliveryError) { _ = try TargetURL(parsing: EncodingReference(text).address) } catch {
                throw CommandFailure(.usage, error.message)
            }
        }
        let request = try TargetRequestRun(group)
        for text in addresses {
            // A playlist may be several.
            let newest = try request.targets().map(\.id).max() ?? 0
            let targets = try request.steer(.add(AbsolutePath.of(text)))
            for added in targets.filter({ $0.id > newest }).sorted(by: { $0.id < $1.id }) { print("target \(added.id): \(added.url)") }
        }
    }
}
