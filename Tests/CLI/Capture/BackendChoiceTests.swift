import FoundationEssentials
import Portal
import Session
import Testing

@testable import SplitcastCLI

/// What `live` captures with under Wayland when the user does not say.
@Suite struct BackendChoiceTests {
    private let everything = PortalTraits(version: 4, sources: [.monitor, .window], cursors: [.hidden, .embedded, .metadata])
    private let noPortal = PortalError(.noPortal, "there is no desktop portal")

    private func desktop(
        _ name: String = "sway", portal: Result<PortalTraits, PortalError>? = nil, installed: Set<String> = ["x11", "pipewire", "wlr"],
        isCopied: Bool = true, manager: Result<String?, CommandFailure> = .success("WirePlumber")
    ) -> DesktopFacts {
        let portal = portal ?? .success(everything)
        let screen = #"[{"screen":"DP-1","width":640,"height":480,"x":0,"y":0,"copied":\#(isCopied)}]"#
        return DesktopFacts(waylandDisplay: "wayland-1", xDisplay: ":0", desktop: name, installed: installed) {
            portal
        } screens: {
            do { return .success(try JSONDecoder().decode([ScreenListing.Screen].self, from: Data(screen.utf8))) } catch {
                return .failure(CommandFailure(.failed, "\(error)"))
            }
        } sessionManager: {
            manager
        }
    }

    private func failure(_ request: CaptureRequest, _ desktop: DesktopFacts) -> CommandFailure? {
        do throws(CommandFailure) {
            _ = try BackendChoice(request, on: desktop)
            return nil
        } catch { return error }
    }

    @Test func thePortalComesFirst() throws {
        let choice = try BackendChoice(CaptureRequest(turn: ["--orientation", "left"]), on: desktop())
        #expect(choice.capture == .agent(backend: "pipewire", arguments: ["--orientation", "left"]))
        #expect(choice.text == "capture: pipewire, since this is a Wayland session (sway) whose portal shares monitors")
    }

    @Test func withoutAPortalACompositorIsCopied() throws {
        let choice = try BackendChoice(CaptureRequest(cursor: .hidden), on: desktop(portal: .failure(noPortal)))
        #expect(choice.capture == .agent(backend: "wlr", arguments: ["--cursor", "hidden"]))
        #expect(choice.text.contains("there is no desktop portal"))
    }

    @Test func whatIsNamedIsCopied() throws {
        let choice = try BackendChoice(CaptureRequest(screen: "HEADLESS-1", region: "10x10+0+0"), on: desktop())
        #expect(choice.capture == .agent(backend: "wlr", arguments: ["--screen", "HEADLESS-1", "--region", "10x10+0+0"]))
        #expect(failure(CaptureRequest(screen: "eDP-1"), desktop("ubuntu:GNOME", isCopied: false))?.exitCode == 2)
    }

    /// What a desktop calls itself says nothing of it.
    @Test func whetherScreensAreCopiedIsUpToTheCompositor() throws {
        #expect(try BackendChoice(CaptureRequest(screen: "eDP-1"), on: desktop("GNOME")).text.contains("capture: wlr"))
        #expect(failure(CaptureRequest(screen: "eDP-1"), desktop("sway", isCopied: false))?.exitCode == 2)
    }

    @Test func aPartIsCutOutOfWhatThePortalSharesWhereNothingIsCopied() throws {
        let part = try BackendChoice(CaptureRequest(region: "10x10+0+0"), on: desktop("GNOME", isCopied: false))
        #expect(part.capture == .agent(backend: "pipewire", arguments: ["--region", "10x10+0+0"]))
    }

    @Test func withoutPipeWireOrItsSessionManagerACompositorIsCopied() throws {
        let silent = CommandFailure(.nothingToCapture, "PipeWire does not answer")
        for (manager, words) in [(.success(nil), "no session manager"), (.failure(silent), "PipeWire does not answer")]
            as [(Result<String?, CommandFailure>, String)]
        {
            let choice = try BackendChoice(CaptureRequest(), on: desktop(manager: manager))
            #expect(choice.capture == .agent(backend: "wlr", arguments: []))
            #expect(choice.text.contains("capture: wlr") && choice.text.contains(words), "\(choice.text)")
            // Nothing else is there, or would do.
            for (request, desktop) in [
                (CaptureRequest(), desktop(isCopied: false, manager: manager)),
                (CaptureRequest(needsPortal: true, sources: [.window]), desktop(manager: manager)),
            ] { #expect(try BackendChoice(request, on: desktop).capture == .agent(backend: "pipewire", arguments: [])) }
        }
        #expect(try BackendChoice(CaptureRequest(), on: desktop(manager: .success(""))).text.contains("capture: pipewire"))
    }

    @Test func wherePortalAndCopiesAreMissingNothingIsCaptured() {
        let gnome = failure(CaptureRequest(), desktop("GNOME", portal: .failure(noPortal), isCopied: false))
        #expect(gnome?.exitCode == 3 && gnome?.message.contains("there is no desktop portal") == true && gnome?.message.contains("doctor") == true)
        #expect(failure(CaptureRequest(), desktop("sway", portal: .failure(noPortal), installed: ["pipewire"]))?.exitCode == 3)
        let windows = CaptureRequest(needsPortal: true, sources: [.window])
        let none = failure(windows, desktop(portal: .success(PortalTraits(version: 4, sources: [.monitor], cursors: []))))
        #expect(none?.exitCode == 3 && none?.message.contains("window") == true)
    }

    @Test func withoutTheAgentThePortalIsOfNoUse() throws {
        let choice = try BackendChoice(CaptureRequest(), on: desktop(installed: ["x11", "wlr"]))
        #expect(choice.text.contains("splitcast-capture-pipewire"))
    }

    @Test func aCompositorThatCopiesCannotTellThePointerApart() {
        let bad = failure(CaptureRequest(cursor: .metadata), desktop(portal: .failure(noPortal)))
        #expect(bad?.exitCode == 2 && bad?.message.contains("--cursor metadata") == true)
    }
}
