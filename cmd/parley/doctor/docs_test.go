package doctor

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parley/app/engineconfig"
	"parley/engine/servicetest"
)

// TestDocumentedServices holds the table of services in docs/engines.md against those that
// are played: the same names in the same order, each with the path of its base URL, a key
// where one is demanded, and what else it needs.
func TestDocumentedServices(t *testing.T) {
	page, err := os.ReadFile("../../../docs/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## Services, as they are played\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var names []string
	for _, row := range regexp.MustCompile(`(?m)^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$`).FindAllStringSubmatch(section, -1) {
		if row[1] == "service" {
			continue
		}
		names = append(names, row[1])
		if i := slices.IndexFunc(servicetest.Services(), func(s servicetest.Service) bool { return s.Name == row[1] }); i >= 0 {
			holdNeeds(t, servicetest.Services()[i], row[2])
		}
	}
	var played []string
	for _, s := range servicetest.Services() {
		played = append(played, s.Name)
	}
	if !slices.Equal(names, played) {
		t.Errorf("the page has %q, played are %q", names, played)
	}
}

// holdNeeds holds what the page says that a service needs against how it is played.
func holdNeeds(t *testing.T, s servicetest.Service, needs string) {
	t.Helper()
	if url := regexp.MustCompile("`https?://[^/`]+([^`]*)`").FindStringSubmatch(needs); url == nil || url[1] != s.Base {
		t.Errorf("%s: no URL that ends with %q in %q", s.Name, s.Base, needs)
	}
	for word, needed := range map[string]bool{
		" key": s.Keyed, "`api_version`": s.Version != "",
		"`voices`": s.Voice != nil && len(s.Voice.Names) > 0 && !slices.Contains(s.Voice.Names, "alloy"),
	} {
		if strings.Contains(needs, word) != needed {
			t.Errorf("%s: %q is told = %v in %q", s.Name, word, !needed, needs)
		}
	}
}

// TestDocumentedFiles: the configuration files that the page shows are taken.
func TestDocumentedFiles(t *testing.T) {
	page, err := os.ReadFile("../../../docs/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(shown) == 0 {
		t.Error("the page shows no file")
	}
	for _, file := range shown {
		path := filepath.Join(t.TempDir(), "parley.json")
		if err := os.WriteFile(path, []byte(file[1]), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := engineconfig.ReadFile(path)
		if err == nil {
			_, err = engineconfig.NewPlan(f, nil, func(string) string { return "" })
		}
		if err != nil {
			t.Errorf("%v in\n%s", err, file[1])
		}
	}
}
