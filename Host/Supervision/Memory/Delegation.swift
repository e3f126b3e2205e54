import Glibc
import Platform

/// Finds the directory of the unified hierarchy (cgroup v2) below which groups with a memory limit can be made by us.
///
/// A group with processes of its own cannot give controllers to groups below it, the real top excepted. So our own group
/// serves when its memory controller is given on already, or can be: when we are alone in it we move into a group below
/// first, as systemd asks of services with `Delegate=`. Else the group above serves, when it is ours to write and no
/// systemd manages it (whose groups have one writer).
struct Delegation {
    let own: String
    let top: String
    /// For the group that we move ourselves into.
    let hostGroupName: String

    /// - Returns: `nil` when there is no such place.
    func directory() -> String? {
        guard KernelFile.text(own + "/cgroup.controllers").map(Self.namesMemory) == true else { return nil }
        if access(own + "/cgroup.procs", W_OK) == 0, gives(own) || enable() { return own }
        let above = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? own
        guard own != top, above.hasPrefix(top), access("/run/systemd/system", F_OK) != 0 else { return nil }
        return gives(above) && access(above, W_OK) == 0 && access(above + "/cgroup.procs", W_OK) == 0 ? above : nil
    }

    static func namesMemory(_ controllers: String) -> Bool { controllers.split { $0 == " " || $0 == "\n" }.contains("memory") }

    private func gives(_ directory: String) -> Bool {
        KernelFile.text(directory + "/cgroup.subtree_control").map(Self.namesMemory) == true
    }

    private func enable() -> Bool {
        do throws(SystemError) {
            try KernelFile.write("+memory", to: own + "/cgroup.subtree_control")
            return true
        } catch { return error.number == EBUSY && enableAfterMoving() }
    }

    /// Moves this process into a group below its own, so that the own one is free of processes.
    private func enableAfterMoving() -> Bool {
        guard KernelFile.text(own + "/cgroup.procs")?.split(separator: "\n") == ["\(getpid())"] else { return false }
        let below = own + "/" + hostGroupName
        guard mkdir(below, 0o755) == 0 || errno == EEXIST else { return false }
        do throws(SystemError) {
            try KernelFile.write("0", to: below + "/cgroup.procs")
            do throws(SystemError) {
                try KernelFile.write("+memory", to: own + "/cgroup.subtree_control")
                return true
            } catch { try KernelFile.write("0", to: own + "/cgroup.procs") }
        } catch {}
        rmdir(below)
        return false
    }
}
