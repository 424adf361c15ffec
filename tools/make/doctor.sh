#!/bin/sh
# Reports which of the programs that the goals of `make` need are missing, and how to install them.
#
#   tools/make/doctor.sh                    all of them; status 1 if `make run` lacks any
#   tools/make/doctor.sh GROUP…             what these groups lack; status 1 if that is anything
#   tools/make/doctor.sh --packages GROUP…  the packages of this system that have it
#
# POSIX, without any of what it reports: macOS has bash 3.2, and Alpine none.
set -eu
cd "$(dirname "$0")/../.."
# Debian's users have no `sbin` in it.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin

rust=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
# 20.19 works as well: docs/dependencies.md.
node=$(sed -n 's/.*"node": ">=\(.*\)".*/\1/p' package.json)
: "${OS_RELEASE:=/etc/os-release}"
if [ "$(uname -s)" = Darwin ]; then
  name="macOS" system=brew
elif [ -r "$OS_RELEASE" ]; then
  name=$(. "$OS_RELEASE" && echo "$PRETTY_NAME")
  case $(. "$OS_RELEASE" && echo " $ID ${ID_LIKE:-} ") in
    *" ubuntu "*) system=ubuntu ;;
    *" debian "*) system=debian ;;
    *" fedora "*) system=fedora ;;
    *" alpine "*) system=alpine ;;
    *) system=other ;;
  esac
else
  name=$(uname -s) system=other
fi

# Without Apple's tools, its `c++` only offers to install them.
cxx=c++
[ $system != brew ] || cxx=/Library/Developer/CommandLineTools,/Applications/Xcode.app
certificates=${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt},/etc/ssl/cert.pem,/etc/pki/tls/certs/ca-bundle.crt
# Those of .cargo/simde.cmake.
simd128=include/simde/wasm/simd128.h
simde=/usr/$simd128,/usr/local/$simd128,/opt/homebrew/$simd128,/opt/local/$simd128
rustup=!https://rustup.rs
# It has no Cargo without the version in rust-toolchain.toml.
! command -v rustup > /dev/null || rustup='!rustup toolchain install'
nodejs=!https://nodejs.org/en/download
chrome='!set CHROMIUM to the program of Chrome or Chromium'
container='!use .devcontainer/'

# Groups, name, any of several programs or files, and the packages of Debian and Ubuntu, Fedora, Alpine and
# Homebrew: a column that is not there is the one before it. `!` precedes what else to do; `-` is what a system
# does not have and its goals do without.
# Traffic Server is for CI alone, since Debian starts it on the port of the site; runc starts containers on
# machines on which crun, Podman's default, does not.
table() {
  sed 's/   */|/g' << END
build           GNU make 4.3 or newer  make>=4.3,gmake>=4.3                        make
build           bash                   bash                                        bash
build           Rust $rust or newer    cargo>=$rust                                $rustup
build,strapi    C++ compiler           $cxx                                        build-essential        gcc-c++  build-base  !xcode-select --install
build           CMake                  cmake                                       cmake
build           simde headers          $simde                                      libsimde-dev           simde-devel  simde-dev  simde
build,deploy    CA certificates        $certificates                               ca-certificates
node            Node $node or newer    node>=20.19                              $nodejs                nodejs  nodejs  node
node            npm                    npm                                         $nodejs                npm  npm  node
node            Git                    git                                         git
browser         Chromium, headless     ${CHROMIUM:-/usr/bin/chromium-headless-shell}  chromium-headless-shell  $chrome
browser         Chromium               ${CHROMIUM:-/usr/bin/chromium}              chromium               $chrome
browser         Noto CJK fonts         /usr/share/fonts/opentype/noto              fonts-noto-cjk         -
cross           chromedriver           ${CHROMEDRIVER:-/usr/bin/chromedriver}      chromium-driver        $container
cross           Firefox                ${FIREFOX:-/usr/bin/firefox-esr}            firefox-esr            $container
cross           WebKitWebDriver        ${WEBKIT_DRIVER:-/usr/bin/WebKitWebDriver}  webkit2gtk-driver      $container
cross           WebKit                 /usr/lib/*/girepository-1.0/WebKit2-4.1.typelib  gir1.2-webkit2-4.1     $container
cross           Python GObject         /usr/lib/python3/dist-packages/gi           python3-gi             $container
cross           Xvfb                   Xvfb                                        xvfb                   $container
cross           DejaVu fonts           /usr/share/fonts/truetype/dejavu            fonts-dejavu-core      $container
test            faketime               faketime                                    faketime               libfaketime
test            Apache httpd           /usr/sbin/apache2                           apache2-bin            -
test,bench,guard,package,deploy  nginx           nginx                                       nginx-light            nginx
test            Squid                  squid                                       squid
test            Varnish                varnishd                                    varnish
${CI:+test,}traffic  Traffic Server         traffic_server                              trafficserver          -
html            Java                   java                                        default-jre-headless   java-latest-openjdk-headless  openjdk21-jre-headless  openjdk
strapi,deploy   Python 3               python3                                     python3                python3  python3  python
deploy          Python venv            /usr/lib*/python3*/ensurepip                python3-venv           -
deploy          curl                   curl                                        curl
deploy,package  OpenSSL                openssl                                     openssl
image           Podman                 podman                                      podman
image           runc                   runc                                        runc                   runc  runc  -
image           mmdebstrap             mmdebstrap                                  mmdebstrap             -
image           catatonit              catatonit                                   catatonit              catatonit  catatonit  -
image           zstd                   zstd                                        zstd
pins            skopeo                 skopeo                                      skopeo
package         systemd                systemd-analyze                             systemd                $container
guard           Valgrind               valgrind                                    valgrind               valgrind  valgrind  $container
counters        perf                   perf                                        linux-perf             perf  perf  -
bench           wrk                    wrk                                         wrk
bench           taskset                taskset                                     util-linux             util-linux  util-linux  $container
END
}

# Whether a program or file exists; whether a program has at least a version, of which two numbers count.
has() {
  case $1 in
    *'>='*)
      command -v "${1%%>=*}" > /dev/null && "${1%%>=*}" --version | awk -v wanted="${1#*>=}" '
        NR == 1 && match($0, /[0-9][0-9.]*/) {
          split(substr($0, RSTART, RLENGTH), found, "."); split(wanted, least, ".")
          ok = found[1] + 0 > least[1] + 0 || found[1] + 0 == least[1] + 0 && found[2] + 0 >= least[2] + 0
        }
        END { exit !ok }' ;;
    /*) [ -e "$1" ] ;;
    *) command -v "$1" > /dev/null ;;
  esac
}

has_any() (
  IFS=,
  for candidate in $1; do
    if has "$candidate"; then exit 0; fi
  done
  exit 1
)

# Reads the rows of some groups; lists what is there if $all is set.
check() {
  packages='' hints='' missing=''
  while IFS='|' read -r groups item candidates debian fedora alpine brew; do
    wanted=''
    for group; do
      case ,$groups, in *",$group,"*) wanted=1 ;; esac
    done
    [ "$wanted" ] || continue
    : "${fedora:=$debian}" "${alpine:=$fedora}" "${brew:=$alpine}"
    case $system:$debian in
      # Snaps in Ubuntu.
      ubuntu:chromium* | ubuntu:firefox-esr) how=$fedora ;;
      ubuntu:linux-perf) how=linux-tools-generic ;;
      # Too old in Ubuntu 24.04: CMake downloads them.
      ubuntu:libsimde-dev) how=- ;;
      ubuntu:* | debian:*) how=$debian ;;
      fedora:*) how=$fedora ;;
      alpine:*) how=$alpine ;;
      brew:*) how=$brew ;;
      *) how='' ;;
    esac
    if has_any "$candidates"; then
      state=ok
    else
      case $how in
        -) state='not here' ;;
        *) state=MISSING missing=1 ;;
      esac
      case $how in
        - | '') ;;
        !*) hints="$hints  $item: ${how#!}
" ;;
        *) case " $packages " in *" $how "*) ;; *) packages="$packages $how" ;; esac ;;
      esac
    fi
    if [ "$all" ] || [ "$state" = MISSING ]; then lines="$lines$(printf '  %-8s  %s' "$state" "$item")
"; fi
  done << END
$(table)
END
}

# Reports what `make $1` needs, which are the other groups.
report() {
  lines=''
  title=$1
  shift
  check "$@"
  if [ -z "$all$missing" ]; then return; fi
  printf '%s\n%s' "$title" "$lines"
  sudo=$([ "$(id -u)" = 0 ] || echo 'sudo ')
  case $system in
    debian | ubuntu) command="${sudo}apt-get install -y" ;;
    fedora) command="${sudo}dnf install -y" ;;
    alpine) command="${sudo}apk add" ;;
    *) command='brew install' ;;
  esac
  if [ "$packages" ]; then printf 'Install with:\n  %s%s\n' "$command" "$packages"; fi
  if [ "$hints" ]; then printf 'Not in the packages of this system:\n%s' "$hints"; fi
}

all=''
case ${1-} in
  --packages)
    shift
    lines=''
    check "$@"
    echo $packages
    ;;
  '')
    all=1
    echo "$name, $(uname -m)"
    report 'make run' build node
    failed=$missing
    report 'make test' browser cross test
    report 'Other goals' traffic html strapi deploy image pins package guard bench counters
    [ -z "$failed" ]
    ;;
  *)
    report "Missing on $name:" "$@" >&2
    [ -z "$missing" ]
    ;;
esac
