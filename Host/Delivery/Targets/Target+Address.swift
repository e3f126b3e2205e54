extension Target {
    /// The address for the next attempt: a fresh one where the one at hand is used up and the hook has another.
    func address(_ care: inout TargetAddressCheck) -> TargetURL {
        let known = shown.withLock { $0.freshURL } ?? url
        guard let hook = settings.hook, !url.isLocal, let reason = care.reason else { return known }
        care.ask(at: .now())
        do throws(DeliveryError) {
            let fresh = try hook.address(for: id, instead: known, reason: reason, waking: wakeup) { !hasCommand }
            shown.withLock { ($0.freshURL, $0.freshAddresses) = (fresh, $0.freshAddresses + 1) }
            return fresh
        } catch {
            let failure = error
            if hasCommand { care.breakOff(reason) } else { shown.withLock { ($0.hookError, $0.hookFailures) = (failure, $0.hookFailures + 1) } }
            return known
        }
    }
}
