#!/usr/bin/python3
"""logind.py DIRECTORY

logind and a screen saver of the tests' own, on the bus of DBUS_SESSION_BUS_ADDRESS. SIGUSR1 has it read DIRECTORY/desktop, words such as
"locked inactive sleep saver", and tell what has changed by its signals. DIRECTORY/told counts how often it has. DIRECTORY/inhibitors lists the locks
that are held, one a line as "what who why mode"; with the word `refuse-idle` no lock on being idle is given.
"""
import os
import signal
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

LOGIND, SESSION = "org.freedesktop.login1", "org.freedesktop.login1.Session"
PATH = "/org/freedesktop/login1/session/c1"
SAVER = "org.freedesktop.ScreenSaver"
PROPERTIES = "org.freedesktop.DBus.Properties"


class Manager(dbus.service.Object):
    @dbus.service.method(LOGIND + ".Manager", in_signature="s", out_signature="o")
    def GetSession(self, name):
        return dbus.ObjectPath(PATH)

    @dbus.service.method(LOGIND + ".Manager", in_signature="ssss", out_signature="h")
    def Inhibit(self, what, who, why, mode):
        if what == "idle" and "refuse-idle" in words:
            raise dbus.DBusException("Permission denied", name="org.freedesktop.DBus.Error.AccessDenied")
        ours, theirs = os.pipe()
        locks[ours] = "\t".join((what, who, why, mode))
        # As logind: the lock is over when its last descriptor is closed.
        GLib.io_add_watch(ours, GLib.IO_HUP, unlock)
        write_locks()
        descriptor = dbus.types.UnixFd(theirs)
        os.close(theirs)
        return descriptor

    @dbus.service.signal(LOGIND + ".Manager", signature="b")
    def PrepareForSleep(self, start):
        pass


class Session(dbus.service.Object):
    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return {"LockedHint": dbus.Boolean("locked" in words), "Active": dbus.Boolean("inactive" not in words)}[name]

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, gone):
        pass


class Saver(dbus.service.Object):
    @dbus.service.method(SAVER, out_signature="b")
    def GetActive(self):
        return "saver" in words

    @dbus.service.signal(SAVER, signature="b")
    def ActiveChanged(self, active):
        pass


def unlock(descriptor, condition):
    del locks[descriptor]
    os.close(descriptor)
    write_locks()
    return False


def write_locks():
    path = os.path.join(sys.argv[1], "inhibitors")
    with open(path + ".new", "w") as file:
        file.write("".join(lock + "\n" for lock in sorted(locks.values())))
    os.rename(path + ".new", path)


def read():
    path = os.path.join(sys.argv[1], "desktop")
    return set(open(path).read().split()) if os.path.exists(path) else set()


def tell():
    global words, told
    before, words = words, read()
    for word in sorted(before ^ words):
        now = word in words
        if word == "locked":
            session.PropertiesChanged(SESSION, {"LockedHint": dbus.Boolean(now)}, [])
        elif word == "inactive":
            session.PropertiesChanged(SESSION, {"Active": dbus.Boolean(not now)}, [])
        elif word == "sleep":
            manager.PrepareForSleep(now)
        elif word == "saver":
            saver.ActiveChanged(now)
    told += 1
    with open(os.path.join(sys.argv[1], "told"), "w") as file:
        file.write(str(told))
    return True


words, told, locks = read(), 0, {}
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
names = [dbus.service.BusName(name, bus) for name in (LOGIND, SAVER)]
manager, session = Manager(bus, "/org/freedesktop/login1"), Session(bus, PATH)
saver = Saver(bus, "/org/freedesktop/ScreenSaver")
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, tell)
tell()
GLib.MainLoop().run()
