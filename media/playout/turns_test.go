package playout_test

import (
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/media/playout"
)

func TestPlayoutReportsATurn(t *testing.T) {
	inStage(t, func(s *stage) {
		start := time.Now()
		s.Begin(playout.Segment{Turn: 3, Index: 0, Text: "One two three."})
		if err := s.Write(s.t.Context(), 3, make([]int16, 2*media.FrameSamples), nil); err != nil {
			t.Fatal(err)
		}
		s.write(3, 60*time.Millisecond)
		s.say(3, 1, "Four.", 50*time.Millisecond)
		s.Finish(3)
		time.Sleep(time.Second)
		synctest.Wait()

		want := []playout.Played{
			{Turn: 3}, {Turn: 3, TextEnd: 3},
			{Turn: 3, Voiced: true, TurnStart: true, TextEnd: 7},
			{Turn: 3, Voiced: true, TextEnd: 7},
			{Turn: 3, Voiced: true, TextEnd: 14, SegmentEnd: true},
			{Turn: 3, Segment: 1, Voiced: true},
			{Turn: 3, Segment: 1, Voiced: true},
			{Turn: 3, Segment: 1, Voiced: true, TextEnd: 5, SegmentEnd: true, TurnEnd: true},
		}
		got := s.reports()
		if len(got) != len(want) {
			t.Fatalf("%d reports, want %d: %+v", len(got), len(want), got)
		}
		first := got[0].At.Sub(start)
		if first < 0 || first > media.PTime {
			t.Errorf("first frame after %v, want within one PTime", first)
		}
		for i := range want {
			want[i].At = got[0].At.Add(time.Duration(i) * media.PTime)
			if got[i] != want[i] {
				t.Errorf("report %d = %+v, want %+v", i, got[i], want[i])
			}
		}
		wantHeard := playout.Heard{Turn: 3, Text: "One two three. Four.", Played: 150 * time.Millisecond, Complete: true}
		if got := s.Heard(3); got != wantHeard {
			t.Errorf("Heard = %+v, want %+v", got, wantHeard)
		}
	})
}

func TestPlayoutEndsTurnsWithoutAudio(t *testing.T) {
	for _, test := range []struct {
		name string
		fill func(s *stage)
		want []playout.Played
	}{
		{"no segment", func(s *stage) { s.Finish(1) },
			[]playout.Played{{Turn: 1, TurnEnd: true}}},
		{"unspeakable segments", func(s *stage) {
			s.Begin(playout.Segment{Turn: 1, Index: 0, Text: "..."})
			s.Begin(playout.Segment{Turn: 1, Index: 1, Text: "*"})
			s.Finish(1)
		}, []playout.Played{{Turn: 1, SegmentEnd: true}, {Turn: 1, Segment: 1, SegmentEnd: true, TurnEnd: true}}},
		{"finished twice", func(s *stage) { s.Finish(1); s.Finish(1) },
			[]playout.Played{{Turn: 1, TurnEnd: true}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			inStage(t, func(s *stage) {
				test.fill(s)
				time.Sleep(100 * time.Millisecond)
				synctest.Wait()
				got := s.reports()
				if len(got) != len(test.want) {
					t.Fatalf("reports %+v, want %+v", got, test.want)
				}
				for i, w := range test.want {
					w.At = got[i].At
					if got[i] != w || w.At.IsZero() {
						t.Errorf("report %d = %+v, want %+v with a time", i, got[i], w)
					}
				}
				if got := s.Heard(1); got.Text != "" || !got.Complete {
					t.Errorf("Heard = %+v, want complete and nothing said", got)
				}
			})
		})
	}
}

func TestPlayoutUnderrunGoesOn(t *testing.T) {
	inStage(t, func(s *stage) {
		s.say(1, 0, "slow engine", 110*time.Millisecond)
		time.Sleep(300 * time.Millisecond)
		synctest.Wait()
		if got := s.Heard(1); got.Played != 110*time.Millisecond || got.Complete || got.Text == "slow engine" {
			t.Errorf("Heard while starved = %+v, want 110ms and the last word unclaimed", got)
		}
		s.write(1, 100*time.Millisecond)
		time.Sleep(200 * time.Millisecond)
		s.Finish(1) // long after the last frame
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()

		reports := s.reports()
		last := reports[len(reports)-1]
		if len(reports) != 6+1+5+1+1 || !last.SegmentEnd || !last.TurnEnd || last.Voiced || last.TextEnd != 11 {
			t.Errorf("%d reports, last %+v; want 14, the last a silent end of all", len(reports), last)
		}
		if !reports[6].Starved || !reports[12].Starved {
			t.Errorf("reports = %+v, want the 7th and the 13th to say that it starves", reports)
		}
		if got := s.Stats().Underruns; got != 2 {
			t.Errorf("Underruns = %d, want 2", got)
		}
		if got := s.Heard(1); got.Text != "slow engine" || !got.Complete {
			t.Errorf("Heard = %+v, want all", got)
		}
	})
}

func TestPlayoutTwoTurns(t *testing.T) {
	inStage(t, func(s *stage) {
		s.say(1, 0, "First.", 200*time.Millisecond)
		s.say(2, 0, "Second.", 200*time.Millisecond)
		s.Finish(1) // after the next turn has begun
		s.Finish(2)
		time.Sleep(time.Second)
		synctest.Wait()
		var starts, ends []uint64
		for i, p := range s.reports() {
			if want := uint64(1 + i/10); p.Turn != want {
				t.Errorf("report %d is of turn %d, want %d", i, p.Turn, want)
			}
			if p.TurnStart {
				starts = append(starts, p.Turn)
			}
			if p.TurnEnd {
				ends = append(ends, p.Turn)
			}
		}
		if len(starts) != 2 || starts[0] != 1 || starts[1] != 2 || len(ends) != 2 || ends[0] != 1 || ends[1] != 2 {
			t.Errorf("turns started %v, ended %v; want [1 2] both", starts, ends)
		}
	})
}
