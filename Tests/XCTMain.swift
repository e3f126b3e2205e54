import Testing
import XCTest

/// Where the program of the tests begins. SwiftPM writes one of its own where there is none, and looks for XCTest's classes in an index of
/// every source, which takes the compiler a third of its time: there are no such classes here.
@main enum TestMain {
    static func main() async {
        let arguments = CommandLine.arguments
        let library = arguments.firstIndex(of: "--testing-library").flatMap { arguments.dropFirst($0 + 1).first }
        // `swift test` asks for both kinds of tests, one after the other.
        if library == "swift-testing" { await Testing.__swiftPMEntryPoint() as Never }
        XCTMain([])
    }
}
