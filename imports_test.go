package parley_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers is the table of docs/architecture.md: each folder and the folders of
// ours it may import. "root" is the module's root package, "*" is anything.
var layers = map[string]string{
	"root":       "",
	"media":      "",
	"fault":      "",
	"service":    "fault",
	"spoken":     "",
	"weights":    "",
	"report":     "",
	"rpc":        "root",
	"scenarios":  "root",
	"stt":        "media fault service weights",
	"tts":        "media fault service spoken weights",
	"llm":        "root scenarios fault service",
	"ladder":     "root media fault stt llm tts",
	"room":       "root media rpc",
	"checker":    "root scenarios fault llm report",
	"journal":    "root",
	"agent":      "root media fault stt llm tts spoken scenarios",
	"web":        "root scenarios journal rpc",
	"bench":      "*",
	"cmd/parley": "*",
}

// engines are the folders whose sub-packages are engines. Only the wiring picks
// an engine; everyone else knows the folder's interfaces.
var engines = []string{"stt", "llm", "tts"}

// owners says who alone may import a module of others, and so keeps each
// transport behind one door.
var owners = []struct {
	module string
	may    string
}{
	{"github.com/livekit/server-sdk-go", "room cmd/parley"},
	{"github.com/livekit/livekit-server", "cmd/parley"},
	{"github.com/livekit/protocol", "room web cmd/parley"},
	{"github.com/pion", "room"},
	{"github.com/nats-io/nats-server", "cmd/parley"},
	{"github.com/nats-io", "checker journal cmd/parley"},
	{"github.com/sashabaranov/go-openai", "llm stt tts service"},
	{"github.com/urfave/cli", "cmd/parley"},
}

// goPackage is what the tests here read of `go list -json`.
type goPackage struct {
	ImportPath, Name, Doc string
	Imports               []string
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	var complaint bytes.Buffer
	list := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Name,Doc,Imports", "./...")
	list.Stderr = &complaint
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &complaint)
	}
	var packages []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("read go list: %v", err)
		}
		packages = append(packages, p)
	}
	if len(packages) == 0 {
		t.Fatal("go list names no package")
	}
	return packages
}

// folderOf is the layer of the package at path, "" if it has none, and whether
// the package is ours at all.
func folderOf(path string) (folder string, ours bool) {
	if path == "parley" {
		return "root", true
	}
	rel, ours := strings.CutPrefix(path, "parley/")
	if !ours {
		return "", false
	}
	for name := range layers {
		if rel == name || strings.HasPrefix(rel, name+"/") {
			return name, true
		}
	}
	return "", true
}

// importFault says what is wrong with a package importing another, or "".
func importFault(from, to string) string {
	folder, _ := folderOf(from)
	may := strings.Fields(layers[folder])
	if slices.Contains(may, "*") {
		return ""
	}
	target, ours := folderOf(to)
	if !ours {
		return ownerFault(folder, to)
	}
	if target != folder && !slices.Contains(may, target) {
		return folder + " may import only: " + strings.Join(may, " ")
	}
	if from == "parley/checker" && to == "parley/llm/understudy" {
		return "" // the offline judge replays the script; it picks no engine
	}
	if to != "parley/"+target && slices.Contains(engines, target) && !strings.HasPrefix(to, from+"/internal/") {
		return "an engine is picked in cmd/parley alone"
	}
	return ""
}

func ownerFault(folder, to string) string {
	for _, o := range owners {
		if to == o.module || strings.HasPrefix(to, o.module+"/") {
			if slices.Contains(strings.Fields(o.may), folder) {
				return ""
			}
			return o.module + " belongs to: " + o.may
		}
	}
	return ""
}

func TestImportDirection(t *testing.T) {
	for _, p := range listPackages(t) {
		if folder, _ := folderOf(p.ImportPath); folder == "" {
			t.Errorf("%s is in no folder of the table: state its reason in docs/architecture.md and list it here", p.ImportPath)
			continue
		}
		for _, to := range p.Imports {
			if fault := importFault(p.ImportPath, to); fault != "" {
				t.Errorf("%s imports %s: %s", p.ImportPath, to, fault)
			}
		}
	}
}

// The table itself is held to what it must refuse.
func TestImportFault(t *testing.T) {
	for _, c := range []struct {
		from, to string
		allowed  bool
	}{
		{"parley/agent", "parley/media", true},
		{"parley/agent/agenttest", "parley/agent", true},
		{"parley/agent", "parley/room", false},
		{"parley/agent", "parley/checker", false},
		{"parley/agent", "parley/llm/openai", false},
		{"parley/llm/openai", "parley/llm", true},
		{"parley/llm/openai", "parley/llm/understudy", false},
		{"parley/media", "parley", false},
		{"parley/agent", "github.com/nats-io/nats.go", false},
		{"parley/checker", "github.com/nats-io/nats.go", true},
		{"parley/checker", "github.com/nats-io/nats-server/v2/server", false},
		{"parley/agent", "github.com/livekit/server-sdk-go/v2", false},
		{"parley/room", "github.com/livekit/server-sdk-go/v2", true},
		{"parley/cmd/parley/embedded", "parley/stt/sphinx", true},
		{"parley", "strings", true},
	} {
		if fault := importFault(c.from, c.to); (fault == "") != c.allowed {
			t.Errorf("importFault(%s, %s) = %q, want allowed %v", c.from, c.to, fault, c.allowed)
		}
	}
}
