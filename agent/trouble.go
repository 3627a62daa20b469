package agent

import (
	"errors"
	"time"

	"parley"
	"parley/agent/reply"
	"parley/engine"
)

// errMute means a reply of which the voice has said nothing, and of no fault.
var errMute = errors.New("the voice gave no sound")

// errNoVerdict means that a model was to judge and has not.
var errNoVerdict = errors.New("the model gave no verdict")

// errUnscored means that exchanges go without a verdict.
var errUnscored = errors.New("exchanges go without a verdict")

// trouble says a fault in plain words for the page. An engine's own message
// may quote speech or an address, so it goes no further than this.
func trouble(role string, err error) parley.Trouble {
	is := faultOf(err)
	return parley.Trouble{Role: role, Reason: subjects[role] + " " + is.says + is.advice + ".", Code: is.code}
}

// Switch says in plain words that the engine to serves a role now, because of err; or,
// if back, that the role is served as it should be again.
func Switch(role, to string, err error, back bool) parley.Trouble {
	if back {
		return isBack(role, to)
	}
	return takenOver(role, to, err)
}

// takenOver says why another engine serves a role now; without a name none does.
func takenOver(role, to string, err error) parley.Trouble {
	t := trouble(role, err)
	if to != "" {
		t.Reason, t.Engine = subjects[role]+" "+faultOf(err).says+"; "+to+" "+takes[role]+" now.", to
	}
	return t
}

// isBack says that a role is served as it should be again.
func isBack(role, to string) parley.Trouble {
	return parley.Trouble{Role: role, Reason: subjects[role] + " is back: " + to + ".", Over: true}
}

var subjects = map[string]string{
	"stt":     "The speech recognition",
	"llm":     "The character's language model",
	"tts":     "The character's voice",
	"checker": "The checker",
	"call":    "The call",
}

// takes is what an engine does in a role that another has left.
var takes = map[string]string{"stt": "listens", "llm": "answers", "tts": "speaks for it", "checker": "judges"}

// fault is what is wrong with a service: its name, and in words, behind a comma with what
// helps if anything does.
type fault struct {
	err          error
	code         parley.Phrase
	says, advice string
}

// faultOf is what is wrong by err.
func faultOf(err error) fault {
	for _, known := range []fault{
		{engine.ErrKey, parley.FaultKey, "refused the key, which whoever runs this has to check", ""},
		{engine.ErrLanguage, parley.FaultLanguage, "does not know the scene's language", ""},
		{engine.ErrCapacity, parley.FaultCapacity, "has no place free", ", please wait a moment"},
		{engine.ErrBusy, parley.FaultBusy, "is over its limit", ", try again in a moment"},
		{engine.ErrAway, parley.FaultAway, "cannot be reached", ""},
		{engine.ErrService, parley.FaultService, "failed on its side", ""},
		{engine.ErrRequest, parley.FaultRequest, "refused the request", ""},
		{engine.ErrCut, parley.FaultCut, "broke off in the middle", ""},
		{engine.ErrJunk, parley.FaultJunk, "answered something unreadable", ""},
		{engine.ErrSlow, parley.FaultSlow, "did not answer in time", ""},
		{engine.ErrLoading, parley.FaultLoading, loading, ", please wait a moment"},
		{engine.ErrModel, parley.FaultModel, "lacks its model", ""},
		{ErrSilent, parley.FaultSilent, "had nothing to say", ""},
		{ErrLength, parley.FaultLength, "reached the limit on an answer's length", ""},
		{reply.ErrUnsayable, parley.FaultUnsayable, "answered what cannot be said", ""},
		{errMute, parley.FaultMute, "has no sound for the answer", ""},
		{errNoVerdict, parley.FaultNoVerdict, "gave no verdict", ""},
		{errForgotten, parley.FaultPausedLong, "has been paused for ten minutes: it goes on", ""},
		{errUnscored, parley.FaultUnscored, "does not keep up: the score is paused", ""},
	} {
		if errors.Is(err, known.err) {
			return known
		}
	}
	if err == nil {
		return fault{nil, parley.FaultGaveWay, "gave way", ""}
	}
	return fault{err, parley.FaultAway, "cannot be reached", ""}
}

// loading is what is said of an engine whose model is being loaded.
const loading = "is being loaded"

// isLoaded says that a role need not be waited for any more.
func isLoaded(role, name string) parley.Trouble {
	return parley.Trouble{Role: role, Reason: subjects[role] + " is loaded: " + name + ".", Over: true}
}

// noticeGap is the least time between two notices of switches in one role: an
// engine that comes and goes is shown as it stands, not each time it moves.
const noticeGap = 5 * time.Second

// switched is an engine having taken over from another. Its trouble is what the
// user is told of it.
type switched struct {
	trouble parley.Trouble
	from    string
	to      string
	fault   string
	// loaded is set for the end of a load.
	loaded bool
}

// same reports whether the user needs no second notice for o.
func (w switched) same(o switched) bool {
	return w.trouble.Role == o.trouble.Role && w.trouble.Over == o.trouble.Over && w.from == o.from && w.to == o.to &&
		(w.fault == loading) == (o.fault == loading)
}

// notices are the switches of the call as the user is told of them, by role.
// Only the owner goroutine touches them.
type notices [len(roles)]notice

type notice struct {
	// stands is the switch the user was told of, none after a return; waiting is
	// the newest if they are to be told of it, from next on.
	stands, waiting switched
	next            time.Duration
}

// take notes the newest switch of a role. That an engine is loaded takes back alone
// what was said of its load.
func (n *notices) take(w switched) {
	for i, role := range roles {
		of := &n[i]
		if role != w.trouble.Role || w.loaded && !of.loads(w.from) {
			continue
		}
		of.waiting = w
		if w.same(of.stands) || w.trouble.Over && of.stands == (switched{}) {
			of.waiting = switched{} // nothing has changed for the user
		}
	}
}

// loads reports whether the newest that is said is that the engine of that name is
// being loaded.
func (n *notice) loads(name string) bool {
	newest := n.waiting
	if newest == (switched{}) {
		newest = n.stands
	}
	return newest.from == name && newest.fault == loading
}

// due is when the next notice may be shown; 0 is never.
func (n *notices) due() time.Duration {
	var due time.Duration
	for _, of := range n {
		if of.waiting != (switched{}) && (due == 0 || of.next < due) {
			due = max(of.next, 1)
		}
	}
	return due
}

// show shows what is due.
func (n *notices) show(now time.Duration, show func(switched)) {
	for i := range n {
		of := &n[i]
		if of.waiting == (switched{}) || now < of.next {
			continue
		}
		show(of.waiting)
		of.stands, of.waiting, of.next = of.waiting, switched{}, now+noticeGap
		if of.stands.trouble.Over {
			of.stands = switched{}
		}
	}
}

// Switched tells that the engine to serves role now instead of from: because of
// err, or, if back, because it is well again. Without a name for to nobody does. The user is shown each switch
// once, in plain words, and at most one in a few seconds a role.
func (s *Session) Switched(role, from, to string, err error, back bool) {
	if !isRole(role) {
		return
	}
	from, to = bounded(from), bounded(to)
	w := switched{trouble: Switch(role, to, err, back), from: from, to: to}
	if !back {
		w.fault = faultOf(err).says
	}
	s.inbox.put(w)
}

// Loaded tells that the engine of that name, which Switched told of with
// engine.ErrLoading, has its model loaded; or could not, because of err. It takes back
// that notice and no other.
func (s *Session) Loaded(role, name string, err error) {
	if !isRole(role) {
		return
	}
	w := switched{from: bounded(name), loaded: true, trouble: isLoaded(role, bounded(name))}
	if err != nil {
		w.trouble = trouble(role, err)
		w.fault = faultOf(err).says
	}
	s.inbox.put(w)
}

// judgedBy tells the user when the scene's script judges in a model's place, and when
// that judges again.
func (s *Session) judgedBy(v parley.Verdict) {
	if v.InPlaceOf == s.standsIn {
		return
	}
	w := switched{from: bounded(v.InPlaceOf), to: bounded(v.Judge), fault: "gave no verdict"}
	if v.InPlaceOf == "" {
		w.trouble = isBack("checker", w.to)
	} else {
		w.trouble = takenOver("checker", w.to, errNoVerdict)
	}
	s.standsIn = v.InPlaceOf
	s.notices.take(w)
}

// notify shows the switches that are due, and keeps them.
func (s *Session) notify() {
	s.notices.show(s.now(), func(w switched) {
		switch {
		case w.loaded: // which is logged for all calls at once
		case w.trouble.Over:
			s.log.Info("engine is back", "role", w.trouble.Role, "from", w.from, "to", w.to)
		default:
			s.log.Warn("engine replaced", "role", w.trouble.Role, "from", w.from, "to", w.to, "fault", w.fault)
		}
		s.stage.Trouble(w.trouble)
		s.record.note(w.trouble)
	})
}
