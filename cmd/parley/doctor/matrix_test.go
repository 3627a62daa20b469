package doctor

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/app/engineconfig"
	"parley/engine"
	"parley/engine/servicetest"
	"parley/media"
	"parley/report"
)

// wanting are the cells of the matrix in which something does not work, with what the
// doctor says of it.
var wanting = map[string]string{
	"Ollama, a model without tools llm, tools":  "called no tool",
	"vLLM, no tool parser llm, tools":           "takes no tools",
	"whisper.cpp, its own path stt, first word": "start whisper.cpp's server with --inference-path /v1/audio/transcriptions",
	"whisper.cpp, its own path stt, silence":    "not tried, as it does not answer",
}

// cool is how long the services that load their model take for it.
const cool = slowStart + 200*time.Millisecond

// TestMatrix has the product's engines, opened as `parley serve` opens them, ask every
// service that is played, cold at first, by the checks of `parley doctor --deep`.
func TestMatrix(t *testing.T) {
	services := servicetest.Services()
	results := make([][]Result, len(services))
	var work sync.WaitGroup
	for i, s := range services { // all at once: most of the time is that of speech
		work.Go(func() { results[i] = examineService(t, s) })
	}
	work.Wait()
	var table strings.Builder
	for i, s := range services {
		t.Run(s.Name, func(t *testing.T) {
			for _, r := range results[i] {
				writeCell(t, &table, s.Name, r)
			}
		})
	}
	t.Logf("\n%s\n%s", grid(services, results), &table)
}

// grid is the matrix in short: what works of each service, and which loads its model.
func grid(services []servicetest.Service, results [][]Result) string {
	var b strings.Builder
	cells := []string{"llm, first word", "llm, tools", "checker, verdict", "stt, first word", "stt, silence", "tts, first word"}
	rows := [][]string{append(append([]string{"service"}, cells...), "cold start")}
	for i, s := range services {
		row := make([]string, len(cells)+2)
		row[0] = s.Name
		for _, r := range results[i] {
			mark := "yes"
			if r.Err != nil || r.Note {
				mark = "no"
			}
			if at := slices.Index(cells, r.name()); at >= 0 {
				row[at+1] = mark
			}
			if strings.Contains(strings.Join(r.Does, " "), "longer than its second") {
				row[len(row)-1] = "waited for"
			}
		}
		rows = append(rows, row)
	}
	report.Columns(&b, "", report.Words, rows)
	return b.String()
}

// examineService returns what the doctor finds of one service in each role that it plays.
func examineService(t *testing.T, s servicetest.Service) (results []Result) {
	played := servicetest.Play(t, s, Sentence)
	plan, err := planFor(played)
	if err != nil {
		t.Error(err)
		return nil
	}
	for _, role := range engineconfig.Roles() {
		ref := engineconfig.Ref{Name: "it", Model: modelOf(s, role)}
		if ref.Model == "" {
			continue
		}
		e, err := plan.Open(map[engineconfig.Role][]engineconfig.Ref{role: {ref}}, engineconfig.Resources{})
		if err != nil {
			t.Error(err)
			return nil
		}
		checks := &engineChecks{deep: true, said: tone()}
		checks.roundTrip(role, e)
		played.Cool(cool)
		results = append(results, Examine(t.Context(), checks.list, nil)...)
		if role == engineconfig.TTS {
			holdTone(t, s.Name, checks.said)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	if n := played.Aborted(); n > 0 {
		t.Errorf("%s: %d loads of the model were given up", s.Name, n)
	}
	return results
}

// TestBrokenAnswers: what fails with status 200 in the middle of an answer, each service in
// its own way, is no whole answer.
func TestBrokenAnswers(t *testing.T) {
	broken := 0
	for _, s := range servicetest.Services() {
		if s.Chat == nil || s.Chat.Breaks == "" {
			continue
		}
		broken++
		played := servicetest.Play(t, s, "")
		played.Break()
		plan, err := planFor(played)
		if err != nil {
			t.Fatal(err)
		}
		ref := engineconfig.Ref{Name: "it", Model: s.Chat.Model}
		e, err := plan.Open(map[engineconfig.Role][]engineconfig.Ref{engineconfig.LLM: {ref}}, engineconfig.Resources{})
		if err != nil {
			t.Fatal(err)
		}
		if a, err := listen(t.Context(), e.LLM[0], plainRequest(Sentence)); !errors.Is(err, engine.ErrService) {
			t.Errorf("%s: %q, %v; want %v", s.Name, a.text, err, engine.ErrService)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	if broken < 3 {
		t.Errorf("%d services break their answers, want 3", broken)
	}
}

// planFor is what a configuration file says of a service.
func planFor(p *servicetest.Played) (engineconfig.Plan, error) {
	it := engineconfig.Service{URL: p.URL, APIVersion: p.Version, KeyEnv: "IT_KEY"}
	if v := p.Voice; v != nil && len(v.Names) > 0 && !slices.Contains(v.Names, "alloy") {
		it.Voices = map[string]string{"": v.Names[0]}
	}
	return engineconfig.NewPlan(engineconfig.File{Services: map[string]engineconfig.Service{"it": it}}, nil, func(name string) string {
		if name == "IT_KEY" && p.Keyed {
			return servicetest.Key
		}
		return ""
	})
}

func modelOf(s servicetest.Service, role engineconfig.Role) string {
	thinks, hears, speaks := s.Models()
	switch role {
	case engineconfig.STT:
		return hears
	case engineconfig.TTS:
		return speaks
	case engineconfig.LLM, engineconfig.Checker:
	}
	return thinks
}

// writeCell holds a result to what is wanting of the service, and writes it down.
func writeCell(t *testing.T, out *strings.Builder, service string, r Result) {
	t.Helper()
	cell := service + " " + r.name()
	says := r.Says
	if r.Err != nil {
		says = r.Err.Error()
	}
	if ill := (Ill{}); errors.As(r.Err, &ill) {
		says += ". " + ill.Remedy
	}
	switch want, known := wanting[cell]; {
	case known && !strings.Contains(says, want):
		t.Errorf("%s: it says %q, want %q", cell, says, want)
	case !known && (r.Err != nil || r.Note):
		t.Errorf("%s: %s", cell, says)
	}
	fmt.Fprintf(out, "%-30s %-22s %s\n", service, r.name(), says)
	for _, sentence := range r.Does {
		fmt.Fprintf(out, "%-53s - %s\n", "", sentence)
	}
}

// tone is what every voice that is played says.
func tone() []int16 {
	pcm := make([]int16, media.Samples(servicetest.Spoken))
	for n := range pcm {
		pcm[n] = int16(8000 * math.Sin(2*math.Pi*servicetest.Pitch*float64(n)/media.SampleRate))
	}
	return pcm
}

// holdTone finds in what was decoded the tone that was sent, as high and as long: noise
// has other crossings, and audio of another rate is higher or lower.
func holdTone(t *testing.T, service string, pcm []int16) {
	const loud = 1000 // MP3 begins and ends with a whisper of its own
	var ups []int
	below := false
	for n, v := range pcm {
		switch {
		case v < -loud:
			below = true
		case v > loud && below:
			below = false
			ups = append(ups, n)
		}
	}
	if len(ups) < 2 {
		t.Errorf("%s: no tone is heard", service)
		return
	}
	pitch := float64(len(ups)-1) / media.Duration(ups[len(ups)-1]-ups[0]).Seconds()
	if math.Abs(pitch-servicetest.Pitch) > 2 {
		t.Errorf("%s: a tone of %d Hz is heard at %.0f Hz", service, servicetest.Pitch, pitch)
	}
	length := media.Duration(len(pcm))
	if off := length - servicetest.Spoken; off < -150*time.Millisecond || off > 150*time.Millisecond {
		t.Errorf("%s: a tone of %v is heard for %v", service, servicetest.Spoken, length)
	}
}
