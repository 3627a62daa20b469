package doctor

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"parley/engine"
	"parley/engine/openaihttp"
)

// patience is how long the first request to a service may take: a model of 40 GB is
// read from a disk for minutes. A hosted service that is asleep takes less.
const patience = 5 * time.Minute

// slowStart is what a first answer may take longer than the second before it is said
// to be a cold start: a connection of its own takes less.
const slowStart = time.Second

// spoken is an engine of a service, which learns how that wants to be asked.
type spoken interface {
	Name() string
	// Dialect is how the service is asked otherwise than it would be, and what is
	// known of its answers, in plain words.
	Dialect() []string
}

// depth is what the checks of one engine have found so far.
type depth struct {
	part   string
	engine spoken
	told   map[string]bool // sentences of its dialect
	alive  bool            // it has answered once
	asked  *int            // requests of all engines
}

func newDepth(part string, e spoken, asked *int) *depth {
	return &depth{part: part, engine: e, told: map[string]bool{}, asked: asked}
}

// learnt is what is new in the engine's dialect, as sentences.
func (d *depth) learnt() (fresh []string) {
	for _, says := range d.engine.Dialect() {
		if !d.told[says] {
			d.told[says] = true
			fresh = append(fresh, strings.ToUpper(says[:1])+strings.TrimRight(says[1:], ".")+".")
		}
	}
	return fresh
}

// check is one that asks the engine. All but the first are left out if that has failed:
// what does not answer is not asked again. What such a check finds wanting stops no
// call, so its error is a note.
func (d *depth) check(what string, run func(ctx context.Context) (Finding, error)) Check {
	return Check{Part: d.part, Subject: d.engine.Name(), What: what, Run: func(ctx context.Context) (Finding, error) {
		if !d.alive {
			return Finding{Says: "not tried, as it does not answer", Note: true}, nil
		}
		f, err := run(ctx)
		if err != nil && ctx.Err() == nil {
			f = Finding{Says: d.without(err), Note: true}
		} else if err != nil {
			f = Finding{Says: fmt.Sprintf("no answer within %v", checkBudget), Note: true}
		}
		f.Does = append(f.Does, d.learnt()...)
		return f, nil
	}}
}

// without is err as one line without the engine's name.
func (d *depth) without(err error) string {
	return said(Result{Check: Check{Subject: d.engine.Name()}, Err: err})
}

// first has ask made twice, the first time with the patience that a model takes to be
// loaded, which tells a cold start from a warm one.
func (d *depth) first(what string, ask func(ctx context.Context) (Finding, error)) Check {
	run := func(ctx context.Context) (Finding, error) {
		begun := time.Now()
		if err := d.woken(ctx, ask); err != nil {
			return Finding{}, err
		}
		cold := time.Since(begun)
		d.alive = true
		*d.asked++
		begun = time.Now()
		f, err := ask(ctx)
		if err != nil {
			return Finding{}, err
		}
		if more := cold - time.Since(begun); more > slowStart {
			f.Does = append(f.Does, fmt.Sprintf("Its first answer took %.1f s longer than its second, as if it loaded its model. %s",
				more.Seconds(), d.warms()))
		}
		f.Does = append(f.Does, d.learnt()...)
		return f, nil
	}
	return Check{Part: d.part, Subject: d.engine.Name(), What: what, Budget: patience + checkBudget, Run: run}
}

// warms is what Parley does about a cold start.
func (d *depth) warms() string {
	if e, ok := d.engine.(interface{ Loads() bool }); ok && e.Loads() {
		return "Parley has it loaded when it starts and when a call begins, and the next engine of the list serves until then."
	}
	return `Say "warm": true of the service in the file, and Parley has it loaded when it starts and when a call begins.`
}

// woken asks for the first time, and again while the service says that it is loading.
func (d *depth) woken(ctx context.Context, ask func(ctx context.Context) (Finding, error)) error {
	patient := engine.Patiently(ctx, patience)
	for {
		*d.asked++
		_, err := ask(patient)
		if refusal := (*openaihttp.Refusal)(nil); !errors.As(err, &refusal) || !loads(refusal) {
			return err
		}
		select {
		case <-time.After(nextAsk):
		case <-ctx.Done():
			return err
		}
	}
}

// nextAsk is how often a service that loads is asked.
const nextAsk = time.Second

// loads reports whether a service refuses as it loads its model, as llama.cpp ("Loading
// model") and text-generation-inference ("is currently loading") do.
func loads(r *openaihttp.Refusal) bool {
	return r.Status == http.StatusServiceUnavailable && r.Mentions("oading")
}
