package assistant

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley"
	"parley/assistant/state"
	"parley/codefirst"
	"parley/codefirst/sandbox"
	"parley/codefirst/tsx"
	"parley/journal"
)

// cutOff is said in the place of an answer whose process died.
const cutOff = "I was cut off before I had answered that. What I did until then is kept; please look, and ask again for the rest."

// recover ends the answers whose process died. One that cannot be stored is left to
// whoever reads the state next; an error means that there is no state. Under mu.
func (u *user) recover(ctx context.Context) error {
	for range maxRivals {
		now := u.host.now(u.state)
		events, err := state.Decide(u.state, now, state.Recover{Text: cutOff})
		if err != nil || len(events) == 0 {
			return err
		}
		oldest, _ := events[0].(state.MessageSaid) // the same for every host
		err = u.store(ctx, "recover-"+oldest.Message.ReplyTo, now, events)
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, journal.ErrConflict):
			u.host.log.Warn("an answer that was cut off stays open", "err", err)
			return nil
		}
		if _, err := u.catchUp(ctx); err != nil { // another host was first
			return err
		}
		if u.state == nil {
			return storeError(journal.ErrErased)
		}
	}
	return nil
}

// clockSlack is how late a reminder's clock may be before it is taken for lost.
const clockSlack = time.Minute

// rearm sets the clocks of reminders again whose time has come and gone: their firing
// was given up, as the log could not be reached for long. Under mu.
func (u *user) rearm(ctx context.Context) {
	u.rewind(ctx, u.host.cfg.Now().Add(-clockSlack))
}

// tend ends the answers whose process died while the user stays in memory.
func (u *user) tend(ctx context.Context) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.state == nil || len(u.state.Turns) == 0 {
		return
	}
	if err := u.recover(ctx); err != nil {
		u.host.log.Warn("an answer that was cut off stays open", "err", err)
	}
}

// takeOver brings the programs of a user to their end whose process has died.
func (h *Host) takeOver(ctx context.Context, u *user) {
	s, err := u.now(ctx)
	if err != nil {
		return // it is tried again
	}
	for _, p := range s.Running {
		if !p.Lost(h.cfg.Now()) {
			continue
		}
		by := rand.Text()
		events, _, err := u.do(ctx, "", state.TakeOver{Question: p.Question, By: by})
		if err != nil || len(events) == 0 { // another host was first
			continue
		}
		p.By = by
		if err := h.finish(ctx, u, p); err != nil {
			h.log.Warn("a program whose process died is not at its end", "err", err)
		}
	}
}

// finish runs a program that was taken over. What it has said before and nobody has kept
// is said with the rest: as the answer, if that is still open.
func (h *Host) finish(ctx context.Context, u *user, p state.Running) error {
	program, err := codefirst.ReadJournal(strings.NewReader(strings.Join(p.Lines, "\n")))
	if err != nil {
		_, _, lost := u.do(ctx, "", state.Finish{Question: p.Question, By: p.By})
		return errors.Join(err, lost)
	}
	before := said(program.Calls[min(p.Base, len(program.Calls)):])
	rest, ended, err := h.runUnasked(ctx, u, &goesOn{Running: p, program: program})
	if err != nil {
		return err
	}
	text := strings.TrimSpace(strings.Join(append(before, rest), " "))
	s, err := u.now(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(s.Messages, func(m parley.Message) bool { return m.Role == state.UserRole && m.Action == p.Action })
	if _, pending, _ := s.Answer(p.Action); pending && i >= 0 {
		reply := state.Reply{To: s.Messages[i].ID, Text: text, Modality: s.Messages[i].Modality}
		_, _, err = u.do(ctx, p.Action+replied, append(ended, reply)...)
		return err
	}
	_, _, err = u.do(ctx, "", append(ended, state.Tell{Text: text, Modality: Text})...)
	return err
}

// said are the messages that calls have shown.
func said(calls []sandbox.Call) (all []string) {
	for _, c := range calls {
		var e tsx.Element
		if c.Name == sandbox.YieldName && c.Order > 0 && c.Err == "" && json.Unmarshal(c.Args, &e) == nil {
			all = append(all, tsx.PlainText(e, e.Name))
		}
	}
	return all
}

// ErrDamaged means that the store has lost some of what it kept of a user. Nothing is
// shown or stored, so that nobody takes what is left for all there was; see
// Config.AcceptLosses.
var ErrDamaged = errors.New("some of what is kept of you is damaged, so nothing is shown and nothing was changed; " +
	"whoever runs this can mend it")

// mend takes what is left of a damaged record for all of it, if nothing that is known
// of is missing, or if losses are accepted; else it returns the cause. Under mu.
func (u *user) mend(ctx context.Context, cause error) error {
	rest, err := u.record.Salvage(ctx)
	if err != nil {
		return err
	}
	s := state.Restore(rest.At, rest.Snapshot)
	whole := rest.Whole && s != nil
	if !whole && !u.host.cfg.AcceptLosses {
		return cause
	}
	if s == nil {
		s = &state.State{}
	}
	for _, c := range rest.Commits {
		if events, at, err := decodeCommit(c); err == nil && c.Seq > s.Rev {
			s.Apply(c.Seq, at, events...)
		}
	}
	if err := u.restore(ctx, s, rest.Last); err != nil {
		return err
	}
	id, _ := u.record.ID(ctx)
	u.host.damaged("restored", "a user's record was damaged and goes on with what is left of it",
		"record", id, "whole", whole, "err", cause)
	return nil
}

// restore makes s what the record holds, after the commit last: as a snapshot, and as a
// commit of its own, as snapshots are a cache. Under mu.
func (u *user) restore(ctx context.Context, s *state.State, last uint64) error {
	s.Rev = last
	if last > 0 {
		data, err := s.Snapshot()
		if err == nil {
			err = u.record.Reset(ctx, last, data)
		}
		if err != nil {
			return err
		}
	}
	now := u.host.now(s)
	events := []state.Event{state.ActionDone{Action: rand.Text(), At: now}, state.Restored{State: s.Clone()}}
	stored, err := encode(events)
	if err != nil {
		return err
	}
	u.state, u.commits = s, 0
	seq, err := u.record.Rebase(ctx, last, stored...)
	switch {
	case errors.Is(err, journal.ErrTooLarge) && last > 0:
		return nil // there is the snapshot
	case err != nil:
		return err
	}
	u.fold(seq, now, events)
	u.save(ctx)
	u.rewind(ctx, time.Time{})
	return nil
}

// rewind sets the clocks of the reminders that wait, of those alone that were due before
// a time unless it is zero. Under mu.
func (u *user) rewind(ctx context.Context, before time.Time) {
	if len(u.state.Reminders) == 0 {
		return
	}
	id, err := u.record.ID(ctx)
	if err != nil {
		return // there is none yet
	}
	for _, r := range u.state.Reminders {
		waits := r.Status == parley.Scheduled || r.Status == parley.Fired && r.Rule != ""
		if !waits || !before.IsZero() && !r.At.Before(before) {
			continue
		}
		if err := u.host.cfg.Timers.Set(ctx, id, clock(r.ID, r.At), r.At); err != nil {
			u.host.log.Warn("the clock of a reminder that is due is not set", "err", err)
		}
	}
}

// Rewind sets the clocks of all users' reminders again, for a store that has lost some.
func (h *Host) Rewind(ctx context.Context) error {
	for owner, err := range h.cfg.Log.Owners(ctx) {
		if err != nil {
			return fmt.Errorf("set reminders again: %w", err)
		}
		h.rewind(ctx, owner)
	}
	return nil
}

func (h *Host) rewind(ctx context.Context, owner string) {
	u, done := h.user(owner)
	defer done()
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.load(ctx) == nil { // which tells why, if not
		u.rewind(ctx, time.Time{})
	}
}

// damaged tells of what the store has lost.
func (h *Host) damaged(kind, what string, args ...any) {
	h.log.Error("the store is damaged", append(args, "what", what)...)
	if h.cfg.Damaged != nil {
		h.cfg.Damaged(kind)
	}
}

// told is an error of the store in words for the user.
func told(err error) string {
	for _, known := range []error{ErrUnsure, ErrDamaged, ErrErased, ErrNotSaved} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return err.Error()
}

// storeError is what an error of the log is to whoever asked for something.
func storeError(err error) error {
	if errors.Is(err, journal.ErrDamaged) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return fmt.Errorf("%w: %w", ErrNotSaved, err)
}
