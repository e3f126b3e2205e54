extension Stream {
    /// Starts an X11 agent by hand, as somebody with a second display would.
    public func agent(on screen: XvfbBed, _ more: String...) throws -> BedProcess {
        try BedProcess(
            [try releaseProduct("splitcast-capture-x11"), "--group", group, "--display", screen.display] + more,
            environment: environment.merging(screen.environment) { $1 })
    }

    /// Starts a command of the same group, such as `swap`, without waiting for its end.
    public func running(_ name: String, _ arguments: String...) throws -> BedProcess {
        // What stands behind a backend's name is for the agent.
        try BedProcess([try releaseProduct("splitcast"), name, "--group", group] + arguments, environment: environment)
    }
}
