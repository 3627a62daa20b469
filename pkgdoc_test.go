package parley_test

import (
	"strings"
	"testing"
)

// Every package says what it is for, in the form godoc shows best.
func TestPackageDoc(t *testing.T) {
	for _, p := range listPackages(t) {
		want := "Package " + p.Name + " "
		if p.Name == "main" {
			want = "Command "
		}
		if !strings.HasPrefix(p.Doc, want) {
			t.Errorf("%s: package comment = %q, want one that begins %q", p.ImportPath, p.Doc, want)
		}
	}
}
