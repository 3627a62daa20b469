package models

import (
	"archive/tar"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// unpackTo unpacks an archive into a folder below a fresh one, which is
// returned so that a test sees what lies beside.
func unpackTo(t testing.TB, archive []byte, gz bool, limit int64) (above string, rec record, err error) {
	t.Helper()
	above = t.TempDir()
	path := filepath.Join(t.TempDir(), "archive")
	if err := os.WriteFile(path, archive, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := &Puller{}
	p.fill(Model{})
	w := &tree{Puller: p, root: filepath.Join(above, "tree"), rec: newRecord(), limit: limit}
	return above, w.rec, w.unpack(t.Context(), f, gz)
}

func TestUnpackHostileArchives(t *testing.T) {
	good := entry("m/model.onnx", "weights")
	long := "m/" + strings.Repeat("x", 2000)
	for name, c := range map[string]struct {
		entries []tar.Header
		word    string
	}{
		"parent":           {[]tar.Header{good, entry("m/../../evil", "x")}, "evil"},
		"absolute":         {[]tar.Header{good, entry("/etc/evil", "x")}, "evil"},
		"backslash":        {[]tar.Header{good, entry(`m\..\evil`, "x")}, "evil"},
		"outside":          {[]tar.Header{good, entry("n/model.onnx", "x")}, "outside"},
		"no folder":        {[]tar.Header{entry("model.onnx", "x")}, "outside"},
		"long name":        {[]tar.Header{good, entry(long, "x")}, "name"},
		"twice":            {[]tar.Header{good, good}, "twice"},
		"link out":         {[]tar.Header{{Name: "m/evil", Typeflag: tar.TypeSymlink, Linkname: "../../etc"}}, "leads out"},
		"absolute link":    {[]tar.Header{{Name: "m/evil", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}}, "leads out"},
		"hard link out":    {[]tar.Header{{Name: "m/evil", Typeflag: tar.TypeLink, Linkname: "../x"}}, "leads out"},
		"device":           {[]tar.Header{{Name: "m/evil", Typeflag: tar.TypeChar}}, "no file"},
		"too much":         {[]tar.Header{entry("m/bomb", strings.Repeat("0", 2000))}, "more than"},
		"nothing":          {nil, "nothing"},
		"folder of a file": {[]tar.Header{good, entry("m/model.onnx/evil", "x")}, "model.onnx"},
	} {
		t.Run(name, func(t *testing.T) {
			above, _, err := unpackTo(t, targz(t, c.entries...), true, 1000)
			if err == nil || !strings.Contains(err.Error(), c.word) {
				t.Errorf("error = %v, want one with %q", err, c.word)
			}
			if name != "folder of a file" && !errors.Is(err, ErrBroken) {
				t.Errorf("error = %v, want ErrBroken", err)
			}
			wantOnlyTree(t, above)
		})
	}
}

// wantOnlyTree checks that nothing was written beside the tree, and no link.
func wantOnlyTree(t testing.TB, above string) {
	t.Helper()
	err := filepath.WalkDir(above, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() && !e.Type().IsRegular() {
			t.Errorf("%s is no file", path)
		}
		return err
	})
	entries, readErr := os.ReadDir(above)
	if err != nil || readErr != nil || len(entries) > 1 {
		t.Errorf("beside the tree: %v, %v, %v", entries, err, readErr)
	}
}

func TestUnpackLeavesOutLinksAndNotes(t *testing.T) {
	archive := targz(t,
		entry("._m", "note"), tar.Header{Name: "./m/", Typeflag: tar.TypeDir}, entry("./m/model.onnx", "weights"),
		entry("m/._model.onnx", "note"), tar.Header{Name: "m/link", Typeflag: tar.TypeSymlink, Linkname: "model.onnx"})
	_, rec, err := unpackTo(t, archive, true, 1000)
	if err != nil || len(rec.Files) != 1 || rec.Files["model.onnx"].SHA256 != sum([]byte("weights")) {
		t.Errorf("unpacked %v, %v; want the one file", rec.Files, err)
	}
}

func TestUnpackWhatIsCut(t *testing.T) {
	bz, err := os.ReadFile("testdata/tiny-model.tar.bz2")
	if err != nil {
		t.Fatal(err)
	}
	_, rec, err := unpackTo(t, bz, false, 1<<20)
	want := fileSum{Size: 3200, SHA256: sum([]byte(strings.Repeat("weights ", 400)))}
	if err != nil || len(rec.Files) != 2 || rec.Files["model.onnx"] != want {
		t.Errorf("unpacked %v, %v; want %v", rec.Files, err, want)
	}
	for gz, archive := range map[bool][]byte{false: bz, true: finePacked(t)} {
		for _, n := range []int{0, 1, 10, len(archive) / 2, len(archive) - 1} {
			above, _, err := unpackTo(t, archive[:n], gz, 1<<20)
			if !errors.Is(err, ErrBroken) {
				t.Errorf("gzip %v cut to %d bytes: error = %v, want ErrBroken", gz, n, err)
			}
			wantOnlyTree(t, above)
		}
	}
}

// No archive writes outside of its tree, whatever its bytes are.
func FuzzUnpack(f *testing.F) {
	f.Add(targz(f, entry("m/a", "x"), entry("m/../../b", "y")), true)
	f.Add(targz(f, tar.Header{Name: "m/l", Typeflag: tar.TypeSymlink, Linkname: "../.."}, entry("m/l/x", "y")), true)
	bz, err := os.ReadFile("testdata/tiny-model.tar.bz2")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(bz, false)
	f.Fuzz(func(t *testing.T, archive []byte, gz bool) {
		above, rec, err := unpackTo(t, archive, gz, 1<<16)
		wantOnlyTree(t, above)
		for name := range rec.Files {
			if !filepath.IsLocal(filepath.FromSlash(name)) {
				t.Errorf("%q was written (error %v)", name, err)
			}
		}
	})
}

func FuzzEntryName(f *testing.F) {
	for _, name := range []string{"m/a", "../m", "/m", "m/./a/", "m//a", "..", ".", "", "m/..", "m\\a", "m/\x00"} {
		f.Add(name, "../x", byte(tar.TypeReg))
	}
	f.Fuzz(func(t *testing.T, name, target string, flag byte) {
		got, err := new(tree).name(&tar.Header{Name: name, Linkname: target, Typeflag: flag})
		if err == nil && got != "" && (!filepath.IsLocal(filepath.FromSlash(got)) || strings.ContainsAny(got, "\\\x00")) {
			t.Errorf("name(%q) = %q", name, got)
		}
	})
}
