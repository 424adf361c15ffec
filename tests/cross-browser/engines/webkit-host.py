"""A minimal WebKitGTK browser for WebKitWebDriver.

The window of WebKitGTK's MiniBrowser cannot be as narrow as a phone because of its toolbar.

Usage: webkit-host.py no-preference|reduce enabled|disabled SCRIPT
    The value of prefers-reduced-motion, whether pages may run scripts, and a preload script.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

motion, scripting, script = sys.argv[1:]

system = Gtk.Settings.get_default()
# WebKitGTK derives `prefers-reduced-motion` from it.
system.set_property("gtk-enable-animations", motion != "reduce")
# Overrides fontconfig's setting.
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
    """Creates a view in a new window, which closes with it."""
    view = WebKit2.WebView(
        web_context=context,
        user_content_manager=content,
        is_controlled_by_automation=True,
    )
    # Does not affect the driver's scripts.
    settings = view.get_settings()
    settings.set_enable_javascript_markup(scripting == "enabled")
    # Without a GPU, compositing of animations costs a third of the processor time. On a page that
    # nothing animates, screenshots wait for a frame that only the compositor paints.
    if motion != "reduce":
        settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    window = Gtk.Window()
    window.add(view)
    window.show_all()
    view.connect("close", lambda _view: window.destroy())
    return view


def start_session(_context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    """Accepts a session. The driver checks the name against `browserName`."""
    info = WebKit2.ApplicationInfo.new()
    info.set_name("webkit-host")
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", start_session)
Gtk.main()
