public import Audio
public import Codec
public import Delivery
public import Events

/// What the control plane may do with a running session: ask, mute, stop. Any thread or task.
public protocol SessionControl: AnyObject, Sendable {
    func status() -> SessionStatus

    /// For histograms; what the status has no room for.
    func delayFigures() -> DelayFigures

    /// The audio alone, for those who look at levels often; `nil` in a broadcast without.
    func audioStatus() -> AudioStatus?

    /// What a player gets of the ladder that the host's own server shows. Waits until it is there, seconds at most.
    func ladder(_ request: LadderRequest) async -> LadderReply

    /// Packets as they come, for somebody who watches close behind; `nil` before there are any, and in a session that encodes nothing.
    func watch(withAudio: Bool) -> LiveBroadcast?

    /// Asks for a clean end; returns at once. Calling it again changes nothing.
    func requestStop()

    /// Changes something about the audio. May wait up to 2 s for a sound server when it is about the monitor.
    ///
    /// - Throws: `AudioError` naming what is wrong; nothing has changed then. `notNow` in a broadcast without audio.
    @available(*, noasync)
    func steer(_ request: AudioRequest) throws(AudioError)

    /// Changes something about the targets. Removing one waits until it has written its ending, some seconds at most.
    ///
    /// - Throws: `DeliveryError` naming what is wrong; nothing has changed then.
    @available(*, noasync)
    func steer(_ request: TargetRequest) throws(DeliveryError)

    /// Sets between which bit rates the picture may move; returns at once, the encoder follows within a second or two.
    ///
    /// - Throws: `DeliveryError` naming what is wrong; nothing has changed then. `notNow` in a broadcast without a picture.
    func steer(_ request: RateRequest) throws(DeliveryError)

    /// Changes an encoding at work; returns at once, it follows with its next picture or the one after that.
    ///
    /// - Throws: `DeliveryError` naming what is wrong; nothing has changed then. `notNow` where no target gets it.
    func steer(_ request: EncodingRequest) throws(DeliveryError)

    /// Changes the size or frame rate of the whole stream; returns at once, it follows with the next picture, which is a key frame.
    ///
    /// - Throws: `DeliveryError` naming what is wrong; nothing has changed then. `notNow` in a broadcast without a picture.
    func steer(_ request: PictureRequest) throws(DeliveryError)

    /// Changes where sources are shown on the canvas; returns at once, the next picture shows it.
    ///
    /// - Throws: `SessionError` naming what is wrong; nothing has changed then. `failed` where there is no picture.
    func steer(_ request: LayerRequest) throws(SessionError)

    /// Keeps how the broadcast looks and sounds, or shows what was kept, from the next picture on. Blocks while files are read and written.
    ///
    /// - Throws: `badSetting` naming what is wrong, `failed` where it cannot be done at the moment; nothing has changed then.
    @available(*, noasync)
    func steer(_ request: SceneRequest) throws(SessionError) -> SceneReport

    /// Adds a source, or removes one; returns at once.
    ///
    /// - Returns: the operation for which the agent of a new source is started; `nil` where none is.
    /// - Throws: `badSetting` naming what is wrong, `failed` where it cannot be done at the moment; nothing has changed then.
    @available(*, noasync)
    func steer(_ request: SourceRequest) throws(SessionError) -> Int?

    /// Sets something of the camera of a source. Waits until it has answered, two seconds at most.
    ///
    /// - Throws: `badSetting` naming what is wrong and the values that there are, `failed` where there is no camera; nothing has changed then.
    @available(*, noasync)
    func steer(_ request: CameraRequest) throws(SessionError)

    /// Changes what viewers see while nothing can be captured. Blocks while a picture is read.
    ///
    /// - Throws: `badSetting` naming what is wrong; nothing has changed then. `failed` in a broadcast without a picture.
    @available(*, noasync)
    func steer(_ request: BackgroundRequest) throws(SessionError)

    /// Lays something over the canvas, or takes it away. Blocks while a picture is read.
    ///
    /// - Throws: `badSetting` naming what is wrong, `failed` where it cannot be done at the moment; nothing has changed then.
    @available(*, noasync)
    func steer(_ request: OverlayRequest) throws(SessionError)

    /// Has the picture of a source pass a filter, or changes one. Blocks while a table is read.
    ///
    /// - Throws: `badSetting` naming what is wrong, `failed` where it cannot be done at the moment; nothing has changed then.
    @available(*, noasync)
    func steer(_ request: FilterRequest) throws(SessionError)

    /// Begins what is asked of the agents; returns its number at once. How it goes is told by `operation`.
    func begin(_ request: AgentRequest) -> Int

    /// `nil` for a number that was never given, or too long ago (the last 64 are kept).
    func operation(_ id: Int) -> AgentOperation?

    /// What was told after event number `sequence` (0: everything that is kept), a hundred at most.
    func events(since sequence: Int) -> EventPage

    /// Sends the viewers a message in the stream; returns its number at once.
    ///
    /// - Throws: `badSetting` for a message with a problem, `failed` where none can go out now.
    func send(_ request: MessageRequest) throws(SessionError) -> UInt64

    /// Gives this moment a name in every recording that runs. May wait some seconds for a disk.
    ///
    /// - Parameter name: `nil` for "Chapter 1" and so on.
    /// - Throws: `DeliveryError` naming what is wrong; `notNow` when nothing records, or no recording can hold chapters.
    @available(*, noasync)
    func mark(_ name: String?) throws(DeliveryError) -> ChapterReport

    /// Saves what the replay holds into a file. Waits until that is complete: as long as the disk takes, a minute at most.
    ///
    /// - Throws: `DeliveryError` naming what is wrong; no file is left then. `notNow` in a broadcast without a replay.
    @available(*, noasync)
    func saveReplay(_ request: ReplayRequest) throws(DeliveryError) -> ReplayReport

    /// Writes the picture that viewers see now into a file. Waits until that is complete: some 100 ms, longer where the processors or the disk
    /// are busy, and for others that were asked for before.
    ///
    /// - Throws: `DeliveryError` naming what is wrong; no file is left then. `notNow` before the first picture and in a broadcast without.
    @available(*, noasync)
    func takeSnapshot(_ request: SnapshotRequest) throws(DeliveryError) -> SnapshotReport

    /// Makes a part of the broadcast anew while the rest goes on. Waits until that is done: 20 s at most, and for others that were asked for before.
    ///
    /// - Throws: `failed` naming what is wrong.
    @available(*, noasync)
    func restart(_ part: BroadcastPart) throws(SessionError) -> RestartReport

    /// Reads the configuration file again, and does what can be done of it while live. One after the other, each as the file is when its turn comes.
    /// Waits for the changes: some seconds at most for each target that ends.
    ///
    /// - Throws: `badSetting` naming file, line and column where the file is wrong; nothing has changed then. `failed` where there is none.
    @available(*, noasync)
    func reload() throws(SessionError) -> ReloadReport

    /// The numbers of the targets that an address, as `TargetRequest.add` takes it, has come to; none where there are none.
    func targets(at address: String) -> [Int]

    /// Follows the next picture that changes from its capture to its targets. Waits for that, some seconds at most.
    ///
    /// - Throws: `notNow` when no picture changes meanwhile.
    @available(*, noasync)
    func traceFrame() throws(DeliveryError) -> FrameTrace

    /// Has what viewers see copied into memory that other programs may read, for some seconds; asked again in time, longer.
    ///
    /// - Throws: `notNow` before the first picture, and where there is no memory.
    @available(*, noasync)
    func openPreview() throws(DeliveryError) -> Preview
}
