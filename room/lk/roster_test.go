package lk

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/livekit/protocol/livekit"
)

func person(identity, sid string, joined int64) *livekit.ParticipantInfo {
	return &livekit.ParticipantInfo{Identity: identity, Sid: sid, JoinedAt: joined, State: livekit.ParticipantInfo_ACTIVE}
}

// notes are a roster's events, written down.
type notes struct {
	mu   sync.Mutex
	seen []string
}

func (n *notes) note(what string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.seen = append(n.seen, what)
}

// want checks what was seen since the last time.
func (n *notes) want(t *testing.T, want ...string) {
	t.Helper()
	n.mu.Lock()
	defer n.mu.Unlock()
	if !slices.Equal(n.seen, want) {
		t.Errorf("seen %v, want %v", n.seen, want)
	}
	n.seen = nil
}

// sort puts what came at one instant in order.
func (n *notes) sort() {
	n.mu.Lock()
	defer n.mu.Unlock()
	slices.Sort(n.seen)
}

// noted is a roster whose events are written down.
func noted() (*roster, *notes) {
	n := &notes{}
	of := func(what string) func(Participant) { return func(p Participant) { n.note(what + " " + p.Identity) } }
	who := func(what string) func(string) { return func(identity string) { n.note(what + " " + identity) } }
	e := &Events{Joined: of("joined"), Rejoined: of("rejoined"), Left: who("left"), Missing: who("missing")}
	return newRoster(func(f func(*Events)) { f(e) }), n
}

// TestMissingAfterARestart: a server that was restarted knows nobody. Who comes back in
// time has not left.
func TestMissingAfterARestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, seen := noted()
		r.replace([]*livekit.ParticipantInfo{person("ana", "PA_1", 1), person("ben", "PA_2", 2)})
		seen.want(t, "joined ana", "joined ben")
		r.lost()
		r.replace([]*livekit.ParticipantInfo{person("ben", "PA_4", 3)})
		seen.want(t, "missing ana", "rejoined ben")
		if r.microphone("ana") != "" || len(r.others("")) != 1 {
			t.Error("who is missing counts as present")
		}
		time.Sleep(ReturnGrace - time.Millisecond)
		r.update(person("ana", "PA_5", 4))
		seen.want(t, "rejoined ana")
		time.Sleep(2 * ReturnGrace)
		seen.want(t)
		r.replace(nil)
		time.Sleep(ReturnGrace)
		synctest.Wait()
		seen.sort()
		seen.want(t, "left ana", "left ben", "missing ana", "missing ben")
		r.update(person("ana", "PA_6", 5))
		seen.want(t, "joined ana")
	})
}

// TestNobodyIsMissedWhileTheConnectionIsAway: the time to come back is one in which it
// could be seen.
func TestNobodyIsMissedWhileTheConnectionIsAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, seen := noted()
		r.replace([]*livekit.ParticipantInfo{person("ana", "PA_1", 1)})
		seen.want(t, "joined ana")
		r.replace(nil)
		seen.want(t, "missing ana")
		time.Sleep(ReturnGrace / 2)
		r.lost()
		time.Sleep(time.Minute)
		r.found()
		time.Sleep(ReturnGrace - time.Millisecond)
		synctest.Wait()
		seen.want(t)
		r.lost()
		r.replace(nil) // another restart
		time.Sleep(ReturnGrace - time.Millisecond)
		synctest.Wait()
		seen.want(t)
		time.Sleep(time.Millisecond)
		synctest.Wait()
		seen.want(t, "left ana")
	})
}

// TestAgentsAreSeenFirst: whoever looks for other agents has seen them when people
// come.
func TestAgentsAreSeenFirst(t *testing.T) {
	t.Parallel()
	r, seen := noted()
	agent := person("agent", "PA_3", 9)
	agent.Kind = livekit.ParticipantInfo_AGENT
	r.replace([]*livekit.ParticipantInfo{person("ben", "PA_2", 2), agent, person("ana", "PA_1", 1)})
	seen.want(t, "joined agent", "joined ana", "joined ben")
}
