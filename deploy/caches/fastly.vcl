# Fastly in front of Marquee: the statements of custom VCL, to be added to Fastly's boilerplate.
# See docs/caching.md. Not tried on Fastly.

sub vcl_recv {
    # TRUSTED_PROXIES would trust what clients send in these. Restarts keep what was set here.
    if (req.restarts == 0) {
        unset req.http.X-Request-Id;
        unset req.http.X-Forwarded-For;
        unset req.http.traceparent;
    }
    if (req.url.path !~ "^/(assets|api)/") {
        # Only `lang`: no other parameter changes a page.
        set req.url = querystring.filter_except(req.url, "lang");
        # The languages of the site; the first is the default.
        set req.http.Accept-Language =
            accept.language_lookup("en:zh:cmn:yue:ms:msa", "en", req.http.Accept-Language);
        if (req.http.Accept-Language ~ "^(cmn|yue)$") {
            set req.http.Accept-Language = "zh";
        } else if (req.http.Accept-Language == "msa") {
            set req.http.Accept-Language = "ms";
        }
    }
}

sub vcl_fetch {
    # An error must not replace a stored page.
    if (beresp.status >= 500 && stale.exists) {
        return(deliver_stale);
    }
    # The tags by which pages are purged.
    if (beresp.http.Cache-Tag) {
        set beresp.http.Surrogate-Key = regsuball(beresp.http.Cache-Tag, ",", " ");
        unset beresp.http.Cache-Tag;
    }
    # A page that may be stored and served stale. 10 s is PAGE_TTL.
    if (beresp.http.CDN-Cache-Control ~ "stale-if-error=") {
        set beresp.ttl = 10s;
        set beresp.stale_while_revalidate = 60s;
        set beresp.stale_if_error = 86400s;
    }
}

sub vcl_error {
    # The origin cannot be reached.
    if (obj.status >= 500 && stale.exists) {
        return(deliver_stale);
    }
}
