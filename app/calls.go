package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"time"

	"golang.org/x/sync/singleflight"

	"parley"
	"parley/calls"
	"parley/checker"
	"parley/checker/queue"
	"parley/debrief"
	"parley/journal"
	"parley/llm"
	"parley/scenarios"
	"parley/web"
)

// ownCalls are the calls of users by the ids that they have proved: those in the
// journals, and those of which nothing is kept for as long as they are in memory.
type ownCalls struct {
	store   *userStore
	library *scenarios.Library
	// keep is how long journals are kept; 0 is for ever.
	keep time.Duration
	// model is who writes the sentences of a debrief.
	model func() llm.Engine
	// asked are the debriefs that it writes of now.
	asked singleflight.Group
}

var _ web.Calls = (*ownCalls)(nil)

// serve has the page serve what is kept of users; the model of a, where there is one,
// writes of their debriefs.
func (s *userStore) serve(w *web.Config, c Config, library *scenarios.Library, a *assistants) {
	own := &ownCalls{store: s, library: library, keep: c.KeepCalls, model: func() llm.Engine { return a.engine(nil) }}
	w.Calls, w.Ledger, w.Burn, w.Forget = own, own.ledger, s.burn, s.forget
	if own.model() != nil {
		w.Coach = own.coach
	}
	w.PersonKey, w.KeepDays = s.key.Derive(personPurpose), days(c.KeepCalls)
}

// errPanicked is of a model, or of what reads its answer.
var errPanicked = errors.New("panic while a debrief was written of")

// coach has the model, where there is one, write the sentences of a user's debrief that
// has those by rules, and keeps them with the call: it is asked once, and again if it
// failed. Whoever asks meanwhile gets the same answer. What it is asked is finished
// although ctx ends.
func (o *ownCalls) coach(ctx context.Context, user string, d debrief.Debrief) (debrief.Coaching, error) {
	answers := o.asked.DoChan(o.store.key.Alias(user)+" "+string(d.Call), func() (answer any, err error) {
		defer func() {
			if p := recover(); p != nil {
				answer, err = *d.Coaching, fmt.Errorf("%w: %T", errPanicked, p) // its text may hold speech
			}
		}()
		return o.coached(context.WithoutCancel(ctx), user, d)
	})
	select {
	case a := <-answers:
		return a.Val.(debrief.Coaching), a.Err
	case <-ctx.Done():
		return *d.Coaching, ctx.Err()
	}
}

// coached is what was kept of the model's sentences meanwhile, or what it writes.
func (o *ownCalls) coached(ctx context.Context, user string, d debrief.Debrief) (debrief.Coaching, error) {
	events, err := o.Events(ctx, user, d.Call)
	if err != nil {
		return *d.Coaching, err
	}
	if kept, ok := d.Recall(calls.Fold(events).Coached); ok {
		return kept, nil
	}
	c, err := debrief.Coach(ctx, d, o.model())
	if err != nil || c.By == debrief.Rules {
		return c, err
	}
	if err := o.Append(ctx, user, d.Call, c.Kept()); err != nil && !errors.Is(err, calls.ErrNotFound) { // deleted meanwhile
		slog.Error("what was written of a debrief is not kept: the next time it is asked for again", "call", d.Call, "err", err)
	}
	return c, nil
}

// days is d in whole days, begun ones counted.
func days(d time.Duration) int { return int(math.Ceil(d.Hours() / 24)) }

// Events implements web.Calls.
func (o *ownCalls) Events(ctx context.Context, user string, call parley.CallID) ([]parley.Event, error) {
	return o.store.events(ctx, o.store.key.Alias(user), call)
}

// events are those of a call of the user with an alias, in memory or in its journal.
func (s *userStore) events(ctx context.Context, alias string, call parley.CallID) ([]parley.Event, error) {
	if events, ok := s.passing.events(alias, call); ok {
		return events, nil
	}
	return s.files.Events(ctx, alias, call)
}

// List implements web.Calls.
func (o *ownCalls) List(ctx context.Context, user string, q calls.Query) (calls.Page, error) {
	q.Owner = o.store.key.Alias(user)
	return o.store.files.List(ctx, q)
}

// Append implements web.Calls.
func (o *ownCalls) Append(ctx context.Context, user string, call parley.CallID, bodies ...parley.Body) error {
	alias := o.store.key.Alias(user)
	if err := o.store.passing.append(alias, call, bodies...); !errors.Is(err, calls.ErrNotFound) {
		return err
	}
	return o.store.files.Append(ctx, alias, call, bodies...)
}

// Import implements web.Calls. Whoever imports is not told that another has a call of
// that id. A call of which nothing was kept is kept from now on.
func (o *ownCalls) Import(ctx context.Context, user string, events []parley.Event) (parley.CallID, error) {
	events = slices.Clone(events)
	for i, e := range events {
		if started, ok := e.Body.(parley.Started); ok && keepsNothing(started.Dispatch) {
			started.Consent = nil
			events[i].Body = started
		}
	}
	alias := o.store.key.Alias(user)
	err := o.store.files.Import(ctx, alias, events)
	if err == nil {
		o.store.passing.delete(alias, first(events))
	}
	if !errors.Is(err, calls.ErrExists) {
		return first(events), err
	}
	if _, own := o.store.files.Events(ctx, alias, first(events)); own == nil {
		return "", err
	}
	id, renamed := parley.NewCallID(), make([]parley.Event, len(events))
	for i, e := range events {
		e.Call = id
		renamed[i] = e
	}
	return id, o.store.files.Import(ctx, alias, renamed)
}

func first(events []parley.Event) parley.CallID {
	if len(events) == 0 {
		return ""
	}
	return events[0].Call
}

// Delete implements web.Calls.
func (o *ownCalls) Delete(ctx context.Context, user string, call parley.CallID, keepForks bool) (calls.Receipt, error) {
	alias := o.store.key.Alias(user)
	if _, err := o.store.events(ctx, alias, call); err != nil {
		return calls.Receipt{}, err // no fork of a call that is not theirs goes
	}
	gone := []parley.CallID{call}
	if !keepForks {
		all, err := o.store.summaries(ctx, alias)
		if err != nil {
			return calls.Receipt{}, err
		}
		gone = append(gone, calls.Forks(append(all, o.store.passing.summaries(alias)...), call)...)
	}
	return o.store.delete(ctx, alias, gone)
}

// delete deletes calls of the user with an alias, in their journals or in memory.
func (s *userStore) delete(ctx context.Context, alias string, gone []parley.CallID) (calls.Receipt, error) {
	receipt, err := s.files.Delete(ctx, alias, gone...)
	if err != nil && !errors.Is(err, calls.ErrNotFound) {
		return receipt, err
	}
	for _, one := range gone { // those that are in memory alone
		if r, ok := s.passing.delete(alias, one); ok {
			receipt.Calls = append(receipt.Calls, one)
			receipt.Events, receipt.Bytes = receipt.Events+r.Events, receipt.Bytes+r.Bytes
		}
	}
	return receipt, nil
}

// summaries are all calls of the user with an alias, newest first.
func (s *userStore) summaries(ctx context.Context, alias string) ([]calls.Summary, error) {
	return calls.ListAll(ctx, s.files, calls.Query{Owner: alias})
}

// Baseline implements web.Calls.
func (o *ownCalls) Baseline(ctx context.Context, user, scene string) (debrief.Baseline, error) {
	language := ""
	if s, ok := o.library.Get(scene); ok {
		language = s.Language
	}
	past, err := debrief.ReadPast(ctx, o.store.files, o.store.key.Alias(user), scene, language)
	return debrief.Baseline{Calls: past, Scenes: o.library.List()}, err
}

// Scene implements web.Calls.
func (o *ownCalls) Scene(started parley.Started) (scenarios.Scenario, bool) {
	return o.store.scenes.SceneOf(started, o.library)
}

// ledger is what is kept of a user, by kind.
func (o *ownCalls) ledger(ctx context.Context, user string) ([]web.Stored, error) {
	alias := o.store.key.Alias(user)
	own, err := o.store.summaries(ctx, alias)
	if err != nil {
		return nil, err
	}
	kept, lately := o.calls(own)
	all := []web.Stored{kept}
	profile, err := o.store.profiles.Size(alias)
	if err != nil {
		return nil, err
	}
	if profile.Bytes > 0 {
		all = append(all, web.Stored{
			Kind: kindProfile, Count: 1, Bytes: profile.Bytes, Oldest: &profile.Modified, Delete: web.BurnPath + kindProfile,
		})
	}
	checks, err := queue.Held(ctx, o.store.js, lately...)
	if err != nil {
		return nil, err
	}
	if checks.Count > 0 {
		left := daysLeft(checks.Oldest, queue.DeadAge)
		all = append(all, web.Stored{
			Kind: "checks", Count: checks.Count, Bytes: checks.Bytes, Oldest: &checks.Oldest, DaysLeft: &left, Delete: deleteAll,
		})
	}
	record, err := o.store.assistants.Size(ctx, alias)
	if err != nil {
		return nil, err
	}
	if record.Commits > 0 {
		all = append(all, web.Stored{
			Kind: kindAssistant, Count: record.Commits, Bytes: int64(record.Bytes), Delete: web.BurnPath + kindAssistant,
		})
	}
	return all, nil
}

// deleteAll is the request that deletes all that is kept.
const deleteAll = "DELETE /api/me"

// calls are a user's calls as their ledger has them, and those of them that the
// checkers' streams may still hold something of.
func (o *ownCalls) calls(own []calls.Summary) (kept web.Stored, lately []parley.CallID) {
	kept = web.Stored{Kind: kindCalls, Count: len(own), Delete: web.BurnPath + kindCalls}
	for _, s := range own {
		kept.Bytes += s.Bytes
		if over := s.Began.Add(time.Duration(s.Seconds * float64(time.Second))); time.Since(over) < 2*queue.DeadAge {
			lately = append(lately, s.Call)
		}
	}
	if len(own) == 0 {
		return kept, nil
	}
	kept.Oldest = &own[len(own)-1].Began
	if o.keep > 0 {
		left := daysLeft(*kept.Oldest, o.keep)
		kept.DaysLeft = &left
	}
	return kept, lately
}

// daysLeft is in how many days, begun ones counted, something goes that is kept for age.
func daysLeft(since time.Time, age time.Duration) int {
	return int(math.Ceil(max(0, time.Until(since.Add(age))).Hours() / 24))
}

// lateVerdict is when the last verdict on a call that has ended has come: it may be
// judged until then, and what is published then is erased, too.
const lateVerdict = parley.VerdictPatience + 5*time.Second

// eraseStreams erases what the checkers' streams hold of a call that has ended and is
// not kept, now and once nothing more can come.
func (m *callManager) eraseStreams(call parley.CallID) {
	erase := func() {
		if err := m.store.erase(call); err != nil {
			m.log.Error("a call that is not kept is still with the checker", "call", call, "err", err)
		}
	}
	erase()
	time.AfterFunc(lateVerdict, erase)
}

// userKey is the key of aliases, of the configuration or of the data folder.
func userKey(c Config) (journal.UserKey, error) {
	if c.UserKey != "" {
		return journal.NewUserKey(c.UserKey)
	}
	return loadUserKey(c.Data)
}

// personKey signs the cookies of a page that keeps nothing itself: the agents' user key
// if it is told, else one made of LiveKit's secret, which all servers of the page share.
func personKey(c Config) []byte {
	if key, err := journal.NewUserKey(c.UserKey); err == nil {
		return key.Derive(personPurpose)
	}
	key, err := journal.NewUserKey("parley: persons of a page without a store\x00" + c.LiveKit.Secret)
	if err != nil {
		slog.Error("no key for cookies", "err", err) // it is long enough
	}
	return key.Derive(personPurpose)
}

// personPurpose is what the key of cookies is for.
const personPurpose = "person"

// errOtherScene means a fork that asks for another scene than its parent's.
var errOtherScene = errors.New("the call to go on from was of another scene")

// past is what a call begins with that goes on from another of the same user, nil for
// one that does not. A call of somebody else's is calls.ErrNotFound, as one that is
// gone; other errors wrap calls.ErrTurn or say that the scene is another. Of what goes on
// from a call of which nothing is kept, nothing is kept: it begins with its words.
func (m *callManager) past(ctx context.Context, d *parley.Dispatch, alias string) (*parley.Inherited, error) {
	if d.From == nil {
		return nil, nil //nolint:nilnil // most calls go on from none
	}
	events, err := m.store.events(ctx, alias, d.From.Call)
	if err != nil {
		return nil, fmt.Errorf("go on from a call: %w", err)
	}
	parent := calls.Fold(events)
	if parent.Started.Scenario != d.Scenario {
		return nil, errOtherScene
	}
	if _, passes := m.store.passing.events(alias, d.From.Call); passes && !keepsNothing(*d) {
		consent := parley.Consent{}
		if d.Consent != nil {
			consent = *d.Consent
		}
		consent.KeepNothing = true
		d.Consent = &consent
	}
	in, err := calls.ForkAt(parent, d.From.Turn)
	if err != nil {
		return nil, fmt.Errorf("go on from a call: %w", calls.ErrTurn)
	}
	return &in, nil
}

// errParentGone is of a fork whose parent was deleted while its user joined.
var errParentGone = errors.New("the call to go on from was deleted meanwhile")

// stillThere is nil unless d goes on from a call that was deleted since past read it: then
// the user is told so on stage, and nothing of its words is kept.
func (m *callManager) stillThere(
	ctx context.Context, log *slog.Logger, d parley.Dispatch, alias string, id parley.CallID, stage refuser,
) error {
	if d.From == nil {
		return nil
	}
	if _, err := m.store.events(ctx, alias, d.From.Call); !errors.Is(err, calls.ErrNotFound) {
		return nil // past has read it, whatever the disk says now
	}
	ctx, cancel := context.WithTimeout(ctx, refusalTimeout)
	defer cancel()
	why := "This call cannot be held: " + errParentGone.Error() + "."
	if err := stage.Refuse(ctx, parley.Ending{Outcome: parley.Failed, Call: id, Reason: why}); err != nil {
		log.Info("refusal not confirmed", "err", err)
	}
	return errParentGone
}

// refuser tells the user of a call why there is none.
type refuser interface {
	Refuse(ctx context.Context, e parley.Ending) error
}

// ledgerOf is what the checker knew of the call that is gone on from: of one whose
// journal is older than such ledgers, how far it had come and the checks met.
func ledgerOf(past parley.Inherited) (l checker.Ledger) {
	n := len(past.Verdicts)
	if n == 0 {
		return l
	}
	v := past.Verdicts[n-1].Verdict
	if len(v.Ledger) == 0 || json.Unmarshal(v.Ledger, &l) != nil || l.Exchange != v.Exchange {
		return checker.Ledger{Exchange: v.Exchange, Progress: v.Progress, Checks: v.Checks}
	}
	return l
}
