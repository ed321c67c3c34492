#!/bin/sh
# Ends what its parent has started, should the parent go without doing so itself (SIGKILL, a crash).
# Its input stays open as long as the parent lives. Lines, in the order of the starts:
#   group N    a process group          postgres N    a postmaster          remove PATH    a folder of no further use
#   done       the parent has ended everything itself
# A shell and not Node.js: it costs no memory, and "kill all node processes" does not hit it.
trap '' INT TERM HUP
groups= postmaster= folders=
while read -r what value; do
  case $what in
    group) groups="-$value $groups" ;; # the last started is the first to end
    postgres) postmaster=$value ;;
    remove) folders="$folders$value
" ;;
    done) exit 0 ;;
  esac
done

# A zombie is gone: where no init reaps orphans, it keeps its number for good.
# "-s" throughout: dash takes no "--" after "-TERM", and a group's number begins with a minus.
gone() {
  kill -s 0 -- "$1" 2>/dev/null || return 0
  { read -r stat </proc/"${1#-}"/stat; } 2>/dev/null || return 1
  case ${stat##*) } in Z*) return 0 ;; *) return 1 ;; esac
}
all_gone() {
  for one in "$@"; do gone "$one" || return 1; done
}
await() { # SECONDS PIDS-OR-GROUPS…
  left=$(($1 * 5)) && shift
  until all_gone "$@"; do
    [ "$left" -gt 0 ] || return 1
    sleep 0.2 && left=$((left - 1))
  done
}

signal_all() { for group in $groups; do kill -s "$1" -- "$group" 2>/dev/null; done; }
# A runner that is asked once finishes its job; asked twice, it stops it. Killed, it would leave the job's steps behind.
# shellcheck disable=SC2086 # a list of numbers
{
  signal_all TERM
  await 1 $groups || signal_all TERM
  await 10 $groups || signal_all KILL
}
if [ -n "$postmaster" ]; then
  kill -s INT -- "$postmaster" 2>/dev/null # its "fast" way to stop
  await 30 "$postmaster"
fi
printf '%s' "$folders" | while IFS= read -r folder; do rm -rf -- "$folder"; done
