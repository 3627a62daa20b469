package checker

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"strings"
)

// fence is the mark around the data of one check. It is new each time, so
// nothing said beforehand can hold it.
type fence string

func newFence() fence {
	var b [10]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand, Go 1.24)
	return fence("data-" + strings.ToLower(base32.StdEncoding.EncodeToString(b[:])))
}

// put writes v as one line of JSON between the opening and the closing mark.
// JSON writes <, > and line breaks inside strings as escapes, so no text in v
// can end the line or look like a mark.
func (f fence) put(b *strings.Builder, name string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("checker: %s is not JSON: %v", name, err)) // plain structs only
	}
	fmt.Fprintf(b, "<%s %s>\n%s\n</%s>\n", f, name, data, f)
}
