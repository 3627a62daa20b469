package tsx

import (
	"fmt"
	"strings"
)

// Unreturned says why code that has run to its end has returned nothing, with the line.
func Unreturned(source string) string {
	s, err := scan(source, nil)
	if err != nil {
		return ""
	}
	p := arrange(s)
	line := func(i int) int { return 1 + strings.Count(source[:p.tokens[i].src], "\n") }
	inner, own := -1, -1
	for i, t := range p.tokens {
		switch {
		case !t.is("return") || p.member(i):
		case t.function == 0:
			own = i
		case inner < 0:
			inner = i
		}
	}
	switch {
	case own >= 0:
		return fmt.Sprintf("no return was reached: that of line %d is on another path; end every path with one", line(own))
	case inner >= 0:
		f := p.functions[p.tokens[inner].function]
		if f.name >= 0 && p.mentions(p.tokens[f.name].text) == 1 {
			return fmt.Sprintf("nothing calls %s of line %d; write its code without the function around it",
				p.tokens[f.name].text, line(f.name))
		}
		return fmt.Sprintf("the return in line %d ends the function that it is in, and not the code: return an exit after it", line(inner))
	}
	return "the code has no return: end it with one"
}
