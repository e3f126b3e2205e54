import AppGroup
import Filters
import Glibc
import Picture
import Platform
import Synchronization

/// The filters of a broadcast's sources: what was added, checked by those who ask before the picture's thread gets it. Any thread that may wait for
/// a disk.
final class FilterController: Sendable {
    static let mostOfSource = 8

    private struct Entry {
        let source: SourceName
        var plan: FilterPlan
        var program: ProgramFilter?
    }

    private struct State {
        var entries: [Entry] = []
        var lastID = 0
    }

    /// One change at a time: what is checked stays true until it is done.
    private let turn = Mutex(())
    private let state = Mutex(State())
    private let group: GroupName
    private let show: @Sendable (SourceName, [FilterPlan]) -> Void
    private let refresh: @Sendable (SourceName) -> Void
    private let report: @Sendable (SourceName, Int, FilterEvent) -> Void

    /// - Parameters:
    ///   - show: gets the filters that a source has from now on; none of the three may wait.
    ///   - refresh: gets a source whose picture is to be filtered once more.
    ///   - report: gets what became of a filter that is a program.
    init(
        group: GroupName, show: @escaping @Sendable (SourceName, [FilterPlan]) -> Void, refresh: @escaping @Sendable (SourceName) -> Void,
        report: @escaping @Sendable (SourceName, Int, FilterEvent) -> Void
    ) { (self.group, self.show, self.refresh, self.report) = (group, show, refresh, report) }

    /// Ends all programs.
    @available(*, noasync)
    func stop() { for program in state.withLock({ $0.entries.compactMap(\.program) }) { program.stop() } }

    /// Adds one behind those that the source has. Blocks while a table is read or libavfilter loaded.
    ///
    /// - Throws: `badSetting` or `failed`, in one line; nothing has changed then.
    @available(*, noasync)
    func add(_ source: SourceName, _ settings: FilterSettings) throws(SessionError) {
        try turn.withLock { (_) throws(SessionError) in
            let count = state.withLock { $0.entries.count { $0.source == source } }
            guard count < Self.mostOfSource else {
                throw SessionError(.failed, "the source \(source) has \(count) filters, and no more than \(Self.mostOfSource) fit: remove one")
            }
            let table = try Self.check(settings)
            let (id, meter) = (state.withLock { $0.lastID + 1 }, FilterMeter())
            let program = try start(settings, source, id, meter)
            state.withLock { state in
                state.lastID = id
                let plan = FilterPlan(id: id, settings: settings, table: table, program: program, meter: meter)
                state.entries.append(Entry(source: source, plan: plan, program: program))
            }
            tell(source)
        }
    }

    /// Changes settings of one, and tries it again if pictures passed it by.
    ///
    /// - Throws: as `add`.
    @available(*, noasync)
    func set(_ id: Int, _ words: [String]) throws(SessionError) {
        try turn.withLock { (_) throws(SessionError) in
            let entry = try find(id)
            var settings = entry.plan.settings
            do throws(FilterError) { try settings.apply(words) } catch { throw SessionError(.badSetting, error.message, cause: error) }
            // A table that was named again has perhaps changed on the disk.
            let isSameTable = !words.contains { $0.hasPrefix("lut=") }
            let read = try Self.check(settings, readsTable: !isSameTable)
            let table = isSameTable ? entry.plan.table : read
            let meter = entry.plan.meter
            // A program that was named again begins anew.
            let program = try start(settings, entry.source, id, meter)
            let plan = FilterPlan(
                id: id, settings: settings, table: table, program: program, meter: meter, revision: entry.plan.revision + 1)
            state.withLock { state in
                guard let index = state.entries.firstIndex(where: { $0.plan.id == id }) else { return }
                (state.entries[index].plan, state.entries[index].program) = (plan, program)
            }
            tell(entry.source)
            entry.program?.stop()
        }
    }

    /// - Throws: `badSetting` where there is none of this number.
    @available(*, noasync)
    func remove(_ id: Int) throws(SessionError) {
        try turn.withLock { (_) throws(SessionError) in
            let entry = try find(id)
            state.withLock { $0.entries.removeAll { $0.plan.id == id } }
            tell(entry.source)
            entry.program?.stop()
        }
    }

    /// Removes all of a source that is no more.
    @available(*, noasync)
    func remove(of source: SourceName) {
        turn.withLock { _ in
            let gone = state.withLock { state in
                defer { state.entries.removeAll { $0.source == source } }
                return state.entries.filter { $0.source == source }
            }
            guard !gone.isEmpty else { return }
            tell(source)
            for entry in gone { entry.program?.stop() }
        }
    }

    /// - Returns: `nil` where the settings name no program.
    private func start(_ settings: FilterSettings, _ source: SourceName, _ id: Int, _ meter: FilterMeter) throws(SessionError) -> ProgramFilter? {
        guard let path = settings.program else { return nil }
        var facts = stat()
        guard stat(path, &facts) == 0 || errno != ENOENT else {
            throw SessionError(.badSetting, "the filter's program '\(path)' does not exist: give an executable file")
        }
        guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 else {
            throw SessionError(.badSetting, "the filter '\(path)' is no program that can be run: give an executable file")
        }
        let (report, refresh) = (report, refresh)
        do throws(SystemError) {
            return try ProgramFilter(path, group: group, meter: meter) {
                report(source, id, $0)
            } refresh: {
                refresh(source)
            }
        } catch { throw SessionError(.failed, "no thread for the filter: \(error)", cause: error) }
    }

    /// In the order in which they are passed, source by source.
    var statuses: [SessionStatus.Filter] { state.withLock { $0.entries.map { SessionStatus.Filter($0.source, $0.plan) } } }

    private func find(_ id: Int) throws(SessionError) -> Entry {
        try state.withLock { (state) throws(SessionError) in
            if let entry = state.entries.first(where: { $0.plan.id == id }) { return entry }
            let ids = state.entries.map { "\($0.plan.id)" }.joined(separator: ", ")
            throw SessionError(.badSetting, "there is no filter \(id)\(ids.isEmpty ? "" : ": there is \(ids)")")
        }
    }

    private func tell(_ source: SourceName) {
        let plans = state.withLock { state in state.entries.filter { $0.source == source }.map(\.plan) }
        show(source, plans)
    }

    /// - Returns: the table that the settings name.
    private static func check(_ settings: FilterSettings, readsTable: Bool = true) throws(SessionError) -> ColourCube? {
        do throws(FilterError) {
            try FilterPlan.check(settings)
            return readsTable ? try settings.lut.map { (path) throws(FilterError) in try CubeFile.read(path) } : nil
        } catch { throw SessionError(error.code == .badSetting ? .badSetting : .failed, error.message, cause: error) }
    }
}
