#!/usr/bin/python3
"""portal-backend.py ANSWER: what stands behind xdg-desktop-portal where a desktop asks its user, for tests.

Its streams are mutter's. It says what ANSWER, a file, holds when a cast is to be started:
    grant | cancel | fail | hang | delay SECONDS     then, apart from "grant", words as in "pointer" may follow
    pointer    the pointer goes round in a circle from then on
    forget     what was remembered of an earlier consent is not taken: a stale token
SIGUSR1 ends every cast, as "stop sharing" does; so does the end of mutter.
Prints a line for each question: "asked", or "restored" when none was needed.
"""
import math
import signal
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

NAME = "org.freedesktop.impl.portal.desktop.fixture"
MONITOR, WINDOW, VIRTUAL = 1, 2, 4
VENDOR = "splitcast-fixture"
RECORD = {MONITOR: ("RecordMonitor", "(sa{sv})"), WINDOW: ("RecordWindow", "(a{sv})"), VIRTUAL: ("RecordVirtual", "(a{sv})")}
INTERFACES = Gio.DBusNodeInfo.new_for_xml("""<node>
 <interface name="org.freedesktop.impl.portal.ScreenCast">
  <method name="CreateSession"><arg type="o" direction="in"/><arg type="o" direction="in"/><arg type="s" direction="in"/>
   <arg type="a{sv}" direction="in"/><arg type="u" direction="out"/><arg type="a{sv}" direction="out"/></method>
  <method name="SelectSources"><arg type="o" direction="in"/><arg type="o" direction="in"/><arg type="s" direction="in"/>
   <arg type="a{sv}" direction="in"/><arg type="u" direction="out"/><arg type="a{sv}" direction="out"/></method>
  <method name="Start"><arg type="o" direction="in"/><arg type="o" direction="in"/><arg type="s" direction="in"/>
   <arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="u" direction="out"/><arg type="a{sv}" direction="out"/></method>
  <property name="AvailableSourceTypes" type="u" access="read"/>
  <property name="AvailableCursorModes" type="u" access="read"/>
  <property name="version" type="u" access="read"/>
 </interface>
 <interface name="org.freedesktop.impl.portal.Session">
  <method name="Close"/>
  <signal name="Closed"/>
  <property name="version" type="u" access="read"/>
 </interface>
</node>""").interfaces
PROPERTIES = {"AvailableSourceTypes": MONITOR | WINDOW | VIRTUAL, "AvailableCursorModes": 7, "version": 4}


def say(*words):
    print(*words, flush=True)


class Mutter:
    """mutter's own interfaces for casts and for steering the pointer."""

    def __init__(self, bus):
        self.bus = bus

    def call(self, kind, method, parameters=None, path=None, part=""):
        name = "org.gnome.Mutter." + kind
        path = path or "/org/gnome/Mutter/" + kind
        answer = self.bus.call_sync(name, path, name + part, method, parameters, None, Gio.DBusCallFlags.NONE, 10000, None)
        return answer.unpack()

    def read(self, kind, part, path, name):
        return self.bus.call_sync(
            "org.gnome.Mutter." + kind, path, "org.freedesktop.DBus.Properties", "Get",
            GLib.Variant("(ss)", ("org.gnome.Mutter." + kind + part, name)), None, Gio.DBusCallFlags.NONE, 10000, None).unpack()[0]

    def follow(self, kind, part, path, signal_name, then):
        name = "org.gnome.Mutter." + kind
        return self.bus.signal_subscribe(name, name + part, signal_name, path, None, Gio.DBusSignalFlags.NONE, lambda *all: then(*all[5].unpack()))


class Cast:
    """One session of the portal, with mutter's two that belong to it."""

    def __init__(self, backend, path):
        self.backend, self.path, self.mutter = backend, path, backend.mutter
        self.types, self.cursor, self.persist, self.restored = MONITOR, 1, 0, False
        self.control = self.stream = None
        self.registered = backend.bus.register_object(path, INTERFACES[1], self.called, lambda *_: GLib.Variant("u", 1), None)

    def called(self, bus, sender, path, interface, method, parameters, invocation):
        say("closed by the portal")
        self.end()
        invocation.return_value(None)

    def select(self, options):
        self.types = options.get("types", MONITOR) or MONITOR
        self.cursor = options.get("cursor_mode", 1)
        self.persist = options.get("persist_mode", 0)
        memory = options.get("restore_data")
        self.restored = bool(memory) and memory[0] == VENDOR and "forget" not in self.backend.answer()

    def kind(self):
        return next(kind for kind in (MONITOR, WINDOW, VIRTUAL) if self.types & kind)

    def begin(self, granted):
        control, = self.mutter.call("RemoteDesktop", "CreateSession")
        identity = self.mutter.read("RemoteDesktop", ".Session", control, "SessionId")
        options = {"remote-desktop-session-id": GLib.Variant("s", identity)}
        cast, = self.mutter.call("ScreenCast", "CreateSession", GLib.Variant("(a{sv})", (options,)))
        # The portal's bits are mutter's numbers, each its own power of two.
        wish = {"cursor-mode": GLib.Variant("u", self.cursor.bit_length() - 1)}
        method, form = RECORD[self.kind()]
        wishes = ("", wish) if self.kind() == MONITOR else (wish,)
        self.stream, = self.mutter.call("ScreenCast", method, GLib.Variant(form, wishes), cast, ".Session")
        self.control = control
        self.mutter.follow("ScreenCast", ".Stream", self.stream, "PipeWireStreamAdded", lambda node: granted(node, self.facts()))
        self.mutter.follow("RemoteDesktop", ".Session", control, "Closed", self.ended)
        self.mutter.call("RemoteDesktop", "Start", None, control, ".Session")

    def facts(self):
        facts = {"source_type": GLib.Variant("u", self.kind()), "id": GLib.Variant("s", "fixture")}
        size = self.mutter.read("ScreenCast", ".Stream", self.stream, "Parameters").get("size")
        if size:
            facts["size"] = GLib.Variant("(ii)", size)
        return facts

    def circle(self, step=0):
        if self.control:
            place = [300 + 200 * turn(step / 20) for turn in (math.cos, math.sin)]
            self.mutter.call(
                "RemoteDesktop", "NotifyPointerMotionAbsolute", GLib.Variant("(sdd)", (self.stream, *place)), self.control, ".Session")
            GLib.timeout_add(50, self.circle, step + 1)
        return False

    def ended(self):
        """The user, or mutter, ended it."""
        if self.control:
            self.end()
            self.backend.bus.emit_signal(None, self.path, "org.freedesktop.impl.portal.Session", "Closed", None)

    def end(self):
        control, self.control = self.control, None
        if control:
            try:
                self.mutter.call("RemoteDesktop", "Stop", None, control, ".Session")
            except GLib.Error as error:
                say("mutter:", error.message)
        if self.registered:
            self.backend.bus.unregister_object(self.registered)
        self.registered = 0
        self.backend.casts.pop(self.path, None)


class Backend:
    def __init__(self, bus, answers):
        self.bus, self.answers, self.mutter, self.casts = bus, answers, Mutter(bus), {}
        bus.register_object("/org/freedesktop/portal/desktop", INTERFACES[0], self.called, self.property, None)

    def answer(self):
        try:
            with open(self.answers) as file:
                return file.read().split() or ["grant"]
        except OSError:
            return ["grant"]

    def property(self, bus, sender, path, interface, name):
        return GLib.Variant("u", PROPERTIES[name])

    def called(self, bus, sender, path, interface, method, parameters, invocation):
        session = parameters.unpack()[1]

        def reply(code, results=None):
            invocation.return_value(GLib.Variant("(ua{sv})", (code, results or {})))

        if method == "CreateSession":
            self.casts[session] = Cast(self, session)
            reply(0)
        elif method == "SelectSources":
            self.casts[session].select(parameters.unpack()[3])
            reply(0)
        else:
            self.start(self.casts[session], reply)

    def start(self, cast, reply):
        words = self.answer()
        say("restored" if cast.restored else "asked", "for", cast.kind(), "cursor", cast.cursor)

        def granted(node, facts):
            results = {"streams": GLib.Variant("a(ua{sv})", [(node, facts)])}
            if cast.persist:
                results["persist_mode"] = GLib.Variant("u", cast.persist)
                results["restore_data"] = GLib.Variant("(suv)", (VENDOR, 1, GLib.Variant("s", "the same as before")))
            reply(0, results)
            if "pointer" in words:
                cast.circle()

        def go():
            try:
                cast.begin(granted)
            except GLib.Error as error:
                say("mutter:", error.message)
                reply(2)
            return False

        word = "grant" if cast.restored and words[0] not in ("fail", "hang") else words[0]
        if word in ("cancel", "fail"):
            reply(1 if word == "cancel" else 2)
        elif word == "delay":
            GLib.timeout_add(int(float(words[1]) * 1000), go)
        elif word != "hang":
            go()

    def mutter_left(self):
        for cast in list(self.casts.values()):
            cast.ended()

    def stop_sharing(self):
        say("stop sharing")
        for cast in list(self.casts.values()):
            cast.ended()
        return True


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    backend = Backend(bus, sys.argv[1])
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, backend.stop_sharing)
    Gio.bus_watch_name_on_connection(bus, "org.gnome.Mutter.RemoteDesktop", Gio.BusNameWatcherFlags.NONE, None, lambda *_: backend.mutter_left())
    Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, None, None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
