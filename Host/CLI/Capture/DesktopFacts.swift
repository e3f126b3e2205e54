import Glibc
import Portal
import Supervision

/// What this session offers, as far as the choice of a backend needs it. What costs time is asked when it is needed.
struct DesktopFacts: Sendable {
    var waylandDisplay: String?
    var xDisplay: String?
    /// "GNOME", "sway", …, as the desktop calls itself; empty when it does not.
    var desktop = ""
    /// The backends for which there is an agent.
    var installed: Set<String> = []
    var portal: @Sendable () -> Result<PortalTraits, PortalError>
    /// The compositor's screens, and whether it lets them be copied.
    var screens: @Sendable () -> Result<[ScreenListing.Screen], CommandFailure> = { .success([]) }
    /// What the session manager of PipeWire calls itself; `nil` where there is none, a failure where PipeWire does not answer.
    var sessionManager: @Sendable () -> Result<String?, CommandFailure> = { .success("") }

    /// A portal that is not running yet takes some seconds; after the first of them people are told.
    static let portalTime = Duration.seconds(10)
    private static let silentTime = Duration.seconds(1)

    /// Of this process's environment.
    ///
    /// - Parameter waiting: called when the portal lets itself be waited for.
    @available(*, noasync)
    static func current(
        waiting: @escaping @Sendable () -> Void = { Console.standard.complain("the desktop portal has not answered yet: waiting for it") }
    ) -> DesktopFacts {
        let display = variable("WAYLAND_DISPLAY")
        return DesktopFacts(
            waylandDisplay: display, xDisplay: variable("DISPLAY"), desktop: variable("XDG_CURRENT_DESKTOP") ?? "",
            installed: Set(AgentCommandLine.installedBackends)
        ) {
            do throws(PortalError) { return .success(try PortalProbe.traits(limit: silentTime)) } catch {
                guard error.code == .silent else { return .failure(error) }
            }
            waiting()
            do throws(PortalError) { return .success(try PortalProbe.traits(limit: portalTime)) } catch { return .failure(error) }
        } screens: {
            guard let display else { return .success([]) }
            do throws(CommandFailure) { return .success(try ScreenListing.waylandScreens(display)) } catch { return .failure(error) }
        } sessionManager: {
            do throws(CommandFailure) { return .success(try NodeListing.sessionManager()) } catch { return .failure(error) }
        }
    }

    /// Whether the screen belongs to a Wayland compositor: then an X display shows X programs alone, if there is one.
    static var isWaylandSession: Bool { variable("WAYLAND_DISPLAY") != nil || variable("XDG_SESSION_TYPE") == "wayland" }

    /// For people: "a Wayland session (sway)".
    var sessionDescription: String { "a Wayland session\(desktop.isEmpty ? "" : " (\(desktop))")" }

    /// Whether the compositor lets its screens be copied, which is asked of itself.
    var mayCopy: Bool {
        guard waylandDisplay != nil, installed.contains("wlr"), case .success(let found) = screens() else { return false }
        return found.contains(where: \.isCopied)
    }

    /// What keeps the portal's pictures from coming, though it shares them; `nil` where nothing does.
    var pipeWireTrouble: String? {
        switch sessionManager() {
        case .success(nil): "PipeWire has no session manager, such as WirePlumber, so that it links no streams"
        case .success: nil
        case .failure(let error): error.message
        }
    }

    /// `nil` for one that is empty, too.
    static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
