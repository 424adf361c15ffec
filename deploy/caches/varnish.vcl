# Varnish 7 as a shared cache in front of Marquee at 127.0.0.1:8080.
# See docs/caching.md. tests/http/shared_cache.rs runs this file.
vcl 4.1;

import std;

backend marquee {
    .host = "127.0.0.1";
    .port = "8080";
}

# Who may purge pages by tag.
acl purgers {
    "localhost";
}

sub vcl_recv {
    # TRUSTED_PROXIES would trust what clients send in these.
    unset req.http.X-Request-Id;
    unset req.http.traceparent;
    # curl -X PURGE -H 'Cache-Tag: marquee-page' http://127.0.0.1/
    if (req.method == "PURGE") {
        if (client.ip !~ purgers) {
            return (synth(405));
        }
        if (req.http.Cache-Tag !~ "^[a-z0-9-]+$") {
            return (synth(400, "Cache-Tag is not one tag"));
        }
        ban("obj.http.Cache-Tag ~ (^|,)" + req.http.Cache-Tag + "(,|$)");
        return (synth(200));
    }
    if (req.url ~ "^/api/") {
        return (pass);
    }
    # `stale-while-revalidate`; on the restart after the origin has failed (see vcl_deliver),
    # `stale-if-error`.
    if (req.restarts == 0) {
        set req.grace = 60s;
    } else {
        set req.grace = 1d;
    }
}

# Only `lang`: no other parameter changes a page.
sub vcl_hash {
    hash_data(req.http.host);
    hash_data(regsub(req.url, "\?.*$", ""));
    if (req.url ~ "[?&]lang=") {
        hash_data(regsub(req.url, "^[^?]*\?(?:.*?&)??lang=([^&]*).*$", "\1"));
    }
    return (lookup);
}

sub vcl_backend_response {
    # An error must not replace a stored page.
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    # RFC 9213. Of a page that must not be served stale, Varnish sees a max-age of 0 and does not
    # store it.
    if (beresp.http.CDN-Cache-Control ~ "stale-if-error=\d+") {
        set beresp.ttl = std.duration(
            regsub(beresp.http.CDN-Cache-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
        set beresp.grace = std.duration(
            regsub(beresp.http.CDN-Cache-Control, "^.*stale-if-error=(\d+).*$", "\1s"), 0s);
    }
}

sub vcl_deliver {
    if (resp.status >= 500 && req.restarts == 0) {
        return (restart);
    }
    unset resp.http.Cache-Tag;
}
