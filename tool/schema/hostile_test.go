//go:build !race

package schema_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/tool/schema"
)

// However a schema and a value are made, a check ends soon.
func TestHostileSchemasEndSoon(t *testing.T) {
	deep := strings.Repeat("[", 90) + "1" + strings.Repeat("]", 90)
	fields := strings.Repeat(`{"aa":`, 80) + "1" + strings.Repeat("}", 80)
	options := strings.Repeat(`{"type":"string"},`, 3000) + `{"type":"string"}`
	for _, test := range []struct{ name, schema, value string }{
		{"a union that doubles", `{"anyOf":[{"items":{"$ref":"#"},"minItems":2},{"items":{"$ref":"#"},"maxItems":0}]}`, deep},
		{"within not", `{"not":{"$ref":"#/$defs/x"},"$defs":{"x":{"maximum":0,
			"patternProperties":{"a":{"$ref":"#/$defs/x"},".":{"$ref":"#/$defs/x"}}}}}`, fields},
		{"many options for many items", `{"items":{"anyOf":[` + options + `]}}`, `[` + strings.Repeat("1,", 30_000) + `1]`},
		{"a fault at every depth", `{"maxItems":0,"items":{"$ref":"#"}}`, strings.Repeat("[", 9000) + strings.Repeat("]", 9000)},
	} {
		s, err := schema.Parse(json.RawMessage(test.schema))
		if err != nil {
			t.Fatal(err)
		}
		used := enginetest.Computed(t)
		_, err = s.Check(json.RawMessage(test.value))
		took := enginetest.Computed(t) - used
		if took > 2*time.Second || err == nil || !strings.Contains(err.Error(), "too large to check") {
			t.Errorf("%s: %.200v after %v", test.name, err, took)
		}
	}
}
