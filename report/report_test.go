package report

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMissed(t *testing.T) {
	for _, c := range []struct {
		f    Figure
		want bool
	}{
		{Figure{Value: 9}, false},
		{Figure{Value: 680}.AtMost(680), false},
		{Figure{Value: 680.1}.AtMost(680), true},
		{Figure{Value: 8}.AtLeast(8), false},
		{Figure{Value: 7}.AtLeast(8), true},
		{Figure{Value: math.NaN()}.AtMost(1), true},
		{Figure{Value: math.NaN()}.AtLeast(1), true},
	} {
		if got := c.f.Missed(); got != c.want {
			t.Errorf("%+v missed = %v, want %v", c.f, got, c.want)
		}
	}
}

func TestWorse(t *testing.T) {
	for _, c := range []struct {
		name     string
		was, now float64
		more     bool
		slack    float64
		want     bool
	}{
		{"the same", 600, 600, false, 0, false},
		{"within the ratio", 600, 750, false, 0, false},
		{"beyond it", 600, 751, false, 0, true},
		{"better", 600, 100, false, 0, false},
		{"beyond it but within the slack", 4, 12, false, 10, false},
		{"beyond both", 4, 15, false, 10, true},
		{"more is better: fewer", 16, 12, true, 0, true},
		{"more is better: a little fewer", 16, 14, true, 0, false},
		{"more is better: more", 16, 40, true, 0, false},
		{"both nothing", 0, 0, false, 0, false},
		{"nothing before", 0, 1, false, 0.5, true},
		{"nothing before, slack", 0, 1, false, 1, false},
		{"nothing any more, more is better", 16, 0, true, 1, true},
		{"no number", 5, math.NaN(), false, 100, true},
	} {
		now := Figure{Value: c.now, More: c.more, Slack: c.slack}
		if got := now.Worse(Figure{Value: c.was}); got != c.want {
			t.Errorf("%s: worse = %v, want %v", c.name, got, c.want)
		}
	}
}

func TestFigureString(t *testing.T) {
	for _, c := range []struct {
		value float64
		unit  string
		want  string
	}{
		{642.4, "ms", "642 ms"}, {42.44, "ms", "42.4 ms"}, {4.26, "ms", "4.26 ms"}, {0.0432, "core", "0.043 core"},
		{8, "calls", "8 calls"}, {0, "%", "0 %"}, {-3.5, "", "-3.50"}, {0.00004, "core", "0.000 core"},
	} {
		if got := (Figure{Value: c.value, Unit: c.unit}).String(); got != c.want {
			t.Errorf("%v = %q, want %q", c.value, got, c.want)
		}
	}
}

func sample() Report {
	return Report{Go: "go1.26", CPUs: 2, Results: []Result{
		{Name: "latency", Title: "from silence to answer", Figures: []Figure{
			Figure{Name: "response p50", Value: 642.4, Unit: "ms", Samples: 20, Slack: 20}.AtMost(680),
			{Name: "stage", Value: 100, Unit: "ms", Samples: 20},
		}},
		{Name: "calls", Title: "many at once", Figures: []Figure{
			Figure{Name: "held", Value: 6, Unit: "calls", Samples: 1}.AtLeast(8),
		}, Tables: []Table{{Title: "the curve", Head: []string{"calls", "core"}, Rows: [][]string{{"1", "0.04"}, {"12", "0.5"}}}},
			Notes: []string{"It broke at 7."}},
	}}
}

func TestCompare(t *testing.T) {
	was, now := sample(), sample()
	was.Results = append(was.Results, Result{Name: "join", Figures: []Figure{{Name: "join p50", Value: 1}}})
	if got := now.Compare(was); got != nil {
		t.Errorf("compared with itself: %v, want nothing", got)
	}
	now.Results[0].Figures[0].Value = 900
	now.Results[0].Figures[1].Name = "renamed"
	now.Results[1].Figures[0].Value = 4
	var got []string
	for _, r := range now.Compare(was) {
		got = append(got, r.String())
	}
	want := []string{
		"latency: response p50 is 900 ms, 1.40 times worse than 642 ms",
		"latency: stage is not measured any more; it was 100 ms",
		"calls: held is 4 calls, 1.50 times worse than 6 calls",
	}
	if !slices.Equal(got, want) {
		t.Errorf("compared:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A brief run has no figure of the end of a curve, and cannot be worse there;
// but it must have all that another brief run had.
func TestCompareABriefReport(t *testing.T) {
	was, now := sample(), sample()
	now.Short, now.Results[1].Figures = true, nil
	if got := now.Compare(was); got != nil {
		t.Errorf("brief against full: %v, want nothing", got)
	}
	was.Short = true
	if got := now.Compare(was); len(got) != 1 || !got[0].Gone {
		t.Errorf("brief against brief: %v, want the figure that is gone", got)
	}
}

func TestMarkedNames(t *testing.T) {
	if got, want := sample().Marked(Fail), []string{"calls: held"}; !slices.Equal(got, want) {
		t.Errorf("missed %q, want %q", got, want)
	}
}

func TestWriteAndRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	want := sample()
	if err := want.Write(path); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	var a, b strings.Builder
	for _, r := range got.Results {
		if err := r.Show(&a, nil, false); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range want.Results {
		if err := r.Show(&b, nil, false); err != nil {
			t.Fatal(err)
		}
	}
	if a.String() != b.String() || got.CPUs != want.CPUs || got.Go != want.Go {
		t.Errorf("read back:\n%s\nwant:\n%s", &a, &b)
	}
	if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err == nil {
		t.Error("a broken report was read")
	}
	if _, err := Read(path + ".not"); err == nil {
		t.Error("a report that is not there was read")
	}
	if err := want.Write(filepath.Join(path, "in a file")); err == nil {
		t.Error("a report was written into a file")
	}
}

// A short run whose samples leave room for the target says neither pass nor fail;
// a full one and one that is clearly worse do.
func TestMarkOfAShortRun(t *testing.T) {
	few, many := Share("late", 1, 16, 3).AtMost(2), Share("late", 12, 16, 3).AtMost(2)
	for _, c := range []struct {
		f     Figure
		short bool
		want  string
	}{
		{few, true, Unsure}, {few, false, Fail}, {many, true, Fail}, {Share("late", 0, 16, 3).AtMost(2), true, Pass},
		{Share("late", 1, 16, 3), true, ""}, {Figure{Value: 5}.AtMost(2), true, Fail}, {Count("ignored", 1, 24).AtMost(0), true, Fail},
		{Quantile("p95", durations(8, func(i int) float64 { return 600 + 20*float64(i) }), 0.95, 30).AtMost(680), true, Unsure},
	} {
		if got := c.f.Mark(c.short); got != c.want {
			t.Errorf("%s = %s (%s), short %v: %q, want %q", c.f.Name, c.f, c.f.Interval, c.short, got, c.want)
		}
	}
	r := Report{Short: true, Results: []Result{{Name: "quality", Figures: []Figure{few, many}}}}
	if got := r.Marked(Unsure); !slices.Equal(got, []string{"quality: late"}) {
		t.Errorf("unsure %q, want one", got)
	}
}
