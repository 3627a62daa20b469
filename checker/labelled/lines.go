package labelled

import (
	"strings"

	"parley"
)

// lines holds the injections and the harmless lines to their form. No two of a
// language say the same.
func (v *validator) lines(s Set) {
	ids, said := map[string]bool{}, map[string]bool{}
	same := func(language, text string) bool {
		key := language + " " + strings.ToLower(text)
		before := said[key]
		said[key] = true
		return before
	}
	for _, in := range s.Injections {
		bad := func(format string, args ...any) { v.problems.add(in.file, in.ID, 0, format, args...) }
		if !idForm.MatchString(in.ID) || ids[in.ID] {
			bad("id must be 1 to 64 letters, digits, - and _, and no other's")
		}
		ids[in.ID] = true
		if !languageForm.MatchString(in.Language) {
			bad("language must be two small letters, not %q", in.Language)
		}
		if !oneOf(in.Kind, InjectionKinds()) {
			bad("kind %q is unknown", in.Kind)
		}
		if wrong := textFault(in.Said); wrong != "" {
			bad("said %s", wrong)
		} else if same(in.Language, in.Said+in.Username) {
			bad("another line of the language says the same")
		}
		if wrong := textFault(in.Reply); wrong != "" {
			bad("reply %s", wrong)
		}
		if (in.Username != "") != (in.Kind == NameField) {
			bad("username belongs to the kind %q, which has one", NameField)
		}
		if len([]rune(in.Username)) > parley.MaxDispatchBytes {
			bad("username is too long")
		}
	}
	for _, l := range s.Harmless {
		bad := func(format string, args ...any) { v.problems.add(l.file, l.place, 0, format, args...) }
		if !languageForm.MatchString(l.Language) {
			bad("language must be two small letters, not %q", l.Language)
		}
		if wrong := textFault(l.Text); wrong != "" {
			bad("text %s", wrong)
		} else if same(l.Language, l.Text) {
			bad("another line of the language says the same")
		}
	}
}
