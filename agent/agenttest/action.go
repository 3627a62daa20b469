package agenttest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"parley"
)

// action reads what happens at a time; d is how long it lasts, 0 if the script
// does not say. Besides what an engine may do:
//
//	user: we have a plan         "user softly:" far below that
//	user coughs                  a sound without words that the VAD takes for speech, 300 ms
//	user knocks                  one that it does not, 60 ms
//	user hears: three four       the microphone picks up the character
//	user drops out               no frame arrives, as on mute or a bad line
//	user types: hello
//	line breaks, line is back    nobody can hear the character meanwhile
//	user presses, releases, withdraws, leaves, waits 12s (sets the patience)
//	user pauses, goes on, is here (says so)
//	user subscribes              takes the character's audio; without "given audio later" from the start
//	verdict 7, verdict 10 won, verdict 2 lost
func action(text string, d time.Duration) (func(*Call), error) {
	if do, err := engineDoes(text); do != nil || err != nil {
		return do, err
	}
	if rest, ok := strings.CutPrefix(text, "verdict "); ok {
		return ruling(rest)
	}
	who, said, speaks := strings.Cut(text, ":")
	said = strings.TrimSpace(said)
	if speaks {
		return utters(who, said, d)
	}
	sounds := func(k kind, usual time.Duration) func(*Call) {
		if d == 0 {
			d = usual
		}
		return func(c *Call) { c.sounds(k, loud, d, "") }
	}
	switch who {
	case "user coughs":
		return sounds(noise, 300*time.Millisecond), nil
	case "user knocks":
		return sounds(knock, 60*time.Millisecond), nil
	case "user drops out":
		return sounds(still, time.Second), nil
	case "user presses":
		return func(c *Call) { c.Session.Press() }, nil
	case "user releases":
		return func(c *Call) { c.Session.Release() }, nil
	case "user withdraws":
		return func(c *Call) { c.Session.Withdraw() }, nil
	case "user subscribes":
		return func(c *Call) { c.Session.Subscribed() }, nil
	case "user pauses":
		return func(c *Call) { c.Session.Pause(true) }, nil
	case "user goes on":
		return func(c *Call) { c.Session.Pause(false) }, nil
	case "user is here":
		return func(c *Call) { c.Session.StillHere() }, nil
	case "user leaves":
		return func(c *Call) { c.Session.Hangup(parley.Left, "You left.") }, nil
	case "line breaks":
		return func(c *Call) { c.Session.SetAlone(true) }, nil
	case "line is back":
		return func(c *Call) { c.Session.SetAlone(false) }, nil
	case "server parts":
		return func(c *Call) { c.Session.Part(parley.Failed, "The server is stopping.") }, nil
	case "server stops":
		return func(c *Call) { c.Quit(errStopped) }, nil
	}
	if rest, ok := strings.CutPrefix(who, "user waits "); ok {
		patience, err := time.ParseDuration(rest)
		return func(c *Call) { c.must(c.Session.SetPatience(patience)) }, err
	}
	return nil, fmt.Errorf("nobody %q", text)
}

var errStopped = errors.New("the server is stopping")

func utters(who, said string, d time.Duration) (func(*Call), error) {
	if d == 0 {
		d = time.Duration(len(strings.Fields(said))) * perWord
	}
	switch who {
	case "user":
		return func(c *Call) { c.sounds(speech, loud, d, said) }, nil
	case "user softly":
		return func(c *Call) { c.sounds(speech, soft, d, said) }, nil
	case "user hears":
		return func(c *Call) { c.sounds(echo, soft, d, said) }, nil
	case "user types":
		return func(c *Call) { c.must(c.Session.Type(said)) }, nil
	}
	return nil, fmt.Errorf("nobody called %q speaks", who)
}

// Do does now what a line of a script says, for as long as d; see Play.
func (c *Call) Do(text string, d time.Duration) {
	c.T.Helper()
	do, err := action(text, d)
	if err != nil {
		c.T.Fatal(err)
	}
	do(c)
}

func (c *Call) must(err error) {
	if err != nil {
		c.T.Error(err)
	}
}

// ruling reads a verdict on the newest exchange.
func ruling(text string) (func(*Call), error) {
	f := append(strings.Fields(text), "")
	progress, err := strconv.Atoi(f[0])
	return func(c *Call) {
		c.Session.Rule(parley.Verdict{
			Call: "call_test", Exchange: len(c.Exchanges()), Progress: progress,
			Complete: f[1] == "won", Bad: f[1] == "lost",
		})
	}, err
}
