#!/usr/bin/python3
"""portal-client.py [--cursor hidden|embedded|metadata] [--window|--virtual] [--token TOKEN] [--persist] -- COMMAND...

A stranger's client of the ScreenCast portal: asks for one source, then becomes the owner of COMMAND, in whose words {fd} and {node} are
the connection to PipeWire and the node, and holds the cast until that ends. Prints "offers", "stream" and, with --persist, "token".
Ends with 20 plus the portal's response when it is refused (1 cancelled, 2 failed), with COMMAND's status else.
"""
import argparse
import os
import signal
import subprocess
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

BUS, PATH, CAST = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.ScreenCast"
CURSORS = {"hidden": 1, "embedded": 2, "metadata": 4}


class Portal:
    def __init__(self):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.prefix = PATH + "/request/" + self.bus.get_unique_name()[1:].replace(".", "_")
        self.requests = 0

    def offers(self, name):
        return self.bus.call_sync(
            BUS, PATH, "org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (CAST, name)), None, 0, 10000, None).unpack()[0]

    def ask(self, method, form, words, options):
        """A question whose answer comes as a signal."""
        self.requests += 1
        token, loop, answer = f"fixture{self.requests}", GLib.MainLoop(), []

        def answered(bus, sender, path, interface, name, parameters):
            answer.extend(parameters.unpack())
            loop.quit()

        follow = self.bus.signal_subscribe(
            BUS, "org.freedesktop.portal.Request", "Response", f"{self.prefix}/{token}", None, Gio.DBusSignalFlags.NONE, answered)
        options["handle_token"] = GLib.Variant("s", token)
        self.bus.call_sync(BUS, PATH, CAST, method, GLib.Variant(form, (*words, options)), None, 0, 30000, None)
        GLib.timeout_add_seconds(20, loop.quit)
        loop.run()
        self.bus.signal_unsubscribe(follow)
        if not answer:
            sys.exit(f"no answer to {method}")
        if answer[0]:
            print("refused:", method, answer[0], flush=True)
            sys.exit(20 + answer[0])
        return answer[1]

    def remote(self, session):
        answer, descriptors = self.bus.call_with_unix_fd_list_sync(
            BUS, PATH, CAST, "OpenPipeWireRemote", GLib.Variant("(oa{sv})", (session, {})), None, 0, 10000, None, None)
        return descriptors.get(answer.unpack()[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cursor", choices=CURSORS, default="embedded")
    parser.add_argument("--window", dest="kind", action="store_const", const=2, default=1)
    parser.add_argument("--virtual", dest="kind", action="store_const", const=4)
    parser.add_argument("--token")
    parser.add_argument("--persist", action="store_true")
    parser.add_argument("command", nargs="+")
    wish = parser.parse_args()
    portal = Portal()
    print("offers version", portal.offers("version"), "sources", portal.offers("AvailableSourceTypes"), "cursors",
          portal.offers("AvailableCursorModes"), flush=True)
    session = portal.ask("CreateSession", "(a{sv})", (), {"session_handle_token": GLib.Variant("s", "fixture")})["session_handle"]
    options = {"types": GLib.Variant("u", wish.kind), "cursor_mode": GLib.Variant("u", CURSORS[wish.cursor])}
    if wish.persist or wish.token:
        options["persist_mode"] = GLib.Variant("u", 2)
    if wish.token:
        options["restore_token"] = GLib.Variant("s", wish.token)
    portal.ask("SelectSources", "(oa{sv})", (session,), options)
    results = portal.ask("Start", "(osa{sv})", (session, ""), {})
    (node, facts), = results["streams"]
    print("stream", node, facts, flush=True)
    print("token", results.get("restore_token", "none"), flush=True)
    descriptor = portal.remote(session)
    os.set_inheritable(descriptor, True)
    command = [word.replace("{fd}", str(descriptor)).replace("{node}", str(node)) for word in wish.command]
    child = subprocess.Popen(command, pass_fds=[descriptor])
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    return child.wait()


if __name__ == "__main__":
    sys.exit(main())
