#!/bin/sh
# sandbox-init.sh FOLDER: first process in the namespaces of a node. Its end is the end of everything in them.
set -e
folder=$1
exec 3<&0 </dev/null

# What containers mount is seen by all of the node, and by nobody else.
mount --make-rprivate /
mount --make-rshared /
umount -R /sys 2>/dev/null || true
mount -t sysfs sysfs /sys
mount -t tmpfs -o mode=755 tmpfs /sys/fs/cgroup
sed -n 's/^[0-9]*:\([^:]\{1,\}\):.*/\1/p' /proc/self/cgroup | while read -r hierarchy; do
  mkdir "/sys/fs/cgroup/${hierarchy#name=}"
  case $hierarchy in
    name=*) mount -t cgroup -o "none,$hierarchy" cgroup "/sys/fs/cgroup/${hierarchy#name=}" ;;
    *) mount -t cgroup -o "$hierarchy" cgroup "/sys/fs/cgroup/$hierarchy" ;;
  esac
done
mount -t tmpfs -o mode=755 tmpfs /run
mount -t tmpfs -o mode=755 tmpfs /var/log

# kubelet sets these for the whole machine unless they have its values already; here it reads files that have them.
mkdir "$folder/sysctl"
while read -r key value; do
  [ -e "/proc/sys/$key" ] || continue
  file=$folder/sysctl/$(echo "$key" | tr / .)
  echo "$value" >"$file"
  mount --bind "$file" "/proc/sys/$key"
done <<'END'
vm/overcommit_memory 1
vm/panic_on_oom 0
kernel/panic 10
kernel/panic_on_oops 1
kernel/keys/root_maxkeys 1000000
kernel/keys/root_maxbytes 25000000
END

# One cable leads from the node to a network of its own that stands for the world outside.
hostname node-1
unshare --net sleep infinity &
outside=$!
while [ "$(readlink /proc/$outside/ns/net)" = "$(readlink /proc/$$/ns/net)" ]; do sleep 0.02; done
echo $outside >"$folder/outside.pid"
ip link set lo up
ip link add eth0 type veth peer name eth0 netns $outside
ip address add 172.31.255.2/24 dev eth0
ip link set eth0 up
ip route add default via 172.31.255.1
out() { nsenter -t $outside --net ip "$@"; }
out link set lo up
out address add 172.31.255.1/24 dev eth0
out address add 203.0.113.10/32 dev lo
out link set eth0 up
echo 1 >/proc/sys/net/ipv4/ip_forward
# Packets between two pods cross a bridge; policies and services apply to them too.
echo 1 >/proc/sys/net/bridge/bridge-nf-call-iptables

echo ready
cat <&3 >/dev/null
