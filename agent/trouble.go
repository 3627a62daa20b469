package agent

import (
	"errors"

	"parley"
	"parley/fault"
)

// errUnscored means that exchanges go without a verdict.
var errUnscored = errors.New("exchanges go without a verdict")

// errSilent is a model's answer without a word in it.
var errSilent = errors.New("the answer had no words")

// trouble says a fault in plain words for the page. An engine's own message
// may quote speech or an address, so it goes no further than this.
func trouble(role string, err error) parley.Trouble {
	return parley.Trouble{Role: role, Reason: subjects[role] + " " + reason(err) + "."}
}

var subjects = map[string]string{
	"stt":     "The speech recognition",
	"llm":     "The character's language model",
	"tts":     "The character's voice",
	"checker": "The checker",
	"call":    "The call",
}

func reason(err error) string {
	for _, known := range []struct {
		err  error
		says string
	}{
		{fault.ErrKey, "refused the key"},
		{fault.ErrBusy, "is over its limit, try again in a moment"},
		{fault.ErrService, "failed on its side"},
		{fault.ErrRequest, "refused the request"},
		{fault.ErrCut, "broke off in the middle"},
		{fault.ErrJunk, "answered something unreadable"},
		{fault.ErrSlow, "did not answer in time"},
		{errSilent, "had nothing to say"},
		{errUnscored, "does not keep up: the score is paused"},
	} {
		if errors.Is(err, known.err) {
			return known.says
		}
	}
	return "cannot be reached"
}
