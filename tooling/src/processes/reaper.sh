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
    group) groups="$value $groups" ;; # the last started is the first to end
    postgres) postmaster=$value ;;
    remove) folders="$folders$value
" ;;
    done) exit 0 ;;
  esac
done

# "-s" throughout: dash takes no "--" after "-TERM", and a group's number begins with a minus.
gone() { ! kill -s 0 -- "$1" 2>/dev/null; }
await() { # PID-OR-GROUP SECONDS
  left=$(($2 * 5))
  until gone "$1"; do
    [ "$left" -gt 0 ] || return 1
    sleep 0.2 && left=$((left - 1))
  done
}

for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
for group in $groups; do await "-$group" 5 || kill -s KILL -- "-$group" 2>/dev/null; done
if [ -n "$postmaster" ]; then
  kill -s INT -- "$postmaster" 2>/dev/null # its "fast" way to stop
  await "$postmaster" 30
fi
printf '%s' "$folders" | while IFS= read -r folder; do rm -rf -- "$folder"; done
