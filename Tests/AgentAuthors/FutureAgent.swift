/// agent.py as a later version of the protocol may have it: it speaks a range of versions, sets flags that are not defined yet,
/// and says things of unknown kinds on both connections.
enum FutureAgent {
    private static let script = """
        import sys
        sys.dont_write_bytecode = True
        folder, lowest, highest = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        sys.argv[1:4] = []
        sys.path.insert(0, folder)
        import agent

        message = agent.message

        def later(kind, body):
            if kind == agent.HELLO:
                body = bytes([lowest, highest, body[2] | 0xFC, 0xFF]) + body[4:]
            return message(kind, body)

        class Talkative(agent.Attachment):
            def receive(self, kind, least):
                with agent.contextlib.suppress(OSError):  # refused already: the answer is there to be read
                    self.handoff.send(message(99, b"of a later version"))
                return super().receive(kind, least)

            def send(self, kind, body):
                super().send(200, b"of a later version")
                super().send(kind, body)

        agent.message, agent.Attachment = later, Talkative
        try:
            agent.main()
        except agent.Refused as refusal:
            print(refusal)
            sys.exit(4)
        """

    static func command(_ versions: ClosedRange<Int>) -> [String] {
        ["/usr/bin/python3", "-c", script, ExampleAgent.folder, "\(versions.lowerBound)", "\(versions.upperBound)"]
    }
}
