/// Where this process stands in the control groups, from the texts of /proc/self/cgroup and /proc/self/mountinfo.
struct ControlGroupPaths: Hashable, Sendable {
    /// Directory of our own group in the unified hierarchy, and of that hierarchy's visible top; `nil` where there is none.
    var version2: (own: String, top: String)? { unified.map { ($0.own, $0.top) } }
    /// Directory of our own memory group of cgroup v1; `nil` where there is none.
    let version1: String?

    private struct Pair: Hashable, Sendable { let own, top: String }
    private let unified: Pair?

    static func current() -> ControlGroupPaths {
        ControlGroupPaths(cgroup: KernelFile.text("/proc/self/cgroup") ?? "", mounts: KernelFile.text("/proc/self/mountinfo") ?? "")
    }

    init(cgroup: String, mounts: String) {
        var (one, two): (String?, String?) = (nil, nil)
        // "4:memory:/path" and "0::/path"; a path may hold colons.
        for line in cgroup.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            if parts[0] == "0", parts[1].isEmpty { two = String(parts[2]) }
            if parts[1].split(separator: ",").contains("memory") { one = String(parts[2]) }
        }
        var (first, second): (String?, Pair?) = (nil, nil)
        // "36 35 0:31 /root /mounted/here rw shared:1 - cgroup2 cgroup2 rw,memory"
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 5, let dash = fields.firstIndex(of: "-"), dash + 3 < fields.count else { continue }
            let (root, place) = (String(fields[3]), String(fields[4]))
            switch fields[dash + 1] {
            case "cgroup2":
                if second == nil, let two { second = Pair(own: Self.join(place, root, two), top: place) }
            case "cgroup":
                if first == nil, let one, fields[dash + 3].split(separator: ",").contains("memory") { first = Self.join(place, root, one) }
            default: break
            }
        }
        (version1, unified) = (first, second)
    }

    /// A container may see only a part of the tree, while its own path is told from the real top.
    private static func join(_ place: String, _ root: String, _ path: String) -> String {
        var rest = path[...]
        if root != "/", path == root || path.hasPrefix(root + "/") { rest = rest.dropFirst(root.count) }
        // "/../x": outside of what can be seen.
        if rest == "/" || rest.isEmpty || rest.hasPrefix("/..") { return place }
        return place + rest
    }
}
