import Session

extension MetricFamily {
    /// Who captures.
    static let agents: [MetricFamily] = [
        MetricFamily(.gauge, "agent_info", "An agent that is attached: always 1.", of: ["agents[].id", "agents[].pid"]) { status, _ in
            status.agents.map { agent in
                Sample(
                    labels: [
                        ("agent", "\(agent.id)"), ("source", agent.place), ("backend", agent.backend), ("screen", agent.screen),
                        ("pid", "\(agent.pid)"),
                    ], value: 1)
            }
        },
        agent(.gauge, "status", "0 not available, 1 ready, 2 started, 3 closed.", of: "status") { Double($0.status) },
        agent(.gauge, "live", "Whether its frames are on the canvas.", of: "isLive") { $0.isLive.figure },
        agent(.gauge, "standby", "Whether it waits behind the live one.", of: "isStandby") { $0.isStandby.figure },
        agent(.gauge, "paused", "Whether it captures nothing, as it was asked.", of: "isPaused") { $0.isPaused.figure },
        agent(.gauge, "stalled", "Whether what it captures gives nothing, as it says.", of: "isStalled") { $0.isStalled.figure },
        agent(.gauge, "attached_seconds", "Since it attached.", of: "attachedForSeconds") { $0.attachedForSeconds },
        agent(.counter, "frames_total", "Frames that it delivered.", of: "frames") { Double($0.frames) },
        agent(.counter, "waited_for_slot_total", "Changes that had to wait for memory.", of: "waitedForSlot") { Double($0.waitedForSlot) },
        agent(.counter, "superseded_total", "Frames that a newer one replaced before they were used.", of: "superseded") { Double($0.superseded) },
        agent(.counter, "grabbed_pixels_total", "Pixels that it read from the screen.", of: "grabbedPixels") { Double($0.grabbedPixels) },
        agent(.counter, "stale_notices_total", "Notices that came too late to count.", of: "staleNotices") { Double($0.staleNotices) },
        agent(.counter, "unknown_messages_total", "Messages of kinds that the host does not know.", of: "unknownMessages") {
            Double($0.unknownMessages)
        },
        agent(.gauge, "private_memory_bytes", "Private memory of its process.", of: "privateKiB") { bytes($0.privateKiB) },
        agent(.gauge, "memory_need_bytes", "Memory that it said it needs.", of: "memory.needKiB") { bytes($0.memory.needKiB) },
        agent(.gauge, "memory_limit_bytes", "Its memory limit; absent where it has none.", of: "memory.limitKiB") {
            $0.memory.limitKiB > 0 ? bytes($0.memory.limitKiB) : nil
        },
        agent(.gauge, "memory_anonymous_bytes", "Anonymous memory, which counts.", of: "memory.anonymousKiB") { bytes($0.memory.anonymousKiB) },
        agent(.gauge, "memory_kernel_bytes", "The kernel's memory for it, which counts.", of: "memory.kernelKiB") { bytes($0.memory.kernelKiB) },
        agent(.gauge, "memory_file_bytes", "Pages of files, which the kernel can drop.", of: "memory.fileKiB") { bytes($0.memory.fileKiB) },
        agent(.gauge, "memory_peak_bytes", "The most that its memory cgroup was charged.", of: "memory.peakKiB") { bytes($0.memory.peakKiB) },
    ]

    /// What is captured, and what its pictures pass.
    static let sources: [MetricFamily] = [
        source("live", "Whether its agent delivers.", of: "agent") { ($0.state == "live").figure },
        source("zoom_ratio", "How close it is seen.", of: "zoom.factor") { $0.zoom?.factor ?? 1 },
        source("hidden", "Whether a user does not want it to be seen.", of: "layer.isHidden") { $0.layer.map { $0.isHidden.figure } },
        source("opacity_ratio", "Of its layer.", of: "layer.opacity") { $0.layer?.opacity },
        .one(.gauge, "overlays", "What is laid over the sources.", of: "overlays[].id") { Double($0.overlays.count) },
        filter(.gauge, "working", "Whether pictures pass it.") { ($0.state == "working").figure },
        filter(.gauge, "picture_seconds", "Mean time of its last pictures.", of: "millisecondsPerPicture") { $0.millisecondsPerPicture / 1000 },
        filter(.gauge, "late", "Whether its program answered some of them too late.", of: "tookLonger") { $0.tookLonger.figure },
        filter(.counter, "pictures_total", "Pictures that it filtered.", of: "pictures") { Double($0.pictures) },
    ]

    private static func bytes(_ kibibytes: Int) -> Double { Double(kibibytes) * 1024 }

    private static func agent(
        _ kind: Kind, _ name: String, _ help: String, of field: String, value: @escaping @Sendable (SessionStatus.Agent) -> Double?
    ) -> MetricFamily {
        .each(kind, "agent_" + name, help, of: "agents[]." + field, in: { $0.agents }, label: "agent", by: { "\($0.id)" }, value: value)
    }

    private static func source(
        _ name: String, _ help: String, of field: String, value: @escaping @Sendable (SessionStatus.Source) -> Double?
    ) -> MetricFamily {
        .each(.gauge, "source_" + name, help, of: "sources[]." + field, in: { $0.sources }, label: "source", by: { $0.name }, value: value)
    }

    private static func filter(
        _ kind: Kind, _ name: String, _ help: String, of field: String = "id", value: @escaping @Sendable (SessionStatus.Filter) -> Double?
    ) -> MetricFamily {
        MetricFamily(kind, "filter_" + name, help, of: ["filters[]." + field]) { status, _ in
            status.filters.compactMap { filter in
                value(filter).map { Sample(labels: [("filter", "\(filter.id)"), ("source", filter.source)], value: $0) }
            }
        }
    }
}
