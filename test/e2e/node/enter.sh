#!/bin/sh
# enter.sh NAME INIT PROGRAM [FLAG...]: runs a program in the namespaces and control groups of a node. TERM reaches the program.
name=$1
init=$2
shift 2
for group in /sys/fs/cgroup/*/"$name"; do echo $$ >"$group/cgroup.procs" || exit 1; done
exec 3<&0
nsenter --target "$init" --mount --net --pid --uts --ipc --cgroup -- "$@" <&3 3<&- &
child=$!
exec 3<&-
# The program is the child of nsenter, which entered the namespace of processes only for its children.
trap 'kill -TERM $(cat "/proc/$child/task/$child/children") 2>/dev/null' TERM INT
while kill -0 $child 2>/dev/null; do
  wait $child
  status=$?
done
exit $status
