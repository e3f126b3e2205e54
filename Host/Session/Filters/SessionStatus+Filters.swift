import AppGroup
import Filters
import Platform

extension SessionStatus {
    /// What the picture of a source passes.
    public struct Filter: Codable, Sendable {
        /// Never given to another.
        public var id: Int
        public var source: String
        /// As they were given: `smooth=0.6`.
        public var settings: [String]
        /// `waiting` (no picture yet), `working`, `bypassed` (it took too long, or its program is started again) or `failed`: the picture passes by.
        public var state: String
        /// Mean of the last eight pictures that it filtered, whole or in part.
        public var millisecondsPerPicture: Double
        public var pictures: UInt64

        init(_ source: SourceName, _ plan: FilterPlan) {
            (id, self.source, settings) = (plan.id, source.text, plan.settings.words)
            (state, millisecondsPerPicture) = ("\(plan.meter.state)", plan.meter.perPicture.inMilliseconds)
            pictures = plan.meter.pictures
        }
    }
}
