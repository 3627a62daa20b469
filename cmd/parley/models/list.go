package models

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v3"

	"parley/engine/models"
	"parley/report"
)

// entry is a line of `parley models list`, and with --json all of it.
type entry struct {
	Name      string   `json:"name"`
	Role      string   `json:"role"`
	Kind      string   `json:"kind"`
	Languages []string `json:"languages"`
	// Bytes to download; 0 if that is not known.
	Bytes   int64  `json:"bytes"`
	Licence string `json:"licence"`
	State   string `json:"state"`
	// Kept is the bytes of a begun download.
	Kept int64 `json:"kept,omitempty"`
	// Verified means that a checksum is known to hold the download to; Checked
	// that the files here were held to it.
	Verified bool `json:"verified"`
	Checked  bool `json:"checked"`
}

func list(_ context.Context, c *cli.Command) error {
	dir := folder(c)
	var list []entry
	for _, m := range models.Catalogue() {
		status := models.Look(dir, m)
		size, known := m.Size()
		if !known {
			size = 0
		}
		list = append(list, entry{
			Name: m.Name, Role: string(m.Role), Kind: m.Kind, Languages: m.Languages, Bytes: size, Licence: m.Licence,
			State: string(status.State), Kept: status.Kept, Verified: m.Verified(), Checked: status.Checked,
		})
	}
	out := c.Root().Writer
	if c.Bool("json") {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		return enc.Encode(list)
	}
	if err := printTable(out, list); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\nFolder: %s. Run `parley models pull NAME` to bring one here.\n", dir)
	return err
}

func printTable(out io.Writer, list []entry) error {
	rows := [][]string{{"NAME", "ROLE", "LANGUAGES", "SIZE", "LICENCE", "STATE"}}
	for _, m := range list {
		size := "?"
		if m.Bytes > 0 {
			size = models.Bytes(m.Bytes).String()
		}
		languages := strings.Join(m.Languages, " ")
		if len(m.Languages) > 5 {
			languages = fmt.Sprintf("%d languages", len(m.Languages))
		}
		rows = append(rows, []string{m.Name, m.Role, languages, size, m.Licence, m.state()})
	}
	return report.List(out, rows...)
}

func (m entry) state() string {
	s := m.State
	switch models.State(m.State) {
	case models.Here:
		if m.Verified && !m.Checked {
			s += ", not checked"
		}
	case models.Partial:
		s += ", " + models.Bytes(m.Kept).String() + " kept"
	case models.Broken, models.NotHere:
	}
	if !m.Verified {
		s += ", unverified"
	}
	return s
}
