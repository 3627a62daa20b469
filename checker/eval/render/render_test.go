package render_test

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"parley/checker"
	"parley/checker/eval"
	"parley/checker/eval/render"
	"parley/checker/labelled"
	"parley/scenarios"
)

// report is of the offline judge on the dialogues of one scenario.
func report(t *testing.T) eval.Report {
	t.Helper()
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	set, err := labelled.Load(checker.LabelledSet())
	if err != nil {
		t.Fatal(err)
	}
	set.Dialogues, set.Injections, set.Harmless = set.Dialogues[:8], set.Injections[:3], set.Harmless[:2]
	results, err := eval.Run{
		Set: set, Library: library, Repeats: 2,
		Judge: func(s scenarios.Scenario) checker.Judge { return checker.OfflineJudge{Scenario: s} },
	}.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return eval.Assess(results)
}

func draw(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// alone fails if a page runs a script or fetches anything, and if its elements
// do not close.
func alone(t *testing.T, html string) {
	t.Helper()
	if found := regexp.MustCompile(`(?i)<script|<link|<img|@import|url\(|\bsrc=|https?:`).FindString(html); found != "" {
		t.Errorf("the page holds %q", found)
	}
	d := xml.NewDecoder(strings.NewReader(html))
	d.Entity = xml.HTMLEntity
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("the page is not well formed: %v", err)
		}
	}
}

func TestReportPage(t *testing.T) {
	r := report(t)
	r.Judge = `<b>"judge"&`
	r.Results.Arcs[0].Judgments[0].User = "</td><script>alert(1)</script>"
	html := draw(t, func(w io.Writer) error { return render.Page(w, r) })
	alone(t, html)
	dialogues := 0
	for _, trace := range r.Results.Arcs {
		if trace.Repeat == 1 {
			dialogues++
		}
	}
	if got := strings.Count(html, `<polygon class="range"`); got != dialogues {
		t.Errorf("%d curves, want %d", got, dialogues)
	}
	if got := strings.Count(html, `class="judged more"`); got != dialogues {
		t.Errorf("%d lines of repeats, want %d", got, dialogues)
	}
	if got := strings.Count(html, ` right" title="labelled`); got != 5 {
		t.Errorf("%d cells of the matrix are right, want 5", got)
	}
	for _, want := range []string{"&lt;b&gt;", "weighted kappa on bands", "prefers-color-scheme: dark", r.Cells[0].Language} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestWorstDialogueComesFirst(t *testing.T) {
	r := report(t)
	html := draw(t, func(w io.Writer) error { return render.Page(w, r) })
	worst, best := r.Results.Arcs[0], r.Results.Arcs[0]
	for _, trace := range r.Results.Arcs {
		if trace.Off() > worst.Off() {
			worst = trace
		}
		if trace.Off() < best.Off() {
			best = trace
		}
	}
	if worst.Off() == best.Off() {
		t.Fatal("all dialogues are judged alike well")
	}
	if strings.Index(html, `id="`+worst.Dialogue+`"`) > strings.Index(html, `id="`+best.Dialogue+`"`) {
		t.Errorf("%s comes after %s", worst.Dialogue, best.Dialogue)
	}
}

func TestComparisonPage(t *testing.T) {
	a, b := report(t), report(t)
	b.Judge = "other"
	b.Results.Arcs[0].Judgments[0].Progress += 5
	b.Figures[0].Value /= 2
	html := draw(t, func(w io.Writer) error { return render.ComparePage(w, a, b) })
	alone(t, html)
	if got := strings.Count(html, `<polygon class="range"`); got != 2 {
		t.Errorf("%d curves, want the 2 of the dialogue that differs", got)
	}
	for _, want := range []string{`<span class="badge worse">worse</span>`, "7 more were judged alike"} {
		if !strings.Contains(html, want) {
			t.Errorf("the comparison lacks %q", want)
		}
	}
}

func TestText(t *testing.T) {
	r := report(t)
	text := draw(t, func(w io.Writer) error { return render.Text(w, r) })
	for _, want := range []string{"understudy on ", "mean absolute error", "pass", "FAIL", "It cannot judge these well"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q:\n%s", want, text)
		}
	}
	b := report(t)
	b.Judge, b.Figures[0].Value = "other", b.Figures[0].Value/2
	text = draw(t, func(w io.Writer) error { return render.CompareText(w, r, b) })
	for _, want := range []string{"A: understudy, ", "B: other, ", "worse"} {
		if !strings.Contains(text, want) {
			t.Errorf("the comparison lacks %q:\n%s", want, text)
		}
	}
}
