// Explicit-state model of appends in place (docs/protocols/tails.md): blocks with an immutable body and a tail of records that one
// commit after the other writes, counted by the state word and by the slot, under the commit protocol of
// docs/protocols/transactions.md (lock, W, validate, log, publish), with READs whose bytes arrive in any order, folds, rewrites,
// migrations by the target alone, reclamation and reuse of memory, lost and repeated messages, deaths of coordinators and migrators.
//
//   build   g++ -O2 -o tail tail.cpp
//   run     ./tail nread=1 nmig=1          all rules on; "./tail help" lists the options, tail-table.sh has the configurations
//   result  exit code 0: all states seen, no violation; 1: a violation, with the shortest steps to it; 2: a wrong argument;
//           3: max million states seen without one
//
// The search is breadth first. States are known by 64-bit hashes, so two may be taken for one (with 10^8 states: 3 in 10^4).
// With sym=1 a state is known by a form that does not depend on the names of blocks, of generations, and of writers, readers and
// migrators that are alike; who can only turn back does so at once. With sym=2 nor does it depend on what a snapshot has read and
// what was checked already.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;

// ------------------------------------------------------------------------------------------------------------------- options
#define OPTIONS(X)                                                                                                               \
    X(keys, 1, "lists, 1 or 2; key sets are masks: 1 the first, 2 the second, 3 both")                                           \
    X(ws0, 1, "keys that writer 0 appends to")                                                                                   \
    X(ws1, 1, "of writer 1")                                                                                                     \
    X(ws2, 0, "of writer 2")                                                                                                     \
    X(rs0, 0, "keys that writer 0 reads first")                                                                                  \
    X(rs1, 0, "of writer 1")                                                                                                     \
    X(rs2, 0, "of writer 2")                                                                                                     \
    X(cow0, 0, "keys that writer 0 folds in any case")                                                                           \
    X(cow1, 0, "of writer 1")                                                                                                    \
    X(cow2, 0, "of writer 2")                                                                                                    \
    X(ents0, 1, "entries that writer 0 appends to each of its keys, 1 or 2")                                                     \
    X(ents1, 1, "of writer 1")                                                                                                   \
    X(ents2, 1, "of writer 2")                                                                                                   \
    X(att, 1, "attempts of a writer")                                                                                            \
    X(one, 0, "mask of writers that commit in one phase: no log")                                                                \
    X(giveup, 0, "1: a writer may give up at any time before the decision")                                                      \
    X(torn, 0, "1: the reads of writers are torn like those of readers")                                                         \
    X(msg, 0, "1: the owner is elsewhere: APPEND is a message that may be lost, late, and repeated")                             \
    X(nread, 1, "readers, 0 to 2")                                                                                               \
    X(get, 0, "mask of readers that read 'now', not at a snapshot")                                                              \
    X(local, 0, "mask of readers in the owner's memory: state first")                                                            \
    X(head, 0, "1: a reader's first READ is of the block's first bytes")                                                         \
    X(stale, 0, "1: snapshots may be older than T")                                                                              \
    X(nmig, 0, "migrations, 0 to 2")                                                                                             \
    X(mk0, 0, "the key of migration 0, 0 or 1")                                                                                  \
    X(mk1, 0, "of migration 1")                                                                                                  \
    X(cached, 0, "mask of migrations that know the address, and not n, from an earlier look at the slot, busy or not")           \
    X(cap, 2, "records that a tail has room for, 1 to 3")                                                                        \
    X(cap0, -1, "of the first block, -1: cap")                                                                                   \
    X(n0, 0, "entries at the beginning, 0 or 1")                                                                                 \
    X(fine, 0, "1: each word of a tail arrives by itself")                                                                       \
    X(gc, 0, "1: memory is freed and used again")                                                                                \
    X(gens, 0, "generations of a key before words recur; 0: they do not. With one list")                                         \
    X(slow, 0, "1: a migrator may sleep for a lease between its look at the clock and its CAS, a message be under way for one")  \
    X(crash, 0, "coordinators that die")                                                                                         \
    X(mcrash, 0, "1: a migrator dies")                                                                                           \
    X(trim, 0, "writer 2 writes the first list again as it is: 1: TRIM, with its entries in the body; 2: REWRITE, with its tail")                                                                     \
    X(ackearly, 0, "1: the caller is answered at the decision")                                                                  \
    X(count, 1, "n in LIVE and PENDING, for readers")                                                                            \
    X(lockn, 1, "n in LOCKED and SUPERSEDED, for readers")                                                                       \
    X(slotn, 1, "the slot counts entries")                                                                                       \
    X(copyn, 1, "COPY compares n of the source with that of the slot's word")                                                    \
    X(czero, 1, "COPY notices zero words")                                                                                       \
    X(cwipe, 1, "COPY wipes what is behind n")                                                                                   \
    X(zero, 1, "readers notice a zero word below n")                                                                             \
    X(idzero, 1, "in the entries too")                                                                                           \
    X(bound, 1, "never an entry at n or beyond")                                                                                 \
    X(whole, 1, "with n > 0 the first bytes are not enough")                                                                     \
    X(late, 1, "nothing is written before the decision")                                                                         \
    X(locked, 1, "appends take LOCKED")                                                                                          \
    X(wafter, 1, "W after LOCKED")                                                                                               \
    X(pend, 1, "the copy is PENDING until the source is MOVED")                                                                  \
    X(migbusy, 1, "MIGRATE fails on busy")                                                                                       \
    X(vcount, 1, "validation compares n")                                                                                        \
    X(vlock, 1, "validation sees LOCKED")                                                                                        \
    X(lcount, 1, "the check under the lock compares n")                                                                          \
    X(byn, 1, "an APPEND is known by n")                                                                                         \
    X(tolerant, 1, "an APPEND whose CAS fails because its repetition was faster takes that for done")                            \
    X(undon, 1, "who gives up swaps LOCKED(n) back to LIVE(n)")                                                                  \
    X(undoback, 1, "who gives up swaps LOCKED back")                                                                             \
    X(wipe, 1, "tails are zero when a block becomes reachable")                                                                  \
    X(print, 1, "a CAS on the slot compares the generation (seen with slow=1)")                                                                     \
    X(lease, 1, "the lease is checked after the READ")                                                                           \
    X(foldall, 1, "a fold takes the whole tail")                                                                                 \
    X(trimver, 1, "a TRIM takes the last record's W as version")                                                              \
    X(sym, 1, "1: states that differ in names alone are one; 2: or in what a snapshot has read that was checked")                \
    X(max, 100, "million states at most")                                                                                        \
    X(quiet, 0, "1: no steps of a violation")
#define DECLARE(name, value, text) int name = value;
static struct Options { OPTIONS(DECLARE) } opt;
#undef DECLARE
static int writeSet[3], readSet[3], foldSet[3], entryCount[3];
const int TRIM = 2; // the writer that is a TRIM or a REWRITE

// --------------------------------------------------------------------------------------------------------------------- state
enum : u8 { FREE = 0, LIVE, PENDING, LOCKED, SUPERSEDED, MOVED };
static const char *stateName[] = {"FREE", "LIVE", "PENDING", "LOCKED", "SUPERSEDED", "MOVED"};
const int BLOCKS = 8, TAIL = 3, TXS = 3, READERS = 2, MIGRATORS = 2, NOW = 250, GARBAGE = 0x80;

struct Word { u8 state, n, arg, locker; }; // arg: B or W'; locker: not in memory, who has locked
struct Block {
    u8 key, gen; // gen stands for generation and print: it grows whenever the memory is used anew, or with the key's blocks
    Word w;
    u8 version, prev, prevGen, base, reachable, retired, cap, id[TAIL], ts[TAIL]; // base: a set of entries
};
struct Image { // what a READ has brought so far
    u8 key, gen;
    Word w;
    u8 version, prev, prevGen, base, cap, id[TAIL], ts[TAIL];
};
enum : u8 { BEGIN, READING, LOCKING, TIMESTAMP, VALIDATING, LOGGING, PUBLISHING, COMMITTED, UNDOING, GIVEN_UP };
enum : u8 { NOTHING, BUSY, HELD, PUBLISHED, SETTLED }; // what the home has done about a key
enum : u8 { UNPLANNED, IN_PLACE, FOLD };
enum : u8 { SENT = 1, BEGUN = 2, DONE = 4, AGAIN = 8, REPEATED = 16 }; // an APPEND
struct Tx {
    u8 pc, R, W, attempt, readMask, validMask, logMask, doneAtBegin, step[2], block[2], blockGen[2], had[2], fresh[2];
    u8 seenVersion[2], seenCount[2], seenEffective[2], dead, decision, plan[2], append[2]; // had: n of the slot's word
};
struct Reader { // keys: 8 begun, and those that are read
    u8 keys, R, on, key, block, gen, expired, following, parts, whole, result[2], freed, doneAtBegin;
    Image g;
};
enum : u8 { LOCATE, COPY, PUBLISH, INVALIDATE, SETTLE, OVER };
struct Migrator {
    u8 pc, block, gen, n, expired, parts, copy, dead; // copy: number + 1
    Image g;
};
struct State {
    u8 T, slot[2], slotGen[2], slotN[2], busy[2], done, crashes, lost, garbage, broken;
    Block b[BLOCKS];
    Tx t[TXS];
    Reader r[READERS + TXS]; // those of writers behind those of readers
    Migrator g[MIGRATORS];
};

struct Successor { State s; char label[120]; };
static std::vector<Successor> out(256);
static size_t outCount;
static bool labels = false;
static Successor &emit(const State &s) {
    if (outCount == out.size()) out.resize(outCount * 2);
    out[outCount].s = s;
    out[outCount].label[0] = 0;
    return out[outCount++];
}
#define SAY(q, ...) do { if (labels) snprintf((q).label, 120, __VA_ARGS__); } while (0)

// ------------------------------------------------------------------------------------------------------------ blocks and tails
// The entries of writer i are 2i+1 and 2i+2, the one of the beginning is 7. Sets of entries are bits 1 << (id - 1).
static int bit(int id) { return id == 0 ? GARBAGE : 1 << (id - 1); }
static int entry(int i, int j) { return 2 * i + 1 + j; }
static int entriesOf(int i) {
    int m = 0;
    for (int j = 0; j < entryCount[i]; j++) m |= bit(entry(i, j));
    return m;
}
static int initialEntries() { return opt.n0 ? bit(7) : 0; }
static bool isTrim(int i) { return opt.trim && i == TRIM; }
static bool appends(int i) { return writeSet[i] && !isTrim(i); }
static int written(const u8 *ts, int cap) {
    int n = 0;
    while (n < cap && ts[n]) n++;
    return n;
}
static int content(const Block &b, int n, bool &twice) {
    int m = b.base;
    for (int j = 0; j < n; j++) {
        int x = bit(b.id[j]);
        if (m & x) twice = true;
        m |= x;
    }
    return m;
}
static int allocate(State &s, int key, int genBefore) {
    for (int b = 0; b < BLOCKS; b++) if (s.b[b].w.state == FREE) {
        Block old = s.b[b], &x = s.b[b];
        memset(&x, 0, sizeof x);
        x.gen = opt.gens ? genBefore % opt.gens + 1 : old.gen + 1;
        x.key = key;
        x.cap = opt.cap;
        if (!opt.wipe) { memcpy(x.id, old.id, TAIL); memcpy(x.ts, old.ts, TAIL); }
        x.w.state = PENDING;
        return b;
    }
    return -1;
}
static void turnBack(Reader &r) { // the slot is looked up again
    r.on = r.parts = r.following = r.whole = r.expired = r.block = r.gen = r.key = 0;
    memset(&r.g, 0, sizeof r.g);
}
static void endMigration(Migrator &g) {
    u8 dead = g.dead;
    memset(&g, 0, sizeof g);
    g.dead = dead;
    g.pc = OVER;
}
// Memory is given away after a lease: whoever still has the address finds its own lease over.
static void release(State &s, int b) {
    Block old = s.b[b], &x = s.b[b];
    memset(&x, 0, sizeof x);
    x.gen = old.gen;
    x.key = old.key;
    if (!opt.wipe) { memcpy(x.id, old.id, TAIL); memcpy(x.ts, old.ts, TAIL); }
    for (Reader &r : s.r) if (r.on && !r.following && r.block == b) {
        r.expired = 1;
        if (opt.sym) turnBack(r); // it can do nothing else
    }
    if (!opt.slow) for (Tx &t : s.t) for (int k = 0; k < opt.keys; k++) // nor does a repetition come any more
        if (t.append[k] && t.block[k] == b && t.blockGen[k] == old.gen) t.append[k] |= REPEATED;
    for (Migrator &g : s.g) if ((g.pc == COPY || g.pc == PUBLISH) && g.block == b) {
        g.expired = 1;
        if (opt.sym && g.pc == COPY) endMigration(g);
    }
}
static bool sameEdition(const Block &x, int n, const Tx &t, int k, bool withCount) {
    return x.version == t.seenVersion[k] && (!withCount || n == t.seenCount[k]);
}

// ----------------------------------------------------------------------------------------- READs: bytes arrive in any order
static int partCount() { return opt.fine ? 1 + 2 * opt.cap : 3; }
static void arrive(Image &g, const Block &b, int p) {
    if (p == 0) {
        g.key = b.key; g.gen = b.gen; g.w = b.w; g.w.locker = 0;
        g.version = b.version; g.prev = b.prev; g.prevGen = b.prevGen; g.cap = b.cap;
        if (opt.fine) g.base = b.base;
        return;
    }
    for (int j = 0; j < opt.cap; j++) {
        if (opt.fine ? p == 1 + j : p == 1) g.id[j] = b.id[j];
        if (opt.fine ? p == 1 + opt.cap + j : p == 2) g.ts[j] = b.ts[j];
    }
    if (!opt.fine && p == 1) g.base = b.base;
}
static const char *partName(int p) {
    if (p == 0) return "header";
    if (opt.fine) return p <= opt.cap ? "an entry" : "a timestamp";
    return p == 1 ? "body and entries" : "timestamps";
}
// The body and the records below n that a snapshot sees; false when a word that is wanted was not written when it was read.
static bool seenAt(const Image &g, int R, int n, int &m, int &taken) {
    m = g.base;
    for (taken = 0; taken < n && taken < g.cap; taken++) {
        if (g.ts[taken] > R) break;
        if (opt.zero && (!g.ts[taken] || (opt.idzero && !g.id[taken]))) return false;
        int x = bit(g.id[taken]);
        m |= m & x ? GARBAGE : x;
    }
    return true;
}
static bool isWhole(const Image &g, int n) {
    for (int j = 0; j < n && j < g.cap; j++) if (!g.ts[j] || !g.id[j]) return false;
    return true;
}
// A READ has arrived: accept, READ again, follow prev, or look the slot up again.
static void judge(Successor &q, int j) {
    Reader &y = q.s.r[j];
    const Reader r = y;
    const Image &g = r.g;
    const Word &w = g.w;
    int k = r.key, all = 8 | ((1 << opt.keys) - 1), writer = j - READERS;
    size_t at = labels ? strlen(q.label) : 0;
#define MORE(...) do { if (labels) snprintf(q.label + at, 120 - at, __VA_ARGS__); } while (0)
    auto lookUp = [&](const char *why) { turnBack(y); MORE("; looks k%d up again: %s", k, why); };
    auto readAgain = [&](const char *why) {
        y.parts = 0;
        memset(&y.g, 0, sizeof y.g);
        MORE("; next READ of b%d: %s", y.block, why);
    };
    auto accept = [&]() {
        bool counted = opt.bound && (w.state == LIVE || w.state == PENDING ? opt.count : opt.lockn);
        int n = counted ? w.n : written(g.ts, g.cap), m, taken;
        if (opt.head && !r.whole && n > 0 && opt.whole) {
            y.whole = 1;
            return readAgain("all of it");
        }
        if (!seenAt(g, r.R, n, m, taken)) {
            if (j < READERS && (opt.local >> j & 1)) q.s.broken = 2;
            return readAgain("a word below n is 0");
        }
        turnBack(y);
        if (writer >= 0) {
            Tx &t = q.s.t[writer];
            if (m & GARBAGE) q.s.garbage = 1;
            t.seenVersion[k] = g.version;
            t.seenCount[k] = taken;
            t.seenEffective[k] = taken ? g.ts[taken - 1] : g.version;
            t.readMask |= 1 << k;
            MORE("; accepts version %d", t.seenEffective[k]);
            if ((t.readMask & readSet[writer]) == readSet[writer]) {
                t.pc = opt.wafter ? LOCKING : TIMESTAMP;
                memset(&y, 0, sizeof y);
            }
            return;
        }
        y.keys |= 1 << k;
        y.result[k] = m;
        if (y.keys == all) q.s.done |= 8 << j;
        MORE("; accepts k%d = set %x%s", k, m & 127, m & GARBAGE ? " + GARBAGE" : "");
    };
    if (r.expired && !r.following && opt.lease) return lookUp("lease over");
    if (g.gen != r.gen || g.key != k || w.state == FREE) {
        if (!r.following) return lookUp("another block");
        y.freed = 1;
        y.keys |= 1 << k;
        MORE("; followed prev into freed memory");
        return;
    }
    if (g.version > r.R) {
        if (!g.prev) return lookUp("no version before");
        y.following = 1;
        y.whole = 0;
        y.block = g.prev - 1;
        y.gen = g.prevGen;
        return readAgain("follows prev");
    }
    bool seen = w.state == LIVE || w.state == PENDING || (w.state == LOCKED && r.R <= w.arg) || (w.state == SUPERSEDED && r.R < w.arg);
    if (r.following || seen) return accept();
    lookUp(stateName[w.state]);
}
static void readKeys(const State &s, int j, int wanted, const char *who, int number) {
    const Reader &r = s.r[j];
    if (!r.on) {
        for (int k = 0; k < opt.keys; k++) if (wanted >> k & 1) for (int b = 0; b < BLOCKS; b++) {
            const Block &x = s.b[b];
            if (x.key != k || !x.reachable || x.w.state == FREE) continue; // an address in a cache, or just looked up
            Successor &q = emit(s);
            Reader &y = q.s.r[j];
            turnBack(y);
            y.on = 1; y.key = k; y.block = b; y.gen = x.gen;
            SAY(q, "%s%d has b%d for k%d (%s)", who, number, b, k, s.slot[k] == b ? "slot" : "cached");
        }
        return;
    }
    bool stateFirst = j < READERS && (opt.local >> j & 1);
    int wantedParts = opt.head && !r.whole ? (opt.fine ? 1 : 3) : (1 << partCount()) - 1;
    for (int p = 0; p < partCount(); p++) {
        if (!(wantedParts >> p & 1) || (r.parts >> p & 1) || (stateFirst && p && !(r.parts & 1))) continue;
        Successor &q = emit(s);
        Reader &y = q.s.r[j];
        arrive(y.g, s.b[r.block], p);
        if (opt.head && !r.whole) for (int z = 0; z < opt.cap; z++) { y.g.id[z] = 8; y.g.ts[z] = 1; } // of another READ, garbage
        y.parts |= 1 << p;
        if (p) SAY(q, "%s%d READ b%d %s", who, number, r.block, partName(p));
        else SAY(q, "%s%d READ b%d header: %s(%d, %d) version %d", who, number, r.block, stateName[y.g.w.state], y.g.w.n,
                 y.g.w.arg, y.g.version);
        if (y.parts == wantedParts) judge(q, j);
    }
}
static void reader(const State &s, int j) {
    const Reader &r = s.r[j];
    int all = (1 << opt.keys) - 1;
    bool now = opt.get >> j & 1;
    if (r.keys == (8 | all)) return;
    if (r.keys) return readKeys(s, j, all & ~r.keys, "reader", j);
    for (int R = opt.stale ? 0 : s.T; R <= s.T; R++) {
        Successor &q = emit(s);
        Reader &x = q.s.r[j];
        x.keys = 8;
        x.R = now ? NOW : R;
        x.doneAtBegin = opt.stale && !now ? 0 : s.done;
        SAY(q, "reader%d begins, R=%d", j, x.R);
        if (now) break;
    }
}

// ------------------------------------------------------------------------------------------------------------------- publication
// By the home, which lives on when the coordinator has died.
static void settleKey(Successor &q, int i, int k) {
    q.s.t[i].step[k] = SETTLED;
    for (int z = 0; z < opt.keys; z++) if ((writeSet[i] >> z & 1) && q.s.t[i].step[z] != SETTLED) return;
    q.s.t[i].pc = COMMITTED;
    if (!isTrim(i)) q.s.done |= 1 << i;
}
static bool isHeld(const State &s, int i, int k) {
    const Tx &t = s.t[i];
    const Word &w = s.b[t.block[k]].w;
    if (s.b[t.block[k]].gen != t.blockGen[k] || s.b[t.block[k]].key != k) return false;
    return opt.locked ? w.state == LOCKED && w.locker == i + 1 : w.state == LIVE && w.n == t.had[k];
}
// One word of the records behind what the claim found, or the CAS when all are there.
static void writeTail(const State &s, int i, int k, const char *who) {
    int b = s.t[i].block[k], p = s.t[i].had[k], n = entryCount[i];
    const Block &x = s.b[b];
    for (int z = 0; z < 2 * n; z++) { // entries before timestamps; READs see them in any order all the same
        int j = z % n;
        bool isTs = z >= n;
        u8 want = isTs ? s.t[i].W : entry(i, j);
        if ((isTs ? x.ts[p + j] : x.id[p + j]) == want) continue;
        Successor &q = emit(s);
        (isTs ? q.s.b[b].ts[p + j] : q.s.b[b].id[p + j]) = want;
        SAY(q, "%s%d b%d: %s[%d] := %d", who, i, b, isTs ? "timestamp" : "entry", p + j, want);
        return;
    }
    Successor &q = emit(s);
    if (isHeld(s, i, k)) q.s.b[b].w = {LIVE, (u8)(p + n), 0, 0};
    else if (!opt.tolerant) q.s.broken = 1;
    if (opt.msg) q.s.t[i].append[k] |= DONE;
    SAY(q, "%s%d b%d: CAS -> LIVE(%d)%s", who, i, b, p + n, isHeld(s, i, k) ? "" : " fails");
}
static void publish(const State &s, int i, int k) {
    const Tx &t = s.t[i];
    int b = t.block[k];
    const Block &x = s.b[b];
    if (t.step[k] == PUBLISHED) { // SETTLE
        int c = t.fresh[k];
        Successor &q = emit(s);
        if (x.w.state == LOCKED) {
            q.s.b[b].w = {SUPERSEDED, x.w.n, s.b[c].version, 0};
            SAY(q, "tx%d b%d SUPERSEDED(%d, %d)", i, b, x.w.n, s.b[c].version);
            return;
        }
        if (s.b[c].w.state == PENDING) q.s.b[c].w = {LIVE, s.b[c].w.n, 0, 0};
        q.s.b[b].retired = 1;
        settleKey(q, i, k);
        SAY(q, "tx%d b%d LIVE(%d), b%d retired", i, c, s.b[c].w.n, b);
        return;
    }
    if (t.plan[k] == IN_PLACE) {
        if (opt.msg && !(t.append[k] & DONE)) {
            if (t.append[k]) return; // the owner does it
            Successor &q = emit(s);
            q.s.t[i].append[k] = SENT;
            SAY(q, "tx%d k%d: APPEND to the owner", i, k);
            return;
        }
        if (!opt.msg && isHeld(s, i, k)) return writeTail(s, i, k, "tx");
        Successor &q = emit(s);
        q.s.busy[k] = 0;
        q.s.slotN[k] = t.had[k] + entryCount[i];
        settleKey(q, i, k);
        SAY(q, "tx%d slot k%d: busy|b%d(%d) -> b%d(%d)", i, k, b, t.had[k], b, q.s.slotN[k]);
        return;
    }
    Successor &q = emit(s);
    int c = allocate(q.s, k, x.gen);
    if (c < 0) { outCount--; return; }
    Block &y = q.s.b[c];
    bool twice = false;
    int m = opt.foldall ? content(x, t.had[k], twice) : x.base, mine = isTrim(i) ? 0 : entriesOf(i);
    y.base = twice || (m & mine) ? m | GARBAGE : m | mine;
    y.version = !isTrim(i) ? t.W : opt.trimver && t.had[k] ? x.ts[t.had[k] - 1] : x.version;
    if (isTrim(i) && opt.trim == 2) {
        y.base = x.base;
        y.version = x.version;
        y.w.n = t.had[k];
        for (int j = 0; j < t.had[k]; j++) { y.id[j] = x.id[j]; y.ts[j] = x.ts[j]; }
    }
    y.prev = b + 1;
    y.prevGen = x.gen;
    y.reachable = 1;
    q.s.slot[k] = c;
    q.s.slotGen[k] = y.gen;
    q.s.slotN[k] = y.w.n;
    q.s.busy[k] = 0;
    q.s.t[i].fresh[k] = c;
    q.s.t[i].step[k] = PUBLISHED;
    SAY(q, "tx%d %s b%d into b%d, version %d: slot", i, isTrim(i) ? "writes again" : "folds", b, c, y.version);
}
// The owner of a value at home elsewhere. What is SENT may arrive at any time, or again, or not before it is sent again; two
// threads of the owner may have an APPEND and its repetition at the same time.
static void owner(const State &s) {
    for (int i = 0; i < TXS; i++) for (int k = 0; k < opt.keys; k++) {
        const Tx &t = s.t[i];
        int a = t.append[k], b = t.block[k], n = entryCount[i];
        if (!a) continue;
        const Block &x = s.b[b];
        bool isHere = x.key == k && x.gen == t.blockGen[k];
        if (!(a & BEGUN)) {
            Successor &q = emit(s);
            bool open = isHere && x.w.state == LOCKED && x.w.n == t.had[k];
            q.s.t[i].append[k] |= open ? BEGUN : BEGUN | DONE;
            SAY(q, "owner: tx%d's APPEND arrives%s", i, open ? "" : ", was done");
        } else if (!(a & DONE)) {
            writeTail(s, i, k, "owner: tx");
        }
        if ((a & AGAIN) && !(a & REPEATED)) {
            Successor &q = emit(s);
            Block &y = q.s.b[b];
            for (int j = 0; j < n; j++) { y.id[t.had[k] + j] = entry(i, j); y.ts[t.had[k] + j] = t.W; }
            bool open = x.w.state == LOCKED && (!opt.byn || x.w.n == t.had[k]);
            if (open) y.w = {LIVE, (u8)(x.w.n + n), 0, 0};
            else if (!opt.tolerant) q.s.broken = 1;
            q.s.t[i].append[k] |= REPEATED | DONE;
            SAY(q, "owner, again: tx%d's records, CAS -> LIVE(%d)%s", i, y.w.n, open ? "" : " fails");
        } else if (!(a & REPEATED)) {
            Successor &q = emit(s);
            bool open = isHere && x.w.state == LOCKED && (!opt.byn || x.w.n == t.had[k]);
            q.s.t[i].append[k] |= open ? AGAIN : REPEATED | DONE;
            SAY(q, "owner: tx%d's APPEND arrives once more%s", i, open ? "" : ", was done");
        }
    }
}

// ----------------------------------------------------------------------------------------------------------------------- writers
// What a writer's read of key k at R may see, taken in one moment; with torn=1 it reads as readers do.
struct Seen { u8 version, count, effective; };
static int readable(const State &s, int k, int R, Seen *seen, int *via) {
    int n = 0;
    for (int b = 0; b < BLOCKS; b++) {
        const Block *x = &s.b[b];
        if (x->key != k || !x->reachable || x->w.state == FREE) continue;
        bool ok = true;
        if (x->version > R) {
            while (ok && x->version > R) {
                if (x->prev) x = &s.b[x->prev - 1];
                else ok = false;
            }
        } else switch (x->w.state) {
            case LIVE: case PENDING: break;
            case LOCKED: ok = R <= x->w.arg; break;
            case SUPERSEDED: ok = R < x->w.arg; break;
            default: ok = false;
        }
        if (!ok) continue;
        int c = 0;
        while (c < x->w.n && x->ts[c] && x->ts[c] <= R) c++;
        Seen z = {x->version, (u8)c, (u8)(c ? x->ts[c - 1] : x->version)};
        bool known = false;
        for (int j = 0; j < n; j++) if (!memcmp(&seen[j], &z, sizeof z)) known = true;
        if (!known) { via[n] = b; seen[n++] = z; }
    }
    return n;
}
static bool allLogged(const Tx &t, int i) { return (t.logMask & writeSet[i]) == writeSet[i]; }
static void lockKey(const State &s, int i, int k) {
    const Tx &t = s.t[i];
    if (t.step[k] == NOTHING) {
        if (s.busy[k] && isTrim(i)) return;
        Successor &q = emit(s);
        Tx &m = q.s.t[i];
        if (!s.busy[k]) {
            q.s.busy[k] = i + 1;
            m.block[k] = s.slot[k];
            m.blockGen[k] = s.slotGen[k];
            m.had[k] = s.slotN[k];
            m.step[k] = BUSY;
            SAY(q, "tx%d busy k%d (b%d, %d)", i, k, s.slot[k], s.slotN[k]);
        } else {
            m.pc = UNDOING;
            SAY(q, "tx%d finds k%d busy: abort", i, k);
        }
        return;
    }
    int b = t.block[k];
    const Block &x = s.b[b];
    Successor &q = emit(s);
    Tx &m = q.s.t[i];
    if (x.w.state != LIVE || (opt.slotn && x.w.n != t.had[k])) {
        m.pc = UNDOING;
        SAY(q, "tx%d k%d: b%d is %s(%d): gives the key back", i, k, b, stateName[x.w.state], x.w.n);
        return;
    }
    if (!opt.slotn) m.had[k] = x.w.n;
    if ((readSet[i] >> k & 1) && !sameEdition(x, x.w.n, t, k, opt.lcount)) {
        m.pc = UNDOING;
        SAY(q, "tx%d k%d: edition changed: abort", i, k);
        return;
    }
    if (opt.locked) q.s.b[b].w = {LOCKED, x.w.n, t.R, (u8)(i + 1)};
    bool fits = !isTrim(i) && !(foldSet[i] >> k & 1) && x.w.n + entryCount[i] <= x.cap;
    m.plan[k] = fits ? IN_PLACE : FOLD;
    if (!opt.late && fits) for (int j = 0; j < entryCount[i]; j++) q.s.b[b].id[x.w.n + j] = entry(i, j);
    m.step[k] = HELD;
    SAY(q, "tx%d b%d LOCKED(%d, %d)%s", i, b, x.w.n, t.R, opt.late ? "" : ", entries written");
    for (int z = 0; z < opt.keys; z++) if ((writeSet[i] >> z & 1) && m.step[z] < HELD) return;
    m.pc = isTrim(i) ? LOGGING : opt.wafter ? TIMESTAMP : VALIDATING;
}
static void validate(const State &s, int i) {
    const Tx &t = s.t[i];
    int need = readSet[i] & ~writeSet[i] & ~t.validMask;
    if (!need) {
        Successor &q = emit(s);
        bool onePhase = opt.one >> i & 1;
        q.s.t[i].pc = onePhase ? PUBLISHING : LOGGING;
        if (onePhase && opt.ackearly) q.s.done |= 1 << i;
        SAY(q, "tx%d has validated%s", i, onePhase ? ": decided" : "");
        return;
    }
    for (int k = 0; k < opt.keys; k++) if (need >> k & 1) {
        int good = -1, bad = -1; // through any address that it may have cached
        for (int b = 0; b < BLOCKS; b++) {
            const Block &x = s.b[b];
            if (x.key != k || !x.reachable || x.w.state == FREE || x.w.state == MOVED) continue;
            if (x.w.state == SUPERSEDED && x.w.arg <= t.seenVersion[k]) continue; // superseded by what was read: look it up
            bool current = x.w.state == LIVE || x.w.state == PENDING;
            if ((current && sameEdition(x, x.w.n, t, k, opt.vcount)) || (x.w.state == LOCKED && !opt.vlock)) good = b;
            else bad = b;
        }
        if (good >= 0) {
            Successor &q = emit(s);
            q.s.t[i].validMask |= 1 << k;
            SAY(q, "tx%d validates k%d version %d on b%d: same", i, k, t.seenEffective[k], good);
        }
        if (bad >= 0) {
            Successor &q = emit(s);
            q.s.t[i].pc = UNDOING;
            SAY(q, "tx%d validates k%d on b%d (%s): changed or locked: abort", i, k, bad, stateName[s.b[bad].w.state]);
        }
    }
}
static void undo(const State &s, int i) {
    const Tx &t = s.t[i];
    bool any = false;
    for (int k = 0; k < opt.keys; k++) if (t.step[k]) {
        any = true;
        Successor &q = emit(s);
        Tx &m = q.s.t[i];
        if (t.step[k] == HELD) {
            Block &x = q.s.b[t.block[k]];
            if (opt.undoback && x.w.state == LOCKED && x.w.locker == i + 1) x.w = {LIVE, (u8)(opt.undon ? x.w.n : 0), 0, 0};
            m.step[k] = BUSY;
            SAY(q, "tx%d undo: b%d LIVE(%d)", i, t.block[k], x.w.n);
        } else {
            q.s.busy[k] = 0;
            m.step[k] = NOTHING;
            SAY(q, "tx%d undo: busy k%d off", i, k);
        }
    }
    if (any) return;
    Successor &q = emit(s);
    Tx &m = q.s.t[i];
    u8 attempt = t.attempt + 1, dead = t.dead;
    memset(&m, 0, sizeof m);
    m.attempt = attempt;
    m.dead = dead;
    m.pc = attempt < (isTrim(i) ? 1 : opt.att) && !dead ? BEGIN : GIVEN_UP;
    SAY(q, "tx%d aborted", i);
}
static void writer(const State &s, int i) {
    const Tx &t = s.t[i];
    if (t.pc == COMMITTED || t.pc == GIVEN_UP || t.dead) return;
    if (opt.giveup && !isTrim(i) && t.pc >= LOCKING && t.pc <= LOGGING && !(t.pc == LOGGING && allLogged(t, i))) {
        Successor &q = emit(s);
        q.s.t[i].pc = UNDOING;
        q.s.t[i].logMask = 0;
        SAY(q, "tx%d gives up%s", i, t.logMask ? ", takes its records back" : "");
    }
    switch (t.pc) {
    case BEGIN: {
        Successor &q = emit(s);
        Tx &m = q.s.t[i];
        m.R = s.T;
        m.doneAtBegin = s.done;
        m.pc = readSet[i] ? READING : opt.wafter || isTrim(i) ? LOCKING : TIMESTAMP;
        if (opt.torn && readSet[i]) { q.s.r[READERS + i].keys = 8; q.s.r[READERS + i].R = s.T; }
        SAY(q, "%s%d begins, R=%d", isTrim(i) ? "trim, tx" : "tx", i, s.T);
        break;
    }
    case READING:
        if (opt.torn) { readKeys(s, READERS + i, readSet[i] & ~t.readMask, "tx", i); break; }
        for (int k = 0; k < opt.keys; k++) if ((readSet[i] >> k & 1) && !(t.readMask >> k & 1)) {
            Seen seen[BLOCKS];
            int via[BLOCKS], n = readable(s, k, t.R, seen, via);
            for (int z = 0; z < n; z++) {
                Successor &q = emit(s);
                Tx &m = q.s.t[i];
                m.seenVersion[k] = seen[z].version;
                m.seenCount[k] = seen[z].count;
                m.seenEffective[k] = seen[z].effective;
                m.readMask |= 1 << k;
                if ((m.readMask & readSet[i]) == readSet[i]) m.pc = opt.wafter ? LOCKING : TIMESTAMP;
                SAY(q, "tx%d reads k%d at R=%d through b%d: version %d", i, k, t.R, via[z], seen[z].effective);
            }
        }
        break;
    case LOCKING:
        for (int k = 0; k < opt.keys; k++) if ((writeSet[i] >> k & 1) && t.step[k] < HELD) lockKey(s, i, k);
        break;
    case TIMESTAMP: {
        Successor &q = emit(s);
        q.s.T++;
        q.s.t[i].W = q.s.T;
        q.s.t[i].pc = opt.wafter ? VALIDATING : LOCKING;
        SAY(q, "tx%d W=%d", i, q.s.T);
        break;
    }
    case VALIDATING: validate(s, i); break;
    case LOGGING:
        for (int k = 0; k < opt.keys; k++) if ((writeSet[i] >> k & 1) && !(t.logMask >> k & 1)) {
            Successor &q = emit(s);
            Tx &m = q.s.t[i];
            m.logMask |= 1 << k;
            if (allLogged(m, i)) { m.pc = PUBLISHING; if (opt.ackearly && !isTrim(i)) q.s.done |= 1 << i; }
            SAY(q, "tx%d logs at k%d's home%s", i, k, m.pc == PUBLISHING ? ": decided" : "");
        }
        break;
    case PUBLISHING:
        for (int k = 0; k < opt.keys; k++) if ((writeSet[i] >> k & 1) && t.step[k] != SETTLED) publish(s, i, k);
        break;
    case UNDOING: undo(s, i); break;
    }
}

// ----------------------------------------------------------------------------------------------- migrations, by the target alone
static void migrator(const State &s, int m) {
    const Migrator &g = s.g[m];
    int k = m ? opt.mk1 : opt.mk0;
    bool cached = opt.cached >> m & 1;
    if (g.dead || g.pc == OVER) return;
    auto over = [&](Successor &q, const char *why) {
        if (g.copy) release(q.s, g.copy - 1);
        endMigration(q.s.g[m]);
        SAY(q, "mig%d gives up: %s", m, why);
    };
    if (opt.mcrash && g.pc >= COPY) {
        Successor &q = emit(s);
        Migrator &x = q.s.g[m];
        x.dead = 1;
        if (x.copy && s.b[x.copy - 1].reachable) q.s.lost = 1;
        else if (x.copy) release(q.s, x.copy - 1);
        SAY(q, "mig%d's node dies%s", m, q.s.lost ? " with the value" : " and is fenced");
    }
    switch (g.pc) {
    case LOCATE:
        if (cached || !s.busy[k] || !opt.migbusy) {
            Successor &q = emit(s);
            Migrator &x = q.s.g[m];
            x.pc = COPY;
            x.block = s.slot[k];
            x.gen = s.slotGen[k];
            x.n = cached ? 0 : s.slotN[k];
            SAY(q, "mig%d READs slot k%d: b%d(%d)", m, k, s.slot[k], s.slotN[k]);
        }
        break;
    case COPY:
        for (int p = 0; p < partCount(); p++) if (!(g.parts >> p & 1)) {
            Successor &q = emit(s);
            Migrator &x = q.s.g[m];
            arrive(x.g, s.b[g.block], p);
            x.parts |= 1 << p;
            SAY(q, "mig%d READ b%d %s", m, g.block, partName(p));
            if (x.parts != (1 << partCount()) - 1) continue;
            const Image i = x.g;
            bool good = i.w.state == LIVE && i.gen == g.gen && i.key == k && !g.expired && (cached || !opt.copyn || !opt.slotn || i.w.n == g.n);
            if (!good || (opt.czero && !isWhole(i, i.w.n))) {
                over(q, "not an exact copy of a LIVE block");
                continue;
            }
            int c = allocate(q.s, k, g.gen);
            if (c < 0) { outCount--; continue; }
            Block &y = q.s.b[c];
            y.version = i.version; y.prev = i.prev; y.prevGen = i.prevGen; y.base = i.base; y.cap = i.cap;
            for (int j = 0; j < opt.cap; j++) if (j < i.w.n || !opt.cwipe) { y.id[j] = i.id[j]; y.ts[j] = i.ts[j]; }
            y.w = {PENDING, i.w.n, 0, 0};
            q.s.g[m].copy = c + 1;
            if (cached) q.s.g[m].n = i.w.n;
            q.s.g[m].pc = PUBLISH;
        }
        break;
    case PUBLISH: {
        if (g.expired && !opt.slow) { Successor &q = emit(s); over(q, "the lease is over"); break; }
        Successor &q = emit(s);
        Migrator &x = q.s.g[m];
        int c = g.copy - 1;
        bool asSeen = s.slot[k] == g.block && (s.slotGen[k] == g.gen || !opt.print) && (s.slotN[k] == g.n || !opt.slotn);
        if (!asSeen || (s.busy[k] && opt.migbusy)) { over(q, "CAS on the slot fails"); break; }
        q.s.slot[k] = c;
        q.s.slotGen[k] = s.b[c].gen;
        q.s.slotN[k] = s.b[c].w.n;
        q.s.b[c].reachable = 1;
        if (!opt.pend) q.s.b[c].w.state = LIVE;
        x.pc = INVALIDATE;
        SAY(q, "mig%d CAS slot k%d b%d(%d) -> b%d", m, k, g.block, g.n, c);
        break;
    }
    case INVALIDATE: {
        Successor &q = emit(s);
        Block &a = q.s.b[g.block];
        if (a.gen == g.gen && a.w.state == LIVE && a.w.n == g.g.w.n) a.w = {MOVED, a.w.n, 0, 0};
        q.s.g[m].pc = SETTLE;
        SAY(q, "mig%d CAS b%d: now %s", m, g.block, stateName[a.w.state]);
        break;
    }
    case SETTLE: {
        Successor &q = emit(s);
        Block &c = q.s.b[g.copy - 1], &a = q.s.b[g.block];
        if (c.w.state == PENDING) c.w = {LIVE, c.w.n, 0, 0};
        if (a.w.state == MOVED && a.gen == g.gen) a.retired = 1;
        SAY(q, "mig%d: b%d LIVE(%d), b%d retired", m, g.copy - 1, c.w.n, g.block);
        endMigration(q.s.g[m]);
        break;
    }
    }
}

// ------------------------------------------------------------------------------------------------------------ deaths, reclamation
static bool mayDie(const State &s, int i) {
    const Tx &t = s.t[i];
    if (!writeSet[i] || t.dead || (opt.one >> i & 1)) return false; // in one phase the value's home decides, and dies with its keys
    return (t.pc >= LOCKING && t.pc <= PUBLISHING) || t.pc == UNDOING;
}
static void recover(const State &s, int i) {
    const Tx &t = s.t[i];
    if (t.pc == COMMITTED || t.pc == GIVEN_UP) return;
    if (t.decision != 1) return undo(s, i);
    for (int k = 0; k < opt.keys; k++) if ((writeSet[i] >> k & 1) && t.step[k] != SETTLED) publish(s, i, k);
}
static void reclaim(const State &s) {
    int horizon = s.T, all = 8 | ((1 << opt.keys) - 1);
    for (int i = 0; i < TXS; i++) if (s.t[i].pc == READING) horizon = std::min(horizon, (int)s.t[i].R);
    for (int j = 0; j < opt.nread; j++) if (s.r[j].keys && s.r[j].keys != all) horizon = std::min(horizon, (int)s.r[j].R);
    for (int b = 0; b < BLOCKS; b++) {
        const Block &x = s.b[b];
        bool held = false; // by a handler of the owner, which does not last a lease
        for (const Tx &t : s.t) for (int k = 0; k < opt.keys; k++) {
            int a = t.append[k];
            held |= t.block[k] == b && (((a & BEGUN) && !(a & DONE)) || ((a & AGAIN) && !(a & REPEATED)));
        }
        if (held || !x.retired || !((x.w.state == SUPERSEDED && x.w.arg <= horizon) || x.w.state == MOVED)) continue;
        Successor &q = emit(s);
        release(q.s, b);
        SAY(q, "b%d freed after its lease (horizon %d)", b, horizon);
    }
}
static void steps(const State &s) {
    outCount = 0;
    if (s.lost) return;
    for (int i = 0; i < TXS; i++) if (writeSet[i]) writer(s, i);
    if (opt.msg) owner(s);
    for (int j = 0; j < opt.nread; j++) reader(s, j);
    for (int m = 0; m < opt.nmig; m++) migrator(s, m);
    for (int i = 0; i < TXS; i++) if (s.crashes < opt.crash && mayDie(s, i)) {
        Successor &q = emit(s);
        Tx &t = q.s.t[i];
        q.s.crashes++;
        t.dead = 1;
        t.decision = allLogged(t, i) ? 1 : 2;
        memset(&q.s.r[READERS + i], 0, sizeof(Reader));
        SAY(q, "tx%d's coordinator dies and is fenced; the logs say %s", i, t.decision == 1 ? "FORWARD" : "BACK");
    }
    for (int i = 0; i < TXS; i++) if (s.t[i].dead) recover(s, i);
    if (opt.gc) reclaim(s);
}

// --------------------------------------------------------------------------------------------------------------- what must hold
static bool decided(const State &s, int i) {
    if (!appends(i)) return false;
    if (s.t[i].dead) return s.t[i].decision == 1;
    return s.t[i].pc == PUBLISHING || s.t[i].pc == COMMITTED;
}
static std::string checkReader(const State &s, int j, int k) {
    const Reader &r = s.r[j];
    int got = r.result[k], first = initialEntries();
    std::string who = "reader" + std::to_string(j) + (r.R == NOW ? " (now)" : " at R=" + std::to_string(r.R));
    if (r.freed) return "FREED: " + who + " followed prev into freed memory";
    if (got & GARBAGE) return "GARBAGE: " + who + " accepted a word that was never an entry, or one twice";
    if ((got & first) != first) return "SNAPSHOT: " + who + " misses an entry of the beginning";
    for (int i = 0; i < TXS; i++) if (appends(i) && (writeSet[i] >> k & 1)) {
        int e = entriesOf(i), g = got & e;
        bool d = decided(s, i);
        std::string commit = "W=" + std::to_string(s.t[i].W);
        if (g && g != e) return "SNAPSHOT: " + who + " sees half of the commit " + commit;
        if (g && !d) return "DIRTY: " + who + " sees an undecided or aborted commit";
        if (r.R != NOW) {
            if (g && s.t[i].W > r.R) return "SNAPSHOT: " + who + " sees the later commit " + commit;
            if (!g && d && s.t[i].W <= r.R) return "SNAPSHOT: " + who + " misses the commit " + commit;
            continue;
        }
        if (!g && d && (r.doneAtBegin >> i & 1)) return "STALE: " + who + " misses an acknowledged append";
        for (int o = 0; o < TXS; o++)
            if (o != i && !g && d && (writeSet[o] >> k & 1) && decided(s, o) && (got & entriesOf(o)) && s.t[i].W < s.t[o].W)
                return "ORDER: " + who + " sees a later commit, not an earlier one";
    }
    if (r.R == NOW) for (int z = 0; z < opt.nread; z++)
        if ((r.doneAtBegin >> (3 + z) & 1) && s.r[z].R == NOW && (s.r[z].result[k] & ~got))
            return "STALE: " + who + " misses what an earlier read has seen";
    return "";
}
static std::string check(const State &s) {
    if (s.lost) return "";
    if (s.broken) return s.broken == 1 ? "INVARIANT: an owner's CAS has failed behind its records" : "INVARIANT: own memory shows n before its records";
    if (s.garbage) return "GARBAGE: a writer accepted a word that was never an entry, or one twice";
    for (int j = 0; j < opt.nread; j++) for (int i = 0; i < TXS; i++)
        if (s.r[j].keys && s.r[j].R != NOW && (s.r[j].doneAtBegin >> i & 1) && s.t[i].W > s.r[j].R) return "REALTIME";
    for (int j = 0; j < opt.nread; j++) for (int k = 0; k < opt.keys; k++) if (s.r[j].keys >> k & 1) {
        std::string e = checkReader(s, j, k);
        if (!e.empty()) return e + ", key " + std::to_string(k);
    }
    for (int i = 0; i < TXS; i++) if (decided(s, i)) for (int k = 0; k < opt.keys; k++) if (readSet[i] >> k & 1)
        for (int j = 0; j < TXS; j++)
            if (j != i && (writeSet[j] >> k & 1) && decided(s, j) && s.t[j].W < s.t[i].W && s.t[i].seenEffective[k] < s.t[j].W)
                return "LOST/SKEW: W=" + std::to_string(s.t[i].W) + " has read key " + std::to_string(k) + " before W=" +
                       std::to_string(s.t[j].W) + " has written it";
    for (int k = 0; k < opt.keys; k++)
        if (s.b[s.slot[k]].w.state == FREE || s.b[s.slot[k]].gen != s.slotGen[k]) return "FREED: the slot names freed memory";
    return "";
}
static bool isFinal(const State &s) {
    for (int i = 0; i < TXS; i++) if (writeSet[i] && s.t[i].pc != COMMITTED && s.t[i].pc != GIVEN_UP) return false;
    for (int j = 0; j < opt.nread; j++) if (s.r[j].keys != (8 | ((1 << opt.keys) - 1))) return false;
    for (int m = 0; m < opt.nmig; m++) if (s.g[m].pc != OVER && !s.g[m].dead) return false;
    return true;
}
static std::string checkEnd(const State &s) {
    if (s.lost) return "";
    if (!isFinal(s)) return "DEADLOCK";
    for (int k = 0; k < opt.keys; k++) {
        const Block &x = s.b[s.slot[k]];
        if (s.busy[k]) return "LEFTOVER: busy bit";
        if (x.w.state != LIVE) return std::string("LEFTOVER: the current block is ") + stateName[x.w.state];
        bool twice = false;
        int m = content(x, std::min(x.w.n, x.cap), twice), want = initialEntries();
        for (int i = 0; i < TXS; i++) if ((writeSet[i] >> k & 1) && decided(s, i)) want |= entriesOf(i);
        if (twice || (m & GARBAGE)) return "DOUBLED: an entry is in the list twice";
        if (m & ~want) return "DIRTY: an aborted append is in the list";
        if (m != want) return "LOST APPEND: a committed entry is not in the list";
        if (x.w.n != written(x.ts, x.cap)) return "COUNT: the state word and the tail disagree";
        if (x.w.n != s.slotN[k]) return "COUNT: the state word and the slot disagree";
        for (int b = 0; b < BLOCKS; b++) {
            const Block &y = s.b[b];
            if (y.key != k || !y.reachable || b == s.slot[k]) continue;
            if (y.w.state != FREE && y.w.state != SUPERSEDED && y.w.state != MOVED)
                return "STALE BLOCK: a former block is still trusted by cached readers";
        }
    }
    for (int i = 0; i < TXS; i++) if (decided(s, i))
        for (int j = 0; j < TXS; j++)
            if (j != i && (s.t[i].doneAtBegin >> j & 1) && decided(s, j) && s.t[j].W >= s.t[i].W) return "REALTIME";
    return "";
}

// -------------------------------------------------------------------------------------------------- states that differ in names
static u64 hashBytes(const u8 *p, size_t n) {
    u64 h = 0x9E3779B97F4A7C15ull, w;
    for (size_t i = 0; i < n; i += 8) {
        w = 0;
        memcpy(&w, p + i, std::min<size_t>(8, n - i));
        h ^= w; h *= 0xff51afd7ed558ccdull; h ^= h >> 32; h *= 0xc4ceb9fe1a85ec53ull; h ^= h >> 29;
    }
    return h ? h : 1;
}
struct Renaming { int tx[TXS], reader[READERS], migrator[MIGRATORS]; }; // new number -> old number
static std::vector<Renaming> renamings;
static bool readersAlike, migratorsAlike;
static bool alike(int a, int b) {
    return a == b || (writeSet[a] == writeSet[b] && readSet[a] == readSet[b] && foldSet[a] == foldSet[b] &&
                      entryCount[a] == entryCount[b] && (opt.one >> a & 1) == (opt.one >> b & 1) && isTrim(a) == isTrim(b));
}
// Of those who are alike the one who has done less comes first: that leaves few renamings to be compared.
static bool isSorted(const State &s, const Renaming &by) {
    auto txRank = [&](int i) { const Tx &t = s.t[i]; return t.pc << 16 | t.step[0] << 12 | t.step[1] << 8 | t.W; };
    auto readerRank = [&](int j) { const Reader &r = s.r[j]; return r.keys << 16 | r.parts << 8 | r.R; };
    auto migratorRank = [&](int m) { return s.g[m].pc << 8 | s.g[m].parts; };
    for (int a = 0; a < TXS; a++) for (int b = a + 1; b < TXS; b++)
        if (alike(a, b) && txRank(by.tx[a]) > txRank(by.tx[b])) return false;
    if (readersAlike && readerRank(by.reader[0]) > readerRank(by.reader[1])) return false;
    return !migratorsAlike || migratorRank(by.migrator[0]) <= migratorRank(by.migrator[1]);
}
static void findRenamings() {
    bool same = (opt.get & 1) == (opt.get >> 1 & 1) && (opt.local & 1) == (opt.local >> 1 & 1);
    readersAlike = opt.nread == 2 && same;
    migratorsAlike = opt.nmig == 2 && opt.mk0 == opt.mk1 && (opt.cached == 0 || opt.cached == 3);
    int p[TXS] = {0, 1, 2};
    do {
        if (!alike(0, p[0]) || !alike(1, p[1]) || !alike(2, p[2])) continue;
        for (int r = 0; r <= readersAlike; r++) for (int m = 0; m <= migratorsAlike; m++)
            renamings.push_back({{p[0], p[1], p[2]}, {r, 1 - r}, {m, 1 - m}});
    } while (std::next_permutation(p, p + TXS));
}
static bool maybeMissed(const State &s, const Reader &r, int i) {
    const Tx &t = s.t[i];
    if (!appends(i) || !t.W || t.W > r.R || decided(s, i) || t.pc == GIVEN_UP) return false;
    for (int k = 0; k < opt.keys; k++)
        if ((r.keys >> k & 1) && (writeSet[i] >> k & 1) && !(r.result[k] & entriesOf(i))) return true;
    return false;
}
static u64 renamedHash(const State &s, const Renaming &by) {
    u8 tx[TXS], rd[READERS], block[BLOCKS], order[BLOCKS];
    for (int i = 0; i < TXS; i++) tx[by.tx[i]] = i;
    for (int j = 0; j < READERS; j++) rd[by.reader[j]] = j;
    auto set = [&](u8 m) {
        u8 x = m & 0xC0;
        for (int i = 0; i < TXS; i++) x |= (m >> (2 * i) & 3) << (2 * tx[i]);
        return x;
    };
    auto ident = [&](u8 id) -> u8 { return id >= 1 && id <= 6 ? 2 * tx[(id - 1) / 2] + 1 + (id - 1) % 2 : id; };
    auto doneSet = [&](u8 d) {
        u8 x = 0;
        for (int i = 0; i < TXS; i++) if (d >> i & 1) x |= 1 << tx[i];
        for (int j = 0; j < READERS; j++) if ((d >> (3 + j) & 1) && (opt.sym < 2 || (opt.get >> j & 1))) x |= 8 << rd[j];
        return x;
    };
    auto holder = [&](u8 o) -> u8 { return !o ? 0 : 1 + tx[o - 1]; };
    auto over = [&](const Tx &t) { return t.pc == GIVEN_UP || (t.pc == COMMITTED && !opt.msg); };
    memset(block, 0xFF, sizeof block);
    int n = 0;
    auto meet = [&](int b) { if (block[b] == 0xFF) { block[b] = n; order[n++] = b; } };
    auto meetAs = [&](int b, u8 gen) { if (s.b[b].gen == gen) meet(b); };
    auto follow = [&]() {
        for (int x = 0; x < n; x++) if (s.b[order[x]].prev) meetAs(s.b[order[x]].prev - 1, s.b[order[x]].prevGen);
    };
    for (int k = 0; k < opt.keys; k++) meet(s.slot[k]);
    for (int i = 0; i < TXS; i++) {
        const Tx &t = s.t[by.tx[i]];
        for (int k = 0; k < opt.keys; k++) if (!over(t) && t.step[k]) {
            meetAs(t.block[k], t.blockGen[k]);
            if (t.step[k] == PUBLISHED) meet(t.fresh[k]);
        }
    }
    for (int m = 0; m < MIGRATORS; m++) {
        const Migrator &g = s.g[by.migrator[m]];
        if (g.pc != LOCATE && g.pc != OVER) meetAs(g.block, g.gen);
        if (g.copy) meet(g.copy - 1);
    }
    for (int j = 0; j < READERS + TXS; j++) {
        const Reader &r = s.r[j < READERS ? by.reader[j] : READERS + by.tx[j - READERS]];
        if (r.on) meetAs(r.block, r.gen);
        if (r.on && (r.parts & 1) && r.g.prev) meetAs(r.g.prev - 1, r.g.prevGen);
    }
    follow();
    std::pair<u64, u8> rest[BLOCKS];
    int restCount = 0;
    for (int b = 0; b < BLOCKS; b++) if (block[b] == 0xFF && s.b[b].w.state != FREE) {
        Block x = s.b[b];
        x.gen = x.prev = x.prevGen = 0;
        x.w.locker = holder(x.w.locker);
        x.base = set(x.base);
        for (u8 &id : x.id) id = ident(id);
        int z = restCount++; // sorted by what they hold
        rest[z] = {hashBytes((const u8 *)&x, sizeof x), (u8)b};
        for (; z && rest[z - 1].first > rest[z].first; z--) std::swap(rest[z], rest[z - 1]);
    }
    for (int x = 0; x < restCount; x++) meet(rest[x].second);
    follow();
    auto name = [&](int b, u8 gen) -> u8 { return s.b[b].gen != gen || block[b] == 0xFF ? 0xFE : block[b]; };
    u8 buffer[1024];
    size_t at = 0;
    auto put = [&](u8 x) { buffer[at++] = x; };
    auto putWord = [&](const Word &w) {
        put(w.state); put(w.n); put(w.arg); put(holder(w.locker));
    };
    auto putTail = [&](const u8 *id, const u8 *ts) { for (int j = 0; j < opt.cap; j++) { put(ident(id[j])); put(ts[j]); } };
    auto putImage = [&](const Image &g, u8 parts, u8 gen) {
        put(g.key); put(parts & 1 ? g.gen == gen : 0); putWord(g.w); put(g.version);
        put(g.prev ? 1 + name(g.prev - 1, g.prevGen) : 0);
        put(set(g.base)); put(g.cap); putTail(g.id, g.ts);
    };
    put(s.T); put(doneSet(s.done)); put(s.crashes); put(s.lost); put(s.garbage);
    put(s.broken);
    for (int k = 0; k < opt.keys; k++) { put(block[s.slot[k]]); put(s.slotGen[k] == s.b[s.slot[k]].gen); put(s.slotN[k]); put(holder(s.busy[k])); }
    for (int i = 0; i < TXS; i++) {
        const Tx &t = s.t[by.tx[i]];
        bool done = over(t);
        put(t.pc); put(t.R); put(t.W); put(doneSet(t.doneAtBegin)); put(t.dead); put(t.decision);
        if (!done) { put(t.attempt); put(t.readMask); put(t.validMask); put(t.logMask); }
        for (int k = 0; k < opt.keys; k++) {
            put(t.seenEffective[k]);
            if (done) continue;
            put(t.step[k]); put(t.step[k] ? name(t.block[k], t.blockGen[k]) : 0); put(t.had[k]); put(t.plan[k]); put(t.append[k]);
            put(t.step[k] == PUBLISHED ? block[t.fresh[k]] : 0);
            put(t.seenVersion[k]); put(t.seenCount[k]);
        }
    }
    for (int j = 0; j < READERS + TXS; j++) {
        const Reader &r = s.r[j < READERS ? by.reader[j] : READERS + by.tx[j - READERS]];
        put(r.keys); put(r.freed);
        if (!r.keys) continue;
        if (r.R == NOW || opt.sym < 2) {
            put(doneSet(r.doneAtBegin));
            for (int k = 0; k < opt.keys; k++) put(set(r.result[k]));
        } else { // of what a snapshot has read matters only whom it will have missed if he commits yet: all else was checked
            for (int i = 0; i < TXS; i++) put(maybeMissed(s, r, by.tx[i]));
            if (r.keys == (8 | ((1 << opt.keys) - 1))) continue;
        }
        put(r.R); put(r.on);
        if (!r.on) continue;
        put(r.key); put(name(r.block, r.gen)); put(r.expired); put(r.following); put(r.parts); put(r.whole);
        putImage(r.g, r.parts, r.gen);
    }
    for (int m = 0; m < MIGRATORS; m++) {
        const Migrator &g = s.g[by.migrator[m]];
        put(g.pc); put(g.dead);
        if (g.pc == LOCATE || g.pc == OVER) continue;
        put(name(g.block, g.gen)); put(g.expired); put(g.parts); put(g.n); put(g.copy ? 1 + block[g.copy - 1] : 0);
        putImage(g.g, g.parts, g.gen);
    }
    for (int x = 0; x < n; x++) {
        const Block &b = s.b[order[x]];
        put(b.key); putWord(b.w); put(b.version); put(b.prev ? 1 + name(b.prev - 1, b.prevGen) : 0);
        put(set(b.base)); put(b.reachable); put(b.retired); put(b.cap); putTail(b.id, b.ts);
    }
    return hashBytes(buffer, at);
}
static u64 hashState(const State &s) {
    if (!opt.sym) return hashBytes((const u8 *)&s, sizeof s);
    u64 h = ~0ull;
    for (const Renaming &r : renamings) if (isSorted(s, r)) h = std::min(h, renamedHash(s, r));
    return h;
}

// ------------------------------------------------------------------------------------------------------------------------ search
static std::vector<u64> table;
static u64 tableMask;
static bool insert(u64 h) {
    u64 i = h & tableMask;
    while (table[i]) {
        if (table[i] == h) return false;
        i = (i + 1) & tableMask;
    }
    table[i] = h;
    return true;
}
// The states that wait to be looked at, without the parts that this configuration does not use.
struct Queue {
    struct Part { size_t from, bytes; };
    std::vector<Part> parts;
    size_t stateBytes = 0, perChunk = 0, head = 0, tail = 0;
    std::deque<std::vector<u8>> chunks;
    void use(size_t from, size_t bytes) {
        parts.push_back({from, bytes});
        stateBytes += bytes;
        perChunk = (1 << 20) / stateBytes;
    }
    bool empty() const { return chunks.empty() || (chunks.size() == 1 && head == tail); }
    void push(const State &s) {
        if (chunks.empty() || tail == perChunk) { chunks.emplace_back(perChunk * stateBytes); tail = 0; }
        u8 *to = chunks.back().data() + tail++ * stateBytes;
        for (const Part &p : parts) { memcpy(to, (const u8 *)&s + p.from, p.bytes); to += p.bytes; }
    }
    void pop(State &s) {
        memset(&s, 0, sizeof s);
        const u8 *from = chunks.front().data() + head++ * stateBytes;
        for (const Part &p : parts) { memcpy((u8 *)&s + p.from, from, p.bytes); from += p.bytes; }
        if (head == perChunk) { chunks.pop_front(); head = 0; }
    }
};
static Queue openStates;
static void planQueue() {
    openStates.use(0, offsetof(State, t));
    for (int i = 0; i < TXS; i++) if (writeSet[i]) openStates.use(offsetof(State, t) + i * sizeof(Tx), sizeof(Tx));
    for (int j = 0; j < READERS + TXS; j++)
        if (j < opt.nread || (j >= READERS && opt.torn && readSet[j - READERS]))
            openStates.use(offsetof(State, r) + j * sizeof(Reader), sizeof(Reader));
    for (int m = 0; m < opt.nmig; m++) openStates.use(offsetof(State, g) + m * sizeof(Migrator), sizeof(Migrator));
}
static std::vector<u32> parent;
static std::vector<u8> ordinal;
static State start() {
    State s;
    memset(&s, 0, sizeof s);
    for (int k = 0; k < opt.keys; k++) {
        Block &x = s.b[k];
        x.key = k; x.gen = 1; x.w = {LIVE, 0, 0, 0}; x.base = initialEntries(); x.reachable = 1; x.cap = opt.cap0;
        s.slot[k] = k;
        s.slotGen[k] = 1;
    }
    return s;
}
static int depth(u32 x) { int d = 0; while (x) { d++; x = parent[x]; } return d; }
static void printSteps(u32 x, int last) {
    std::vector<int> path;
    if (last >= 0) path.push_back(last);
    for (; x; x = parent[x]) path.push_back(ordinal[x]);
    std::reverse(path.begin(), path.end());
    labels = true;
    State s = start();
    for (size_t a = 0; a < path.size(); a++) {
        steps(s);
        printf("  %2zu %s\n", a + 1, out[path[a]].label);
        State next = out[path[a]].s;
        s = next;
    }
    labels = false;
}
static bool setOption(const std::string &arg) {
    size_t e = arg.find('=');
    if (e == std::string::npos) return false;
    std::string name = arg.substr(0, e);
    char *end;
    long v = strtol(arg.c_str() + e + 1, &end, 10);
    if (*end || end == arg.c_str() + e + 1 || v < -1 || v > 1000) return false;
#define SET(option, value, text) if (name == #option) { opt.option = v; return true; }
    OPTIONS(SET)
#undef SET
    return false;
}
static bool configure(int count, char **args, std::string &shown) {
    for (int i = 1; i < count; i++) {
        std::string a = args[i];
        if (!setOption(a)) {
            fprintf(stderr, "no such option or no number: %s; ./tail help lists them\n", args[i]);
            return false;
        }
        if (a.find("max=") && a.find("quiet=")) shown += (shown.empty() ? "" : " ") + a;
    }
    if (opt.keys < 1 || opt.keys > 2 || opt.cap < 1 || opt.cap > TAIL || opt.nread < 0 || opt.nread > READERS || opt.nmig < 0 ||
        opt.nmig > MIGRATORS || opt.max < 1 || opt.cap0 > opt.cap || opt.n0 < 0 || opt.n0 > 1 || opt.att < 1 ||
        opt.mk0 >= opt.keys || opt.mk1 >= opt.keys || (opt.trim && opt.ws2) || opt.trim < 0 || opt.trim > 2 || (opt.gens && opt.keys > 1)) {
        fprintf(stderr, "an option is out of range; ./tail help says what each may be\n");
        return false;
    }
    if (opt.cap0 < 0) opt.cap0 = opt.cap;
    if (opt.trim) { opt.ws2 = 1; opt.ents2 = 0; }
    int w[] = {opt.ws0, opt.ws1, opt.ws2}, r[] = {opt.rs0, opt.rs1, opt.rs2}, c[] = {opt.cow0, opt.cow1, opt.cow2};
    int e[] = {opt.ents0, opt.ents1, opt.ents2}, keyMask = (1 << opt.keys) - 1;
    for (int i = 0; i < TXS; i++) {
        if ((w[i] | r[i]) & ~keyMask || e[i] > 2 || e[i] < (opt.trim && i == TRIM ? 0 : 1)) {
            fprintf(stderr, "writer %d has a key or a number of entries that is not there\n", i);
            return false;
        }
        writeSet[i] = w[i]; readSet[i] = r[i]; foldSet[i] = c[i]; entryCount[i] = e[i];
    }
    if (!opt.lease || !opt.print || !opt.wipe || opt.gens) opt.sym = 0; // without them names are not all the same
    return true;
}
int main(int count, char **args) {
    if (count == 2 && !strcmp(args[1], "help")) {
#define HELP(name, value, text) printf("%-10s %3d  %s\n", #name, value, text);
        OPTIONS(HELP)
#undef HELP
        return 0;
    }
    std::string shown, bad;
    if (!configure(count, args, shown)) return 2;
    findRenamings();
    planQueue();
    u64 statesMax = (u64)opt.max * 1000000, size = 1, states = 1, transitions = 0, ends = 0, allCommitted = 0;
    while (size < statesMax * 5 / 4) size *= 2;
    tableMask = size - 1;
    table.assign(size, 0);
    parent.reserve(statesMax);
    ordinal.reserve(statesMax);
    parent.push_back(0);
    ordinal.push_back(0);
    insert(hashState(start()));
    openStates.push(start());
    bool full = false;
    auto failed = [&](const std::string &what, u32 at, int last) {
        bad = what + " (" + std::to_string(depth(at) + (last >= 0)) + " steps)";
        if (!opt.quiet) printSteps(at, last);
    };
    for (u32 at = 0; !openStates.empty() && bad.empty() && !full; at++) {
        State s;
        openStates.pop(s);
        steps(s);
        transitions += outCount;
        if (outCount > 255) { fprintf(stderr, "more than 255 successors of a state: widen ordinal\n"); return 2; }
        if (!outCount) {
            ends++;
            bool all = true;
            for (int i = 0; i < TXS; i++) if (appends(i) && !decided(s, i)) all = false;
            allCommitted += all;
            std::string e = checkEnd(s);
            if (!e.empty()) failed(e, at, -1);
        }
        for (size_t z = 0; z < outCount && bad.empty(); z++) {
            bool isNew = insert(hashState(out[z].s));
            if (!isNew && opt.sym < 2) continue;
            std::string e = check(out[z].s); // with sym=2 the form leaves out what is checked here, so all are checked
            if (!e.empty()) { failed(e, at, z); break; }
            if (!isNew) continue;
            if (states == statesMax) { full = true; break; }
            openStates.push(out[z].s);
            parent.push_back(at);
            ordinal.push_back(z);
            states++;
        }
    }
    printf("[%s] states=%llu steps=%llu ends=%llu (all committed %llu): %s\n", shown.c_str(), (unsigned long long)states,
           (unsigned long long)transitions, (unsigned long long)ends, (unsigned long long)allCommitted,
           !bad.empty() ? bad.c_str() : full ? "INCOMPLETE, no violation so far" : "COMPLETE, no violation");
    return !bad.empty() ? 1 : full ? 3 : 0;
}
