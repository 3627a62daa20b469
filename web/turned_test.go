package web

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"parley"
	"parley/scenarios"
)

// TestCallersTurnedAwayAreToldOf holds that whoever gets no token although the
// request was in order is told of once, by why, and nobody else.
func TestCallersTurnedAwayAreToldOf(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Config)
		calls  int // asked for from one address
		want   []Reason
	}{
		{"all get one", func(*Config) {}, 3, nil},
		{"one seat", func(c *Config) { c.Seats = NewSeats(1, 0) }, 3, []Reason{NoSeat, NoSeat}},
		{"an address' share", func(c *Config) { c.Seats = NewSeats(3, 1) }, 2, []Reason{AddressLimit}},
		{"too fast", func(*Config) {}, limitBurst + 1, []Reason{AddressLimit}},
		{"not ready", func(c *Config) { c.Ready = func() error { return errAway } }, 1, []Reason{NotReady}},
		{"a language nobody knows", func(c *Config) {
			c.Plays = func(scenarios.Scenario, parley.Mode) *Refusal { return &Refusal{Why: "nobody knows it"} }
		}, 1, []Reason{Unplayable}},
	} {
		for _, path := range []string{"/api/calls", "/api/token"} {
			var told []Reason
			s := serverWith(t, func(c *Config) {
				c.Scene = "smallTalkLift"
				c.TurnedAway = func(why Reason) { told = append(told, why) }
				tt.change(c)
			})
			given := 0
			for range tt.calls {
				if r := send(t, s, "POST", path, `{"scenario":"smallTalkLift"}`, nil); r.StatusCode < http.StatusBadRequest {
					given++
				}
			}
			send(t, s, "GET", "/readyz", "", nil)
			if !slices.Equal(told, tt.want) || given != tt.calls-len(tt.want) {
				t.Errorf("%s: %s gave %d tokens and told %q, want %q", tt.name, path, given, fmt.Sprint(told), tt.want)
			}
		}
	}
}
