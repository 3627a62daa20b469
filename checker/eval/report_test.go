package eval

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"parley/checker/labelled"
)

// reportOf is of a judge that says judged of 5, and sees no win if that is 0.
func reportOf(judge string, judged int) Report {
	last := 10
	if judged == 0 {
		last = 0
	}
	return Assess(Results{Judge: judge, Arcs: []Trace{
		trace(labelled.Win, [2]int{1, 1}, [2]int{5, judged}, [2]int{10, last}), trace(labelled.Stall, [2]int{1, 1}, [2]int{1, 1}),
	}})
}

func TestReportIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	want := reportOf("a", 5)
	if err := want.Write(path); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if err != nil || !reflect.DeepEqual(got.Figures, want.Figures) || got.Confusion != want.Confusion || len(got.Results.Arcs) != 2 {
		t.Errorf("Read = %+v, %v, want what was written", got, err)
	}
}

func TestReadRefuses(t *testing.T) {
	for name, text := range map[string]string{"empty": "", "another file": `{"go":"1.26","results":[]}`, "cut": `{"judge":"a"`} {
		path := filepath.Join(t.TempDir(), "report.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: Read = %v, want an error that names the file", name, err)
		}
	}
}

func TestCompare(t *testing.T) {
	a, b := reportOf("a", 5), reportOf("b", 9)
	for _, d := range Compare(a, b) {
		want := map[string]string{"kappa": "worse", "mae": "worse", "spearman": "", "band": "differs"}
		if mark, ok := want[d.A.ID]; ok && d.Mark() != mark {
			t.Errorf("%s: %s and %s are %q, want %q", d.A.ID, d.A, d.B, d.Mark(), mark)
		}
	}
	for _, d := range Compare(b, a) {
		if d.A.ID == "kappa" && (d.Mark() != "better" || !strings.HasPrefix(d.Delta(), "+")) {
			t.Errorf("kappa the other way round is %q by %q", d.Mark(), d.Delta())
		}
	}
	for _, d := range Compare(a, a) {
		if d.Mark() != "" {
			t.Errorf("%s differs from itself: %q", d.A.ID, d.Mark())
		}
	}
}

func TestMissed(t *testing.T) {
	r := reportOf("a", 0)
	r.Figures = append(r.Figures, number("g", "h", "hard", 1, "").atMost(0).hard())
	soft, hard := r.Missed(false), r.Missed(true)
	if len(soft) < 2 || len(hard) != 1 || hard[0].ID != "h" {
		t.Errorf("missed %v, hard %v", soft, hard)
	}
	if f := (Figure{Value: 9, Gate: &Gate{Limit: 1}}); f.Missed() || f.Mark() != "" || f.String() != "-" {
		t.Errorf("a figure without value is %q, %q", f, f.Mark())
	}
}

func TestFiguresAreShown(t *testing.T) {
	for want, f := range map[string]Figure{
		"12,921,357": {Value: 12921357, Unit: Number}, "999": {Value: 999, Unit: Number}, "-1,000": {Value: -1000, Unit: Number},
		"99.8 %": {Value: .998, Unit: Share}, "100 %": {Value: 1, Unit: Share}, "0.37 ms": {Value: .37, Unit: Millis},
		"1500 ms": {Value: 1500, Unit: Millis}, "0.88": {Value: .876}, "$0": {Unit: Dollar}, "$0.0125": {Value: .0125, Unit: Dollar},
	} {
		if f.Defined = true; f.String() != want {
			t.Errorf("%v is shown as %q, want %q", f.Value, f, want)
		}
	}
}

// Of a part of the set shares may be unsure; what code keeps never is.
func TestUnsureOfAShortRun(t *testing.T) {
	few := Ratio{Part: 9, Whole: 10}
	figures := []Figure{
		share("g", "soft", "soft", few).atLeast(.95), share("g", "hard", "hard", few).atLeast(.95).hard(),
		share("g", "bad", "bad", Ratio{Part: 1, Whole: 10}).atLeast(.95), share("g", "met", "met", few).atLeast(.85),
		number("g", "n", "n", 2, "").atMost(1),
	}
	unsure(figures)
	for i, want := range []string{"unsure", "FAIL", "FAIL", "pass", "FAIL"} {
		if got := figures[i].Mark(); got != want {
			t.Errorf("%s is %q, want %q", figures[i].ID, got, want)
		}
	}
	results := Results{Judge: "a", Short: true, Arcs: reportOf("a", 5).Results.Arcs}
	if r := Assess(results); !r.Short {
		t.Error("the report of a part of the set does not say so")
	}
}
