package scenarios

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func ids(l *Library) []string {
	var out []string
	for _, s := range l.List() {
		out = append(out, s.ID)
	}
	return out
}

func TestEmbedded(t *testing.T) {
	l, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"smallTalkLift", "riskyProjectApproval", "badNewsDaughter"} {
		if _, ok := l.Get(id); !ok {
			t.Errorf("%s is missing", id)
		}
	}
	if !slices.IsSortedFunc(l.List(), func(a, b Scenario) int { return cmp.Compare(a.Difficulty, b.Difficulty) }) {
		t.Errorf("embedded = %v, want the easy ones first", ids(l))
	}
	if _, ok := l.Get("nobody"); ok {
		t.Error("a scenario nobody wrote is there")
	}
	for _, s := range l.List() {
		if got := Calls(s.ID); !slices.Equal(got, []string{"lose", "stall", "win"}) {
			t.Errorf("calls of %s = %v, want lose, stall, win", s.ID, got)
		}
	}
}

func TestLoadReportsEveryFile(t *testing.T) {
	l, err := Load(fstest.MapFS{
		"a.json": {Data: []byte(least)}, "b.json": {Data: []byte(with(`"id":"a"`))},
		"c.json": {Data: []byte(`{}`)}, "d.json": {Data: []byte(strings.Repeat(" ", MaxBytes+1))},
		"e.txt": {Data: []byte("no scenario")}, "f.json": {Data: []byte("{")},
	})
	var problems Problems
	if !errors.As(err, &problems) || l != nil {
		t.Fatalf("got %v, %v, want Problems", l, err)
	}
	files := map[string]int{}
	for _, p := range problems {
		files[p.File]++
	}
	if files["b.json"] != 1 || files["c.json"] != 5 || files["d.json"] != 1 || files["f.json"] != 1 || len(files) != 4 {
		t.Errorf("problems by file = %v in\n%v", files, err)
	}
	if want := `b.json: id: "a" is taken by a.json`; problems[0].String() != want {
		t.Errorf("first problem = %q, want %q", problems[0], want)
	}
}

func TestLoadDirOverlays(t *testing.T) {
	dir := t.TempDir()
	write := func(name, data string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("lift.json", with(`"id":"smallTalkLift","difficulty":1`))
	write("mine.json", with(`"difficulty":1`))
	l, err := LoadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	base, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	if got := ids(l); got[0] != "mine" || got[1] != "smallTalkLift" || len(got) != len(ids(base))+1 {
		t.Errorf("scenarios = %v, want mine beside the embedded ones", got)
	}
	if s, _ := l.Get("smallTalkLift"); s.Botname != "G" {
		t.Errorf("smallTalkLift is played by %q, want the folder's G", s.Botname)
	}
	write("bad.json", "{}")
	if _, err := LoadDir(dir); !errors.As(err, new(Problems)) {
		t.Errorf("with a bad file: %v, want Problems", err)
	}
	if _, err := LoadDir(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without the folder: %v, want fs.ErrNotExist", err)
	}
}

func TestCallScript(t *testing.T) {
	if _, err := CallScript("riskyProjectApproval", "../win"); !errors.Is(err, ErrNoCall) {
		t.Errorf("error = %v, want ErrNoCall", err)
	}
	if got := ParseCall("# spoken\n\n  One line. \r\nTwo\n"); !slices.Equal(got, []string{"One line.", "Two"}) {
		t.Errorf("lines = %q, want two", got)
	}
	if got := Calls("nobody"); len(got) != 0 {
		t.Errorf("calls of nobody = %v", got)
	}
}
