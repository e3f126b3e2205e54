extension Target {
    public var status: TargetStatus {
        let shown = shown.withLock { $0 }
        let file = sink.fileName
        return TargetStatus(
            id: id, maskedURL: (url.namesFollowTime ? file : nil) ?? (shown.freshURL ?? url).masked, file: file,
            state: shown.state, bytesSent: sink.bytesSent,
            packetsSent: packets.load(ordering: .relaxed), picturesSent: pictures.load(ordering: .relaxed),
            sentTime: .nanoseconds(sentTime.load(ordering: .relaxed)),
            isSoundAlone: !streams.contains { $0.kind == .video }, droppedPictures: queue.droppedPictures, droppedSounds: queue.droppedSounds,
            queuedBytes: queue.queuedBytes,
            queued: queue.queued, selection: queue.selection, link: sink.link, reconnects: shown.reconnects, losses: shown.losses,
            failedAttempts: shown.failedAttempts,
            nextAttempt: shown.nextAttempt,
            kilobitsPerSecond: shown.state == .live ? currentRate : 0,
            isUnchecked: settings.isCertificateUnchecked && url.isEncrypted, freshAddresses: shown.freshAddresses,
            hookFailures: shown.hookFailures, hookError: shown.hookError, lastError: shown.lastError)
    }
}
