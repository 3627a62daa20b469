package eval

import (
	"fmt"
	"slices"
	"strings"

	"parley/checker/labelled"
	"parley/report"
)

// Report is what a run found of a judge.
type Report struct {
	Judge string `json:"judge"`
	// Simulated is set when the judge was a model that is wrong by plan.
	Simulated bool `json:"simulated,omitempty"`
	// Short is set when a part of the dialogues was judged: shares may be unsure.
	Short bool    `json:"short,omitempty"`
	Set   Summary `json:"set"`
	// Figures are of everything, Styles of the dialogues of one style.
	Figures   []Figure       `json:"figures"`
	Styles    []StyleFigures `json:"styles"`
	Confusion Confusion      `json:"confusion"` // by labelled and judged band
	Cells     []Cell         `json:"cells"`
	Mishaps   []MishapRow    `json:"mishaps,omitempty"`
	// Notes are whole sentences on what the figures do not say.
	Notes   []string `json:"notes,omitempty"`
	Results Results  `json:"results"`
}

// Summary counts what was judged.
type Summary struct {
	Dialogues  int `json:"dialogues"`
	Repeats    int `json:"repeats"`
	Exchanges  int `json:"exchanges"` // of the dialogues, without repeats
	Injections int `json:"injections"`
	Harmless   int `json:"harmless"`
	Languages  int `json:"languages"` // of the injections
	Scenarios  int `json:"scenarios"`
	Judgments  int `json:"judgments"`
}

// StyleFigures are the figures of the dialogues of one style.
type StyleFigures struct {
	Style   labelled.Style `json:"style"`
	Figures []Figure       `json:"figures"`
}

// Assess makes the report of results.
func Assess(r Results) Report {
	all := r.all()
	rows := mishaps(all)
	out := Report{
		Judge: r.Judge, Simulated: len(rows) > 0, Short: r.Short, Set: summary(r), Confusion: confusion(r.Arcs),
		Cells: cells(r.Injected), Mishaps: rows, Results: r,
	}
	out.Figures = slices.Concat(ofArcs(r.Arcs), injections(r), simulated(rows), form(all, out.Simulated), work(all))
	for _, style := range []labelled.Style{labelled.Scripted, labelled.Free} {
		of := slices.DeleteFunc(slices.Clone(r.Arcs), func(t Trace) bool { return t.Style != style })
		if len(of) > 0 {
			out.Styles = append(out.Styles, StyleFigures{Style: style, Figures: ofArcs(of)})
		}
	}
	if r.Short {
		unsure(out.Figures)
		for _, s := range out.Styles {
			unsure(s.Figures)
		}
	}
	out.Notes = notes(out)
	return out
}

// ofArcs are the figures that dialogues alone have.
func ofArcs(traces []Trace) []Figure {
	return slices.Concat(agreement(traces), endings(traces), promises(traces), stability(traces))
}

func summary(r Results) Summary {
	dialogues, scenes, lines, languages := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	s := Summary{Harmless: len(r.Harmless), Judgments: len(r.all())}
	for _, t := range r.Arcs {
		dialogues[t.Dialogue], scenes[t.Scenario] = true, true
		s.Repeats = max(s.Repeats, t.Repeat)
		if t.Repeat == 1 {
			s.Exchanges += len(t.Judgments)
		}
	}
	for _, t := range r.Injected {
		lines[t.Line], languages[t.Language] = true, true
	}
	s.Dialogues, s.Scenarios, s.Injections, s.Languages = len(dialogues), len(scenes), len(lines), len(languages)
	return s
}

// Missed are the figures of everything that miss their gates; only hard ones if
// hard is set.
func (r Report) Missed(hard bool) []Figure {
	var out []Figure
	for _, f := range r.Figures {
		if f.Missed() && (f.Gate.Hard || !hard) {
			out = append(out, f)
		}
	}
	return out
}

// Find is the figure of that id among figures.
func Find(figures []Figure, id string) (Figure, bool) {
	i := slices.IndexFunc(figures, func(f Figure) bool { return f.ID == id })
	if i < 0 {
		return Figure{}, false
	}
	return figures[i], true
}

// Write keeps the report as JSON in a file.
func (r Report) Write(path string) error { return report.WriteJSON(path, r, "") }

// Read reads what Write wrote.
func Read(path string) (Report, error) {
	r, err := report.ReadJSON[Report](path)
	if err == nil && (r.Judge == "" || len(r.Figures) == 0) {
		err = fmt.Errorf("read report %s: it is no report of `measure eval checker --json`", path)
	}
	return r, err
}

// notes say where a judge cannot do what is measured.
func notes(r Report) []string {
	var out []string
	for _, s := range r.Styles {
		var missed []string
		for _, f := range s.Figures {
			if f.Missed() {
				missed = append(missed, f.Name)
			}
		}
		if len(missed) == 0 {
			continue
		}
		out = append(out, fmt.Sprintf("On %s dialogues %s misses %d gates (%s).%s",
			s.Style, r.Judge, len(missed), strings.Join(missed, "; "), cause(r.Judge, s.Style)))
	}
	if r.Simulated {
		out = append(out, "This judge is a simulated model that knows the labels and answers wrongly by plan: its agreement "+
			"shows what pauses and repairs cost, not how good a model is.")
	}
	return out
}

// understudy is the name of the judge that follows a scene's script.
const understudy = "understudy"

func cause(judge string, style labelled.Style) string {
	if judge == understudy && style == labelled.Free {
		return " It cannot judge these well: it replays the scene's script from the user's words, and here the character speaks freely."
	}
	return ""
}
