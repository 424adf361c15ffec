"""A browser that is nothing but WebKitGTK's view, for WebKitWebDriver.

WebKitGTK's own MiniBrowser has a tool bar that keeps its window from being as narrow as a phone.

Usage: webkit-host.py no-preference|reduce enabled|disabled SCRIPT
    The visitor's wish for motion, whether pages may run scripts of their own, and a script to run
    in each document before those.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

motion, scripting, script = sys.argv[1:]

system = Gtk.Settings.get_default()
# Where WebKitGTK reads `prefers-reduced-motion` from.
system.set_property("gtk-enable-animations", motion != "reduce")
# It overrules fontconfig's setting.
system.set_property("gtk-xft-hinting", 0)

content = WebKit2.UserContentManager()
content.add_script(
    WebKit2.UserScript(
        script,
        WebKit2.UserContentInjectedFrames.TOP_FRAME,
        WebKit2.UserScriptInjectionTime.START,
    )
)
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


def create_view(_session: WebKit2.AutomationSession) -> WebKit2.WebView:
    """Returns the view of a new window, which closes with its page."""
    view = WebKit2.WebView(
        web_context=context,
        user_content_manager=content,
        is_controlled_by_automation=True,
    )
    # The driver's own scripts run all the same.
    settings = view.get_settings()
    settings.set_enable_javascript_markup(scripting == "enabled")
    # There is no graphics card: compositing costs a third of the processor time.
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    window = Gtk.Window()
    window.add(view)
    window.show_all()
    view.connect("close", lambda _view: window.destroy())
    return view


def start_session(_context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    """Accepts the driver, which compares the name with the one it was asked for."""
    info = WebKit2.ApplicationInfo.new()
    info.set_name("webkit-host")
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", start_session)
Gtk.main()
