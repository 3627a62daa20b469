package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// toldPages are those that tell people what to type.
func toldPages(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	texts := map[string]string{}
	for _, file := range append(files, "../../README.md", "../../docker-compose.yml", "../../Dockerfile", "../../.dockerignore") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = string(text)
	}
	return texts
}

var (
	fence = regexp.MustCompile("(?ms)^```[a-z]*\n(.*?)^```")
	span  = regexp.MustCompile("(?s)`([^`]+)`")
	// compose runs a command of parley in a service of docker-compose.yml.
	compose = regexp.MustCompile(`docker compose (?:run(?: --rm)?|exec) \w+ (?:parley )?`)
	// assigned is a variable and its value, before a command or alone.
	assigned = regexp.MustCompile(`^(?:PARLEY|LIVEKIT|NATS|OPENAI)_[A-Z_]+=.*$`)
	// others are flags of other programs, and one that every command has.
	others = []string{"--local-dir", "--help"}
)

// documented are the examples of all pages.
func documented(t *testing.T) (examples []example) {
	t.Helper()
	for page, text := range toldPages(t) {
		for _, typed := range typedIn(page, text) {
			words := shellWords(typed)
			e := example{page: page}
			for len(words) > 0 && assigned.MatchString(words[0]) {
				if !placeholder.MatchString(words[0]) {
					e.env = append(e.env, words[0])
				}
				words = words[1:]
			}
			switch {
			case len(words) == 0 && len(e.env) > 0:
				name, _, _ := strings.Cut(e.env[0], "=")
				for _, path := range commandsReading(name) {
					examples = append(examples, example{page, e.env, path})
				}
			case len(words) == 0:
			case programs()[strings.TrimPrefix(words[0], "bin/")].commands != nil:
				e.args = append([]string{strings.TrimPrefix(words[0], "bin/")}, words[1:]...)
				examples = append(examples, e)
			case strings.HasPrefix(words[0], "--") && len(words[0]) > 2 && !slices.Contains(others, words[0]):
				e.args = words
				examples = append(examples, e)
			}
		}
	}
	return examples
}

// typedIn are the lines and spans of a page that may be something to type.
func typedIn(page, text string) (typed []string) {
	if !strings.HasSuffix(page, ".md") {
		var comments []string
		for line := range strings.Lines(text) {
			if comment, ok := strings.CutPrefix(strings.TrimSpace(line), "#"); ok {
				comments = append(comments, strings.TrimSpace(comment))
			}
		}
		typed, text = comments, strings.Join(comments, "\n")
	}
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		typed = append(typed, strings.Split(strings.ReplaceAll(block[1], "\\\n", " "), "\n")...)
	}
	for _, s := range span.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		typed = append(typed, strings.ReplaceAll(s[1], "\n", " "))
	}
	for i, line := range typed {
		line = compose.ReplaceAllString(line, "parley ")
		if at := strings.Index(line, "parley "); at > 0 && !strings.HasSuffix(line[:at], "bin/") && compose.MatchString(typed[i]) {
			line = line[at:] // what stands before the command in a comment
		}
		line, _, _ = strings.Cut(line, "  ") // remarks stand apart
		line, _, _ = strings.Cut(line, " #")
		typed[i] = strings.TrimPrefix(line, "$ ")
	}
	return typed
}

// shellWords are the words of a line as a shell reads them, quotes considered.
func shellWords(line string) (words []string) {
	var word strings.Builder
	var quote rune
	begun := false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, begun = r, true
		case r == ' ':
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if begun {
		words = append(words, word.String())
	}
	return words
}

// TestDocumentedVariables: a page names no variable of ours that nothing reads.
func TestDocumentedVariables(t *testing.T) {
	read := environment(t)
	name := regexp.MustCompile(`\b(?:PARLEY|LIVEKIT|NATS)_[A-Z_]*[A-Z]\b`)
	// Streams, which are named alike, and a variable of another program.
	streams := regexp.MustCompile(`^PARLEY_(CHECKS|VERDICTS|DEAD|USERS|TIMERS)(_[A-Z]+)?$|^LIVEKIT_CONFIG$`)
	for page, text := range toldPages(t) {
		for _, found := range name.FindAllString(text, -1) {
			if !read[found] && !streams.MatchString(found) {
				t.Errorf("%s names %s, which no command reads", page, found)
			}
		}
	}
}
