#!/usr/bin/env bash
# Installs those of some Debian packages that are missing; without root, prints the command.
#
#   tools/make/install.sh PACKAGE…
#
# No service of them runs, now or after a restart: the commands start what they need, on other ports.
set -euo pipefail

command -v dpkg-query > /dev/null || exit 0
missing=()
for package; do
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2> /dev/null) == installed ]] \
    || missing+=("$package")
done
((${#missing[@]})) || exit 0

if ((EUID != 0)); then
  echo "Some packages are missing. Install them with:" >&2
  echo "  sudo apt-get install -y ${missing[*]}" >&2
  exit 1
fi

# Packages ask this program before they start a service; 101 forbids it.
policy=/usr/sbin/policy-rc.d
if [[ ! -e $policy ]]; then
  trap 'rm "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' > "$policy"
  chmod +x "$policy"
fi

# Lists what starts services at boot: the links of systemd and of System V.
enabled() {
  find /etc/systemd/system /etc/rc[2-5].d \( -path '*.wants/*.service' -o -name 'S[0-9][0-9]*' \) 2> /dev/null \
    | sort || true
}

before=$(enabled)
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
comm -13 <(echo "$before") <(enabled) | while read -r link; do
  case $link in
    # An upgrade of the package does not enable again what is not enabled.
    *.service) rm --force "$link" ;;
    *) update-rc.d "${link##*/S[0-9][0-9]}" disable ;;
  esac
done
