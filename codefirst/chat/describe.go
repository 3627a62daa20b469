package chat

import (
	"fmt"
	"strings"

	"parley/codefirst/typings"
	"parley/tool/schema"
)

// Describe tells a model of components: what each is for, its props as TypeScript,
// what it may hold, and its examples.
func Describe(components []Component) string {
	var b strings.Builder
	for i, c := range components {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "<%s>", c.Name)
		if len(c.Aliases) > 0 {
			fmt.Fprintf(&b, " (or <%s>)", strings.Join(c.Aliases, ">, <"))
		}
		b.WriteString(": " + strings.TrimSpace(c.Description) + "\n")
		if c.Inner {
			b.WriteString("Only inside another component.\n")
		}
		if props := propsOf(c.Props); props != "" {
			b.WriteString("Props: " + props + "\n")
		}
		if holds := c.holds(); holds != "nothing" {
			b.WriteString("May hold: " + holds + "\n")
		}
		for _, e := range c.Examples {
			fmt.Fprintf(&b, "Example, %s:\n%s\n", e.Name, strings.TrimSpace(e.Code))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func propsOf(s *schema.Schema) string {
	if s == nil || len(s.Schema().Properties) == 0 {
		return ""
	}
	return typings.Type(s.JSON())
}
