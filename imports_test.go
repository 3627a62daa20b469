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
// ours it may import, besides its own root. A package belongs to the longest row
// that is a prefix of its path; "root" is the module's root package, "*" anything
// but what a "-" is before.
var layers = map[string]string{
	"root":              "",
	"media":             "",
	"media/playout":     "media",
	"media/vad":         "media",
	"media/echo":        "media",
	"media/mp3":         "",
	"media/oggopus":     "",
	"media/sound":       "media media/mp3 media/oggopus",
	"engine":            "",
	"engine/openaihttp": "engine",
	"engine/models":     "engine",
	"engine/failover":   "root media engine stt llm tts",
	"report":            "",
	"language":          "",
	"rpc":               "root",
	"scenarios":         "root language",
	"stt":               "media engine engine/openaihttp engine/models",
	"tts":               "media media/sound engine engine/openaihttp engine/models tts/textnorm",
	"tts/textnorm":      "",
	"llm":               "root scenarios engine engine/openaihttp language",
	"agent/endpoint":    "language",
	"agent/heard":       "media stt language",
	"agent/turn":        "root agent/endpoint language",
	"agent/reply":       "root llm language",
	"agent": "root media media/playout media/vad media/echo engine stt llm tts tts/textnorm scenarios " +
		"agent/endpoint agent/heard agent/turn agent/reply",
	"agent/roleplay":   "root agent agent/reply llm scenarios",
	"room":             "root media media/playout rpc room/lk room/worker",
	"room/lk":          "media media/playout rpc",
	"room/worker":      "",
	"checker":          "root scenarios engine llm language",
	"checker/queue":    "root scenarios engine llm checker streams",
	"checker/labelled": "root scenarios engine llm checker",
	"checker/eval":     "root scenarios engine llm report checker checker/labelled checker/queue",
	"learner":          "root scenarios llm agent agent/roleplay checker codefirst/character",
	"tool":             "root tool/schema",
	"tool/schema":      "root",
	"codefirst": "root llm tool tool/schema codefirst/chat codefirst/prompt codefirst/sandbox codefirst/tsx " +
		"codefirst/typings",
	"codefirst/tsx":     "",
	"codefirst/sandbox": "codefirst/tsx",
	"codefirst/typings": "tool tool/schema",
	"codefirst/chat":    "root tool/schema codefirst/tsx codefirst/typings",
	"codefirst/prompt":  "codefirst/chat",
	"codefirst/voice":   "root agent agent/reply codefirst codefirst/chat codefirst/tsx language",
	"codefirst/character": "root agent agent/roleplay llm scenarios tool tool/schema codefirst codefirst/chat codefirst/prompt " +
		"codefirst/sandbox codefirst/voice",
	"codefirst/scripted": "llm",
	"codefirst/examples": "llm tool tool/schema codefirst codefirst/chat codefirst/sandbox codefirst/scripted codefirst/tsx",
	"assistant": "root scenarios engine llm tool agent agent/reply journal assistant/calendar assistant/dates assistant/grammar " +
		"assistant/skill assistant/state assistant/trip codefirst codefirst/chat codefirst/voice codefirst/tsx codefirst/prompt " +
		"codefirst/sandbox language",
	"assistant/calendar": "root",
	"assistant/dates":    "root",
	"assistant/grammar":  "root assistant/dates language",
	"assistant/skill": "root llm tool/schema agent/reply assistant/calendar assistant/dates assistant/grammar assistant/trip " +
		"language",
	"assistant/state":        "root assistant/calendar assistant/dates",
	"assistant/trip":         "root",
	"assistant/trip/fixture": "root assistant/trip",
	"streams":                "",
	"journal":                "root streams",
	"calls":                  "root journal scenarios",
	"debrief":                "root scenarios engine llm calls language",
	"journal/timer":          "root streams",
	"web":                    "root scenarios rpc calls debrief",
	"app":                    "* -caller -bench -cmd -cmd/parley -cmd/measure",
	"app/embedded":           "* -app -caller -bench -cmd -cmd/parley -cmd/measure",
	"app/engineconfig":       "* -app -caller -bench -cmd -cmd/parley -cmd/measure",
	"app/loglimit":           "",
	"app/metrics":            "* -app -caller -bench -cmd -cmd/parley -cmd/measure",
	"caller":                 "root media media/playout room/lk rpc tts",
	"bench":                  "*",
	"cmd":                    "* -bench -checker/eval -checker/labelled -cmd/parley -cmd/measure",
	"cmd/parley":             "* -bench -checker/eval -checker/labelled -cmd/measure",
	"cmd/measure":            "*",
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
	{"github.com/livekit/server-sdk-go", "room/lk app"},
	{"github.com/livekit/livekit-server", "app"},
	{"github.com/livekit/protocol", "room room/lk room/worker web app cmd/parley"},
	{"github.com/pion/webrtc/v4/pkg/media/oggreader", "media/oggopus"},
	{"github.com/pion", "room/lk app"},
	{"github.com/nats-io/nats-server", "app"},
	{"github.com/nats-io", "streams checker/queue journal journal/timer app cmd/parley cmd/measure"},
	{"github.com/modelcontextprotocol", "assistant/trip assistant/trip/fixture"},
	{"github.com/arran4/golang-ical", "assistant/calendar"},
	{"modernc.org/quickjs", "codefirst/sandbox"},
	{"github.com/go-audio", "media"},
	{"github.com/evanw/esbuild", "codefirst/sandbox"},
	{"github.com/sashabaranov/go-openai", "llm stt tts engine/openaihttp"},
	{"github.com/urfave/cli", "cmd cmd/parley cmd/measure"},
}

// goPackage is what the tests here read of `go list -json`.
type goPackage struct {
	ImportPath, Dir, Name, Doc string
	GoFiles, CgoFiles, Imports []string
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	var complaint bytes.Buffer
	list := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Dir,Name,Doc,GoFiles,CgoFiles,Imports", "./...")
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

// folderOf is the innermost layer of the package at path, "" if it has none, and
// whether the package is ours at all.
func folderOf(path string) (folder string, ours bool) {
	if path == "parley" {
		return "root", true
	}
	rel, ours := strings.CutPrefix(path, "parley/")
	if !ours {
		return "", false
	}
	for name := range layers {
		if (rel == name || strings.HasPrefix(rel, name+"/")) && len(name) > len(folder) {
			folder = name
		}
	}
	return folder, true
}

// isKit reports whether a package serves tests, which may import anything.
func isKit(path string) bool {
	return slices.ContainsFunc(strings.Split(path, "/"), func(part string) bool {
		return strings.HasPrefix(path, "parley/") && strings.HasSuffix(part, "test")
	})
}

// importFault says what is wrong with a package importing another, or "".
func importFault(from, to string) string {
	folder, _ := folderOf(from)
	if isKit(from) {
		return ""
	}
	may := strings.Fields(layers[folder])
	target, ours := folderOf(to)
	switch {
	case ours && slices.Contains(may, "-"+target):
		return folder + " may not import " + target
	case slices.Contains(may, "*"):
		return ""
	case isKit(to):
		return "a kit is for tests"
	case !ours:
		return ownerFault(folder, to)
	}
	if target != folder && !slices.Contains(may, target) {
		return folder + " may import only: " + strings.Join(may, " ")
	}
	if slices.Contains([]string{"parley/checker", "parley/learner", "parley/codefirst/character"}, from) && to == "parley/llm/understudy" {
		return "" // the offline judge replays the script, lint reads and plays it, code comes with it; they pick no engine
	}
	if folder == "llm" && to == "parley/llm/words" {
		return "" // it is no engine, but how those of models read what these write
	}
	if to != "parley/"+target && slices.Contains(engines, target) && !strings.HasPrefix(to, from+"/internal/") {
		return "an engine is picked in app alone"
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
		{"parley/checker/queue", "github.com/nats-io/nats.go", true},
		{"parley/checker", "github.com/nats-io/nats-server/v2/server", false},
		{"parley/agent", "github.com/livekit/server-sdk-go/v2", false},
		{"parley/agent", "parley/room/lk", false},
		{"parley/room", "parley/room/lk", true},
		{"parley/room", "github.com/livekit/server-sdk-go/v2", false},
		{"parley/room/lk", "github.com/livekit/server-sdk-go/v2", true},
		{"parley/room/lk", "parley/room", false},
		{"parley/room/worker", "parley/room/lk", false},
		{"parley/app/embedded", "parley/stt/sphinx", true},
		{"parley/cmd/parley/call", "parley/caller", true},
		{"parley/cmd/parley/call", "parley/bench", false},
		{"parley/cmd/parley/scenarios", "parley/checker/labelled", false},
		{"parley/cmd/measure/bench", "parley/bench", true},
		{"parley", "strings", true},
	} {
		if fault := importFault(c.from, c.to); (fault == "") != c.allowed {
			t.Errorf("importFault(%s, %s) = %q, want allowed %v", c.from, c.to, fault, c.allowed)
		}
	}
}
