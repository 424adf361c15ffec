#!/bin/bash
# Measures the parts of the memory budget (docs/settings.md), in MiB unless it says otherwise:
#
#   tools/deploy/memory.sh target/release/marquee
#
# with the site in dist/, and DIST_DIR and other settings as given.
set -euo pipefail

log=$(mktemp) && touch "$log.connected"
export LISTEN_ADDR=127.0.0.1:0 ADMIN_ADDR=127.0.0.1:0 PAGE_CACHE=off RENDER_THREADS=2 WORKERS=2 KEEP_ALIVE=10m LOG_FORMAT=json
ulimit -n "$(ulimit -Hn)"
"$1" 2> "$log" &
server=$!
trap 'kill -KILL $server; rm "$log"' EXIT

address() { grep --only-matching "\"$1\":\"[^\"]*" "$log" | cut --delimiter='"' --fields=4; }
field() { awk -v field="$1:" '$1 == field { print $2 / 1024 }' "/proc/$2/status"; }
engines() { cat "/proc/$server/task/"*/children; }
until grep --quiet '"address"' "$log"; do sleep 0.1; done
admin=http://$(address admin_address)
until curl --silent --fail --output /dev/null "$admin/readyz"; do sleep 0.1; done

grep --only-matching '"sum":"[^"]*"' "$log" || true
echo "the process: resident $(field VmRSS $server), at most $(field VmHWM $server), own $(field RssAnon $server)"
for engine in $(engines); do
  echo "an engine: own $(field RssAnon "$engine"), of the limit $(field VmData "$engine")"
done
curl --silent "$admin/metrics" | awk '/^marquee_engine_heap_bytes/ { print "its heap:", $2 / 1048576 }'
curl --silent --output /dev/null "http://$(address address)/?lang=en&[1-1000]"
for engine in $(engines); do
  echo "an engine after 1,000 requests: own $(field RssAnon "$engine"), of the limit $(field VmData "$engine")"
done

# Connections that are idle after a response, in KiB of the process and of the kernel.
slab() { awk '$1 == "Slab:" { print $2 }' /proc/meminfo; }
before=$(field RssAnon $server) slab_before=$(slab)
URL=$(address address) COUNT=5000 node --input-type=module --eval '
  import net from "node:net";
  const [host, port] = process.env.URL.split(":");
  const sockets = [];
  while (sockets.length < process.env.COUNT)
    await new Promise((resolve) => {
      const socket = net.connect(Number(port), host, () => socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n"));
      socket.once("data", resolve).resume();
      sockets.push(socket);
    });
  console.log("connected");
  setInterval(() => {}, 1000);' > "$log.connected" &
clients=$!
trap 'kill -KILL $server $clients; rm "$log" "$log.connected"' EXIT
until grep --quiet connected "$log.connected"; do sleep 0.1; done
sleep 2
after=$(field RssAnon $server)
awk -v grown="$(echo "$after $before" | awk '{ print $1 - $2 }')" -v slab="$(($(slab) - slab_before))" \
  'BEGIN { printf "an idle connection: %.1f KiB of the process, %.1f KiB of the kernel for both ends\n", grown * 1024 / 5000, slab / 5000 }'
