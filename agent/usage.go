package agent

import (
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
