package lk

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/livekit/protocol/livekit"
)

func person(identity, sid string, joined int64) *livekit.ParticipantInfo {
	return &livekit.ParticipantInfo{Identity: identity, Sid: sid, JoinedAt: joined, State: livekit.ParticipantInfo_ACTIVE}
}

// noted is a roster whose events are written down.
func noted() (r *roster, seen *[]string) {
	seen = &[]string{}
	note := func(what string) func(Participant) {
		return func(p Participant) { *seen = append(*seen, what+" "+p.Identity) }
	}
	e := &Events{
		Joined: note("joined"), Rejoined: note("rejoined"), Left: func(who string) { *seen = append(*seen, "left "+who) },
		Missing: func(who string) { *seen = append(*seen, "missing "+who) },
		Attributes: func(who string, changed map[string]string) {
			*seen = append(*seen, "changed "+who+" "+changed["parley.call_id"])
		},
	}
	return newRoster(func(f func(*Events)) { f(e) }), seen
}

func wantSeen(t *testing.T, got *[]string, want ...string) {
	t.Helper()
	if !slices.Equal(*got, want) {
		t.Errorf("seen %v, want %v", *got, want)
	}
	*got = nil
}

// TestMissingAfterARestart: a server that was restarted knows nobody. Who comes back in
// time has not left.
func TestMissingAfterARestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, seen := noted()
		r.replace([]*livekit.ParticipantInfo{person("ana", "PA_1", 1), person("ben", "PA_2", 2)})
		wantSeen(t, seen, "joined ana", "joined ben")
		r.lost()
		r.replace([]*livekit.ParticipantInfo{person("ben", "PA_4", 3)})
		wantSeen(t, seen, "missing ana", "rejoined ben")
		if r.microphone("ana") != "" || len(r.others("")) != 1 {
			t.Error("who is missing counts as present")
		}
		time.Sleep(ReturnGrace - time.Millisecond)
		r.update(person("ana", "PA_5", 4))
		wantSeen(t, seen, "rejoined ana")
		time.Sleep(2 * ReturnGrace)
		wantSeen(t, seen)
		r.replace(nil)
		time.Sleep(ReturnGrace)
		synctest.Wait()
		slices.Sort(*seen)
		wantSeen(t, seen, "left ana", "left ben", "missing ana", "missing ben")
		r.update(person("ana", "PA_6", 5))
		wantSeen(t, seen, "joined ana")
	})
}

// TestNobodyIsMissedWhileTheConnectionIsAway: the time to come back is one in which it
// could be seen.
func TestNobodyIsMissedWhileTheConnectionIsAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, seen := noted()
		r.replace([]*livekit.ParticipantInfo{person("ana", "PA_1", 1)})
		wantSeen(t, seen, "joined ana")
		r.replace(nil)
		wantSeen(t, seen, "missing ana")
		time.Sleep(ReturnGrace / 2)
		r.lost()
		time.Sleep(time.Minute)
		r.found()
		time.Sleep(ReturnGrace - time.Millisecond)
		synctest.Wait()
		wantSeen(t, seen)
		r.lost()
		r.replace(nil) // another restart
		time.Sleep(ReturnGrace - time.Millisecond)
		synctest.Wait()
		wantSeen(t, seen)
		time.Sleep(time.Millisecond)
		synctest.Wait()
		wantSeen(t, seen, "left ana")
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
	wantSeen(t, seen, "joined agent", "joined ana", "joined ben")
}
