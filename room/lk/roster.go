package lk

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/livekit/protocol/livekit"
)

// roster knows who is in the room and emits the differences in order.
type roster struct {
	emit func(func(*Events))

	mu      sync.Mutex
	present map[string]*livekit.ParticipantInfo
}

func newRoster(emit func(func(*Events))) *roster {
	return &roster{emit: emit, present: map[string]*livekit.ParticipantInfo{}}
}

// replace makes infos the whole roster, oldest participant first.
func (r *roster) replace(infos []*livekit.ParticipantInfo) {
	infos = slices.Clone(infos)
	slices.SortStableFunc(infos, func(a, b *livekit.ParticipantInfo) int {
		return cmp.Compare(joinedMs(a), joinedMs(b))
	})
	stay := map[string]bool{}
	for _, info := range infos {
		stay[info.GetIdentity()] = true
	}
	r.mu.Lock()
	for identity := range r.present {
		if !stay[identity] {
			r.remove(identity)
		}
	}
	r.mu.Unlock()
	for _, info := range infos {
		r.update(info)
	}
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
	switch {
	case info.GetState() == livekit.ParticipantInfo_DISCONNECTED:
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

// microphone is the SID of identity's microphone track, or empty.
func (r *roster) microphone(identity string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.present[identity].GetTracks() {
		if t.GetSource() == livekit.TrackSource_MICROPHONE {
			return t.GetSid()
		}
	}
	return ""
}

// others are all in the room but identity.
func (r *roster) others(identity string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	present := slices.Sorted(maps.Keys(r.present))
	return slices.DeleteFunc(present, func(who string) bool { return who == identity })
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

// Others are the identities of all others in the room but identity.
func (r *Room) Others(identity string) []string { return r.guard.roster.others(identity) }

func participant(info *livekit.ParticipantInfo) Participant {
	return Participant{
		Identity:   info.GetIdentity(),
		Standard:   info.GetKind() == livekit.ParticipantInfo_STANDARD && !info.GetPermission().GetHidden(),
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
