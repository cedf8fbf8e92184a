#!/bin/sh
# sandbox.sh NAME FOLDER: the namespaces of a node (processes, mounts, network, control groups), until standard input closes.
# Prints `init PID`, then `ready` or what went wrong. Whatever ends the test closes its end of the pipe, and with the first process of the
# namespace the kernel ends all others and takes down mounts and network; what is left are empty control groups, removed here.
name=$1
folder=$2
here=$(dirname "$0")
exec 3<&0

groups() { # the folders of a node's control groups, one for each hierarchy
  sed -n 's/^[0-9]*:\(name=\)\{0,1\}\([^:]\{1,\}\):.*/\2/p' /proc/self/cgroup | sed "s|.*|/sys/fs/cgroup/&/$1|"
}

remove() { # NAME: ends what still runs in the groups of a node, and removes them
  for attempt in 1 2 3 4 5 6 7 8 9 10; do
    left=
    for group in $(groups "$1"); do
      [ -d "$group" ] || continue
      find "$group" -name cgroup.procs -exec cat {} + 2>/dev/null | xargs -r kill -9 2>/dev/null
      find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || left=1
    done
    [ -z "$left" ] && return
    sleep 0.2
  done
  echo "control groups of $1 are left: something in them does not end" >&2
}

# A node whose script was killed could not clean up. Its name ends with the process that started it.
for old in /sys/fs/cgroup/memory/mcpgw-node-*; do
  [ -d "$old" ] && [ ! -d "/proc/${old##*-}" ] && remove "${old##*/}"
done

for group in $(groups "$name"); do
  mkdir "$group" || exit 1
  # A new group of this hierarchy takes no process before it has processors and memory.
  for file in cpuset.cpus cpuset.mems; do
    [ -e "$group/$file" ] && cat "$group/../$file" >"$group/$file"
  done
done

all=$(groups "$name")
# shellcheck disable=SC2016,SC2086
sh -c 'init=$1; folder=$2; shift 2; for group; do echo $$ >"$group/cgroup.procs"; done
  exec unshare --mount --net --pid --uts --ipc --cgroup --fork --kill-child --mount-proc sh "$init" "$folder"' \
  sh "$here/sandbox-init.sh" "$folder" $all <&3 &
unshare=$!
init=
while [ -z "$init" ] && kill -0 $unshare 2>/dev/null; do
  read -r init _ <"/proc/$unshare/task/$unshare/children" 2>/dev/null || sleep 0.02
done
echo "init $init"
wait $unshare
remove "$name"
rm -rf "$folder"
