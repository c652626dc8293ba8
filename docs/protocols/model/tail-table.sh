#!/bin/bash
# One line per configuration: ./tail-table.sh new|small|large|fail|variants|one ARGUMENTS…
# The binary goes to $OUT, /tmp by default. Memory: 8 GiB at most a run; ten minutes at most a run.
here="$(cd "$(dirname "$0")" && pwd)"
tail="${OUT:-/tmp}/tail"
g++ -O2 -o "$tail" "$here/tail.cpp" || exit 2
ulimit -v 8388608
g() { nice -n 10 timeout 600 "$tail" max="${MAX:-100}" quiet="${QUIET:-1}" "$@" || [ $? -ne 124 ] || echo "[$*] TIMED OUT"; }

new() { # what was not modelled at first
    echo "== three appends in a row beside a migration"
    g nread=0 ws2=1 cap=3 nmig=1
    g nread=0 ws2=1 cap=3 nmig=1 fine=1
    g nread=0 ws2=1 cap=3 nmig=1 after=1
    g nread=0 ws2=1 cap=3 nmig=2
    g nread=0 ws2=1 cap=3 nmig=1 cow2=1 gc=1
    g nread=1 ws2=1 cap=3
    g nread=1 ws2=1 cap=3 nmig=1
    echo "== APPEND is a message"
    g msg=1 nread=1 nmig=1
    g msg=1 nread=1 nmig=1 cap=1 gc=1
    g msg=1 nread=1 ents0=2 ents1=1 cap=3 nmig=1
    g msg=1 nread=1 keys=2 ws0=3 ws1=3
    g msg=1 nread=1 nmig=1 crash=1
    g msg=1 nread=1 nmig=1 hf=1
    echo "== the reads of writers are torn"
    g torn=1 nread=0 nmig=1 rs0=1 rs1=1 att=2
    g torn=1 nread=1 nmig=1 rs0=1 rs1=1
    g torn=1 nread=0 nmig=1 keys=2 ws0=1 ws1=2 rs0=3 rs1=3
    g torn=1 nread=1 keys=2 ws0=1 ws1=2 rs0=3 rs1=3
    g torn=1 nread=0 nmig=1 rs0=1 rs1=1 trim=1
    g torn=1 nread=0 nmig=1 rs0=1 cow1=1 gc=1
    echo "== two writers die, two recoveries die"
    g crash=1 rerec=2 nread=1 nmig=1
    g crash=2 rerec=2 nread=1
    g crash=2 rerec=2 nread=1 ents0=2 ents1=2 cap=3
    g crash=2 rerec=2 nread=1 nmig=1
    g crash=2 rerec=2 nread=0 nmig=1 keys=2 ws0=3 ws1=3
    echo "== a trim that dies, and one that meets an append and a migration"
    g trim=1 ws1=0 nread=1 nmig=1 crash=1 gc=1
    g trim=1 nread=1 nmig=1
    g trim=1 nread=1 crash=2
    g trim=1 nread=0 nmig=1 crash=2 rerec=2 gc=1
    g trim=1 nread=0 nmig=1 hf=1 gc=1
    g trim=1 nread=0 nmig=1 mcrash=1
    echo "== one phase, at a home that is the owner"
    g one=3 nread=1 nmig=1
    g one=3 nread=1 nmig=1 cap=1 gc=1
    g one=3 nread=1 nmig=1 ents0=2 ents1=1 cap=3
    g one=3 nread=1 nmig=1 get=1 ackearly=1
    g one=3 nread=1 nmig=1 local=1
    g one=3 nread=0 nmig=1 rs0=1 rs1=1 torn=1 att=2
    g one=1 nread=1 nmig=1 crash=1
    g one=1 nread=0 nmig=1 keys=2 ws0=1 ws1=2 rs0=3 rs1=3
    g one=3 nread=1 nmig=1 trim=1
    g one=3 nread=1 nmig=1 mcrash=1
    g one=7 ws2=1 cap=3 nread=0 nmig=2
    echo "== a writer gives up after LOCKED"
    g giveup=1 nread=1 nmig=1
    g giveup=1 nread=1 nmig=1 one=1
    g giveup=1 nread=1 keys=2 ws0=3 ws1=3
    g giveup=1 nread=0 nmig=1 keys=2 ws0=3 ws1=3 crash=1
    g giveup=1 nread=0 nmig=1 hf=1 crash=1 att=2
    g giveup=1 nread=0 nmig=1 rs0=1 rs1=1 torn=1
    echo "== a reader in the owner's memory"
    g local=1 nread=1 nmig=1
    g local=1 nread=1 nmig=1 cow1=1 gc=1
}
small() { # below ten million states by the first count
    echo "== all rules on"
    g nread=1 nmig=1
    g nread=2 stale=1
    g nread=1 nmig=1 cap=1
    g nread=1 nmig=1 cow1=1 n0=1 gc=1
    g nread=0 nmig=2 cow0=1 gc=1 cap=1
    g nread=1 nmig=1 ents0=2 ents1=1 cap=2
    g nread=1 nmig=1 ackearly=1
    g nread=1 nmig=1 nic=1
    g keys=2 ws0=3 ws1=3 nread=1
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=1 nmig=1
    g keys=2 ws0=3 ws1=3 nread=1 get=1 nmig=1 cap=1
    g crash=1 rerec=1 nread=1 nmig=1
    g crash=1 rerec=1 nread=1 ents0=2 ents1=2 cap=2 nmig=1
    g crash=1 rerec=1 keys=2 ws0=3 ws1=3 nread=1
    g crash=1 rerec=1 keys=2 ws0=3 ws1=1 rs1=3 nread=0 nmig=1
    g hf=1 nread=1 nmig=1
    g hf=1 keys=2 ws0=3 ws1=3 nread=1
    g mcrash=1 nread=1 nmig=1
    g mcrash=1 nread=0 nmig=2 gc=1
    g mcrash=1 crash=1 nread=1 nmig=1
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=1 trim=1
    g nread=1 nmig=1 get=1 ackearly=1
    g crash=1 rerec=1 gc=1 cow1=1 n0=1 nread=1 nmig=1
    g mcrash=1 gc=1 cow1=1 nread=1 nmig=1 nic=1
    g nread=1 nmig=1 after=1
    g nread=1 nmig=1 after=1 gc=1 cow1=1 n0=1
    g crash=1 rerec=1 mcrash=1 nread=1 nmig=1 after=1
    g keys=2 ws0=3 ws1=3 nread=0 nmig=2 mk1=1
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=0 nmig=2 mk1=1
}
large() {
    echo "== all rules on, large"
    MAX=120 g nread=2 nmig=1 gc=1 cow1=1 sym=2 # not completed within ten minutes
    g nread=1 nmig=2 sym=2
    g nread=1 nmig=1 fine=1 sym=2
    g nread=2 get=3 nmig=1 sym=2
    g keys=2 ws0=3 ws1=3 nread=1 nmig=1 sym=2
    g crash=1 rerec=1 hf=1 nread=1 nmig=1 sym=2
    g nread=1 nmig=2 cow1=1 gc=1 sym=2
    g nread=1 nmig=2 cap0=0 n0=1 sym=2
    g crash=1 trim=1 gc=1 nread=1 nmig=1 sym=2
    g nread=2 get=1 nmig=1 sym=2
    g keys=2 ws0=3 ws1=1 rs0=3 rs1=3 nread=1 nmig=1 att=2 sym=2
}
fail() {
    echo "== one rule off"
    g nread=1 count=0
    g nread=1 zero=0
    g nread=1 idzero=0
    g nread=1 reread=0
    g nread=1 get=1 bound=0 ents0=2
    g nread=1 get=1 late=0 keys=2 ws0=3 ws1=3
    g nread=1 get=1 late=0 giveup=1
    g nread=1 locked=0
    g nread=1 locked=0 one=3
    g nread=1 wafter=0
    g nread=1 wafter=0 one=3
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=0 vcount=0
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=0 vcount=0 torn=1 one=3
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=0 vlock=0
    g keys=2 ws0=1 ws1=2 rs0=3 rs1=3 nread=0 vlock=0 torn=1 one=3
    g rs0=1 rs1=1 nread=0 lcount=0
    g rs0=1 rs1=1 nread=0 lcount=0 torn=1 one=3
    g rs0=1 rs1=1 nread=0 torn=1 zero=0
    g nread=0 nmig=1 freeze=0
    g nread=0 nmig=1 freeze=0 one=3
    g nread=0 nmig=1 fcount=0
    g nread=0 nmig=1 fcount=0 ws2=1 cap=3
    g nread=0 nmig=1 czero=0
    g nread=0 nmig=1 czero=0 ws2=1 cap=3
    g nread=0 nmig=1 wait=0
    g nread=0 nmig=1 wait=0 one=3
    g nread=0 nmig=1 migbusy=0
    g nread=1 nmig=1 get=1 pend=0
    g nread=1 nmig=1 get=1 pend=0 one=3
    g nread=0 nmig=1 nic=1 loop=0
    g nread=0 nmig=1 nic=1 loop=0 one=3
    g nread=0 nmig=1 mcrash=1 thaw=0
    g nread=0 nmig=1 mcrash=1 mfence=0
    g nread=0 cap=1 foldall=0
    g nread=0 crash=1 redo=0
    g nread=0 crash=1 rerec=1 redo=0
    g nread=1 crash=1 recount=0
    g nread=1 giveup=1 recount=0
    g nread=1 trim=1 ws1=0 crash=1 recount=0
    g nread=0 giveup=1 undoback=0
    g nread=1 msg=1 once=0
    g nread=0 nmig=2 cow0=1 cow1=1 gc=1 print=0
    g nread=1 nmig=1 cow1=1 gc=1 wipe=0
    g nread=1 nmig=1 gc=1 n0=1 lease=0
    g nread=1 nmig=1 gc=1 n0=1 lease2=0
    g nread=1 trim=1 ws1=0 trimver=0
}
variants() {
    echo "== LEAVING is not readable"
    g four=1 nread=1 nmig=1
    g four=1 nread=1 nmig=1 gc=1 cow1=1 mcrash=1
    echo "== FREEZE, then COPY, always: n in the CAS and zero words in the copy do not matter"
    g after=1 fcount=0 czero=0 nread=1 nmig=1
    g after=1 fcount=0 czero=0 nread=1 nmig=1 gc=1 cow1=1 n0=1
    g after=1 fcount=0 czero=0 nread=0 nmig=1 ws2=1 cap=3
    g after=1 fcount=0 czero=0 nread=0 nmig=2 gc=1
    g after=1 fcount=0 czero=0 nread=1 nmig=1 mcrash=1 nic=1
    echo "== the copy as the READ brought it, with what lies at n and beyond"
    g rawcopy=1 nread=1 nmig=1
    g rawcopy=1 nread=0 nmig=1 ws2=1 cap=3
    g rawcopy=1 nread=0 nmig=1 giveup=1
    g rawcopy=1 nread=0 nmig=1 giveup=1 late=0
    g rawcopy=1 after=1 fcount=0 czero=0 nread=1 nmig=1
    echo "== i: no FREEZE, COPY under the busy bit"
    g mig=1 nread=1 nmig=1
    g mig=1 nread=1 nmig=1 gc=1 cow1=1 n0=1
    g mig=1 nread=0 nmig=1 ws2=1 cap=3
    g mig=1 nread=1 nmig=2
    g mig=1 nread=1 nmig=2 mcrash=1
    g mig=1 nread=0 nmig=2 mcrash=1 migowner=0
    g mig=1 nread=0 nmig=1 mcrash=1 mfence=0
    g mig=1 nread=1 nmig=1 get=1 pend=0
    echo "== an APPEND that comes again is known by its W, nothing is remembered"
    g msg=1 once=0 wseen=1 nread=1 nmig=1
    g msg=1 once=0 wseen=1 nread=1 nmig=1 cow1=1 gc=1
    g msg=1 once=0 wseen=1 nread=0 nmig=1 ents0=2 ents1=1 cap=3 ws2=1
    g msg=1 once=0 wseen=1 nread=0 nmig=1 crash=1 gc=1
    echo "== ii: in place only at home"
    g here=1 one=3 nread=1 nmig=1
    g here=1 one=3 nread=1 nmig=2
    g here=1 one=3 nread=1 nmig=1 gc=1 cow1=1
    g here=1 one=3 nread=0 nmig=2 mcrash=1 gc=1
    g here=1 back=1 one=3 nread=1 nmig=2 cap=1
    g here=1 back=1 one=3 nread=0 nmig=2 ws2=1 cap=3 gc=1
    g here=1 one=3 nread=0 nmig=1 freeze=0
    echo "== iii: n in a word of its own"
    g countword=1 nread=1
    g countword=1 nread=1 order=1
    g countword=1 nread=1 nmig=1 order=1
    g countword=1 nread=1 nmig=1 order=1 after=1
    echo "== iv: no zero test of the ids; and a fabric whose READs arrive in ascending order"
    g idzero=0 nread=1
    g order=1 zero=0 reread=0 czero=0 nread=1 nmig=1
    g order=1 zero=0 reread=0 czero=0 nread=1 nmig=1 fine=1
    g order=1 zero=0 reread=0 czero=0 nread=1 nmig=1 gc=1 cow1=1 n0=1
    g order=1 zero=0 reread=0 czero=0 nread=0 nmig=1 ws2=1 cap=3
    g order=1 zero=0 reread=0 czero=0 nread=1 nmig=1 trim=1
    g order=1 zero=0 reread=0 czero=0 nread=1 crash=2 rerec=2
}
case "${1:-}" in
new | small | large | fail | variants) "$1" ;;
one) shift; QUIET=0 g "$@" ;;
*) sed -n 2,3p "$0"; exit 2 ;;
esac
