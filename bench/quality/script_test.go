package quality

import (
	"testing"
)

func TestPlanSpreadsEverything(t *testing.T) {
	f, err := LoadFixtures()
	if err != nil {
		t.Fatal(err)
	}
	for name, a := range map[string]amounts{"usual": usual, "short": short} {
		calls := plan(f, a)
		if len(calls) != 16 {
			t.Errorf("%s: %d calls, want one for each condition and recogniser", name, len(calls))
		}
		fixtures, times := map[string]bool{}, map[string]bool{}
		kinds, met := map[Kind]int{}, map[Kind]map[string]bool{}
		for _, c := range calls {
			for _, s := range c.scenes {
				for _, p := range append([]part{s.say}, s.over...) {
					kinds[p.kind]++
					fixtures[string(p.kind)+p.fixture.ID] = true
					if met[p.kind] == nil {
						met[p.kind] = map[string]bool{}
					}
					met[p.kind][c.condition.Name+c.profile.Name] = true
					met[p.kind][c.voice] = true
					times[p.pause.String()] = true
				}
			}
		}
		want := map[Kind]int{
			Pause: int(66 * a.pauses), Backchannel: int(18 * a.backchannels),
			Noise: int(6 * a.noises), Interruption: int(24 * a.interruptions),
		}
		for kind, n := range want {
			if kinds[kind] != n {
				t.Errorf("%s: %d of %s, want %d", name, kinds[kind], kind, n)
			}
			if n >= 40 && len(met[kind]) != 20 {
				t.Errorf("%s: %s meets %d of 16 pairings and 4 voices", name, kind, len(met[kind]))
			}
		}
		if len(times) != 1+len(PauseTimes) {
			t.Errorf("%s: pauses of %v", name, times)
		}
		if name == "usual" && len(fixtures) < 66+18+24+6+40 {
			t.Errorf("only %d fixtures are used", len(fixtures))
		}
	}
}

func TestAnInterruptionIsTheLastOverAReply(t *testing.T) {
	f, err := LoadFixtures()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range plan(f, usual) {
		for _, s := range c.scenes {
			for i, p := range s.over {
				if p.kind == Interruption && i != len(s.over)-1 {
					t.Errorf("call %d: something is said over the reply after it was interrupted", c.seed)
				}
			}
			if (s.say.kind == Complete) != (len(s.over) > 0) {
				t.Errorf("call %d: %s with %d things over its answer", c.seed, s.say.kind, len(s.over))
			}
		}
	}
}
