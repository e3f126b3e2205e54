import FilterGraphs
import Frames
public import Picture
public import Platform

/// One filter as the picture's thread gets it. A value.
public struct FilterPlan: Sendable {
    /// Never given to another filter.
    public let id: Int
    public let settings: FilterSettings
    /// What `settings.lut` names.
    public let table: ColourCube?
    /// What runs as `settings.program`.
    public let program: (any FilterProgram)?
    public let meter: FilterMeter
    /// Grows each time when the filter is set: one that was passed by is tried again.
    public let revision: Int

    public init(
        id: Int, settings: FilterSettings, table: ColourCube?, program: (any FilterProgram)? = nil, meter: FilterMeter, revision: Int = 0
    ) {
        (self.id, self.settings, self.table, self.program) = (id, settings, table, program)
        (self.meter, self.revision) = (meter, revision)
    }

    /// Checks that this machine has what the settings take. Blocks while libavfilter is loaded.
    ///
    /// - Throws: `system` naming what is missing.
    public static func check(_ settings: FilterSettings) throws(FilterError) {
        for work in FilterPlan(id: 0, settings: settings, table: nil, meter: FilterMeter()).works {
            guard case .graph(let runner) = work else { continue }
            do throws(GraphError) {
                _ = try PictureGraph(runner.recipe.chain, size: PixelSize(width: 64, height: 64))
            } catch {
                switch error {
                case .noLibrary(let name, let package):
                    throw FilterError(.system, "filters need \(name), which is not there: install the package \(package)", cause: error)
                case .noChain(let name):
                    throw FilterError(.system, "\(name) has no filter '\(runner.recipe.name)' that works here: leave its setting out", cause: error)
                }
            }
        }
    }
}

/// A filter that another process is. Used by one thread at a time.
public protocol FilterProgram: AnyObject, Sendable {
    /// Filters a picture into another of the same size; leaves that as it is unless it is done. Returns by the deadline.
    func filter(_ picture: I420View, into filtered: I420View, until deadline: MediaTime) -> FilterOutcome
}

/// What came of lending a picture to another process.
public enum FilterOutcome: Hashable, Sendable {
    case done
    /// It was lent, and has not come back in time.
    case late
    /// The process is not there, or has another picture still: it was not lent.
    case absent
}
