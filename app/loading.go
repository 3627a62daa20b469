package app

import (
	"context"

	"parley/agent"
	"parley/engine"
	"parley/engine/failover"
	"parley/scenarios"
)

// plays is the list that thinks in a scene, nil if there is none.
func (e *Engines) plays(s scenarios.Scenario) *failover.Thinking {
	if e.acts(s) {
		return e.thinking
	}
	return e.services
}

// watch has a call's session told of models that are being loaded, until stop has
// returned.
func (e *Engines) watch(s scenarios.Scenario, session *agent.Session) (stop func()) {
	tell := func(l failover.Load) {
		if l.Over {
			session.Loaded(l.Role, l.Engine, l.Err)
			return
		}
		session.Switched(l.Role, l.Engine, l.Next, engine.ErrLoading, false)
	}
	stops := []func(){e.hearing.Watch(tell), e.speaking.Watch(tell)}
	if t := e.plays(s); t != nil {
		stops = append(stops, t.Watch(tell))
	}
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}

// settle waits for the models of a list that are being loaded, until ctx ends: whoever
// began a command has nothing else meanwhile.
func settle(ctx context.Context, t *failover.Thinking, say func(engine string)) {
	defer t.Watch(func(l failover.Load) {
		if !l.Over {
			say(l.Engine)
		}
	})()
	t.Settle(ctx)
}
