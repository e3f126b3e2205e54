import Testing

@testable import WlrootsCapture

@Suite struct WaylandScreenTests {
    @Test func aListingShowsWhereAScreenStandsAndHowItIsTurned() {
        let text = WaylandScreen.text([.test(), .test("DP-1", x: 1920, scale: 1.5, transform: 3)])
        #expect(text.contains("HEADLESS-1      1920x1080    +0+0         1920x1080\n"))
        #expect(text.contains("DP-1            720x1280     +1920+0      1920x1080, left\n"))
    }

    @Test func theListingForProgramsIsJSON() {
        let expected =
            "[{\"screen\":\"DP-1\",\"description\":\"Test \\\"screen\\\"\",\"width\":1920,\"height\":1080,\"x\":5,\"y\":0,"
            + "\"panelWidth\":1920,\"panelHeight\":1080,\"orientation\":\"down\",\"copied\":true}]\n"
        #expect(WaylandScreen.json([.test("DP-1", x: 5, transform: 2)]) == expected)
        #expect(WaylandScreen.json([]) == "[]\n")
        #expect(WaylandScreen.json([.test()], areCopied: false).contains("\"copied\":false}"))
    }

    @Test func aScaleIsPixelsForOneUnit() {
        #expect(WaylandScreen.test(scale: 1.5).scale == 1.5)
        #expect(WaylandScreen.test(scale: 2, transform: 1).scale == 2)
    }
}
