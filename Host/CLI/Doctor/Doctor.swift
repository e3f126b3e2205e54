import AppGroup
import Glibc
import Platform
import Portal

/// Looks at what this desktop can do, opens no dialog and changes nothing. Some seconds, where something hangs.
struct Doctor {
    private let desktop: DesktopFacts
    private let portal: Result<PortalTraits, PortalError>
    private let services: [String]
    private let displays: DisplayCheck

    @available(*, noasync)
    init() {
        let facts = DesktopFacts.current()
        let portal = facts.portal()
        self.portal = portal
        // Asked once, for the checks and for the verdict.
        let (screens, manager) = (facts.screens(), facts.sessionManager())
        desktop = DesktopFacts(
            waylandDisplay: facts.waylandDisplay, xDisplay: facts.xDisplay, desktop: facts.desktop, installed: facts.installed, portal: { portal },
            screens: { screens }, sessionManager: { manager })
        // Without a bus there are none, which the portal says as well.
        services = (try? PortalProbe.services(limit: DesktopFacts.portalTime)) ?? []  // see above
        displays = DisplayCheck(own: facts.xDisplay)
    }

    @available(*, noasync)
    func report() -> DoctorReport {
        var report = DoctorReport()
        report.checks = [session, runtimeDirectory, compositor] + portalChecks + [pipeWire, sessionManager, copying, displays.check, cameras]
        report.checks += [
            MachineChecks.audio, MachineChecks.agents(desktop.installed), MachineChecks.calls, MachineChecks.files, MachineChecks.memory,
        ]
        (report.capture, report.verdict) = verdict
        return report
    }

    /// As `splitcast live` would choose.
    private var verdict: (String?, String) {
        if DesktopFacts.isWaylandSession {
            do throws(CommandFailure) {
                let choice = try BackendChoice(CaptureRequest(), on: desktop)
                guard case .agent(let backend, _) = choice.capture else { return (nil, choice.text) }
                let lacks = backend == "pipewire" && pipeWire.state == .missing ? "; it gets no pictures before PipeWire runs" : ""
                return (backend, "'splitcast live' would use this: \(choice.text)\(lacks)")
            } catch { return (nil, "'splitcast live' finds nothing to capture: \(error.message)") }
        }
        if let problem = displays.problem { return (nil, "'splitcast live' finds nothing to capture: \(problem)") }
        return ("x11", "'splitcast live' would use this: capture: x11, since this is an X session (DISPLAY is \(desktop.xDisplay ?? ""))")
    }

    // MARK: The session

    private var session: DoctorCheck {
        let kind = DesktopFacts.variable("XDG_SESSION_TYPE")
        let name = desktop.desktop.isEmpty ? "" : " (\(desktop.desktop))"
        if DesktopFacts.isWaylandSession { return DoctorCheck("session", .ok, "Wayland\(name)") }
        if desktop.xDisplay != nil { return DoctorCheck("session", .ok, "X11\(name)") }
        return DoctorCheck(
            "session", .missing, "no desktop: neither WAYLAND_DISPLAY nor DISPLAY is set\(kind.map { ", and XDG_SESSION_TYPE is \($0)" } ?? "")",
            remedy: "start Splitcast inside the desktop's session, or "
                + (displays.running.first.map { "capture what runs: splitcast live --display \($0)" }
                    ?? "for a machine without one: Xvfb :1 & DISPLAY=:1 splitcast live"))
    }

    private var runtimeDirectory: DoctorCheck {
        do throws(GroupError) { return DoctorCheck("groups", .ok, "\(try GroupDirectory.common()) is ours alone") } catch {
            return DoctorCheck("groups", .missing, error.message, remedy: "log in as the user whose desktop it is, so that XDG_RUNTIME_DIR is set")
        }
    }

    private var compositor: DoctorCheck {
        guard DesktopFacts.isWaylandSession else { return DoctorCheck("compositor", .unused, "no Wayland session") }
        guard let display = desktop.waylandDisplay else {
            return DoctorCheck("compositor", .missing, "WAYLAND_DISPLAY is not set", remedy: "start Splitcast inside the desktop's session")
        }
        let path = display.hasPrefix("/") ? display : (DesktopFacts.variable("XDG_RUNTIME_DIR") ?? "") + "/" + display
        do throws(SystemError) {
            let owner = try PeerCredentials(listeningAt: path)
            return DoctorCheck("compositor", .ok, "\(Self.program(owner.processID)) at \(display)")
        } catch {
            return DoctorCheck(
                "compositor", .missing, "no process listens at \(path) (\(error.reason))", remedy: "set WAYLAND_DISPLAY to the compositor's socket")
        }
    }

    // MARK: The portal

    private var portalChecks: [DoctorCheck] {
        let prefix = "org.freedesktop.impl.portal.desktop."
        let backends = services.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        let behind = backends.isEmpty ? "no backend" : "backends: \(backends.joined(separator: ", "))"
        switch portal {
        case .success(let traits):
            let kinds = traits.sources.sorted().map(\.word).joined(separator: ", ")
            let cursors = traits.cursors.sorted { $0.rawValue < $1.rawValue }.map(\.word).joined(separator: ", ")
            let words =
                "ScreenCast version \(traits.version), shares \(kinds.isEmpty ? "nothing" : kinds); pointer \(cursors.isEmpty ? "hidden" : cursors)"
            return [
                DoctorCheck("bus", .ok, "the session bus answers"), DoctorCheck("portal", .ok, "xdg-desktop-portal answers; \(behind)"),
                sharing(traits, words), permission(traits),
            ]
        case .failure(let error):
            let isNeeded = DesktopFacts.isWaylandSession
            let state = isNeeded ? DoctorCheck.State.missing : .unused
            switch error.code {
            case .noBus, .busGone:
                return [
                    DoctorCheck(
                        "bus", state, error.message, remedy: isNeeded ? DesktopPackages.install("dbus-user-session") + ", and log in again" : nil)
                ]
            case .noScreenCast:
                return [
                    DoctorCheck("bus", .ok, "the session bus answers"), DoctorCheck("portal", .ok, "xdg-desktop-portal answers; \(behind)"),
                    DoctorCheck(
                        "sharing", state, error.message,
                        remedy: isNeeded ? DesktopPackages.install(DesktopPackages.portalBackend(desktop.desktop)) + ", and log in again" : nil),
                ]
            case .silent: return [DoctorCheck("portal", state, error.message, remedy: isNeeded ? "systemctl --user restart xdg-desktop-portal" : nil)]
            default:
                return [
                    DoctorCheck("bus", .ok, "the session bus answers"),
                    DoctorCheck(
                        "portal", state, error.message,
                        remedy: isNeeded ? DesktopPackages.install("xdg-desktop-portal", DesktopPackages.portalBackend(desktop.desktop)) : nil),
                ]
            }
        }
    }

    private func sharing(_ traits: PortalTraits, _ words: String) -> DoctorCheck {
        guard traits.sources.isEmpty else { return DoctorCheck("sharing", .ok, words) }
        guard DesktopFacts.isWaylandSession else { return DoctorCheck("sharing", .unused, words) }
        let package = DesktopPackages.portalBackend(desktop.desktop)
        let restart = "systemctl --user restart xdg-desktop-portal"
        // The portal finds the part of it that asks the user by the desktop's name.
        guard !desktop.desktop.isEmpty else {
            return DoctorCheck("sharing", .missing, words, remedy: "set XDG_CURRENT_DESKTOP to the desktop's name, such as sway; then \(restart)")
        }
        return DoctorCheck("sharing", .missing, words, remedy: "\(restart); where it is not installed: " + DesktopPackages.install(package))
    }

    private func permission(_ traits: PortalTraits) -> DoctorCheck {
        guard traits.canRestore else {
            return DoctorCheck(
                "permission", .limited, "this portal keeps none (version 4 does): each broadcast asks", remedy: "a newer xdg-desktop-portal")
        }
        switch RestoreStore.standard?.record(for: CastChoice())?.state {
        case .valid: return DoctorCheck("permission", .ok, "kept: the next broadcast asks no one")
        case .stale: return DoctorCheck("permission", .limited, "the desktop did not renew it: the next broadcast asks")
        case .revoked: return DoctorCheck("permission", .ok, "withdrawn: the next broadcast asks")
        case nil: return DoctorCheck("permission", .ok, "none yet: the first broadcast asks, and keeps it")
        }
    }

    // MARK: Pictures

    private var pipeWire: DoctorCheck {
        let directory = DesktopFacts.variable("PIPEWIRE_RUNTIME_DIR") ?? DesktopFacts.variable("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        let name = DesktopFacts.variable("PIPEWIRE_REMOTE") ?? "pipewire-0"
        let path = name.hasPrefix("/") ? name : "\(directory)/\(name)"
        do throws(SystemError) {
            let owner = try PeerCredentials(listeningAt: path)
            return DoctorCheck("pipewire", .ok, "\(Self.program(owner.processID)) at \(path)")
        } catch {
            guard DesktopFacts.isWaylandSession else { return DoctorCheck("pipewire", .unused, "not running; X11 does without it") }
            return DoctorCheck(
                "pipewire", .missing, "no process listens at \(path) (\(error.reason))",
                remedy: "systemctl --user start pipewire; where it is not installed: " + DesktopPackages.install("pipewire", "wireplumber"))
        }
    }

    private var sessionManager: DoctorCheck {
        let name = "session manager"
        switch desktop.sessionManager() {
        case .success(let manager?): return DoctorCheck(name, .ok, manager.isEmpty ? "one that does not say its name" : manager)
        case .success(nil):
            guard DesktopFacts.isWaylandSession else { return DoctorCheck(name, .unused, "PipeWire has none") }
            return DoctorCheck(
                name, .missing, "PipeWire has none, and joins no streams without one",
                remedy: "systemctl --user start wireplumber; where it is not installed: " + DesktopPackages.install("wireplumber"))
        case .failure(let error):
            guard DesktopFacts.isWaylandSession else { return DoctorCheck(name, .unused, "PipeWire, which knows it, cannot be asked") }
            return DoctorCheck(
                name, .missing, "PipeWire, which knows it, cannot be asked: \(error.message)",
                remedy: "systemctl --user start pipewire wireplumber; where they are not installed: "
                    + DesktopPackages.install("pipewire", "wireplumber"))
        }
    }

    private var copying: DoctorCheck {
        guard DesktopFacts.isWaylandSession, desktop.waylandDisplay != nil else { return DoctorCheck("wlr", .unused, "no Wayland session") }
        switch desktop.screens() {
        case .success(let found) where found.isEmpty: return DoctorCheck("wlr", .limited, "the compositor has no screen")
        case .success(let found) where !found.contains(where: \.isCopied):
            return DoctorCheck("wlr", .unused, "this compositor lets no program copy its screens: its portal shares them")
        case .success(let found): return DoctorCheck("wlr", .ok, found.map { "\($0.screen ?? "?") \($0.width)x\($0.height)" }.joined(separator: ", "))
        case .failure(let error): return DoctorCheck("wlr", .limited, error.message)
        }
    }

    private var cameras: DoctorCheck {
        do throws(CommandFailure) {
            let names = try NodeListing.cameras().map { "\($0.name) (\($0.device))" }
            return DoctorCheck("cameras", names.isEmpty ? .unused : .ok, names.isEmpty ? "none" : names.joined(separator: ", "))
        } catch { return DoctorCheck("cameras", .unused, error.message) }
    }

    /// As the kernel calls it, cut to 15 bytes.
    private static func program(_ processID: Int32) -> String {
        let descriptor = open("/proc/\(processID)/comm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "pid \(processID)" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 10 }, as: UTF8.self)
    }
}
