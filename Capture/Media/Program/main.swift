import MediaCapture

MediaAgent.run()
