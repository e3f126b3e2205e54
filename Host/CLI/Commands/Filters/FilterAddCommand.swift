import AppGroup
import ArgumentParser
import Filters
import Session

struct FilterAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Have the picture of a source pass one more filter, from the next picture on.",
        discussion: """
            Settings are NAME=VALUE. What stands in one command is one filter, done in the order key, denoise, smooth, tones, lut, sharpen; \
            a filter that is added later gets what the one before made. A source may have 8.

              lut=FILE.cube                   a colour table, of 2 to 65 points an axis
              key=#00ff00                     what has this colour becomes transparent
              similarity, blend, spill        with key: 0.1 (0.01 to 1), 0.05, 1 (0 to 1)
              smooth, whiten, ruddy, sharpen  retouching: 0 to 1, else the nearest
              denoise                         0 to 1
              brightness                      -1 to 1
              contrast, saturation            0 to 3
              gamma                           0.1 to 10
              exec=PROGRAM                    a program of your own (FILTERS.md), alone

            EXAMPLES:
              splitcast filter add cam lut=warm.cube
              splitcast filter add cam smooth=0.6 whiten=0.8
              splitcast filter add cam key=#00ff00 similarity=0.15
              splitcast filter add screen contrast=1.1
              splitcast filter add cam exec=/usr/local/bin/filter.py
              splitcast filter set 1 smooth=0.3
              splitcast filter list
              splitcast filter remove 1
            """)

    @Argument(help: ArgumentHelp("Whose picture; screen for the screen.", valueName: "SOURCE"))
    var source: String

    @Argument(help: ArgumentHelp("What it does, such as smooth=0.6.", valueName: "NAME=VALUE"))
    var settings: [String] = []

    @OptionGroup var request: FilterRun

    func run() throws { try request.carryOut(try filter()) }

    func filter() throws(CommandFailure) -> FilterRequest {
        let name = try SourceText.name("the source", source)
        do throws(FilterError) { return .add(name, try FilterSettings(FilterText.settings(settings))) } catch {
            throw CommandFailure(.usage, error.message)
        }
    }
}
