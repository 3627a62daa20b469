package cmdline

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v3"
)

// TestLists gives a list by flag and by environment as people write them.
func TestLists(t *testing.T) {
	for _, tt := range []struct {
		name string
		args []string
		env  string
		want []string
	}{
		{"none", nil, "", nil},
		{"commas", []string{"--hosts", "a,b"}, "", []string{"a", "b"}},
		{"repeated", []string{"--hosts", "a", "--hosts=b,c"}, "", []string{"a", "b", "c"}},
		{"spaces", []string{"--hosts", " a , b "}, "", []string{"a", "b"}},
		{"empty parts", []string{"--hosts", ",a,,b,"}, "", []string{"a", "b"}},
		{"nothing but commas", []string{"--hosts", " , "}, "", nil},
		{"environment", nil, "a,b", []string{"a", "b"}},
		{"quotes of an env file", nil, `"a, b"`, []string{"a", "b"}},
		{"single quotes", nil, `'a','b'`, []string{"a", "b"}},
		{"lines", nil, "a\r\nb\n", []string{"a", "b"}},
		{"a space alone", nil, " ", nil},
		{"quotes alone", nil, `""`, nil},
		{"the flag goes before", []string{"--hosts", "a"}, "b,c", []string{"a"}},
		{"an empty flag too", []string{"--hosts="}, "b,c", nil},
		{"sites", nil, "https://a.example, http://localhost:3000", []string{"https://a.example", "http://localhost:3000"}},
		{"networks", nil, "10.0.0.0/8 ,fd00::/8", []string{"10.0.0.0/8", "fd00::/8"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("PARLEY_HOSTS", tt.env)
			var got []string
			command := &cli.Command{
				Name: "page", Flags: PageFlags(),
				Action: func(_ context.Context, c *cli.Command) error { got = c.StringSlice("hosts"); return nil },
			}
			var stderr strings.Builder
			args := append([]string{"parley", "page"}, tt.args...)
			if code := Parley.Run(t.Context(), args, io.Discard, &stderr, command); code != ExitOK {
				t.Fatalf("status %d: %s", code, stderr.String())
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q and %q in the environment give %q, want %q", tt.args, tt.env, got, tt.want)
			}
		})
	}
}
