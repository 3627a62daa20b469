package understudy

import "parley/scenarios"

// Reading is what one turn of the user's says to a scene's script by itself.
type Reading struct {
	// Beats are the ids of the beats it makes where every one of them is open, in
	// the script's order.
	Beats []string
	// Agrees means that it asks for the goal as the agreement needs it.
	Agrees bool
	// Strikes are the ids of the wrongs it is warned of where it makes no open
	// beat.
	Strikes []string
	// Ends means that it alone ends the scene, as a gross insult does.
	Ends bool
}

// Read tells what text says to s, heard in a conversation of which nothing is
// known and in which every beat is open. It is a pure function, safe for
// concurrent use. A scenario without an understudy gives an empty Reading.
func Read(s scenarios.Scenario, text string) Reading {
	sc, err := newScript(s)
	if err != nil {
		return Reading{}
	}
	h := sc.listen(text, nil, "")
	out := Reading{Agrees: sc.asksFor(h), Ends: h.ends}
	for _, b := range sc.Beats {
		if sc.makes(b, h) {
			out.Beats = append(out.Beats, b.ID)
		}
	}
	for i, w := range sc.Wrongs {
		if h.struck[i] {
			out.Strikes = append(out.Strikes, w.ID)
		}
	}
	return out
}
