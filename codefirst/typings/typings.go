// Package typings writes tools and variables as TypeScript declarations for a language
// model to read. Names and descriptions may come from outside: whatever they hold, the
// result is valid TypeScript and no more than the declarations. What has a name that
// code cannot write is left out.
package typings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/tool"
)

// Space is a namespace to declare.
type Space struct {
	Name, Description string
	Properties        []Property
	Tools             []tool.Tool
}

// Property is a variable of a Space. Schema and Value may be nil.
type Property struct {
	Name, Description string
	Schema            json.RawMessage
	Value             json.RawMessage
	Writable          bool
}

// maxValue bounds the value of a property that is told, in bytes.
const maxValue = 500

var (
	plainName = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)
	// reserved are the words that TypeScript, or esbuild, does not declare.
	reserved = strings.Fields(`as await break case catch class const continue debugger default delete do else enum export
		extends false finally for function if implements import in instanceof interface let new null package private
		protected public return static super switch this throw true try typeof var void while with yield`)
)

// Tool declares a tool as a function, by its name and by each alias. See Function.
func Tool(t tool.Tool) string {
	var b strings.Builder
	for _, name := range names(t) {
		b.WriteString(Function(name, t.Description(), t.Input(), t.Output()))
	}
	return b.String()
}

func names(t tool.Tool) []string { return append([]string{t.Name()}, t.Aliases()...) }

// Function declares a function of the JSON Schemas of its arguments and its result.
// Its name may have dots: it is then in the namespace before the last one.
func Function(name, description string, input, output json.RawMessage) string {
	dot := strings.LastIndexByte(name, '.')
	if dot >= 0 {
		var b block
		if b.function(name[dot+1:], description, input, output); b.Len() > 0 {
			return b.end(name[:dot])
		}
		return ""
	}
	if !declarable(name) {
		return ""
	}
	return comment("", description) + "declare " + signature(0, name, input, output)
}

// Namespace declares a namespace with what is in it. Its name may have dots.
func Namespace(s Space) string {
	var b block
	for _, p := range s.Properties {
		b.property(p)
	}
	for _, t := range s.Tools {
		for _, name := range names(t) {
			b.function(name, t.Description(), t.Input(), t.Output())
		}
	}
	text := b.end(s.Name)
	if text == "" {
		return ""
	}
	return comment("", s.Description) + text
}

// declarable reports whether a declaration may have that name.
func declarable(name string) bool {
	return plainName.MatchString(name) && !slices.Contains(reserved, name)
}

// block is the inside of a namespace. A member with a reserved name, as in
// tasks.delete(), is declared by another and exported by its own.
type block struct {
	strings.Builder
	exports []string // of every member
	renamed bool
}

// claim is what to declare a member by, and whether it can be declared.
func (b *block) claim(name string) (string, bool) {
	if !plainName.MatchString(name) {
		return "", false
	}
	if declarable(name) {
		b.exports = append(b.exports, name)
		return name, true
	}
	b.renamed = true
	b.exports = append(b.exports, name+"_ as "+name)
	return name + "_", true
}

func (b *block) function(name, description string, input, output json.RawMessage) {
	if name, ok := b.claim(name); ok {
		b.WriteString(comment("  ", description) + "  " + signature(1, name, input, output))
	}
}

func (b *block) property(p Property) {
	name, ok := b.claim(p.Name)
	if !ok {
		return
	}
	s, kind := parse(p.Schema), "any"
	if p.Schema != nil {
		kind = newTeller(p.Schema).kind(s, 1).text
	}
	declared, access := "const", "Readonly"
	if p.Writable {
		declared, access = "let", "Writable"
	}
	b.WriteString(comment("  ", p.Description+" "+s.bounds()))
	fmt.Fprintf(b, "  %s %s: %s<%s>;%s\n", declared, name, access, kind, now(p.Value))
}

// end is the namespace, or nothing if there cannot be one of that name.
func (b *block) end(name string) string {
	for part := range strings.SplitSeq(name, ".") {
		if !declarable(part) {
			return ""
		}
	}
	if b.renamed { // what is not exported by name is then not exported
		fmt.Fprintf(b, "  export { %s };\n", strings.Join(b.exports, ", "))
	}
	return "declare namespace " + name + " {\n" + b.String() + "}\n"
}

// signature is a function without what is before it in the line.
func signature(indent int, name string, input, output json.RawMessage) string {
	args := newTeller(input).kind(parse(input), indent)
	mark := ""
	if args.optional {
		mark = "?"
	}
	gives := parse(output)
	result := newTeller(output).kind(gives, indent).text
	if result == "null" || result == "{}" && parse(gives.AdditionalProperties).never { // nothing comes back
		result = "void"
	}
	return fmt.Sprintf("function %s(args%s: %s): Promise<%s>;\n", name, mark, args.text, result)
}

// now is the value of a variable as a comment at the end of a line, or nothing.
func now(value json.RawMessage) string {
	var text bytes.Buffer
	if json.Compact(&text, value) != nil {
		return ""
	}
	told := text.String()
	if len(told) > maxValue {
		told = told[:maxValue] + "…"
	}
	return " // = " + strings.Map(printing, strings.ToValidUTF8(told, ""))
}

// printing puts a space for what ends a line in TypeScript, and for control characters.
func printing(r rune) rune {
	if r < ' ' || r == '\u2028' || r == '\u2029' {
		return ' '
	}
	return r
}

// comment is text as a comment of its own lines, which are the text's and which it cannot
// end, or nothing.
func comment(indent, text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.Join(strings.Fields(strings.Map(printing, line)), " "); line != "" {
			lines = append(lines, strings.ReplaceAll(line, "*/", "*\u200b/"))
		}
	}
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return indent + "/** " + lines[0] + " */\n"
	}
	return indent + "/**\n" + indent + " * " + strings.Join(lines, "\n"+indent+" * ") + "\n" + indent + " */\n"
}
