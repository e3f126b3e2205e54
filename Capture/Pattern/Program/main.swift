import PatternCapture

PatternAgent.run()
