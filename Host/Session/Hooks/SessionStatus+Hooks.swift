import Hooks

extension SessionStatus {
    /// What has come of the commands of `--on`.
    public struct Hooks: Codable, Hashable, Sendable {
        public var running: Int
        public var waiting: Int
        /// Those that have ended, however.
        public var run: Int
        public var failed: Int
        /// Left out, as too many waited.
        public var dropped: Int

        init(_ figures: HookFigures) {
            (running, waiting, run, failed, dropped) = (figures.running, figures.waiting, figures.run, figures.failed, figures.dropped)
        }
    }
}
