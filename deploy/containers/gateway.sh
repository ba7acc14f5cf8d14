#!/bin/sh
# Starts nginx in a container of deploy/compose.yaml. Configures the keys and the addresses of the other containers.
# Addresses change when containers are recreated. So the script checks keys and addresses every five seconds, and
# reloads nginx after a change. Running requests continue.
#
#   API_NAME     host name of the API's containers; it resolves to one address for each process
#   SITE_NAMES   host names of WordPress's containers; rate limits do not apply to them
#   SITE_NAME, HTTPS_PORT   the site's public name and port
set -eu

secrets=/run/secrets/gateway
# nginx resolves includes relative to its main file.
main=/tmp/nginx
folder=$main/largesse.d

addresses_of() {
  for name in "$@"; do getent ahostsv4 "$name" || true; done | awk '{ print $1 }' | sort -u
}

# A key is a line of 16 to 128 letters, digits, - and _. Other lines are ignored.
key_lines() {
  if [ -r "$1" ]; then sed -nE 's/^([A-Za-z0-9_-]{16,128})$/"~^\1\\z" 1;/p' "$1"; fi
}

write_files() {
  # shellcheck disable=SC2086 # names, separated by spaces
  sites=$(addresses_of ${SITE_NAMES:-})
  processes=$(addresses_of "$API_NAME")
  # nginx requires at least one server. If no process is running, this address makes the gateway answer with an error.
  [ -n "$processes" ] || processes=127.0.0.2
  {
    for address in $processes; do echo "server $address:8000 max_fails=3 fail_timeout=1s;"; done
  } > "$1/upstreams.conf"
  {
    for address in $sites; do echo "$address 1;"; done
  } > "$1/sites.conf"
  key_lines "$secrets/keys" > "$1/keys.conf"
  echo 'server 127.0.0.1:8090;' > "$1/wordpress.conf"
  # Only other containers connect to this nginx. One of them is Caddy, which sends the address of the real caller in a
  # header. So nginx accepts this header from every container.
  for network in 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7; do
    echo "set_real_ip_from $network;"
  done > "$1/proxies.conf"
  host=${SITE_NAME:-localhost}
  [ "${HTTPS_PORT:-443}" = 443 ] || host=$host:$HTTPS_PORT
  echo "set \$largesse_site_host $host;" > "$1/site-host.conf"
}

look_again() {
  while sleep 5; do
    mkdir -p /tmp/next
    write_files /tmp/next
    if ! diff -rq /tmp/next "$folder" > /tmp/changes; then
      cp /tmp/next/* "$folder/"
      nginx -c "$main/nginx.conf" -t -q && nginx -c "$main/nginx.conf" -s reload &&
        echo 'gateway: read its files again' >&2
    fi
  done
}

rm -rf "$main"
mkdir -p "$folder"
ln -s /largesse/nginx.conf /etc/nginx/mime.types /etc/nginx/fastcgi_params "$main/"
ln -s /gateway "$main/largesse"
# If there is a site, adds its configuration.
if [ -n "${SITE_NAMES:-}" ]; then ln -s /largesse/wordpress.conf /largesse/wordpress-site.inc "$main/"; fi
write_files "$folder"
look_again &
exec nginx -c "$main/nginx.conf" -g 'daemon off;'
