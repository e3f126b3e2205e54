import Delivery
import Session

extension LiveChange {
    /// Those that are in both lists are not touched. New ones first: a broadcast is not left without any.
    static var targets: LiveChange {
        LiveChange(["to", "service", "key", "record"], keep: { $0.targets = $1.targets }) { facts throws(Problem) in
            let (gone, new) = (missing(facts.old.targets, in: facts.new.targets), missing(facts.new.targets, in: facts.old.targets))
            var problems: [String] = []
            func tried(_ text: String, _ request: TargetRequest) -> Bool {
                do throws(DeliveryError) { try facts.session.steer(request) } catch {
                    problems.append("\(shown(text)): \(error.message)")
                    return false
                }
                return true
            }
            let added = new.filter { facts.session.targets(at: $0).isEmpty && tried($0, .add($0)) }
            // One that is gone already is what was wanted.
            let removed = gone.filter { text in facts.session.targets(at: text).allSatisfy { tried(text, .remove(id: $0)) } }
            let done = summary(added: added.map(shown), removed: removed.map(shown))
            guard problems.isEmpty else { throw Problem(.refused, "\(done); \(problems.joined(separator: "; "))") }
            return done
        }
    }

    private static func shown(_ text: String) -> String {
        let reference = EncodingReference(text)
        do throws(DeliveryError) { return try TargetURL(parsing: reference.address).masked } catch { return AddressMask.masking(target: text) }
    }
}
