package calls

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"parley"
	"parley/calls"
	"parley/cmd/cmdline"
	"parley/journal"
)

// moved exports a call of f and is the file.
func (f folder) moved(t *testing.T, call string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "call.json")
	f.ok(t, []string{"export", "--out", file, call}, file, "11 events")
	return file
}

// A call that was moved to another folder is told there as it is here, as another
// user's.
func TestExportAndImport(t *testing.T) {
	here, there := two(t), newFolder(t)
	file := here.moved(t, "call_aaa1")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if alias := here.key.Alias(ada); strings.Contains(string(text), alias) {
		t.Error("the archive says who called")
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	there.ok(t, []string{"import", "--user", bob, file}, "Kept call_aaa1: 11 events.")
	if of, err := there.dir.OwnerOf("call_aaa1"); err != nil || of != there.key.Alias(bob) {
		t.Errorf("the call is %q's, %v", of, err)
	}
	was, is := calls.Fold(here.events(t, "call_aaa1")), calls.Fold(there.events(t, "call_aaa1"))
	was.Started.User, is.Started.User = "", ""
	if !reflect.DeepEqual(was, is) {
		t.Errorf("it is told as %+v, was %+v", is, was)
	}
	if was, is := here.ok(t, []string{"show", "aaa1"}), there.ok(t, []string{"show", "aaa1"}); was != is {
		t.Errorf("it is shown as\n%s\nwas\n%s", is, was)
	}
	there.refused(t, cmdline.ExitFailed, "there is a call of that id already; `parley calls show call_aaa1`", "import", file)
}

func (f folder) events(t *testing.T, call parley.CallID) []parley.Event {
	t.Helper()
	events, err := journal.Read(filepath.Join(f.path, "calls"), call)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// What is printed steers no terminal and is the same archive; a folder is made.
func TestExportPrintsAndImportMakesAFolder(t *testing.T) {
	f := two(t)
	out := f.ok(t, []string{"export", "call_aaa1"}, `"version":1`, "WEBVTT", `"title":"The cautious CFO"`)
	if strings.ContainsAny(out, "\x1b") || !strings.HasSuffix(out, "}\n") {
		t.Errorf("printed %q", out)
	}
	a, err := calls.ReadArchive(strings.NewReader(out))
	if err != nil || a.Call != "call_aaa1" {
		t.Fatalf("%+v, %v", a, err)
	}
	file := filepath.Join(t.TempDir(), "call.json")
	if err := os.WriteFile(file, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	f.path = filepath.Join(t.TempDir(), "new")
	var reply struct{ Call parley.CallID }
	if err := json.Unmarshal([]byte(f.ok(t, []string{"import", "--json", file})), &reply); err != nil || reply.Call != "call_aaa1" {
		t.Errorf("answered %+v, %v", reply, err)
	}
	f.ok(t, []string{"show", "call_aaa1"}, "At least you say it.")
	f.refused(t, cmdline.ExitSetup, "there is no call", "show", "--user", ada, "call_aaa1") // nobody's
}

func TestArchivesRefuse(t *testing.T) {
	f := two(t)
	strange := filepath.Join(t.TempDir(), "strange.json")
	if err := os.WriteFile(strange, []byte(`{"version":9,"events":[{}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	f.refused(t, cmdline.ExitFailed, "the call is not over; export it when it is", "export", "call_now4")
	for _, tt := range []struct{ says, args string }{
		{"its version is 9", "import " + strange},
		{"not one JSON object", "import -"},
		{"read archive", "import /no/such/file"},
		{"which file?", "import"},
		{"which file?", "import a b"},
		{"there is no call", "export nope"},
		{"there is no call", "export --user " + bob + " call_aaa1"},
		{"--out", "export --out /no/such/folder/file call_aaa1"},
		{"a secret of 16", "import --user bob " + f.moved(t, "call_aaa1")},
	} {
		f.refused(t, cmdline.ExitSetup, tt.says, strings.Fields(tt.args)...)
	}
}
