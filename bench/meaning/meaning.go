// Package meaning measures what of the scenes' meaning is left of it once it was
// spoken and recognised offline: the held half of the measuring lines, said in
// three voices, heard by PocketSphinx with the scene's own language, and read by
// the scene's script; and what of sentences about other matters the scene's language
// makes a beat.
package meaning

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"parley/bench"
	"parley/llm/understudy"
	"parley/media"
	"parley/report"
	"parley/scenarios"
	"parley/scenarios/lines"
	"parley/stt"
	"parley/stt/sphinx"
	"parley/tts"
	"parley/tts/flite"
)

// Meaning measures which beats spoken lines make. It takes some 20 minutes of two
// cores, a tenth of that if short.
func Meaning() bench.Measurement {
	return bench.Measurement{
		Name:  "meaning",
		About: "which of the scenes' beats are made by lines spoken in three voices and heard by PocketSphinx",
		Run:   measure,
	}
}

// leastMade is the share of the beats that must be made in every scene, in
// percent: a line that is missed is said again in other words.
const leastMade = 70

// mostOff is how many of the sentences off its matter may make a beat, in percent.
const mostOff = 5

// shortEvery is how many lines a short run passes over for each it speaks.
const shortEvery = 10

// voices are Flite's that differ most.
var voices = []string{"awb", "rms", "slt"}

// tail is the silence around a line.
const tail = 300 * time.Millisecond

// offMatter are sentences of people who talk about something else. Each is said to each
// scene, in one voice after the other.
//
//go:embed offmatter.txt
var offMatter string

// count is what became of the lines of one scene; off is of those off its matter, which
// make a beat although they do not when typed.
type count struct{ typed, made, struck, of, off, ofOff int }

func measure(ctx context.Context, env *bench.Env) (report.Result, error) {
	library, err := scenarios.Embedded()
	if err != nil {
		return report.Result{}, err
	}
	var scenes []scenarios.Scenario
	for _, s := range library.List() {
		if _, ok := lines.Load(lines.Held, s.ID); ok && s.Language == "en" && s.Understudy != nil {
			scenes = append(scenes, s)
		}
	}
	var mu sync.Mutex
	counts, done := map[string]count{}, 0
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(2)
	for _, s := range scenes {
		g.Go(func() error {
			c, err := speakScene(ctx, s, env.Short)
			if err != nil {
				return fmt.Errorf("measure %s: %w", s.ID, err)
			}
			mu.Lock()
			defer mu.Unlock()
			counts[s.ID] = c
			done++
			env.Progress("scenes", done, len(scenes))
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return report.Result{}, err
	}
	return summary(counts), nil
}

// speakScene speaks the lines of a scene's beats.
func speakScene(ctx context.Context, s scenarios.Scenario, short bool) (c count, err error) {
	ears, err := sphinx.Open(sphinx.Options{Decoders: 1})
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, ears.Close()) }()
	speech, err := flite.Open()
	if err != nil {
		return c, err
	}
	stream, err := ears.Open(ctx, stt.Options{Language: s.Language, Phrases: s.Names(), Domain: s.Domain()})
	if err != nil {
		return c, err
	}
	defer stream.Close()
	set, _ := lines.Load(lines.Held, s.ID)
	id := uint64(0)
	for _, beat := range slices.Sorted(maps.Keys(set.Beats)) {
		for _, text := range lines.Of(set.Beats[beat], "") {
			for _, voice := range voices {
				if id++; short && id%shortEvery != 0 {
					continue
				}
				heard, err := hear(ctx, stream, id, speech, voice, text)
				if err != nil {
					return c, err
				}
				c.add(s, beat, text, heard)
			}
		}
	}
	for i, text := range scenarios.ParseCall(offMatter) {
		if id++; short && i%shortEvery != 0 {
			continue
		}
		heard, err := hear(ctx, stream, id, speech, voices[i%len(voices)], text)
		if err != nil {
			return c, err
		}
		c.ofOff++
		if beat(s, heard) && !beat(s, text) {
			c.off++
		}
	}
	return c, nil
}

// beat reports whether text makes any.
func beat(s scenarios.Scenario, text string) bool {
	r := understudy.Read(s, text)
	return r.Agrees || len(r.Beats) > 0
}

func (c *count) add(s scenarios.Scenario, beat, text, heard string) {
	c.of++
	if makes(s, beat, text) {
		c.typed++
	}
	if makes(s, beat, heard) {
		c.made++
	}
	if r := understudy.Read(s, heard); len(r.Strikes) > 0 && len(r.Beats) == 0 {
		c.struck++
	}
}

// makes reports whether text makes the beat, or asks for the goal.
func makes(s scenarios.Scenario, beat, text string) bool {
	r := understudy.Read(s, text)
	return beat == lines.Agree && r.Agrees || slices.Contains(r.Beats, beat)
}

// hear is what the recogniser makes of a line in a voice.
func hear(ctx context.Context, stream stt.Stream, id uint64, speech tts.Engine, voice, text string) (string, error) {
	said, err := tts.Whole(ctx, speech, text, tts.Voice{Name: voice})
	if err != nil {
		return "", err
	}
	quiet := make([]int16, media.Samples(tail))
	stream.Begin(id)
	for part := range slices.Chunk(slices.Concat(quiet, said.PCM, quiet), media.SampleRate) { // no faster than its queue takes it
		stream.Write(part)
	}
	stream.End()
	for {
		ev, err := stream.Next(ctx)
		if err != nil {
			return "", err
		}
		if ev.Final && ev.Utterance == id {
			return ev.Text, ev.Err
		}
	}
}

func summary(counts map[string]count) report.Result {
	r := report.Result{Name: "meaning", Title: "beats made by the held measuring lines, spoken in three voices"}
	t := report.Table{
		Title: "by scene", Head: []string{"scene", "lines", "made when typed", "made when spoken", "struck", "made off its matter"},
	}
	share := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	all := count{}
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		c := counts[id]
		t.Rows = append(t.Rows, []string{
			id, strconv.Itoa(c.of), fmt.Sprintf("%.0f %%", share(c.typed, c.of)), fmt.Sprintf("%.0f %%", share(c.made, c.of)),
			strconv.Itoa(c.struck), fmt.Sprintf("%d of %d", c.off, c.ofOff),
		})
		all = count{
			all.typed + c.typed, all.made + c.made, all.struck + c.struck, all.of + c.of, all.off + c.off, all.ofOff + c.ofOff,
		}
		r.Figures = append(r.Figures, report.Share(id+" missed", c.of-c.made, c.of, 3).AtMost(100-leastMade))
	}
	r.Figures = append(r.Figures,
		report.Share("all missed", all.of-all.made, all.of, 2).AtMost(100-leastMade),
		report.Share("struck", all.struck, all.of, 1),
		report.Share("off matter made", all.off, all.ofOff, 1).AtMost(mostOff))
	r.Tables = []report.Table{t}
	return r
}
