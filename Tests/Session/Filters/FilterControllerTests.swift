import AppGroup
import Filters
import Fixtures
import Foundation
import Synchronization
import Testing

@testable import Session

/// Filters as they are added, changed and removed.
@Suite struct FilterControllerTests {
    private final class Shown: Sendable {
        let list = Mutex<[(source: String, settings: [[String]], revisions: [Int])]>([])
        var all: [(source: String, settings: [[String]], revisions: [Int])] { list.withLock { $0 } }
    }

    private let shown = Shown()
    private let filters: FilterController
    private let cam = SourceName("cam")!  // a literal

    init() {
        filters = FilterController(group: .standard) { [shown] source, plans in
            shown.list.withLock { $0.append((source.text, plans.map(\.settings.words), plans.map(\.revision))) }
        } refresh: { _ in
        } report: { _, _, _ in
        }
    }

    @Test func theyAreNumberedAndKeepTheirOrder() throws {
        try filters.add(.screen, FilterSettings(["contrast=1.1"]))
        try filters.add(cam, FilterSettings(["smooth=0.6"]))
        try filters.add(cam, FilterSettings(["key=#00ff00"]))
        try filters.set(2, ["smooth=0.3", "whiten=0.5"])
        #expect(filters.statuses.map(\.id) == [1, 2, 3] && filters.statuses[1].settings == ["smooth=0.3", "whiten=0.5"])
        #expect(filters.statuses[1].source == "cam" && filters.statuses[1].state == "waiting" && filters.statuses[1].pictures == 0)
        #expect(shown.all.last?.settings.map(\.first) == ["smooth=0.3", "key=#00ff00"] && shown.all.last?.revisions == [1, 0])
        try filters.remove(2)
        #expect(shown.all.last?.settings == [["key=#00ff00"]])
        try filters.add(cam, FilterSettings(["smooth=1"]))
        #expect(filters.statuses.map(\.id) == [1, 3, 4])
    }

    @Test func whatIsWrongIsOneLineAndChangesNothing() throws {
        try filters.add(cam, FilterSettings(["smooth=0.6"]))
        let before = shown.all.count
        let table = Scratch()
        try Data("LUT_3D_SIZE 2\n0 0 0\n1 1\n".utf8).write(to: URL(fileURLWithPath: table.file("a.cube")))
        var error = #expect(throws: SessionError.self) { try filters.add(cam, FilterSettings(["lut=\(table.file("a.cube"))"])) }
        #expect(error?.code == .badSetting && error?.message.contains("line 3 must have 3 numbers") == true, "\(error?.message ?? "")")
        error = #expect(throws: SessionError.self) { try filters.set(1, ["smooth=x"]) }
        #expect(error?.code == .badSetting)
        error = #expect(throws: SessionError.self) { try filters.set(1, ["lut=\(table.file("none.cube"))"]) }
        #expect(error?.message.contains("none.cube") == true)
        error = #expect(throws: SessionError.self) { try filters.remove(7) }
        #expect(error?.message == "there is no filter 7: there is 1")
        #expect(filters.statuses.map(\.settings) == [["smooth=0.6"]] && shown.all.count == before)
    }

    @Test func thoseOfASourceThatIsNoMoreAreRemoved() throws {
        for source in [cam, .screen, cam] { try filters.add(source, FilterSettings(["smooth=0.1"])) }
        filters.remove(of: cam)
        #expect(filters.statuses.map(\.source) == ["screen"] && shown.all.last?.source == "cam" && shown.all.last?.settings.isEmpty == true)
        let before = shown.all.count
        filters.remove(of: cam)
        #expect(shown.all.count == before)
    }

    @Test func thereIsABoundForEachSource() throws {
        for _ in 0..<FilterController.mostOfSource { try filters.add(cam, FilterSettings(["smooth=0.1"])) }
        let error = #expect(throws: SessionError.self) { try filters.add(cam, FilterSettings(["smooth=0.1"])) }
        #expect(error?.code == .failed && error?.message.contains("remove one") == true)
        try filters.add(.screen, FilterSettings(["smooth=0.1"]))
    }
}
