import Audio
import Glibc
import Platform
import Supervision

/// What `doctor` looks at that is the same under every desktop.
enum MachineChecks {
    @available(*, noasync)
    static var audio: DoctorCheck {
        do throws(AudioError) {
            let devices = try AudioDevices.list()
            let microphones = devices.filter { !$0.isMonitor }
            let chosen = microphones.first(where: \.isDefault) ?? microphones.first
            guard let chosen else {
                return DoctorCheck("sound", .limited, "the audio server has no microphone: desktop audio alone can be sent", remedy: "plug one in")
            }
            return DoctorCheck("sound", .ok, "microphone \(chosen.description)\(microphones.count > 1 ? ", and \(microphones.count - 1) more" : "")")
        } catch {
            return DoctorCheck(
                "sound", .missing, error.message,
                remedy: "systemctl --user start pipewire-pulse; where it is not installed: "
                    + DesktopPackages.install("pipewire-pulse") + "; or stream with --mic none")
        }
    }

    static func agents(_ installed: Set<String>) -> DoctorCheck {
        let needed: Set = ["x11", "pipewire", "wlr"]
        let words = installed.isEmpty ? "none beside splitcast or in PATH" : installed.sorted().joined(separator: ", ")
        let missing = needed.subtracting(installed).sorted()
        guard missing.isEmpty else {
            return DoctorCheck(
                "agents", installed.isEmpty ? .missing : .limited, "\(words); without \(missing.joined(separator: ", "))", remedy: "make build")
        }
        return DoctorCheck("agents", .ok, words)
    }

    /// The system call filter.
    static var calls: DoctorCheck {
        guard access("/proc/sys/kernel/seccomp/actions_avail", F_OK) == 0 else {
            return DoctorCheck(
                "sandbox calls", .limited, "this kernel filters no system calls: agents may make any", remedy: "a kernel with CONFIG_SECCOMP_FILTER")
        }
        return DoctorCheck("sandbox calls", .ok, "seccomp: agents make only the system calls that capturing needs")
    }

    static var files: DoctorCheck {
        let version = KernelFeatures.landlockVersion
        guard version > 0 else {
            return DoctorCheck(
                "sandbox files", .limited, "this kernel has no Landlock: the filter of system calls alone keeps agents from files",
                remedy: "a kernel with Landlock (5.13 or newer, with lsm=landlock,… on its command line)")
        }
        return DoctorCheck("sandbox files", .ok, "Landlock version \(version): agents open no files and no connections")
    }

    @available(*, noasync)
    static var memory: DoctorCheck {
        let kind = MemoryKind.here
        guard kind == .resourceLimits || kind == .nothing else { return DoctorCheck("agent memory", .ok, "held by \(kind.word)") }
        return DoctorCheck(
            "agent memory", .limited, "held by resource limits: what agents map of files and share is not counted",
            remedy: "start Splitcast inside a systemd user session, which delegates memory cgroups")
    }
}
