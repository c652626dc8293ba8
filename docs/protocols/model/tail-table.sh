#!/bin/bash
# One line per configuration: ./tail-table.sh clean|large|fail|spare|one ARGUMENTS…
# The binary goes to $OUT, /tmp by default. Memory: 8 GiB at most a run; ten minutes at most a run.
here="$(cd "$(dirname "$0")" && pwd)"
tail="${OUT:-/tmp}/tail"
g++ -O2 -o "$tail" "$here/tail.cpp" || exit 2
ulimit -v 8388608
g() { nice -n 10 timeout 600 "$tail" max="${MAX:-30}" quiet="${QUIET:-1}" "$@" || [ $? -ne 124 ] || echo "[$*] TIMED OUT"; }

clean() {
    echo "== a reader, appends, a migration"
    g nread=1
    g nread=1 nmig=1
    g nread=1 nmig=1 n0=1 cap0=1
    g nread=1 nmig=1 cap=1 gc=1
    g nread=1 nmig=1 ents0=2 ents1=1 cap=3
    g nread=1 nmig=1 fine=1 ws1=0 ents0=2
    g nread=1 nmig=1 head=1
    g nread=1 nmig=1 local=1
    g nread=1 nmig=1 local=1 cow1=1 gc=1
    g nread=1 nmig=1 get=1 ackearly=1
    g nread=2 stale=1
    g nread=1 nmig=2 ws1=0
    g nread=1 nmig=2 sym=2
    echo "== three appends"
    g nread=0 ws2=1 cap=3 nmig=1
    g nread=0 ws2=1 cap=3 nmig=1 fine=1
    g nread=0 ws2=1 cap=3 nmig=2
    g nread=0 ws2=1 cap=3 nmig=1 cow2=1 gc=1
    g nread=1 ws2=1 cap=3
    g nread=1 ws2=1 cap=3 nmig=1 sym=2
    echo "== two lists"
    g keys=2 ws0=3 ws1=3 nread=1
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=1 nmig=1 sym=2
    g keys=2 ws0=3 ws1=3 nread=1 get=1 nmig=1 cap=1 sym=2
    g keys=2 ws0=3 ws1=3 nread=0 nmig=2 mk1=1
    echo "== APPEND is a message that is lost, late, and repeated"
    g msg=1 nread=1
    g msg=1 nread=1 nmig=1
    g msg=1 nread=1 nmig=1 cap=1 gc=1
    g msg=1 nread=0 ents0=2 ents1=1 cap=3 nmig=1
    g msg=1 nread=1 keys=2 ws0=3 ws1=3 sym=2
    g msg=1 nread=1 nmig=1 crash=1
    g msg=1 nread=0 ws2=1 cap=3 nmig=1
    echo "== the reads of writers are torn"
    g torn=1 nread=0 nmig=1 rs0=1 rs1=1 att=2
    g torn=1 nread=1 nmig=1 rs0=1 rs1=1
    g torn=1 nread=0 nmig=1 keys=2 ws0=1 ws1=2 rs0=3 rs1=3
    g torn=1 nread=0 nmig=1 rs0=1 rs1=1 trim=1
    g torn=1 nread=0 nmig=1 rs0=1 cow1=1 gc=1
    echo "== coordinators die, writers give up"
    g crash=1 nread=1 nmig=1
    g crash=2 nread=1 nmig=1
    g crash=1 nread=1 ents0=2 ents1=2 cap=3
    g crash=1 keys=2 ws0=3 ws1=1 rs1=3 nread=0 nmig=1
    g crash=1 gc=1 cow1=1 n0=1 nread=1 nmig=1
    g giveup=1 nread=1 nmig=1
    g giveup=1 nread=1 keys=2 ws0=3 ws1=3 sym=2
    g giveup=1 nread=0 nmig=1 keys=2 ws0=3 ws1=3 crash=1
    g giveup=1 nread=0 nmig=1 rs0=1 rs1=1 torn=1
    echo "== a migrator dies"
    g mcrash=1 nread=1 nmig=1
    g mcrash=1 nread=0 nmig=2 gc=1
    g mcrash=1 crash=1 nread=1 nmig=1
    echo "== one phase"
    g one=3 nread=1 nmig=1
    g one=3 nread=1 nmig=1 cap=1 gc=1
    g one=3 nread=1 nmig=1 get=1 ackearly=1
    g one=3 nread=1 nmig=1 msg=1
    g one=3 nread=0 nmig=1 rs0=1 rs1=1 torn=1 att=2
    g one=1 nread=1 nmig=1 crash=1
    g one=7 ws2=1 cap=3 nread=0 nmig=2
    echo "== TRIM, and REWRITE"
    g trim=1 ws1=0 nread=1 nmig=1 crash=1 gc=1
    g trim=1 nread=1
    g trim=1 nread=1 nmig=1 sym=2
    g trim=1 one=3 nread=1 nmig=1 sym=2
    g trim=1 nread=0 nmig=1 crash=2 gc=1
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=0 nmig=1 trim=1
    g trim=2 nread=1
    g trim=2 ws1=0 nread=1 nmig=1 crash=1 gc=1
    g trim=2 nread=1 nmig=1 sym=2
    g trim=2 nread=0 nmig=1 crash=2 gc=1
    g trim=2 nread=0 nmig=1 ents0=2 ents1=2 cap=3 gc=1
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=0 nmig=1 trim=2
    g trim=2 torn=1 nread=0 nmig=1 rs0=1 rs1=1 gc=1
    echo "== memory is used again"
    g nread=1 nmig=1 gc=1 cow1=1
    g nread=0 nmig=2 cow0=1 gc=1 cap=1
    g nread=0 nmig=1 gc=1 cow0=1 cow1=1 ws2=1 cap=3
    g nread=0 nmig=1 gc=1 cow0=1 cow1=1 slow=1
    g nread=0 nmig=2 gc=1 cow0=1 cow1=1 ws2=1 slow=1
    g nread=0 nmig=1 msg=1 gc=1 cow1=1 ws2=1 slow=1
    echo "== a migration knows the address, and begins with the value"
    g nread=1 nmig=1 cached=1
    g nread=1 nmig=1 cached=1 n0=1 cap0=1
    g nread=1 nmig=1 cached=1 cap=1 gc=1
    g nread=1 nmig=1 cached=1 fine=1 ws1=0 ents0=2
    g nread=1 nmig=1 cached=1 get=1 ackearly=1
    g nread=0 nmig=1 cached=1 ws2=1 cap=3 fine=1
    g nread=0 nmig=2 cached=1 ws2=1 cap=3
    g nread=1 nmig=2 cached=3 ws1=0
    g nread=0 nmig=1 cached=1 msg=1 ents0=2 ents1=1 cap=3
    g nread=1 nmig=1 cached=1 msg=1 crash=1
    g nread=1 nmig=1 cached=1 crash=2
    g nread=1 nmig=1 cached=1 giveup=1
    g nread=0 nmig=2 cached=3 mcrash=1 gc=1
    g nread=0 nmig=1 cached=1 trim=1 crash=2 gc=1
    g nread=0 nmig=1 cached=1 trim=2 ents0=2 ents1=2 cap=3 gc=1
    g nread=0 nmig=1 cached=1 gc=1 cow0=1 cow1=1 ws2=1 cap=3
    g nread=0 nmig=1 cached=1 gc=1 cow0=1 cow1=1 slow=1
    g nread=0 nmig=1 cached=1 gens=2 gc=1 cow0=1 cow1=1 ws2=1
    echo "== words recur after one, two, or three generations, and nobody sleeps for a lease"
    g gens=1 nread=0 nmig=1 gc=1 cow0=1 cow1=1
    g gens=2 nread=0 nmig=1 gc=1 cow0=1 cow1=1
    g gens=3 nread=1 nmig=1 gc=1 cow1=1
    g gens=2 nread=0 nmig=2 gc=1 cow0=1
    g gens=2 nread=0 nmig=1 gc=1 cow0=1 cow1=1 ws2=1
    g gens=1 nread=0 msg=1 nmig=1 gc=1 cow1=1 ws2=1
    g gens=2 nread=0 msg=1 nmig=1 gc=1 cow1=1 ws2=1 cow2=1
}
large() {
    echo "== all rules on, large"
    MAX=100 g nread=2 nmig=1 sym=2
    MAX=100 g nread=2 get=1 nmig=1 sym=2
    MAX=100 g nread=1 nmig=1 fine=1 sym=2
    MAX=100 g nread=1 nmig=2 cow1=1 gc=1 sym=2
    MAX=100 g keys=2 ws0=3 ws1=3 nread=1 nmig=1 sym=2
    MAX=100 g crash=1 trim=1 gc=1 nread=1 nmig=1 sym=2
}
fail() {
    echo "== one rule off"
    g nread=1 count=0
    g nread=1 zero=0
    g nread=1 idzero=0
    g nread=0 rs0=1 rs1=1 torn=1 zero=0
    g nread=1 lockn=0
    g nread=1 get=1 bound=0 ents0=2
    g nread=1 head=1 whole=0
    g nread=1 get=1 late=0 keys=2 ws0=3 ws1=3
    g nread=1 get=1 late=0 giveup=1
    g nread=1 locked=0
    g nread=1 locked=0 one=3
    g nread=1 wafter=0
    g nread=1 wafter=0 one=3
    g nread=0 nmig=1 slotn=0
    g nread=0 nmig=1 slotn=0 one=3
    g nread=0 nmig=1 migbusy=0
    g nread=1 nmig=1 get=1 pend=0
    g nread=0 nmig=1 cached=1 slotn=0
    g nread=0 nmig=1 cached=1 migbusy=0
    g nread=1 nmig=1 cached=1 czero=0
    g nread=0 nmig=1 cached=1 cow0=1 cow1=1 gc=1 slow=1 print=0
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=0 vcount=0
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=0 vcount=0 torn=1 one=3
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=0 vlock=0
    g rs0=1 rs1=1 nread=0 lcount=0
    g rs0=1 rs1=1 nread=0 lcount=0 torn=1 one=3
    g nread=0 msg=1 byn=0
    g nread=1 msg=1 byn=0
    g nread=0 msg=1 tolerant=0
    g nread=0 cap=1 foldall=0
    g nread=1 trim=1 ws1=0 trimver=0
    g nread=1 giveup=1 undon=0
    g nread=1 crash=1 undon=0
    g nread=0 giveup=1 undoback=0
    g nread=0 nmig=1 cow0=1 cow1=1 gc=1 slow=1 print=0
    g nread=1 nmig=1 cow1=1 gc=1 wipe=0
    g nread=1 nmig=1 gc=1 n0=1 cow1=1 lease=0
    echo "== words recur while somebody sleeps for longer than a lease"
    g gens=2 slow=1 nread=0 nmig=1 gc=1 cow0=1 cow1=1
    g gens=1 slow=1 nread=0 nmig=1 msg=1 gc=1 cow1=1 ws2=1
}
spare() {
    echo "== off, and nothing breaks: the slot's count says the same"
    g nread=1 nmig=1 copyn=0
    g nread=0 nmig=1 ws2=1 cap=3 copyn=0
    g nread=1 nmig=1 czero=0
    g nread=0 nmig=1 ws2=1 cap=3 fine=1 czero=0
    g nread=1 nmig=1 cwipe=0
    g nread=0 nmig=1 ws2=1 cap=3 giveup=1 cwipe=0
    g nread=1 nmig=1 copyn=0 czero=0 cwipe=0
    g nread=1 nmig=1 gc=1 cow1=1 copyn=0 czero=0 cwipe=0
    echo "== with the count of the slot off as well"
    g nread=0 nmig=1 slotn=0 czero=0
}
case "${1:-}" in
clean | large | fail | spare) "$1" ;;
one) shift; QUIET=0 g "$@" ;;
*) sed -n 2,3p "$0"; exit 2 ;;
esac
