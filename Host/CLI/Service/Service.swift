/// What this program runs under.
enum Service {
    /// Who wants to know how a broadcast is; `nil` where it was not started by a service manager.
    @TaskLocal static var notifier: ServiceNotifier?
}
