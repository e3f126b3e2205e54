import ControlFixtures
import Delivery
import Foundation
import Platform
import Session
import Testing

@testable import Control

/// The cockpit as it is served: who gets it, what it weighs and what it refers to.
@Suite struct CockpitPageTests {
    private static let most = 150 * 1024

    @Test func allThatItFetchesIsServedAndLight() async throws {
        let answers = try await ServedHost().serving { server in
            try PageFile.ofCockpit.map { ($0, try server.get($0)) }
        }
        #expect(answers.allSatisfy { $0.1.status == 200 && !$0.1.body.isEmpty })
        let weight = answers.reduce(0) { $0 + $1.1.body.utf8.count }
        #expect(weight <= Self.most, "\(weight) bytes")
        // Nothing else is asked for, and nothing from elsewhere.
        for (path, answer) in answers {
            let named = answer.body.matches(of: /(?:from|src=|href=|import) ?"([^"#]+)"/).map { String($0.1) }
            #expect(Set(named).isSubset(of: PageFile.ofCockpit), "\(path)")
            // The name of SVG's elements is fetched from nowhere.
            let text = answer.body.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
            #expect(text.firstMatch(of: /["'(](?:https?:)?\/\/[a-z]/) == nil, "\(path)")
            #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'; script-src 'self'; style-src 'self'") == true)
        }
        let page = try #require(answers.first?.1.body)
        #expect(!page.contains("style=") && !page.contains("<script>") && page.firstMatch(of: /\son[a-z]+=/) == nil)
    }

    @Test func theTokenLeadsToIt() async throws {
        let (led, seen) = try await ServedHost().serving { server in
            let led = try server.get("/?token=\(server.access.key)")
            let cookie = try #require(led.headers["set-cookie"]).prefix { $0 != ";" }
            return (led, try server.get("/cockpit", ["Cookie: \(cookie)"]))
        }
        #expect(led.status == 303 && led.headers["location"] == "/cockpit")
        #expect(led.headers["set-cookie"]?.contains("HttpOnly; SameSite=Strict") == true)
        #expect(seen.status == 200 && seen.body.contains("cockpit.js"))
    }

    /// Who sees a page that is open to all does so without a token, and controls nothing.
    @Test func aWatcherGetsTheViewersPageAlone() async throws {
        let server = try PageServer(PageAddress("127.0.0.1:0"), PageLimits(), isOpen: true)
        let (serving, signal) = AsyncStream.makeStream(of: Void.self)
        let (page, cockpit, live) = try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await server.run(showing: FakeSession(), directory: "/nonexistent") { signal.yield() } }
            for await _ in serving { break }
            let answers = try await Worker.run(name: "browser") {
                Result { (try server.get("/"), try server.get("/cockpit"), try server.get("/live/stream.mp4")) }
            }
            tasks.cancelAll()
            return try answers.get()
        }
        #expect(page.status == 200 && page.body.contains("page.js"))
        #expect(cockpit.status == 401 && !cockpit.body.contains("cockpit.js"))
        // This session encodes nothing.
        #expect(live.status == 503 && live.headers["retry-after"] == "1")
    }

    @Test(arguments: ["/cockpit", "/live/stream.mp4", "/api/v1/events?levels=1"]) func aForeignPageGetsNothing(path: String) async throws {
        let answers = try await ServedHost().serving { server in
            [
                try server.get(path, ["Origin: http://evil.example"]), try server.get(path, ["Sec-Fetch-Site: cross-site"]),
                try HTTPAnswer(server.address, path, host: "evil.example"),
            ]
        }
        #expect(answers.map(\.status) == [403, 403, 421])
    }

    /// By the names of `--service`; and no browser puts what is typed into the page's address, which takes the names of fields.
    @Test func aTargetIsAnyServiceOrAnAddress() throws {
        let page = String(decoding: try #require(PageFile.at(PageFile.cockpitPath)).bytes, as: UTF8.self)
        let form = try #require(page.firstMatch(of: /<form [^>]*id="target-add".*?<\/form>/.dotMatchesNewlines()))
        let values = form.output.matches(of: /<option value="([^"]*)">/).map { String($0.1) }
        #expect(values == [""] + StreamService.allCases.map(\.rawValue))
        #expect(form.output.contains(#"<input id="target-key" type="password" autocomplete="off""#) && !form.output.contains("name="))
    }

    /// The card of a target has the service's name, as it was chosen.
    @Test(arguments: StreamService.allCases) func aServersNameIsThatOfItsService(service: StreamService) throws {
        func text(_ path: String) throws -> String { String(decoding: try #require(PageFile.at(path)).bytes, as: UTF8.self) }
        let names = try text("/targets.js").matches(of: /\["([a-z0-9.-]+)", "([A-Za-z]+)"\]/).map { (end: $0.1, name: $0.2) }
        let address = try #require(service.address(withKey: "key"))
        let server = try #require(address.firstMatch(of: /:\/\/([^:\/]+)/)).1
        let known = names.filter { server == $0.end || server.hasSuffix("." + $0.end) }.map(\.name)
        #expect(known.count == 1)
        #expect(try text(PageFile.cockpitPath).contains("<option value=\"\(service.rawValue)\">\(known.first ?? "")</option>"))
    }

    /// What is named in place of a command is on the page.
    @Test func theButtonsOfItsWordsAreThere() throws {
        func text(_ path: String) throws -> String { String(decoding: try #require(PageFile.at(path)).bytes, as: UTF8.self) }
        let names = Set(try text("/wording.js").matches(of: /“([^”]+)”/).map { String($0.1) })
        let page = try PageFile.ofCockpit.filter { $0 != "/wording.js" }.map(text).joined()
        #expect(names.count > 10)
        for name in names { #expect(try page.contains(Regex("[>\"]\(name) ?[<\"]")), "\(name)") }
    }

    @Test func thePageLearnsWhereRecordingsGo() async throws {
        let answer = try await ServedHost().serving { try $0.post("folders", "{}") }
        let folders = try #require(try JSONDecoder().decode(ControlReply.self, from: Data(answer.body.utf8)).folders)
        #expect(folders.recordings.hasPrefix("/") && folders.pictures.hasPrefix("/"))
    }
}
