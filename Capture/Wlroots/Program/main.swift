import WlrootsCapture

WlrootsAgent.run()
