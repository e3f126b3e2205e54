import AppGroup
import Filters
import Foundation
import Session
import Testing

@testable import SplitcastCLI

/// What the commands about filters come to.
@Suite struct FilterCommandTests {
    private func added(_ words: [String]) throws -> FilterRequest {
        try #require(try SplitcastCommand.parseAsRoot(["filter", "add"] + words) as? FilterAddCommand).filter()
    }

    @Test func aFilterIsAddedAsItIsWritten() throws {
        let cam = try #require(SourceName("cam"))
        #expect(try added(["cam", "smooth=0.6", "whiten=0.8", "--group", "talk"]) == .add(cam, FilterSettings(["smooth=0.6", "whiten=0.8"])))
        #expect(try added(["screen", "brightness=-0.2"]) == .add(.screen, FilterSettings(["brightness=-0.2"])))
        // Relative paths are those of the one who types.
        guard case .add(_, let settings) = try added(["cam", "lut=warm.cube"]) else {
            Issue.record("no filter is added")
            return
        }
        #expect(settings.lut?.hasPrefix("/") == true && settings.lut?.hasSuffix("/warm.cube") == true)
    }

    @Test func oneIsChangedAndRemovedByItsNumber() throws {
        let set = try #require(try SplitcastCommand.parseAsRoot(["filter", "set", "1", "smooth=0.3"]) as? FilterSetCommand)
        #expect(try set.filter() == .set(id: 1, words: ["smooth=0.3"]))
        #expect((try SplitcastCommand.parseAsRoot(["filter", "remove", "1"]) as? FilterRemoveCommand)?.id == 1)
        let empty = try #require(try SplitcastCommand.parseAsRoot(["filter", "set", "1"]) as? FilterSetCommand)
        #expect(throws: CommandFailure.self) { try empty.filter() }
    }

    @Test func aBroadcastBeginsWithFilters() throws {
        func configuration(_ words: String...) throws -> SessionConfiguration {
            let options = try LayerOptions.parse(words)
            var configuration = SessionConfiguration()
            try options.apply(to: &configuration)
            return configuration
        }
        let cam = try #require(SourceName("cam"))
        let made = try configuration("--source", "cam=pattern", "--filter", "cam:smooth=0.6,whiten=0.8", "--filter", "screen:contrast=1.1")
        #expect(
            made.filters == [
                FilterChoice(cam, try FilterSettings(["smooth=0.6", "whiten=0.8"])), FilterChoice(.screen, try FilterSettings(["contrast=1.1"])),
            ])
        for (words, part) in [
            ("cam:smooth=1", "no source 'cam'"), ("screen", "NAME:SETTING"), ("screen:soft=1", "'soft'"), ("screen:", "needs a setting"),
        ] {
            let failure = #expect(throws: CommandFailure.self) { try configuration("--filter", words) }
            #expect(failure?.message.contains(part) == true, "\(failure?.message ?? "")")
        }
    }

    @Test func theListSaysWhatIsNotKnownAndWhatTheProgramSaid() throws {
        let text = """
            {"id":1,"source":"cam","settings":["exec=/a.py"],"state":"failed","millisecondsPerPicture":50,"tookLonger":true,"pictures":8,
            "trouble":"it ended with exit code 1, saying: no model.bin"}
            """
        let filter = try JSONDecoder().decode(SessionStatus.Filter.self, from: Data(text.utf8))
        let table = FilterRun.table([filter])
        #expect(table.contains("> 50.0 ms") && table.contains("saying: no model.bin"), "\(table)")
    }

    @Test(arguments: [
        (["cam"], "needs a setting"), (["cam", "soft=1"], "'soft'"), (["Cam", "smooth=1"], "a-z"), (["cam", "gamma=0"], "0.1 to 10"),
        (["cam", "lut="], "absolute"),
    ])
    func aMistakeIsOneLineWithTheRightForm(words: [String], part: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try added(words) }
        #expect(failure?.exitCode == 2 && failure?.message.contains(part) == true, "\(failure?.message ?? "")")
        #expect(failure?.message.contains("\n") == false)
    }
}
