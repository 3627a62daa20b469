package assistant

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
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
			return unavailable(journal.ErrErased)
		}
	}
	return nil
}

// clockSlack is how late a reminder's clock may be before it is taken for lost.
const clockSlack = time.Minute

// rearm sets the clocks of reminders again whose time has come and gone: their firing
// was given up, as the log could not be reached for long. Under mu.
func (u *user) rearm(ctx context.Context) {
	now := u.host.cfg.Now()
	for _, r := range u.state.Reminders {
		waits := r.Status == parley.Scheduled || r.Status == parley.Fired && r.Rule != ""
		if !waits || now.Sub(r.At) < clockSlack || u.id.Load() == nil {
			continue
		}
		if err := u.host.cfg.Timers.Set(ctx, *u.id.Load(), clock(r.ID, r.At), r.At); err != nil {
			u.host.log.Warn("the clock of a reminder that is due is not set", "err", err)
		}
	}
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
