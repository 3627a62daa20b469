package agent

import (
	"math"
	"strings"
	"sync"
	"time"

	"parley"
)

const (
	// usageEvery is how often what the engines did is journalled, so that a
	// process that dies loses little of it.
	usageEvery = time.Minute
	// lastUsage is how long engines may take to stop, and to tell what they did,
	// before the end of the call is told without them.
	lastUsage = 250 * time.Millisecond
)

// Used adds what an engine did: u holds what came on top of what was told
// before, for one engine in one role. It is dropped without a role and a name.
func (s *Session) Used(u parley.Usage) { s.account.add(u) }

// reckon journals and shows what the engines did since the last time.
func (s *Session) reckon() {
	all, changed := s.account.news()
	for _, u := range changed {
		s.record.note(u)
	}
	if len(changed) > 0 {
		s.stage.Usage(all)
	}
}

// settleAccount journals and shows all that the engines did.
func (s *Session) settleAccount() {
	all := s.account.close()
	for _, u := range all {
		s.record.note(u)
	}
	if len(all) > 0 {
		s.stage.Usage(all)
	}
}

// bill adds what a verdict has cost, once an exchange, however late it comes.
func (s *Session) bill(v parley.Verdict) {
	if v.Exchange < 1 || v.Exchange > s.state.Exchanges || s.billed[v.Exchange] {
		return
	}
	s.billed[v.Exchange] = true
	for _, u := range v.Usage {
		u.Role = "checker"
		if u.Engine == "" {
			u.Engine = v.Judge
		}
		s.account.add(u)
	}
}

const (
	// maxEngines is how many engines of a call are counted each for itself; those
	// beyond it are counted together, by role, as otherEngines.
	maxEngines   = 12
	otherEngines = "others"
	// maxEngineName is how many bytes of an engine's name are kept.
	maxEngineName = 100

	// No count of a call grows beyond these, which JavaScript's numbers hold
	// exactly.
	maxCount = math.MaxInt32
	maxAudio = 1000 * time.Hour
	maxCost  = 1e6
)

// roles are those that engines serve.
var roles = [...]string{"stt", "llm", "tts", "checker"}

// account adds up what the engines did for the call, by role and engine. It is
// safe for concurrent use.
type account struct {
	mu     sync.Mutex
	totals [maxEngines + len(roles)]total
	used   int
	closed bool
}

// total is one engine's in one role.
type total struct {
	parley.Usage // its Cost is nil
	cost         float64
	priced       bool
	changed      bool
}

// add takes one increment. Nothing is counted down: what is below zero or no
// number is 0.
func (a *account) add(u parley.Usage) {
	if !isRole(u.Role) || u.Engine == "" {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return
	}
	t := a.of(u.Role, bounded(u.Engine))
	t.changed = true
	for _, c := range [...]struct {
		sum *int
		by  int
	}{
		{&t.Requests, u.Requests}, {&t.Retries, u.Retries}, {&t.Prompt, u.Prompt}, {&t.Cached, u.Cached},
		{&t.Completion, u.Completion}, {&t.Characters, u.Characters},
	} {
		*c.sum += min(max(c.by, 0), maxCount-*c.sum)
	}
	t.Audio += min(max(u.Audio, 0), maxAudio-t.Audio)
	t.Estimated = t.Estimated || u.Estimated
	if u.Cost != nil {
		t.priced = true
		if *u.Cost > 0 { // which no NaN is
			t.cost = min(t.cost+*u.Cost, maxCost)
		}
	}
}

// of is the total of an engine in a role, a new one if there is none yet.
func (a *account) of(role, engine string) *total {
	for {
		for i := range a.totals[:a.used] {
			if t := &a.totals[i]; t.Role == role && t.Engine == engine {
				return t
			}
		}
		if a.used < maxEngines || engine == otherEngines {
			break
		}
		engine = otherEngines
	}
	t := &a.totals[a.used]
	a.used++
	t.Role, t.Engine = role, engine
	return t
}

// news are all totals so far, and those among them that have changed since the
// last time.
func (a *account) news() (all, changed []parley.Usage) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range a.totals[:a.used] {
		t := &a.totals[i]
		u := t.Usage
		if t.priced {
			u.Cost = new(t.cost)
		}
		all = append(all, u)
		if t.changed {
			changed = append(changed, u)
		}
		t.changed = false
	}
	return all, changed
}

// close are the totals for good: what is added later is not counted.
func (a *account) close() []parley.Usage {
	a.mu.Lock()
	a.closed = true
	a.mu.Unlock()
	all, _ := a.news()
	return all
}

func isRole(role string) bool {
	for _, r := range roles {
		if r == role {
			return true
		}
	}
	return false
}

// bounded is as much of an engine's name as is kept.
func bounded(name string) string {
	if len(name) > maxEngineName {
		name = strings.ToValidUTF8(name[:maxEngineName], "")
	}
	return name
}
