package app

import (
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"parley/media/vad"
	"parley/scenarios"
)

func TestDefaultScene(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	easiest := library.List()[0]
	for _, s := range library.List() {
		if s.Difficulty < easiest.Difficulty {
			t.Errorf("%s is easier than the first, %s", s.ID, easiest.ID)
		}
	}
	if got, err := defaultScene(Config{}, library); err != nil || got != easiest.ID {
		t.Errorf("default scene %q, %v; want %s", got, err, easiest.ID)
	}
	const other = "riskyProjectApproval"
	if got, err := defaultScene(Config{Scene: other}, library); err != nil || got != other {
		t.Errorf("default scene %q, %v; want the one configured", got, err)
	}
	var setup SetupError
	if _, err := defaultScene(Config{Scene: "nothingLikeIt"}, library); !errors.As(err, &setup) {
		t.Errorf("an unknown default scene gives %v, want a setup error", err)
	}
}

func TestModelsAreFoundBesideTheBinary(t *testing.T) {
	if dir := FindModels(); dir != "models" {
		if _, err := os.Stat(filepath.Join(dir, vad.ModelFile)); err != nil {
			t.Errorf("FindModels() = %q without a model", dir)
		}
	}
}

// TestDetectorThatCameWithTheBinary: a folder of models that were fetched hides no
// newer detector, and needs none.
func TestDetectorThatCameWithTheBinary(t *testing.T) {
	t.Chdir(t.TempDir())
	fetched := t.TempDir()
	if got := DetectorFile(fetched); got != filepath.Join(fetched, vad.ModelFile) {
		t.Errorf("without any, %s is looked for, want the one in the folder named", got)
	}
	for _, dir := range []string{"models", fetched} { // the first stands for the binary's
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, vad.ModelFile), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, want := DetectorFile(fetched), filepath.Join(dir, vad.ModelFile); got != want {
			t.Errorf("%s is used, want %s", got, want)
		}
	}
}

func TestVersionsAreOfTheBuild(t *testing.T) {
	const revision = "0123456789abcdef0123456789abcdef01234567"
	for want, settings := range map[string][]debug.BuildSetting{
		"devel":              {{Key: "GOOS", Value: "linux"}},
		"0123456789ab":       {{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: "false"}},
		"0123456789ab+dirty": {{Key: "vcs.modified", Value: "true"}, {Key: "vcs.revision", Value: revision}},
		"0123":               {{Key: "vcs.revision", Value: "0123"}},
	} {
		if got := versionOf(settings); got != want {
			t.Errorf("of %v: %q, want %q", settings, got, want)
		}
	}
	if version() == "" {
		t.Error("this build has no version")
	}
}
