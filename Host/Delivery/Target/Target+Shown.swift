import AppGroup

extension Target {
    /// What `status` shows of its machine.
    struct Shown {
        var state = TargetState.idle
        var lastError: DeliveryError?
        var reconnects = 0
        var losses = 0
        var failedAttempts = 0
        var nextAttempt: MediaTime?
    }
}
