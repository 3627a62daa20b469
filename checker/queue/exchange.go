package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"parley"
)

// ErrExchange means an exchange that no worker would judge: one without a valid
// call id, number or turns, or one of more than MaxExchangeBytes.
var ErrExchange = errors.New("bad exchange")

// encodeExchange writes e with no more turns than the judge sees and nothing of
// who the user is.
func encodeExchange(e parley.Exchange) ([]byte, error) {
	e.User = ""
	e.Turns = e.Turns[max(0, len(e.Turns)-parley.ContextWindow):]
	if err := check(e); err != nil {
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

// decodeExchange reads what encodeExchange wrote, from a message of subject.
func decodeExchange(subject string, data []byte) (parley.Exchange, error) {
	if len(data) > MaxExchangeBytes {
		return parley.Exchange{}, fmt.Errorf("%w: %d bytes, at most %d", ErrExchange, len(data), MaxExchangeBytes)
	}
	var e parley.Exchange
	if err := json.Unmarshal(data, &e); err != nil {
		return parley.Exchange{}, fmt.Errorf("%w: not its JSON", ErrExchange) // the cause may quote speech
	}
	if err := check(e); err != nil {
		return parley.Exchange{}, err
	}
	if call, _ := strings.CutPrefix(subject, checkPrefix); call != string(e.Call) {
		return parley.Exchange{}, fmt.Errorf("%w: of another call than its subject", ErrExchange)
	}
	return e, nil
}

func check(e parley.Exchange) error {
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
