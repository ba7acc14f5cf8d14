#!/bin/sh
# Proxmox VE: creates an unprivileged Debian container with podman, and starts Largesse in it. Run it on the Proxmox
# host:
#
#   sh proxmox.sh ID STORAGE ARCHIVE
#
#   ID        number of the new container, such as 120
#   STORAGE   storage for its disk, such as local-lvm
#   ARCHIVE   image, as `docker save largesse-home -o ARCHIVE` writes it
set -eu
[ $# -eq 3 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 1; }
id=$1 storage=$2 archive=$3
[ -r "$archive" ] || { echo "ARCHIVE: $archive cannot be read" >&2; exit 1; }

pveam update > /dev/null
template=$(pveam available --section system | awk '/debian-12-standard/ { print $2 }' | tail -n 1)
pveam download local "$template" > /dev/null
pct create "$id" "local:vztmpl/$template" --unprivileged 1 --features nesting=1,keyctl=1 --hostname largesse \
  --memory 768 --rootfs "$storage:8" --net0 name=eth0,bridge=vmbr0,ip=dhcp --onboot 1 --start 1
pct exec "$id" -- sh -c 'apt-get update -qq && apt-get install -y -qq podman > /dev/null'
pct push "$id" "$archive" /root/largesse.tar
pct exec "$id" -- sh -c '
  podman load -i /root/largesse.tar && rm /root/largesse.tar
  podman volume create largesse
  podman create --name largesse --restart always --read-only --tmpfs /tmp --memory 512m --cap-drop all \
    --publish 80:8080 --volume largesse:/data largesse-home
  systemctl enable podman-restart && podman start largesse'
echo "Its set-up code: pct exec $id -- podman logs largesse"
echo "Largesse starts at http://$(pct exec "$id" -- hostname -I | cut -d' ' -f1)"
