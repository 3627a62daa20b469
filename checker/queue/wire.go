package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"parley"
	"parley/checker"
)

// version is that of checks and rulings. It rises when an older program would
// read a newer message wrongly.
const version = 1

var (
	// ErrExchange means an exchange that no worker would judge: one without a
	// valid call id, number or turns, or one of more than MaxExchangeBytes.
	ErrExchange = errors.New("bad exchange")
	// errVersion means a message of a newer version than this program reads.
	errVersion = errors.New("written by a newer version of parley: update this one")
	errRuling  = errors.New("not a verdict of the call")
)

// check is a message of the checks stream.
type check struct {
	Version  int             `json:"v"`
	Exchange json.RawMessage `json:"exchange"` // see encodeExchange
	// Ledger is the call's before the exchange.
	Ledger checker.Ledger `json:"ledger"`
}

// ruling is a message of the verdicts stream.
type ruling struct {
	Version int `json:"v"`
	parley.Verdict
	// Ledger is the call's after the verdict.
	Ledger checker.Ledger `json:"ledger"`
}

// encodeExchange writes e with no more turns than the judge sees and nothing of
// who the user is.
func encodeExchange(e parley.Exchange) ([]byte, error) {
	e.User = ""
	e.Turns = e.Turns[max(0, len(e.Turns)-parley.ContextWindow):]
	if err := valid(e); err != nil {
		return nil, err
	}
	b, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrExchange, err)
	}
	if len(b) > MaxExchangeBytes {
		return nil, fmt.Errorf("%w: %d bytes, at most %d", ErrExchange, len(b), MaxExchangeBytes)
	}
	return b, nil
}

// encodeCheck writes a check on what encodeExchange wrote.
func encodeCheck(exchange []byte, known checker.Ledger) ([]byte, error) {
	b, err := json.Marshal(check{Version: version, Exchange: exchange, Ledger: known})
	if err != nil {
		return nil, fmt.Errorf("encode check: %w", err)
	}
	return b, nil
}

// decodeCheck reads a message of a subject. The error wraps errVersion or
// ErrExchange and quotes nothing of it.
func decodeCheck(subject string, data []byte) (checker.Case, error) {
	var c check
	err := json.Unmarshal(data, &c)
	if c.Version > version {
		return checker.Case{}, fmt.Errorf("%w: %w", ErrExchange, errVersion)
	}
	var e parley.Exchange
	if err != nil || c.Version < version || json.Unmarshal(c.Exchange, &e) != nil {
		return checker.Case{}, fmt.Errorf("%w: not a check", ErrExchange)
	}
	if err := valid(e); err != nil {
		return checker.Case{}, err
	}
	if call, _ := strings.CutPrefix(subject, checkPrefix); call != string(e.Call) {
		return checker.Case{}, fmt.Errorf("%w: of another call than its subject", ErrExchange)
	}
	l := c.Ledger
	if l.Exchange < 0 || l.Exchange >= e.Number || l.Progress < 0 || l.Progress > parley.MaxProgress {
		return checker.Case{}, fmt.Errorf("%w: a ledger of exchange %d at progress %d", ErrExchange, l.Exchange, l.Progress)
	}
	return checker.Case{Exchange: e, Known: l}, nil
}

// decodeRuling reads a message on the verdicts of call.
func decodeRuling(data []byte, call parley.CallID) (ruling, error) {
	var r ruling
	if json.Unmarshal(data, &r) != nil || r.Version != version || r.Call != call || r.Ledger.Exchange != r.Exchange {
		return ruling{}, errRuling // the cause may quote speech
	}
	return r, nil
}

// valid is nil for an exchange that can be judged.
func valid(e parley.Exchange) error {
	switch {
	case !isToken(e.Call):
		return fmt.Errorf("%w: call id", ErrExchange)
	case e.Number < 1:
		return fmt.Errorf("%w: number %d", ErrExchange, e.Number)
	case e.Previous < 0 || e.Previous > parley.MaxProgress:
		return fmt.Errorf("%w: previous progress %d", ErrExchange, e.Previous)
	case len(e.Turns) == 0 || len(e.Turns) > parley.ContextWindow:
		return fmt.Errorf("%w: %d turns", ErrExchange, len(e.Turns))
	}
	for _, t := range e.Turns {
		if t.Role != parley.User && t.Role != parley.Character {
			return fmt.Errorf("%w: a turn of neither side", ErrExchange)
		}
	}
	return nil
}

// messageID is the same for an exchange and its verdict each time they are sent.
func messageID(call parley.CallID, exchange int) string { return fmt.Sprintf("%s:%d", call, exchange) }

// isToken reports that call can be one token of a subject.
func isToken(call parley.CallID) bool {
	return call != "" && len(call) <= 128 && strings.IndexFunc(string(call), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
	}) < 0
}
