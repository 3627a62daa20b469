package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"reflect"
	"strconv"
	"strings"
)

// writeType writes a struct as an interface, a map as a record, and a string as one
// if it is asked for by name; of other types it writes nothing and reports false.
func (s source) writeType(b *bytes.Buffer, spec *ast.TypeSpec, comment *ast.CommentGroup) bool {
	switch t := spec.Type.(type) {
	case *ast.StructType:
		if !isPayload(t) {
			return false
		}
		doc(b, comment, "")
		if len(t.Fields.List) == 0 {
			fmt.Fprintf(b, "export type %s = Record<string, never>;\n", spec.Name.Name)
			return true
		}
		fmt.Fprintf(b, "export interface %s%s {\n", spec.Name.Name, extends(t))
		for _, f := range t.Fields.List {
			if isEmbedded(f) {
				continue
			}
			name, optional := jsonName(f)
			doc(b, f.Doc, "  ")
			fmt.Fprintf(b, "  %s%s: %s;\n", name, optional, fieldType(f.Type, optional != ""))
		}
		b.WriteString("}\n")
		return true
	case *ast.MapType:
		doc(b, comment, "")
		fmt.Fprintf(b, "export type %s = %s;\n", spec.Name.Name, tsType(t))
		return true
	case *ast.Ident:
		if t.Name != "string" || s.only == nil {
			return false
		}
		doc(b, comment, "")
		fmt.Fprintf(b, "export type %s = string;\n", spec.Name.Name)
		return true
	}
	return false
}

// isEmbedded reports whether JSON has the fields of f among those of its struct.
func isEmbedded(f *ast.Field) bool { return len(f.Names) == 0 && f.Tag == nil }

// extends names the structs whose fields JSON has among those of t.
func extends(t *ast.StructType) string {
	var names []string
	for _, f := range t.Fields.List {
		if isEmbedded(f) {
			names = append(names, tsType(f.Type))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " extends " + strings.Join(names, ", ")
}

// isPayload tells structs that go over the wire, which have a JSON tag on every
// field that they do not embed, from the others.
func isPayload(t *ast.StructType) bool {
	for _, f := range t.Fields.List {
		if isEmbedded(f) {
			continue
		}
		if name, _ := jsonName(f); name == "" {
			return false
		}
	}
	return true
}

func jsonName(f *ast.Field) (name, optional string) {
	if f.Tag == nil {
		return "", ""
	}
	tag, _ := strconv.Unquote(f.Tag.Value) // the parser has checked the literal
	name, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	if strings.HasPrefix(options, "omit") {
		optional = "?"
	}
	return name, optional
}

// fieldType is the type of a field: a pointer that is always written may be null.
func fieldType(e ast.Expr, optional bool) string {
	if _, pointer := e.(*ast.StarExpr); pointer && !optional {
		return tsType(e) + " | null"
	}
	return tsType(e)
}

func tsType(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.StarExpr:
		return tsType(t.X)
	case *ast.Ident:
		switch t.Name {
		case "string":
			return "string"
		case "bool":
			return "boolean"
		case "CallID":
			return "string"
		case "int", "int64", "uint32", "uint64", "float64":
			return "number"
		}
		return t.Name
	case *ast.ArrayType:
		if size, ok := t.Len.(*ast.BasicLit); ok && size.Value == "2" {
			return fmt.Sprintf("[%[1]s, %[1]s]", tsType(t.Elt))
		}
		return tsType(t.Elt) + "[]"
	case *ast.MapType:
		return fmt.Sprintf("Record<%s, %s>", tsType(t.Key), tsType(t.Value))
	case *ast.SelectorExpr:
		switch t.Sel.Name {
		case "Duration":
			return "number"
		case "RawMessage":
			return "unknown"
		case "CallID", "Time":
			return "string"
		case "Engines":
			return "Record<string, string>"
		}
		return t.Sel.Name
	}
	return "unknown"
}

func doc(b *bytes.Buffer, comment *ast.CommentGroup, indent string) {
	text := strings.TrimSpace(comment.Text())
	if text == "" {
		return
	}
	lines := strings.Split(text, "\n")
	if len(lines) == 1 {
		fmt.Fprintf(b, "%s/** %s */\n", indent, text)
		return
	}
	fmt.Fprintf(b, "%s/**\n", indent)
	for _, line := range lines {
		fmt.Fprintf(b, "%s\n", strings.TrimRight(indent+" * "+line, " "))
	}
	fmt.Fprintf(b, "%s */\n", indent)
}
