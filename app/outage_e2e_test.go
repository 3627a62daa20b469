package app_test

import (
	"sync"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/caller"
	"parley/engine/enginetest"
)

// outage takes NATS away after the first verdict of a call and brings it back
// when the caller says the line of a number.
type outage struct {
	t    *testing.T
	nats *apptest.NATSPart
	back int

	mu       sync.Mutex
	verdicts int // so far
	gone     bool
	returned enginetest.Clock // zero before
	// caughtUp is how long after the return each verdict came.
	caughtUp  []enginetest.Lapse
	repeated  int
	operation sync.WaitGroup
}

// observe does not wait for what it has done: the call goes on.
func (o *outage) observe(e caller.Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch b := e.Body.(type) {
	case caller.Verdict:
		if o.verdicts++; o.returned != (enginetest.Clock{}) {
			o.caughtUp = append(o.caughtUp, o.returned.Lapse())
		}
		if o.verdicts == 1 {
			o.gone = true
			o.operation.Go(o.nats.Kill)
		}
	case caller.LineBegun:
		if b.Repeat {
			o.repeated++
		}
		if b.Number == o.back && !b.Repeat {
			o.operation.Go(func() {
				o.nats.Restart(o.t)
				o.mu.Lock()
				defer o.mu.Unlock()
				o.returned = enginetest.Start()
				o.t.Log("NATS is back")
			})
		}
	}
}

// TestNATSRestartsInACall kills the NATS server in the middle of a voice call.
// The conversation goes on without it, and all its verdicts come when it is back.
func TestNATSRestartsInACall(t *testing.T) {
	t.Parallel()
	nats := apptest.StartNATS(t)
	c := apptest.Config(t)
	c.NATSURL = nats.URL
	s := apptest.StartWith(t, c)
	o := &outage{t: t, nats: nats, back: 4}
	r, err := s.CallObserved(t, parley.Dispatch{Scenario: apptest.Scene, Username: "Robin"}, o.observe,
		"The biggest risk is that our supplier is late this year.",
		"We have a second supplier who can take over in a week.",
		"The whole plan costs less than we spent last year.",
		"I would start with a small test in the spring.")
	if err != nil {
		t.Fatal(err)
	}
	o.operation.Wait()
	if !o.gone || o.returned == (enginetest.Clock{}) {
		t.Fatal("NATS was not taken away and brought back")
	}
	// On a machine busy with other tests the recogniser may lose a line; the caller
	// then says it again, as people do.
	if r.Exchanges != 4 || o.repeated > 1 || r.Outcome != parley.Left {
		t.Errorf("%d exchanges, %d lines repeated, outcome %q; want 4, one at most, left", r.Exchanges, o.repeated, r.Outcome)
	}
	if len(r.Verdicts) != r.Exchanges {
		t.Errorf("%d verdicts on %d exchanges", len(r.Verdicts), r.Exchanges)
	}
	// Exchanges 2 and 3 were answered while NATS was away.
	if len(o.caughtUp) < 2 || o.caughtUp[1].Own > 5*time.Second {
		t.Fatalf("verdicts came %v after NATS was back, want two within 5s", o.caughtUp)
	}
	for _, trouble := range apptest.Troubles(r) {
		t.Errorf("the user was told of %+v", trouble)
	}
	t.Logf("NATS away for two exchanges; their verdicts came %v and %v after it was back",
		o.caughtUp[0].Took.Round(time.Millisecond), o.caughtUp[1].Took.Round(time.Millisecond))
}
