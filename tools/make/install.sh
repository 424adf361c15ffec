#!/bin/sh
# Installs what some groups of doctor.sh lack, as root of Debian or Ubuntu; fails with doctor.sh's report
# if anything is still missing then.
#
#   tools/make/install.sh GROUP…
#
# No service of the packages runs, now or after a restart: the commands start what they need, on other ports.
set -eu

doctor=$(dirname "$0")/doctor.sh

# Lists what starts services at boot: the links of systemd and of System V.
enabled() {
  find /etc/systemd/system /etc/rc[2-5].d \( -path '*.wants/*' -o -name 'S[0-9][0-9]*' \) 2> /dev/null | sort
}

install() {
  # Packages ask this program before they start a service; 101 forbids it.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    trap 'rm $policy' EXIT
    printf '#!/bin/sh\nexit 101\n' > $policy
    chmod +x $policy
  fi
  before=$(enabled)
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
  enabled | grep -vxF "${before:-none}" | while read -r link; do
    case $link in
      # An upgrade of the package does not enable again what is not enabled.
      *.wants/*) rm -f "$link" ;;
      *) update-rc.d "${link##*/S[0-9][0-9]}" disable ;;
    esac
  done
}

if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  packages=$("$doctor" --packages "$@")
  # shellcheck disable=SC2086
  if [ "$packages" ]; then install $packages; fi
fi
# No `exec`: the trap would not run.
"$doctor" "$@"
