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
		fmt.Fprintf(b, "export interface %s {\n", spec.Name.Name)
		for _, f := range t.Fields.List {
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

// isPayload tells structs that go over the wire, which have a JSON tag on every
// field, from the others.
func isPayload(t *ast.StructType) bool {
	for _, f := range t.Fields.List {
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
		case "int", "int64", "uint32", "uint64", "float64":
			return "number"
		}
		return t.Name
	case *ast.ArrayType:
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
