package chat

import (
	"encoding/json"
	"fmt"
	"strings"

	"parley"
	"parley/codefirst/tsx"
)

// Terminal is how a terminal prints an element: text as it is, a button in brackets,
// media by their addresses, and a component that is not built in by its name and
// props. It holds no control characters but newlines and tabs.
func Terminal(e tsx.Element) string {
	var b strings.Builder
	printElement(&b, e, 0)
	return strings.TrimSpace(parley.Plain(b.String()))
}

func printElement(b *strings.Builder, e tsx.Element, depth int) {
	if depth > MaxDepth {
		return
	}
	var p struct {
		ButtonProps
		CardProps
		Link string `json:"url"`
	}
	known := len(e.Props) == 0 || json.Unmarshal(e.Props, &p) == nil
	switch {
	case !known:
		fmt.Fprintf(b, "<%s>\n", e.Name)
	case e.Name == "Button":
		printButton(b, p.Label, p.Link, p.Action, textOf(e))
		return
	case e.Name == "Message" || e.Name == "Text" || e.Name == "Carousel":
	case e.Name == "Image" || e.Name == "File" || e.Name == "Video" || e.Name == "Audio":
		fmt.Fprintf(b, "[%s: %s]\n", strings.ToLower(e.Name), strings.TrimSpace(p.Title+" "+p.Link))
	case e.Name == "Card":
		fmt.Fprintf(b, "== %s ==\n", p.Title)
		if p.Subtitle != "" {
			b.WriteString(p.Subtitle + "\n")
		}
	default:
		fmt.Fprintf(b, "<%s> %s\n", e.Name, e.Props)
	}
	for _, n := range e.Children {
		if n.Element != nil {
			printElement(b, *n.Element, depth+1)
		} else if text := strings.TrimSpace(n.Text); text != "" {
			b.WriteString(text + "\n")
		}
	}
}

func printButton(b *strings.Builder, label, link, action, text string) {
	if label == "" {
		label = strings.TrimSpace(text)
	}
	fmt.Fprintf(b, "[ %s ]", label)
	if action == ButtonURL {
		b.WriteString(" " + link)
	}
	b.WriteByte('\n')
}
