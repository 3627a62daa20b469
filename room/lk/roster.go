package lk

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"
)

// ReturnGrace is how long somebody may be missing from a room after the
// connection to it was made anew, until that counts as leaving: a server that was
// restarted knows nobody, and each comes back in their own time. LiveKit's clients try
// again every 8 s at most in the first half minute.
const ReturnGrace = 10 * time.Second

// roster knows who is in the room and emits the differences in order.
type roster struct {
	emit func(func(*Events))

	mu      sync.Mutex
	present map[string]*livekit.ParticipantInfo
	missing map[string]*missing
}

// missing is somebody who was in the room before the connection was lost, and has not
// been seen since.
type missing struct {
	info *livekit.ParticipantInfo
	left *time.Timer // ends the wait
}

func newRoster(emit func(func(*Events))) *roster {
	return &roster{emit: emit, present: map[string]*livekit.ParticipantInfo{}, missing: map[string]*missing{}}
}

// replace makes infos the whole roster, agents first, then the oldest participant.
// Who is not among them is missing.
func (r *roster) replace(infos []*livekit.ParticipantInfo) {
	infos = slices.Clone(infos)
	slices.SortStableFunc(infos, func(a, b *livekit.ParticipantInfo) int {
		return cmp.Or(cmp.Compare(rankOf(a), rankOf(b)), cmp.Compare(joinedMs(a), joinedMs(b)))
	})
	stay := map[string]bool{}
	for _, info := range infos {
		stay[info.GetIdentity()] = true
	}
	r.mu.Lock()
	for identity, info := range r.present {
		if !stay[identity] {
			delete(r.present, identity)
			r.missing[identity] = &missing{info: info}
			r.emit(func(e *Events) { call1(e.Missing, identity) })
		}
	}
	r.wait()
	r.mu.Unlock()
	for _, info := range infos {
		r.update(info)
	}
}

// rankOf puts agents first, so that whoever looks for other agents has seen them when
// people come.
func rankOf(p *livekit.ParticipantInfo) int {
	if p.GetKind() == livekit.ParticipantInfo_AGENT {
		return 0
	}
	return 1
}

// wait starts the clock of those who are missing. Under mu.
func (r *roster) wait() {
	for identity, m := range r.missing {
		if m.left != nil {
			m.left.Stop()
		}
		m.left = time.AfterFunc(ReturnGrace, func() { r.gone(identity, m) })
	}
}

// found starts the clock again that lost has stopped.
func (r *roster) found() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wait()
}

// lost stops the clock of those who are missing: while there is no connection nobody
// can be seen coming back.
func (r *roster) lost() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.missing {
		m.left.Stop()
	}
}

// gone ends the wait for one who is still missing.
func (r *roster) gone(identity string, m *missing) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.missing[identity] == m {
		delete(r.missing, identity)
		r.emit(func(e *Events) { call1(e.Left, identity) })
	}
}

// back is what was known of one who was missing until now, nil if nobody was.
func (r *roster) back(identity string) *livekit.ParticipantInfo {
	m := r.missing[identity]
	if m == nil {
		return nil
	}
	m.left.Stop()
	delete(r.missing, identity)
	return m.info
}

func joinedMs(p *livekit.ParticipantInfo) int64 {
	return max(p.GetJoinedAtMs(), p.GetJoinedAt()*1000)
}

// update takes what the server tells of one participant. What is out of date is
// ignored, so that the leave of someone's earlier connection is not taken for the present
// one's.
func (r *roster) update(info *livekit.ParticipantInfo) {
	identity := info.GetIdentity()
	r.mu.Lock()
	defer r.mu.Unlock()
	old := r.present[identity]
	same := old != nil && old.GetSid() == info.GetSid()
	over := info.GetState() == livekit.ParticipantInfo_DISCONNECTED
	if old == nil && !over {
		old = r.back(identity)
	}
	switch {
	case over:
		if same {
			r.remove(identity)
		}
	case old == nil:
		r.present[identity] = info
		p := participant(info)
		r.emit(func(e *Events) { call1(e.Joined, p) })
	case same && info.GetVersion() < old.GetVersion():
	default:
		r.present[identity] = info
		if !same {
			p := participant(info)
			r.emit(func(e *Events) { call1(e.Rejoined, p) })
		}
		if changed := changes(old.GetAttributes(), info.GetAttributes()); len(changed) > 0 {
			r.emit(func(e *Events) {
				if e.Attributes != nil {
					e.Attributes(identity, changed)
				}
			})
		}
	}
}

func (r *roster) remove(identity string) {
	delete(r.present, identity)
	r.emit(func(e *Events) { call1(e.Left, identity) })
}

// microphone is the SID of identity's microphone track, or empty. A track without a source
// is one where there is no other.
func (r *roster) microphone(identity string) (sid string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.present[identity].GetTracks() {
		switch {
		case t.GetSource() == livekit.TrackSource_MICROPHONE:
			return t.GetSid()
		case t.GetSource() == livekit.TrackSource_UNKNOWN && t.GetType() == livekit.TrackType_AUDIO:
			sid = t.GetSid()
		}
	}
	return sid
}

// others are all in the room but identity.
func (r *roster) others(identity string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	present := slices.Sorted(maps.Keys(r.present))
	return slices.DeleteFunc(present, func(who string) bool { return who == identity })
}

// people are how many are in the room who are no agents, recorders or such.
func (r *roster) people() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, info := range r.present {
		if participant(info).Standard {
			n++
		}
	}
	return n
}

// agent reports whether identity is an agent in the room, or nobody yet: what an
// agent sends may come before the server tells that it has joined.
func (r *roster) agent(identity string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	info, known := r.present[identity]
	return !known || info.GetKind() == livekit.ParticipantInfo_AGENT
}

// Microphone is the SID of identity's microphone track, or empty.
func (r *Room) Microphone(identity string) string { return r.guard.roster.microphone(identity) }

// People is how many participants are in the room, beside this one, that are Standard.
func (r *Room) People() int { return r.guard.roster.people() }

// Identities are the identities of all others in the room but identity.
func (r *Room) Identities(identity string) []string { return r.guard.roster.others(identity) }

func participant(info *livekit.ParticipantInfo) Participant {
	return Participant{
		Identity:   info.GetIdentity(),
		Standard:   info.GetKind() == livekit.ParticipantInfo_STANDARD && !info.GetPermission().GetHidden(),
		Agent:      info.GetKind() == livekit.ParticipantInfo_AGENT,
		Joined:     joinedMs(info),
		Attributes: maps.Clone(info.GetAttributes()),
	}
}

// changes is what differs between two sets of attributes.
func changes(old, now map[string]string) map[string]string {
	diff := map[string]string{}
	for k, v := range now {
		if old[k] != v {
			diff[k] = v
		}
	}
	for k := range old {
		if _, ok := now[k]; !ok {
			diff[k] = ""
		}
	}
	return diff
}
