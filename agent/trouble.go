package agent

import (
	"errors"

	"parley"
	"parley/engine"
)

// errUnscored means that exchanges go without a verdict.
var errUnscored = errors.New("exchanges go without a verdict")

// trouble says a fault in plain words for the page. An engine's own message
// may quote speech or an address, so it goes no further than this.
func trouble(role string, err error) parley.Trouble {
	says, advice := reason(err)
	return parley.Trouble{Role: role, Reason: subjects[role] + " " + says + advice + "."}
}

// takenOver says why another engine serves a role now; without a name none does.
func takenOver(role, to string, err error) parley.Trouble {
	t := trouble(role, err)
	if says, _ := reason(err); to != "" {
		t.Reason = subjects[role] + " " + says + "; " + to + " " + takes[role] + " now."
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

// reason says what is wrong, and behind a comma what helps if anything does.
func reason(err error) (says, advice string) {
	for _, known := range []struct {
		err          error
		says, advice string
	}{
		{engine.ErrKey, "refused the key", ""},
		{engine.ErrLanguage, "does not know the scene's language", ""},
		{engine.ErrCapacity, "has no place free", ", please wait a moment"},
		{engine.ErrBusy, "is over its limit", ", try again in a moment"},
		{engine.ErrAway, "cannot be reached", ""},
		{engine.ErrService, "failed on its side", ""},
		{engine.ErrRequest, "refused the request", ""},
		{engine.ErrCut, "broke off in the middle", ""},
		{engine.ErrJunk, "answered something unreadable", ""},
		{engine.ErrSlow, "did not answer in time", ""},
		{engine.ErrModel, "lacks its model", ""},
		{ErrSilent, "had nothing to say", ""},
		{errUnscored, "does not keep up: the score is paused", ""},
	} {
		if errors.Is(err, known.err) {
			return known.says, known.advice
		}
	}
	if err == nil {
		return "gave way", ""
	}
	return "cannot be reached", ""
}
