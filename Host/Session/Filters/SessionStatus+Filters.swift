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
        /// Some of them took longer than was waited for: the mean is more than that.
        public var tookLonger: Bool
        public var pictures: UInt64
        /// Why its program does not work, with the last line that it wrote; else empty.
        public var trouble: String

        init(_ source: SourceName, _ plan: FilterPlan) {
            (id, self.source, settings) = (plan.id, source.text, plan.settings.words)
            (state, millisecondsPerPicture) = ("\(plan.meter.state)", plan.meter.perPicture.inMilliseconds)
            (tookLonger, pictures, trouble) = (plan.meter.tookLonger, plan.meter.pictures, plan.meter.trouble)
        }
    }
}
